import type { IndexLookup } from '../../engine/storage/indexLookup.ts';
import { lookUpOffset, lookUpTimestamp } from '../../engine/storage/lookUpOffset.ts';
import type { ScannedBatch } from '../../engine/storage/lookUpOffset.ts';
import { endOffsetOf } from '../../engine/storage/RecordBatch.ts';
import { segmentFileName } from '../../engine/storage/segmentFileName.ts';
import type { BatchView, IndexLookUpView, LookUpTarget, LookUpView } from '../../shared/LogDirectory.ts';
import type { Millis, Offset } from '../../shared/units.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';

/**
 * How a broker finds a record in its files, with every comparison it makes. Kafka: `UnifiedLog.read`,
 * `UnifiedLog.fetchOffsetByTimestamp`, `LogSegment` (4.2).
 */
export function lookUpInDirectory(directory: LogDirectory, target: LookUpTarget): LookUpView {
  return target.by === 'offset'
    ? offsetLookUp(directory, target.offset)
    : timestampLookUp(directory, target.timestampMs);
}

function offsetLookUp(directory: LogDirectory, offset: Offset): LookUpView {
  const target: LookUpTarget = { by: 'offset', offset };
  const { segments, logStartOffset, logEndOffset } = directory;
  if (offset < logStartOffset) return notFound(target, 'below-log-start', 0);
  // The names are kept in memory, sorted: the floor entry is read off no disk.
  const segment = segments.findLast(({ view }) => view.baseOffset <= offset);
  if (segment === undefined || offset >= logEndOffset) return notFound(target, 'beyond-log-end', 0);
  const files = segment.files();
  const { index, entry, scanned, found } = lookUpOffset(files, offset);
  const times = found && segment.timestampsOf(found.batch, found.position);
  const batch = found && batchViewOf(found);
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
    ...scanOf(scanned),
    outcome: batch === null ? 'beyond-log-end' : 'found',
    found: batch && {
      offset,
      timestampMs: times?.[offset - batch.baseOffset] ?? null,
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
    ...scanOf(scanned),
    outcome: found === null ? 'later-than-all' : 'found',
    found:
      found === null || last === undefined
        ? null
        : { offset: found.offset, timestampMs: found.timestampMs, batch: batchViewOf(last) },
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

function scanOf(scanned: readonly ScannedBatch[]): Pick<LookUpView, 'scanned' | 'scannedBytes'> {
  return {
    scanned: scanned.map(batchViewOf),
    scannedBytes: scanned.reduce((sum, { batch }) => sum + batch.sizeBytes, 0),
  };
}

export function batchViewOf({ batch, position }: ScannedBatch): BatchView {
  const { sizeBytes, baseOffset, maxTimestampMs } = batch;
  return { position, sizeBytes, baseOffset, lastOffset: endOffsetOf(batch) - 1, maxTimestampMs };
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
