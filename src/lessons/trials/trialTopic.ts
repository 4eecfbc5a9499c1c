import type { PartitionSpec, TopicSpec } from '../../scenario/Scenario.ts';
import type { BrokerId } from '../../shared/units.ts';

/** Empty partitions, each led by the broker after that of the partition before. */
export function trialTopic(
  name: string,
  partitionCount: number,
  brokers: readonly BrokerId[],
  replicationFactor: number,
  configs: TopicSpec['configs'] = {},
): TopicSpec {
  return {
    name,
    configs,
    partitions: Array.from({ length: partitionCount }, (_, partition) =>
      emptyPartition(
        Array.from(
          { length: replicationFactor },
          (_each, i) => brokers[(partition + i) % brokers.length] ?? brokers[0]!,
        ),
      ),
    ),
  };
}

/** A partition without a record, all replicas in sync. */
export function emptyPartition(replicas: readonly BrokerId[]): PartitionSpec {
  return {
    replicas,
    initial: {
      leader: replicas[0]!,
      leaderEpoch: 0,
      partitionEpoch: 0,
      isr: replicas,
      elr: [],
      lastKnownElr: [],
      logStartOffset: 0,
      logEndOffset: 0,
      fromUs: 0,
      highWatermark: 0,
      replicas: new Map(),
    },
  };
}
