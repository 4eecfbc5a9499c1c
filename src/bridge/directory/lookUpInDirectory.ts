import type { IndexLookup } from '../../engine/storage/indexLookup.ts';
import { lookUpMaxTimestamp, lookUpOffset, lookUpTimestamp } from '../../engine/storage/lookUpOffset.ts';
import type { ScannedBatch } from '../../engine/storage/lookUpOffset.ts';
import { endOffsetOf } from '../../engine/storage/RecordBatch.ts';
import { segmentFileName } from '../../engine/storage/segmentFileName.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import type { BatchView, IndexLookUpView, LookUpTarget, LookUpView } from '../../shared/LogDirectory.ts';
import type { Millis, Offset } from '../../shared/units.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';

/**
 * How a broker finds a record in its files, with every comparison it makes. Kafka: `UnifiedLog.read`,
 * `UnifiedLog.fetchOffsetByTimestamp`, `LogSegment` (4.2).
 */
export function lookUpInDirectory(directory: LogDirectory, target: LookUpTarget): LookUpView {
  if (target.by === 'offset') return offsetLookUp(directory, target.offset);
  return target.timestampMs === MAX_TIMESTAMP
    ? maxTimestampLookUp(directory)
    : timestampLookUp(directory, target.timestampMs);
}

function offsetLookUp(directory: LogDirectory, offset: Offset): LookUpView {
  const target: LookUpTarget = { by: 'offset', offset };
  const { segments, logStartOffset, logEndOffset } = directory;
  if (offset < logStartOffset) return notFound(target, 'below-log-start', 0);
  // The names are kept in memory, sorted: the floor entry is read off no disk.
  const floor = segments.findLastIndex(({ view }) => view.baseOffset <= offset);
  if (floor < 0 || offset >= logEndOffset) return notFound(target, 'beyond-log-end', 0);
  // Where the end of a segment was cleaned away the next one goes on.
  let at = floor;
  let segment = segments[at] as DirectorySegment;
  let files = segment.files();
  let step = lookUpOffset(files, offset);
  while (step.found === null && at < segments.length - 1) {
    at += 1;
    segment = segments[at] as DirectorySegment;
    files = segment.files();
    step = lookUpOffset(files, offset);
  }
  const { index, entry, scanned, found } = step;
  const batch = found && batchViewOf(segment, found);
  const times = found === null ? [] : segment.timestampsOf(found.batch, found.position);
  const first = Math.max(0, offset - (batch?.baseOffset ?? 0));
  const place = times.findIndex((timestampMs, i) => i >= first && timestampMs !== undefined);
  return {
    target,
    segment: segment.view.baseOffset,
    segmentsRead: 0,
    timeIndex: null,
    offsetIndex: indexView(
      segmentFileName(files.baseOffset, '.index'),
      offset,
      index,
      files.indexes.offsetIndex.map((one) => ({ key: one.offset, value: one.position })),
    ),
    scanFrom: entry.position,
    ...scanOf(segment, scanned),
    outcome: batch === null ? 'beyond-log-end' : 'found',
    found: batch && {
      offset: place < 0 ? offset : batch.baseOffset + place,
      timestampMs: times[place] ?? null,
      batch,
    },
  };
}

function timestampLookUp(directory: LogDirectory, timestampMs: Millis): LookUpView {
  const target: LookUpTarget = { by: 'timestamp', timestampMs };
  const { segments, logStartOffset } = directory;
  const at = segments.findIndex(
    ({ view }) => view.lastOffset >= view.baseOffset && view.largestTimestampMs >= timestampMs,
  );
  const segment: DirectorySegment | undefined = segments[at];
  if (segment === undefined) return notFound(target, 'later-than-all', segments.length);
  const files = segment.files();
  const positions = new Map(placesOf(files.batches));
  const { index, timeEntry, offsetIndex, entry, scanned, found } = lookUpTimestamp(
    files,
    timestampMs,
    logStartOffset,
    (batch) => segment.timestampsOf(batch, positions.get(batch) ?? 0),
  );
  const last = scanned.at(-1);
  return {
    target,
    segment: segment.view.baseOffset,
    segmentsRead: at + 1,
    timeIndex: indexView(
      segmentFileName(files.baseOffset, '.timeindex'),
      timestampMs,
      index,
      files.indexes.timeIndex.map((one) => ({ key: one.timestampMs, value: one.offset })),
    ),
    offsetIndex: indexView(
      segmentFileName(files.baseOffset, '.index'),
      Math.max(timeEntry.offset, logStartOffset),
      offsetIndex,
      files.indexes.offsetIndex.map((one) => ({ key: one.offset, value: one.position })),
    ),
    scanFrom: entry.position,
    ...scanOf(segment, scanned),
    outcome: found === null ? 'later-than-all' : 'found',
    found:
      found === null || last === undefined
        ? null
        : { offset: found.offset, timestampMs: found.timestampMs, batch: batchViewOf(segment, last) },
  };
}

/** The first record with the latest timestamp: of all segments the one that has it, and in its offset index the batch that brought it. */
function maxTimestampLookUp({ segments }: LogDirectory): LookUpView {
  const target: LookUpTarget = { by: 'timestamp', timestampMs: MAX_TIMESTAMP };
  const withRecords = segments.filter(({ view }) => view.lastOffset >= view.baseOffset);
  const [oldest, ...others] = withRecords;
  if (oldest === undefined) return notFound(target, 'later-than-all', segments.length);
  const segment = others.reduce(
    (latest, one) => (one.view.largestTimestampMs > latest.view.largestTimestampMs ? one : latest),
    oldest,
  );
  const files = segment.files();
  const positions = new Map(placesOf(files.batches));
  const lookUp = lookUpMaxTimestamp(files, (batch) => segment.timestampsOf(batch, positions.get(batch) ?? 0));
  const last = lookUp?.scanned.at(-1);
  if (lookUp === null || last === undefined) return notFound(target, 'later-than-all', segments.length);
  const { latest, index, entry, scanned, found } = lookUp;
  return {
    target,
    segment: segment.view.baseOffset,
    segmentsRead: segments.length,
    timeIndex: null,
    offsetIndex: indexView(
      segmentFileName(files.baseOffset, '.index'),
      latest.offset,
      index,
      files.indexes.offsetIndex.map((one) => ({ key: one.offset, value: one.position })),
    ),
    scanFrom: entry.position,
    ...scanOf(segment, scanned),
    outcome: found === null ? 'later-than-all' : 'found',
    found: found && { ...found, batch: batchViewOf(segment, last) },
  };
}

function notFound(target: LookUpTarget, outcome: LookUpView['outcome'], segmentsRead: number): LookUpView {
  return {
    target,
    segment: null,
    segmentsRead,
    timeIndex: null,
    offsetIndex: null,
    scanFrom: 0,
    scanned: [],
    scannedBytes: 0,
    outcome,
    found: null,
  };
}

function scanOf(
  segment: DirectorySegment,
  scanned: readonly ScannedBatch[],
): Pick<LookUpView, 'scanned' | 'scannedBytes'> {
  return {
    scanned: scanned.map((read) => batchViewOf(segment, read)),
    scannedBytes: scanned.reduce((sum, { batch }) => sum + batch.sizeBytes, 0),
  };
}

export function batchViewOf(segment: DirectorySegment, { batch, position }: ScannedBatch): BatchView {
  const { sizeBytes, baseOffset, maxTimestampMs } = batch;
  return {
    position,
    sizeBytes,
    baseOffset,
    lastOffset: endOffsetOf(batch) - 1,
    recordCount: segment.recordCountOf(batch, position),
    maxTimestampMs,
  };
}

/** Batches with where they begin. */
export function placesOf<B extends { readonly sizeBytes: number }>(batches: readonly B[]): [B, number][] {
  let position = 0;
  return batches.map((batch) => {
    const place: [B, number] = [batch, position];
    position += batch.sizeBytes;
    return place;
  });
}

function indexView(
  file: string,
  target: number,
  { slot, probes }: IndexLookup,
  entries: readonly { readonly key: number; readonly value: number }[],
): IndexLookUpView {
  return { file, target, entryCount: entries.length, probes, slot, entry: entries[slot] ?? null };
}
