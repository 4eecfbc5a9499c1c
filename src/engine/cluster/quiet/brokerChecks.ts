import type { Broker } from '../../broker/Broker.ts';
import { cleanerConfig } from '../../broker/cleanerConfig.ts';
import { committedIsr, isInflight } from '../../broker/isrState.ts';
import { isrShrinkCheckIntervalUs } from '../../broker/outOfSyncReplicas.ts';
import { CLEANER_TIMER } from '../../broker/LogCleaner.ts';
import { hasNothingToDelete } from '../../broker/logRetention.ts';
import type { Partition } from '../../broker/Partition.ts';
import { configOf } from '../../broker/partitionConfig.ts';
import { millisFromMicros } from '../../../shared/units.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { coordinatorChecks } from './coordinatorChecks.ts';
import type { CheckLoop } from './Quiet.ts';

/** A check of one broker. */
export type MakeCheck = (
  key: string,
  periodUs: Micros,
  isIdleAt: CheckLoop['isIdleAt'],
) => Omit<CheckLoop, 'dueUs'>;

/** What a broker looks at again and again. */
export function brokerChecks(
  node: NodeIndex,
  broker: Broker,
  { rules }: Cluster,
): Omit<CheckLoop, 'dueUs'>[] {
  const { config, partitions, process } = broker;
  const all = [...partitions.values()];
  const check: MakeCheck = (key, periodUs, isIdleAt) => ({
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
      all.every(
        (partition) =>
          configOf(partition, broker).log.isCompacted ||
          hasNothingToDelete(partition, broker, rules, millisFromMicros(atUs)),
      ),
    ),
    ...(process?.cleaner.hasCommonTurn
      ? [
          check(CLEANER_TIMER, cleanerConfig(broker).backoffUs, (atUs) =>
            process.cleaner.isIdleAt(millisFromMicros(atUs), broker, rules),
          ),
        ]
      : []),
    check('producerIdExpiration', config.producerIdExpirationCheckIntervalUs, (atUs) =>
      all.every(
        ({ log }) => !log.producers.hasExpired(millisFromMicros(atUs), config.producerIdExpirationMs),
      ),
    ),
    ...(process ? coordinatorChecks(broker, process, rules, check) : []),
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
