import { Broker } from '../broker/Broker.ts';
import { INITIAL_TASK_DELAY_US } from '../broker/logRetention.ts';
import type { Partition } from '../broker/Partition.ts';
import { configOf } from '../broker/partitionConfig.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { isTroubled } from './removalInvariants.ts';
import type { RunHistory } from './RunHistory.ts';

/** For what is on its way, and a high watermark that a follower has still to hear of. */
const SLACK_US: Micros = 3_000_000;
/** Between two looks at all logs of a run. */
const LOOK_EVERY_US: Micros = 250_000;

interface Replica {
  readonly broker: Broker;
  readonly partition: Partition;
  readonly config: LogConfig;
}

/** Up to where one replica of a partition has removed records, and by when each other is to have done so. */
interface Removal {
  readonly end: Offset;
  readonly dueUs: ReadonlyMap<BrokerId, Micros>;
}

/**
 * What retention removed from one replica is gone from every living one in bounded time, whoever leads (RE1, RE3). Replicas
 * cut their segments elsewhere, so another may keep it longer: until the segment that has it is too old as well, which no later record
 * than one of segment.ms after its first can put off, and the next check comes.
 *
 * With retention.bytes a replica may remove what is young, and each other keeps it until it is too old: for no longer, since by size alone
 * Kafka gives no bound (each replica counts its own segments, and where nobody writes any more one may keep what another removed). By
 * size it is bound only what a replica keeps, which `ExpiredSegmentsGo` holds.
 *
 * Where nothing troubles the cluster. Not of compacted topics that are deleted too: the log cleaner puts closed segments together, and one
 * that has a young record keeps the old ones beside it, again and again, so that Kafka gives no bound. Not of topics in remote storage:
 * there the leader alone moves the log start, which `RemovedRecordsGoEverywhere` holds, and what stands on a disk each replica cuts by
 * itself.
 */
export function retentionReachesEveryReplica(history: RunHistory): Invariant {
  const removals = new Map<TopicPartition, Removal>();
  const startedUs = new Map<BrokerId, Micros>();
  let lookedUs: Micros = -LOOK_EVERY_US;
  return {
    name: 'RetentionReachesEveryReplica',
    check(cluster) {
      const { nowUs } = cluster;
      for (const row of history.rows) if (row.kind === 'BrokerStarted') startedUs.set(row.broker, nowUs);
      if (cluster.state.clocks.size > 0 || isTroubled(cluster, history)) removals.clear();
      if (nowUs - lookedUs < LOOK_EVERY_US) return null;
      lookedUs = nowUs;
      for (const [topicPartition, replicas] of replicasByAge(cluster)) {
        const starts = replicas.map(({ partition }) => partition.log.logStartOffset);
        const known = removals.get(topicPartition);
        // One removal after the other: the next is looked at when everybody has followed this one.
        if (!known || Math.min(...starts) >= known.end) {
          const end = Math.max(...starts);
          const dueUs = replicas.map(
            (replica) => [replica.broker.id, dueOf(replica, end, nowUs, startedUs)] as const,
          );
          removals.set(topicPartition, { end, dueUs: new Map(dueUs) });
          continue;
        }
        const { end } = known;
        for (const { broker, partition } of replicas)
          if (partition.log.logStartOffset < end && nowUs > (known.dueUs.get(broker.id) ?? Infinity))
            return `broker ${broker.id} still has records of ${topicPartition} before ${end}, which another replica removed`;
      }
      return null;
    },
  };
}

/** When a replica has at the latest removed what stands before an offset. */
function dueOf(
  { broker, partition, config }: Replica,
  end: Offset,
  nowUs: Micros,
  startedUs: ReadonlyMap<BrokerId, Micros>,
): Micros {
  const { segments } = partition.log;
  const last = segments.filter(({ baseOffset }) => baseOffset < end).at(-1);
  const tooOldMs = last ? last.maxTimestampMs + config.retentionMs : 0;
  // What was removed for the room it took may be as young as now.
  const youngMs = config.segmentMs + (config.retentionBytes >= 0 ? config.retentionMs : 0);
  const oldUs = Math.max(nowUs + youngMs * MICROS_PER_MILLI, tooOldMs * MICROS_PER_MILLI);
  const checksUs = (startedUs.get(broker.id) ?? -INITIAL_TASK_DELAY_US) + INITIAL_TASK_DELAY_US;
  return Math.max(oldUs, checksUs) + broker.config.retentionCheckIntervalUs + SLACK_US;
}

/** Replicas of brokers that run, of partitions whose records go by their age at the latest. */
function replicasByAge(cluster: Cluster): Map<TopicPartition, Replica[]> {
  const all = new Map<TopicPartition, Replica[]>();
  for (const [index, broker] of cluster.state.nodes.entries()) {
    if (!(broker instanceof Broker) || !broker.isListening() || cluster.isPaused(index)) continue;
    for (const partition of broker.partitions.values()) {
      const config = configOf(partition, broker).log;
      if (partition.role === null || !config.isDeleted || config.isCompacted) continue;
      if (config.retentionMs < 0 || config.remote !== null) continue;
      const replica = { broker, partition, config };
      const others = all.get(partition.topicPartition);
      if (others) others.push(replica);
      else all.set(partition.topicPartition, [replica]);
    }
  }
  return all;
}
