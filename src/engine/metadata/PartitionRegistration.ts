import type { BrokerId, Epoch } from '../../shared/units.ts';

/** RECOVERING from an unclean election until the new leader says it has recovered (KIP-704). */
export type LeaderRecoveryState = 'RECOVERED' | 'RECOVERING';

/**
 * What the controller knows of one partition, as plain data. Kafka: `PartitionRegistration` (4.2).
 *
 * Simplified: no directories; which replicas stand in a failed one is said by the registration of their broker.
 */
export interface PartitionRegistration {
  /** Assignment order; the first is the preferred leader. */
  readonly replicas: readonly BrokerId[];
  /** Empty only while eligible leader replicas are on and the partition has no leader (R3). */
  readonly isr: readonly BrokerId[];
  /** Eligible leader replicas: out of the ISR, yet hold everything below the high watermark (KIP-966). Ascending. */
  readonly elr: readonly BrokerId[];
  /** The last leader, at most one member, while the partition has no leader (R4). */
  readonly lastKnownElr: readonly BrokerId[];
  /** NO_LEADER when there is none. */
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly recovery: LeaderRecoveryState;
  /** Replicas that a reassignment under way brings in; they are in `replicas` already. Absent: none. */
  readonly addingReplicas?: readonly BrokerId[];
  /** Replicas that leave `replicas` once the reassignment is complete. Absent: none. */
  readonly removingReplicas?: readonly BrokerId[];
}
