import { Broker } from '../broker/Broker.ts';
import { cleanerConfig } from '../broker/cleanerConfig.ts';
import { INITIAL_TASK_DELAY_US } from '../broker/logRetention.ts';
import type { Partition } from '../broker/Partition.ts';
import { configOf } from '../broker/partitionConfig.ts';
import { localLimits } from '../broker/remoteLogManager.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { RetentionReason } from '../storage/deletableSegments.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Millis, Offset } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { leadershipOf, placeOf } from './placeOf.ts';
import { leadersOf } from './leadersOf.ts';
import type { Leading } from './leadersOf.ts';
import type { RunHistory } from './RunHistory.ts';

/** Between two looks at all logs of a run. */
const LOOK_EVERY_US: Micros = 250_000;
/** For what is on its way. */
const SLACK_US: Micros = 3_000_000;
const MIB = 1_048_576;

/** Something that is to happen, and since when it could. */
interface Due {
  readonly baseOffset: Offset;
  readonly sinceUs: Micros;
}

/**
 * The oldest segment of each replica, leader or not, goes at the next look of its broker once it is to go: by its time, by the size of
 * the log, or because the log begins after it (RE1 to RE4). One that reaches beyond the high watermark stays, and one that is to be
 * copied to remote storage first (TS3), and so does all behind it.
 *
 * The look comes once a log.retention.check.interval.ms, and 30 s after a start; to a compacted log with each turn of the log cleaner.
 * Kafka gives no bound where that is switched off (log.cleaner.enable=false), nor where its speed is bound: then nobody looks at
 * compacted logs, or it may be busy with another for any time.
 */
export function expiredSegmentsGo(history: RunHistory): Invariant {
  const due = new Map<string, Due>();
  const startedUs = new Map<BrokerId, Micros>();
  let lookedUs: Micros = -LOOK_EVERY_US;
  return {
    name: 'ExpiredSegmentsGo',
    check(cluster) {
      const { nowUs } = cluster;
      for (const row of history.rows) if (row.kind === 'BrokerStarted') startedUs.set(row.broker, nowUs);
      if (nowUs - lookedUs < LOOK_EVERY_US) return null;
      lookedUs = nowUs;
      for (const [index, broker] of cluster.state.nodes.entries()) {
        if (!(broker instanceof Broker)) continue;
        const runs = broker.isListening() && !cluster.isPaused(index);
        const nowMs = Math.floor(nowUs / MICROS_PER_MILLI) + cluster.clockOffsetOf(index);
        for (const partition of broker.partitions.values()) {
          const key = placeOf(partition);
          const known = due.get(key);
          const config = configOf(partition, broker).log;
          const lookUs = lookIntervalUs(broker, config);
          const reason =
            runs && partition.role !== null && lookUs !== null
              ? whyToGo(partition, config, nowMs, cluster)
              : null;
          const baseOffset = partition.log.segments[0]?.baseOffset ?? 0;
          if (reason === null || lookUs === null) due.delete(key);
          else if (known?.baseOffset !== baseOffset) due.set(key, { baseOffset, sinceUs: nowUs });
          else if (nowUs - Math.max(known.sinceUs, firstLookUs(startedUs.get(broker.id))) > lookUs + SLACK_US)
            return `${partition.topicPartition} on broker ${broker.id} has segment ${baseOffset}, which was to go ${millisSince(known, nowUs)} ms ago (${reason})`;
        }
      }
      return null;
    },
  };
}

/**
 * A leader copies a closed segment below its high watermark to remote storage, and deletes there what is too much by the limits of the whole
 * log, with one of its tasks, each remote.log.manager.task.interval.ms (TS1, TS4).
 */
export function remoteStorageFollowsTheLog(): Invariant {
  const toCopy = new Map<string, Due>();
  const toGo = new Map<string, Due>();
  let lookedUs: Micros = -LOOK_EVERY_US;
  return {
    name: 'RemoteStorageFollowsTheLog',
    check(cluster) {
      const { nowUs } = cluster;
      if (cluster.remoteLogs.isEmpty && toCopy.size === 0 && !usesRemoteStorage(cluster)) return null;
      if (nowUs - lookedUs < LOOK_EVERY_US) return null;
      lookedUs = nowUs;
      for (const leading of leadersOf(cluster)) {
        const { broker, partition, leader } = leading;
        const index = cluster.directory.brokers.get(broker.id) ?? -1;
        const { log: config } = configOf(partition, broker);
        const key = `${placeOf(partition)} ${leadershipOf(broker, partition, leader)}`;
        const runs = config.remote !== null && broker.isListening() && !cluster.isPaused(index);
        const nowMs = Math.floor(nowUs / MICROS_PER_MILLI) + cluster.clockOffsetOf(index);
        const waiting = runs ? copyWaits(leading, config, cluster) : null;
        const { remoteTaskIntervalUs: taskUs } = broker.config;
        if (isLate(toCopy, key, waiting?.baseOffset ?? null, nowUs, taskUs + (waiting?.takesUs ?? 0)))
          return `${partition.topicPartition}: segment ${waiting?.baseOffset ?? -1} of broker ${broker.id} is closed and committed, and was not copied`;
        const oldest = runs ? remoteSegmentToGo(leading, config, nowMs, cluster) : null;
        if (isLate(toGo, key, oldest, nowUs, taskUs))
          return `${partition.topicPartition}: segment ${oldest ?? -1} was to go from remote storage`;
      }
      return null;
    },
  };
}

/** Whether the same segment has been due for longer than that. */
function isLate(
  due: Map<string, Due>,
  key: string,
  baseOffset: Offset | null,
  nowUs: Micros,
  patienceUs: Micros,
): boolean {
  const known = due.get(key);
  if (baseOffset === null) due.delete(key);
  else if (known?.baseOffset !== baseOffset) due.set(key, { baseOffset, sinceUs: nowUs });
  else return nowUs - known.sinceUs > patienceUs + SLACK_US;
  return false;
}

/** How often a broker looks at such a log; null: any time may pass. */
function lookIntervalUs(broker: Broker, { isCompacted }: LogConfig): Micros | null {
  if (!isCompacted) return broker.config.retentionCheckIntervalUs;
  const { isEnabled, backoffUs, ioMaxBytesPerSecond } = cleanerConfig(broker);
  return isEnabled && ioMaxBytesPerSecond === Number.MAX_VALUE ? 2 * backoffUs : null;
}

/** Of a broker that was started in this run the first look comes after a delay. */
function firstLookUs(startedUs: Micros | undefined): Micros {
  return startedUs === undefined ? 0 : startedUs + INITIAL_TASK_DELAY_US;
}

/** By which rule the oldest segment of a log is to go; asked of the segments themselves, not of the rule that the broker asks. */
function whyToGo(
  { log, topicPartition, topicId }: Partition,
  config: LogConfig,
  nowMs: Millis,
  { remoteLogs }: Cluster,
): RetentionReason | null {
  const [first, next] = log.segments;
  const end = next?.baseOffset ?? log.logEndOffset;
  if (!first || log.highWatermark < end || (!next && first.sizeBytes === 0)) return null;
  const isCopied = end > 0 && end - 1 <= remoteLogs.highestOffset(topicPartition, topicId);
  const isBelowStart = next !== undefined && next.baseOffset <= log.logStartOffset;
  if (config.remote?.isCopying === true && !isCopied && !isBelowStart) return null;
  if (isBelowStart) return 'StartOffsetBreach';
  if (!config.isDeleted) return null;
  const { retentionBytes, retentionMs } = localLimits(config);
  if (retentionBytes >= 0 && log.sizeBytes - first.sizeBytes >= retentionBytes) return 'RetentionSizeBreach';
  const isTooOld = first.sizeBytes > 0 && nowMs - first.maxTimestampMs > retentionMs;
  return retentionMs >= 0 && isTooOld ? 'RetentionMsBreach' : null;
}

/** The oldest segment that a leader may copy, and how long it takes to copy all there are; null: there is none. */
function copyWaits(
  { broker, partition: { log, topicPartition, topicId } }: Leading,
  { remote }: LogConfig,
  { remoteLogs }: Cluster,
): { readonly baseOffset: Offset; readonly takesUs: Micros } | null {
  const copied = remoteLogs.highestOffset(topicPartition, topicId);
  const closed = log.segments.slice(0, -1);
  const waiting = closed.filter(({ baseOffset }, i) => {
    const end = log.segments[i + 1]?.baseOffset ?? Infinity;
    return baseOffset > copied && end <= log.highWatermark;
  });
  const [first] = waiting;
  if (!first || remote?.isCopying !== true) return null;
  const bytes = waiting.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // What was begun before is ended first.
  return {
    baseOffset: first.baseOffset,
    takesUs: (2 * bytes * broker.config.remoteCopyPerMiBUs) / MIB,
  };
}

/** The oldest segment in remote storage, if it is below the log start or beyond the limits of the whole log. */
function remoteSegmentToGo(
  { partition: { log, topicPartition, topicId } }: Leading,
  { isDeleted, retentionBytes, retentionMs }: LogConfig,
  nowMs: Millis,
  { remoteLogs }: Cluster,
): Offset | null {
  const remote = remoteLogs.of(topicPartition, topicId);
  const [first] = remote;
  if (!first) return null;
  if (first.endOffset <= log.logStartOffset) return first.baseOffset;
  if (!isDeleted) return null;
  const copied = remoteLogs.highestOffset(topicPartition, topicId);
  const onlyLocal = log.segments.filter(({ baseOffset }) => baseOffset > copied);
  const others = [...remote.slice(1), ...onlyLocal].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isTooMuch = retentionBytes >= 0 && others >= retentionBytes;
  const isTooOld = retentionMs >= 0 && first.maxTimestampMs <= nowMs - retentionMs;
  return isTooMuch || isTooOld ? first.baseOffset : null;
}

function usesRemoteStorage({ state }: Cluster): boolean {
  return state.nodes.some((node) => node instanceof Broker && node.config.hasRemoteStorage);
}

function millisSince({ sinceUs }: Due, nowUs: Micros): Millis {
  return Math.round((nowUs - sinceUs) / MICROS_PER_MILLI);
}
