import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { BrokerId } from '../../shared/units.ts';

/** An assignment on its way to another. Kafka: `PartitionReassignmentReplicas` (4.2, KIP-455). */
export interface Reassignment {
  /** The target, and behind it what is to go. */
  readonly replicas: readonly BrokerId[];
  readonly adding: readonly BrokerId[];
  readonly removing: readonly BrokerId[];
}

export interface CompletedReassignment extends Reassignment {
  readonly isr: readonly BrokerId[];
}

export function isReassigning(
  registration: Pick<PartitionRegistration, 'addingReplicas' | 'removingReplicas'>,
): boolean {
  const { addingReplicas = [], removingReplicas = [] } = registration;
  return addingReplicas.length > 0 || removingReplicas.length > 0;
}

/**
 * How to get from one assignment to another: until the newcomers are in sync the partition has both, the target first in its
 * own order, then the replicas that are to go, ascending. A reassignment under way counts as the assignment it has reached.
 */
export function planReassignment(
  currentReplicas: readonly BrokerId[],
  targetReplicas: readonly BrokerId[],
): Reassignment {
  const removing = ascendingWithout(currentReplicas, targetReplicas);
  const adding = ascendingWithout(targetReplicas, currentReplicas);
  return { replicas: [...targetReplicas, ...removing], adding, removing };
}

/**
 * The assignment and ISR with which a reassignment ends, or null while it must go on: every replica of the target has to be in
 * the ISR first, and the ISR may not become empty by what leaves. Kafka: `maybeCompleteReassignment`.
 */
export function completeReassignment(
  { replicas, adding, removing }: Reassignment,
  targetIsr: readonly BrokerId[],
): CompletedReassignment | null {
  if (adding.length === 0 && removing.length === 0) return null;
  const isr = targetIsr.filter((broker) => !removing.includes(broker));
  const target = replicas.filter((broker) => !removing.includes(broker));
  if (removing.length > 0 && (isr.length === 0 || target.length === 0)) return null;
  if (!target.every((broker) => isr.includes(broker))) return null;
  return { replicas: target, isr, adding: [], removing: [] };
}

/** Whether a change ended the reassignment that was under way, by reaching its target and not by a cancellation. */
export function hasCompleted(before: PartitionRegistration, after: PartitionRegistration): boolean {
  const { addingReplicas = [], removingReplicas = [] } = before;
  return (
    isReassigning(before) &&
    !isReassigning(after) &&
    addingReplicas.every((broker) => after.replicas.includes(broker)) &&
    !removingReplicas.some((broker) => after.replicas.includes(broker))
  );
}

/** Where a cancelled reassignment goes back to. Kafka: `PartitionReassignmentRevert`. */
export interface RevertedReassignment {
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  /** Only newcomers were in sync, so the first old replica leads alone, with what it happens to have. */
  readonly unclean: boolean;
}

/** The assignment without the newcomers; what was to go stays. Null if nothing would be left, which no assignment leads to. */
export function revertReassignment(registration: PartitionRegistration): RevertedReassignment | null {
  const { addingReplicas = [] } = registration;
  const replicas = registration.replicas.filter((broker) => !addingReplicas.includes(broker));
  const isr = registration.isr.filter((broker) => !addingReplicas.includes(broker));
  const [first] = replicas;
  if (isr.length > 0) return { replicas, isr, unclean: false };
  return first === undefined ? null : { replicas, isr: [first], unclean: true };
}

function ascendingWithout(from: readonly BrokerId[], without: readonly BrokerId[]): BrokerId[] {
  return [...new Set(from)].filter((broker) => !without.includes(broker)).sort((a, b) => a - b);
}
