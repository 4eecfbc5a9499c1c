import type { NodeContext } from '../node/Node.ts';
import { localLimit } from '../storage/deletableSegments.ts';
import type { RemoteStorage, RetentionLimits } from '../storage/deletableSegments.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import type { Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import { traceLogStart } from './traceLogStart.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';

// Segments go to remote storage, and from there. Kafka: `RemoteLogManager` (4.2).

export const REMOTE_LOG_TIMER = 'remoteLogManager';
export const REMOTE_COPY_TIMER = 'remoteCopy';
const MIB = 1_048_576;

/** A segment that a leader is about to have copied. */
export interface PendingCopy {
  readonly topicPartition: TopicPartition;
  readonly leaderEpoch: Epoch;
  readonly baseOffset: Offset;
  readonly doneUs: Micros;
}

/** What retention has to know of remote storage; null where the topic has none. */
export function remoteStorageOf(
  { log, topicPartition, topicId }: Partition,
  config: LogConfig,
  ctx: NodeContext,
): RemoteStorage | null {
  if (!config.remote) return null;
  const { isCopying } = config.remote;
  const highestOffset = ctx.remoteLogs.highestOffset(topicPartition, topicId);
  return { isCopying, highestOffset, localLogStartOffset: log.localLogStartOffset };
}

/** The limits that bind what is on the disk (TS3). */
export function localLimits(config: LogConfig): RetentionLimits {
  const { remote, retentionBytes, retentionMs } = config;
  if (!remote?.isCopying) return config;
  return {
    retentionBytes: localLimit(remote.localRetentionBytes, retentionBytes),
    retentionMs: localLimit(remote.localRetentionMs, retentionMs),
  };
}

/** Every `remote.log.manager.task.interval.ms`: a leader copies what is closed and committed, and deletes what is too old. */
export function runRemoteTasks(process: BrokerProcess, broker: BrokerInternals, ctx: NodeContext): void {
  for (const partition of broker.partitions.values()) {
    const config = configOf(partition, broker).log;
    if (!partition.leader || !config.remote) continue;
    if (config.remote.isCopying) beginCopies(partition, partition.leader.leaderEpoch, process, broker, ctx);
    expireRemoteSegments(partition, config, broker, ctx);
  }
  setCopyTimer(process, ctx);
}

/** What was to be copied by now is in remote storage, if its leader still leads. */
export function finishCopies(process: BrokerProcess, broker: BrokerInternals, ctx: NodeContext): void {
  const due = process.copies.filter(({ doneUs }) => doneUs <= ctx.nowUs);
  process.copies = process.copies.filter(({ doneUs }) => doneUs > ctx.nowUs);
  for (const { topicPartition, leaderEpoch, baseOffset } of due) {
    const partition = broker.partitions.get(topicPartition);
    if (partition?.leader?.leaderEpoch !== leaderEpoch) continue;
    const { segments } = partition.log;
    const at = segments.findIndex((segment) => segment.baseOffset === baseOffset);
    const [segment, next] = [segments[at], segments[at + 1]];
    const copied = ctx.remoteLogs.highestOffset(topicPartition, partition.topicId);
    if (!segment || !next || baseOffset <= copied) continue;
    const { sizeBytes, maxTimestampMs } = segment;
    broker.meters?.mark('remoteCopyBytes', sizeBytes, ctx.nowUs);
    ctx.remoteLogs.add(topicPartition, partition.topicId, {
      baseOffset,
      endOffset: next.baseOffset,
      sizeBytes,
      maxTimestampMs,
    });
    ctx.trace({ kind: 'SegmentCopied', partition: topicPartition, broker: broker.id, baseOffset, sizeBytes });
  }
  setCopyTimer(process, ctx);
}

/** Those that are closed, wholly below the high watermark, and not copied yet (TS1); one after the other. */
function beginCopies(
  partition: Partition,
  leaderEpoch: Epoch,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log, topicPartition, topicId } = partition;
  if (process.copies.some((copy) => copy.topicPartition === topicPartition)) return;
  const copied = ctx.remoteLogs.highestOffset(topicPartition, topicId);
  let doneUs = ctx.nowUs;
  const segments = ctx.rules.copyableSegments(log.segments, copied, log.highWatermark);
  const copies = segments.map((segment): PendingCopy => {
    doneUs += Math.round((broker.config.remoteCopyPerMiBUs * segment.sizeBytes) / MIB);
    return { topicPartition, leaderEpoch, baseOffset: segment.baseOffset, doneUs };
  });
  broker.meters?.mark('remoteCopyRequests', copies.length, ctx.nowUs);
  process.copies = [...process.copies, ...copies];
}

/** Remote storage gives up what is too much by the limits of the whole log, and the log start follows (TS4). */
function expireRemoteSegments(
  partition: Partition,
  config: LogConfig,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log, topicPartition, topicId } = partition;
  const remote = ctx.remoteLogs.of(topicPartition, topicId);
  if (remote.length === 0) return;
  const copied = ctx.remoteLogs.highestOffset(topicPartition, topicId);
  const onlyLocalBytes = log.segments.reduce(
    (sum, { baseOffset, sizeBytes }) => (baseOffset > copied ? sum + sizeBytes : sum),
    0,
  );
  const { logStartOffset } = log;
  const limits = config.isDeleted ? config : { retentionBytes: -1, retentionMs: -1 };
  const tiered = { remote, logStartOffset, onlyLocalBytes };
  const reasons = ctx.rules.deletableRemoteSegments(tiered, limits, ctx.clockMs());
  if (reasons.length === 0) return;
  const gone = remote.slice(0, reasons.length);
  broker.meters?.mark('remoteDeleteRequests', gone.length, ctx.nowUs);
  ctx.remoteLogs.deleteOldest(topicPartition, topicId, gone.length);
  log.raiseLogStart(gone.at(-1)?.endOffset ?? 0, ctx.nowUs);
  traceLogStart(topicPartition, log, logStartOffset, 'SegmentDeletion', broker, ctx);
  for (const reason of new Set(reasons)) {
    const own = gone.filter((_, i) => reasons[i] === reason);
    ctx.trace({
      kind: 'RemoteSegmentsDeleted',
      partition: topicPartition,
      broker: broker.id,
      reason,
      baseOffsets: own.map(({ baseOffset }) => baseOffset),
      sizeBytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    });
  }
  broker.replicasChanged([partition], ctx);
}

function setCopyTimer({ copies }: BrokerProcess, ctx: NodeContext): void {
  if (copies.length === 0) return;
  const nextUs = copies.reduce((least, { doneUs }) => Math.min(least, doneUs), Infinity);
  ctx.setTimer(REMOTE_COPY_TIMER, nextUs - ctx.nowUs);
}
