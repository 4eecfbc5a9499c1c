import type { Broker } from '../engine/broker/Broker.ts';
import type { Partition } from '../engine/broker/Partition.ts';
import { configOf } from '../engine/broker/partitionConfig.ts';
import type { LogConfig } from '../engine/storage/LogConfig.ts';
import type { LogSegment } from '../engine/storage/LogSegment.ts';
import { NO_TIMESTAMP } from '../engine/storage/RecordBatch.ts';
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
  const limits = broker.process === null ? null : limitsView(configOf(replica, broker).log);
  const isOffline = broker.failedLogDirs.has(logDir);
  const active = segmentView(log.activeSegment);
  if (
    known !== undefined &&
    known.segmentCount === segments.length &&
    known.sizeBytes === sizeBytes &&
    known.deleted === log.deletedSegments &&
    known.limits === limits &&
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
    limits,
  };
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

const LIMITS = new WeakMap<LogConfig, LogLimitsView>();

function limitsView(config: LogConfig): LogLimitsView {
  let view = LIMITS.get(config);
  if (view === undefined) {
    const { isDeleted, isCompacted, retentionMs, retentionBytes, segmentBytes, segmentMs } = config;
    view = {
      isDeleted,
      isCompacted,
      retentionMs: retentionMs < 0 ? null : retentionMs,
      retentionBytes: retentionBytes < 0 ? null : retentionBytes,
      segmentBytes,
      segmentMs,
      indexIntervalBytes: config.indexIntervalBytes,
    };
    LIMITS.set(config, view);
  }
  return view;
}
