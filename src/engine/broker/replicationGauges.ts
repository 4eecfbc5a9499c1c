import { effectiveMinIsr } from './effectiveMinIsr.ts';

export interface ReplicationGaugeInput {
  /** Whether the broker that is asked leads the partition; nobody else reports it. */
  readonly isLeader: boolean;
  readonly replicationFactor: number;
  /** Of the ISR that the controller last confirmed to this leader. */
  readonly isrSize: number;
  readonly minInsyncReplicas: number;
}

export interface ReplicationGauges {
  readonly isUnderReplicated: boolean;
  readonly isUnderMinIsr: boolean;
  readonly isAtMinIsr: boolean;
}

const SILENT: ReplicationGauges = { isUnderReplicated: false, isUnderMinIsr: false, isAtMinIsr: false };

/**
 * What a broker reports of one partition. All three are silent without a leader: then only the controller tells, by
 * OfflinePartitionsCount. Kafka: `Partition.isUnderReplicated`, `isUnderMinIsr`, `isAtMinIsr` (4.2).
 */
export function replicationGauges(input: ReplicationGaugeInput): ReplicationGauges {
  const { isLeader, replicationFactor, isrSize, minInsyncReplicas } = input;
  if (!isLeader) return SILENT;
  const needed = effectiveMinIsr(minInsyncReplicas, replicationFactor);
  return {
    isUnderReplicated: isrSize < replicationFactor,
    isUnderMinIsr: isrSize < needed,
    isAtMinIsr: isrSize === needed,
  };
}
