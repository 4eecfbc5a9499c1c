import { Broker } from '../broker/Broker.ts';
import { cleanerConfig } from '../broker/cleanerConfig.ts';
import { logToClean } from '../broker/cleanLog.ts';
import { committedIsr } from '../broker/isrState.ts';
import type { Partition } from '../broker/Partition.ts';
import { configOf } from '../broker/partitionConfig.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { cleanableOffsets } from '../storage/cleaner/cleanableOffsets.ts';
import { filthiestLog } from '../storage/cleaner/filthiestLog.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { leadersOf } from './leadersOf.ts';
import type { Leading } from './leadersOf.ts';
import { placeOf } from './placeOf.ts';
import type { RunHistory } from './RunHistory.ts';

/** For what is on its way, waits for a thread or is put off once by an error. */
const SLACK_US: Micros = 3_000_000;
/** Between two looks at all compacted logs of a run. */
const LOOK_EVERY_US: Micros = 250_000;
/** Commands after which replication goes on as before. */
const HARMLESS: ReadonlySet<string> = new Set([
  'SendRecords',
  'DeleteRecords',
  'PauseWorkload',
  'ResumeWorkload',
]);
/** After these a replica may have to find its place again. */
const TROUBLES: ReadonlySet<string> = new Set([
  'BrokerStarted',
  'BecameLeader',
  'BecameFollower',
  'Disconnected',
  'IsrChanged',
]);

/**
 * What retention or DeleteRecords took from a leader's log is gone from every replica that follows it, in step or behind (RE7): once
 * nothing has troubled the cluster for as long as a follower's fetch may wait, and some slack, each of them begins no earlier than the
 * leader. Not one that is left out of fetches for a quota.
 */
export function removedRecordsGoEverywhere(history: RunHistory): Invariant {
  const standing = new Map<TopicPartition, { epoch: Epoch; start: Offset; sinceUs: Micros }>();
  let troubledUs: Micros = 0;
  return {
    name: 'RemovedRecordsGoEverywhere',
    check(cluster) {
      const { nowUs } = cluster;
      if (isTroubled(cluster, history)) troubledUs = nowUs;
      for (const leading of leadersOf(cluster)) {
        const { broker, partition, leader } = leading;
        const { logStartOffset: start } = partition.log;
        const { leaderEpoch: epoch } = leader;
        const known = standing.get(partition.topicPartition);
        // Of two that take themselves for the leader the older one is none.
        if (known && known.epoch > epoch) continue;
        if (known?.epoch !== epoch || known.start !== start) {
          standing.set(partition.topicPartition, { epoch, start, sinceUs: nowUs });
          continue;
        }
        const patienceUs = broker.config.replicaFetchWaitMaxMs * MICROS_PER_MILLI + SLACK_US;
        if (start === 0 || nowUs - Math.max(known.sinceUs, troubledUs) <= patienceUs) continue;
        const late = whoKeepsMore(leading, cluster);
        if (late !== null)
          return `broker ${late} still has what was removed from ${partition.topicPartition} before ${start}, ${Math.round((nowUs - known.sinceUs) / MICROS_PER_MILLI)} ms ago`;
      }
      return null;
    },
  };
}

/** A follower whose log begins before the leader's. */
function whoKeepsMore({ broker, partition, leader }: Leading, cluster: Cluster): BrokerId | null {
  const isr = committedIsr(leader.isrState);
  const isThrottled = broker.process?.replicas.leaderQuota.isThrottled(partition, broker) ?? false;
  for (const member of leader.followers.keys()) {
    if (isThrottled && !isr.includes(member)) continue;
    const index = cluster.directory.brokers.get(member);
    const node = index === undefined ? null : cluster.node(index);
    if (!(node instanceof Broker) || !node.isListening()) continue;
    const replica = node.partitions.get(partition.topicPartition);
    if (replica?.role?.kind !== 'follower' || replica.role.leaderEpoch !== leader.leaderEpoch) continue;
    const isFetched =
      node.process?.fetchers.get(broker.id)?.partitions.has(partition.topicPartition) === true;
    if (!isFetched && !isr.includes(member)) continue;
    if (replica.log.logStartOffset < partition.log.logStartOffset) return member;
  }
  return null;
}

export function isTroubled(cluster: Cluster, { rows }: RunHistory): boolean {
  const { network, paused, held, nodes } = cluster.state;
  if (paused.size > 0 || held.length > 0 || network.faultyLinks().length > 0) return true;
  if (rows.some((row) => TROUBLES.has(row.kind))) return true;
  if (rows.some((row) => row.kind === 'CommandApplied' && !HARMLESS.has(row.command))) return true;
  return nodes.some((node) => node instanceof Broker && node.diskFactor !== 1);
}

/**
 * What compaction is to take goes on each replica that is alive: a log that is dirtier than min.cleanable.dirty.ratio, or dirty for longer
 * than max.compaction.lag.ms, is cleaned at one of the next two turns of its broker's cleaner (CL2).
 */
export function dirtyLogsAreCleaned(): Invariant {
  const dirtySince = new Map<string, { readonly checkpoint: Offset | null; readonly sinceUs: Micros }>();
  let lookedUs: Micros = -LOOK_EVERY_US;
  return {
    name: 'DirtyLogsAreCleaned',
    check(cluster) {
      const { nowUs } = cluster;
      if (nowUs - lookedUs < LOOK_EVERY_US) return null;
      lookedUs = nowUs;
      for (const [index, broker] of cluster.state.nodes.entries()) {
        if (!(broker instanceof Broker)) continue;
        const { isEnabled, backoffUs, ioMaxBytesPerSecond } = cleanerConfig(broker);
        const runs = broker.isListening() && !cluster.isPaused(index) && isEnabled;
        // Where its speed is bound, a cleaner may be busy with another log for any time.
        const isBound = ioMaxBytesPerSecond < Number.MAX_VALUE;
        const nowMs = Math.floor(nowUs / MICROS_PER_MILLI) + cluster.clockOffsetOf(index);
        for (const partition of broker.partitions.values()) {
          const key = placeOf(partition);
          const known = dirtySince.get(key);
          const checkpoint = partition.log.cleanerCheckpoint;
          if (!runs || isBound || !isDirty(partition, broker, nowMs)) dirtySince.delete(key);
          // It was cleaned, and is dirty again.
          else if (known?.checkpoint !== checkpoint) dirtySince.set(key, { checkpoint, sinceUs: nowUs });
          else if (nowUs - known.sinceUs > 2 * backoffUs + LOOK_EVERY_US)
            return `${partition.topicPartition} on broker ${broker.id} is dirty, and no cleaner came`;
        }
      }
      return null;
    },
  };
}

function isDirty(partition: Partition, broker: Broker, nowMs: number): boolean {
  if (partition.role === null || !configOf(partition, broker).log.isCompacted) return false;
  return filthiestLog([logToClean(partition, broker, { cleanableOffsets }, nowMs)]) !== null;
}
