import type { Broker } from '../../broker/Broker.ts';
import { committedIsr, isInflight } from '../../broker/isrState.ts';
import { isrShrinkCheckIntervalUs } from '../../broker/outOfSyncReplicas.ts';
import type { Partition } from '../../broker/Partition.ts';
import { configOf } from '../../broker/partitionConfig.ts';
import { retentionReasons } from '../../storage/deletableSegments.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { clockMsAt } from './observeQuiet.ts';
import type { CheckLoop } from './Quiet.ts';

/** What a broker looks at again and again. */
export function brokerChecks(node: NodeIndex, broker: Broker, { rules }: Cluster): Omit<CheckLoop, 'dueUs'>[] {
  const { config, partitions } = broker;
  const all = [...partitions.values()];
  const check = (key: string, periodUs: Micros, isIdleAt: (atUs: Micros) => boolean) => ({
    node,
    key,
    periodUs,
    isIdleAt,
  });
  return [
    check('highWatermarkCheckpoint', config.highWatermarkCheckpointIntervalUs, () =>
      all.every(({ checkpointedHighWatermark, log }) => checkpointedHighWatermark === log.highWatermark),
    ),
    // Whoever is in an ISR is at the end of the log, see `hasQuietPartitions`.
    check('isrShrink', isrShrinkCheckIntervalUs(config.replicaLagTimeMaxMs), () => true),
    check('logRetention', config.retentionCheckIntervalUs, (atUs) =>
      all.every((partition) => {
        const limits = configOf(partition, broker).log;
        if (limits.isCompacted) return true;
        return retentionReasons(limits.isDeleted).every(
          (reason) => rules.deletableSegments(partition.log, reason, limits, clockMsAt(atUs)).count === 0,
        );
      }),
    ),
    check('producerIdExpiration', config.producerIdExpirationCheckIntervalUs, (atUs) =>
      all.every(({ log }) => !log.producers.hasExpired(clockMsAt(atUs), config.producerIdExpirationMs)),
    ),
  ];
}

/** Whether everybody in the ISR of each partition that the broker leads has all of it, and no quota has to count what is fetched. */
export function hasQuietPartitions(broker: Broker): boolean {
  if (!broker.process) return true;
  const { replicas } = broker.process;
  for (const partition of broker.partitions.values()) {
    if (replicas.leaderQuota.isThrottled(partition, broker)) return false;
    if (partition.leader && !isInStep(partition)) return false;
  }
  return true;
}

function isInStep({ leader, log, broker }: Partition): boolean {
  if (!leader || isInflight(leader.isrState)) return false;
  return committedIsr(leader.isrState).every(
    (member) => member === broker || leader.followers.get(member)?.logEndOffset === log.logEndOffset,
  );
}
