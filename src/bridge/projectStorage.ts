import type { Broker } from '../engine/broker/Broker.ts';
import type { Partition } from '../engine/broker/Partition.ts';
import { configOf } from '../engine/broker/partitionConfig.ts';
import { cleanableBytes } from '../engine/storage/cleaner/cleanableOffsets.ts';
import type { LogConfig } from '../engine/storage/LogConfig.ts';
import type { LogSegment } from '../engine/storage/LogSegment.ts';
import { NO_TIMESTAMP } from '../engine/storage/RecordBatch.ts';
import type { UnifiedLog } from '../engine/storage/UnifiedLog.ts';
import type { Offset } from '../shared/units.ts';
import type { LogLimitsView, SegmentView, StorageView } from './frame.ts';

/** Of a log with many segments the oldest are shown, which retention looks at first, and the newest. */
const SHOWN_OLDEST = 16;
const SHOWN_NEWEST = 24;

/** What stands on the disk for one replica; the view as it was, if nothing of it is another now. */
export function projectStorage(
  replica: Partition,
  broker: Broker,
  known: StorageView | undefined,
): StorageView {
  const { log, logDir } = replica;
  const { segments, sizeBytes } = log;
  const limits = broker.process === null ? null : limitsView(configOf(replica, broker).log, known?.limits);
  const isOffline = broker.isOffline(logDir);
  const active = segmentView(log.activeSegment);
  if (
    known !== undefined &&
    known.segmentCount === segments.length &&
    known.sizeBytes === sizeBytes &&
    known.deleted === log.deletedSegments &&
    known.limits === limits &&
    (known.compaction === null || known.compaction.firstDirtyOffset === firstDirtyOffsetOf(log)) &&
    known.isOffline === isOffline &&
    known.segments[0]?.baseOffset === segments[0]?.baseOffset &&
    isSameSegment(known.segments.at(-1), active)
  )
    return known;
  return {
    logDir,
    isOffline,
    sizeBytes,
    segmentCount: segments.length,
    segments: shownSegments(segments),
    deleted: log.deletedSegments,
    compaction: compactionOf(replica, broker),
    limits,
  };
}

function firstDirtyOffsetOf({ cleanerCheckpoint, logStartOffset }: UnifiedLog): Offset {
  return Math.max(cleanerCheckpoint ?? 0, logStartOffset);
}

function compactionOf(replica: Partition, broker: Broker): StorageView['compaction'] {
  if (broker.process === null) return null;
  const { isCompacted, minCleanableDirtyRatio: dirtyRatio } = configOf(replica, broker).log;
  if (!isCompacted) return null;
  const { segments, activeSegment } = replica.log;
  const firstDirtyOffset = firstDirtyOffsetOf(replica.log);
  const bytes = cleanableBytes(segments, firstDirtyOffset, activeSegment.baseOffset);
  return { firstDirtyOffset, cleanBytes: bytes.cleanBytes, dirtyBytes: bytes.cleanableBytes, dirtyRatio };
}

function shownSegments(segments: readonly LogSegment[]): SegmentView[] {
  const shown =
    segments.length <= SHOWN_OLDEST + SHOWN_NEWEST
      ? segments
      : [...segments.slice(0, SHOWN_OLDEST), ...segments.slice(-SHOWN_NEWEST)];
  return shown.map(segmentView);
}

/** Each closed one made once: nothing in it changes any more. */
const CLOSED = new WeakMap<LogSegment, SegmentView>();

function segmentView(segment: LogSegment): SegmentView {
  const made = segment.isClosed ? CLOSED.get(segment) : undefined;
  if (made !== undefined) return made;
  const { baseOffset, sizeBytes, offsetIndexEntries, timeIndexEntries } = segment;
  const view = {
    baseOffset,
    sizeBytes,
    firstTimestampMs: timestampOf(segment.firstBatchMaxTimestampMs),
    maxTimestampMs: timestampOf(segment.maxTimestampMs),
    offsetIndexEntries,
    timeIndexEntries,
  };
  if (segment.isClosed) CLOSED.set(segment, view);
  return view;
}

function timestampOf(ms: number): number | null {
  return ms === NO_TIMESTAMP ? null : ms;
}

function isSameSegment(a: SegmentView | undefined, b: SegmentView): boolean {
  return (
    a?.baseOffset === b.baseOffset &&
    a.sizeBytes === b.sizeBytes &&
    a.maxTimestampMs === b.maxTimestampMs &&
    a.timeIndexEntries === b.timeIndexEntries
  );
}

/** So many logs that are bound by different limits are told apart without making a view anew. */
const MOST_LIMITS = 16;
/** Views that were made last, newest first: the replicas of a topic have one, and keep it when they come back from a checkpoint. */
let limitViews: readonly LogLimitsView[] = [];

function limitsView(config: LogConfig, known: LogLimitsView | null | undefined): LogLimitsView {
  if (known && isViewOf(known, config)) return known;
  for (const view of limitViews) if (isViewOf(view, config)) return view;
  const { isDeleted, isCompacted, segmentBytes, segmentMs, indexIntervalBytes } = config;
  const view: LogLimitsView = {
    isDeleted,
    isCompacted,
    retentionMs: limitOf(config.retentionMs),
    retentionBytes: limitOf(config.retentionBytes),
    segmentBytes,
    segmentMs,
    indexIntervalBytes,
  };
  limitViews = [view, ...limitViews.slice(0, MOST_LIMITS - 1)];
  return view;
}

function isViewOf(view: LogLimitsView, config: LogConfig): boolean {
  return (
    view.retentionMs === limitOf(config.retentionMs) &&
    view.retentionBytes === limitOf(config.retentionBytes) &&
    view.segmentBytes === config.segmentBytes &&
    view.segmentMs === config.segmentMs &&
    view.indexIntervalBytes === config.indexIntervalBytes &&
    view.isDeleted === config.isDeleted &&
    view.isCompacted === config.isCompacted
  );
}

function limitOf(value: number): number | null {
  return value < 0 ? null : value;
}
