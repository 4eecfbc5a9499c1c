import type { BrokerId } from '../../shared/units.ts';

export interface ElrChange {
  readonly elr: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  readonly targetIsr: readonly BrokerId[];
  /** min(min.insync.replicas, replication factor). */
  readonly minIsr: number;
  /** Brokers that may have lost disk data since they left. */
  readonly uncleanShutdownReplicas: readonly BrokerId[];
}

/**
 * The eligible leader replicas after an ISR change, ascending (R1): none while the ISR holds the minimum, else every
 * old ELR and ISR member that the target ISR leaves out, but for those that stopped uncleanly.
 * Kafka: `PartitionChangeBuilder.maybePopulateTargetElr` (KIP-966). Never an error.
 */
export function targetElr({ elr, isr, targetIsr, minIsr, uncleanShutdownReplicas }: ElrChange): BrokerId[] {
  if (targetIsr.length >= minIsr) return [];
  return [...new Set([...elr, ...isr])]
    .filter((replica) => !targetIsr.includes(replica) && !uncleanShutdownReplicas.includes(replica))
    .sort((a, b) => a - b);
}

/**
 * What lastKnownElr holds when it is not used for the last leader, a mode of Kafka's builder that its tests use and no
 * 4.2 controller does: the former ISR, ELR and lastKnownElr members that are in neither now, ascending.
 */
export function targetLastKnownElr(
  change: ElrChange,
  lastKnownElr: readonly BrokerId[],
  eligible: readonly BrokerId[],
): BrokerId[] {
  if (change.targetIsr.length >= change.minIsr) return [];
  return [...new Set([...change.elr, ...change.isr, ...lastKnownElr])]
    .filter((replica) => !change.targetIsr.includes(replica) && !eligible.includes(replica))
    .sort((a, b) => a - b);
}
