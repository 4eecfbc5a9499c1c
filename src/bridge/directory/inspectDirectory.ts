import { CODECS } from '../../codecs/codecs.ts';
import { batchFields, unpackedRecordFields } from '../../engine/storage/format/batchFields.ts';
import { recordsOf } from '../../engine/storage/format/compressBatch.ts';
import { decodeBatch } from '../../engine/storage/format/batchBytes.ts';
import { entryBytes, fileFields } from '../../engine/storage/format/fileFields.ts';
import { attempt } from '../../engine/storage/format/segmentBytes.ts';
import type { BatchBytes, BatchView, DirectoryView, FileBytes } from '../../shared/LogDirectory.ts';
import type { Bytes, Offset } from '../../shared/units.ts';
import { describeRecords } from './coordinator/describeRecords.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';
import { batchViewOf, placesOf } from './lookUpInDirectory.ts';

export function viewDirectory(directory: LogDirectory): DirectoryView {
  const { name, source, topicId, segments, files, logStartOffset, logEndOffset, highWatermark } = directory;
  const { leaderEpochs, clockOriginMs, roll, problems } = directory;
  return {
    name,
    source,
    topicId,
    segments: segments.map(({ view }) => view),
    files,
    logBytes: segments.reduce((sum, { view }) => sum + view.sizeBytes, 0),
    logStartOffset,
    logEndOffset,
    highWatermark,
    leaderEpochs,
    clockOriginMs,
    roll,
    problems,
    batchesWithoutBytes: directory.countWithoutBytes(),
  };
}

/** Headers of a segment's batches from one on. */
export function batchesOf(segment: DirectorySegment, from: number, limit: number): BatchView[] {
  const start = Math.max(0, from);
  return placesOf(segment.files().batches)
    .slice(start, start + limit)
    .map(([batch, position]) => batchViewOf(segment, { batch, position }));
}

/** The batch that begins at a position, with what each of its bytes is. */
export function batchBytesAt(
  directory: LogDirectory,
  segment: DirectorySegment,
  position: Bytes,
): BatchBytes | null {
  const place = placesOf(segment.files().batches).find(([, begin]) => begin === position);
  if (place === undefined) return null;
  const [stored] = place;
  const batch = batchViewOf(segment, { batch: stored, position });
  const bytes = segment.bytesOf(stored, position);
  const isMadeUp = segment.isMadeUp(stored);
  if (bytes === null) {
    const nothing = { bytes: null, fields: [], problem: null, unpacked: null, coordinatorRecords: null };
    return { batch, isMadeUp, ...nothing };
  }
  const { fields, problem } = batchFields(bytes);
  const coordinatorRecords = coordinatorRecordsOf(directory, bytes);
  return { batch, isMadeUp, bytes, fields, problem, unpacked: unpackedOf(bytes), coordinatorRecords };
}

function coordinatorRecordsOf({ name }: LogDirectory, bytes: Uint8Array): BatchBytes['coordinatorRecords'] {
  const read = attempt(() => {
    const { batch } = decodeBatch(bytes);
    return batch.attributes.isControl
      ? null
      : describeRecords(name, batch.baseOffset, recordsOf(batch, CODECS));
  });
  return 'value' in read ? read.value : null;
}

function unpackedOf(bytes: Uint8Array): BatchBytes['unpacked'] {
  const read = attempt(() => decodeBatch(bytes));
  if ('problem' in read || read.value.batch.content.kind === 'records') return null;
  const { attributes, content } = read.value.batch;
  if (attributes.compression === 'none') return null;
  const codec = CODECS[attributes.compression];
  const unpacked = attempt(() => codec.decompress(content.bytes));
  if ('problem' in unpacked) return { bytes: new Uint8Array(), fields: [], problem: unpacked.problem };
  return { bytes: unpacked.value, ...unpackedRecordFields(unpacked.value, bytes) };
}

export function segmentAt(directory: LogDirectory, baseOffset: Offset): DirectorySegment | null {
  return directory.segments.find(({ view }) => view.baseOffset === baseOffset) ?? null;
}

/** A part of a file that begins with an entry, with what each of its bytes is. */
export function fileBytesOf(
  directory: LogDirectory,
  file: string,
  from: Bytes,
  limit: Bytes,
): FileBytes | null {
  const all = directory.bytesOf(file);
  if (all === null) return null;
  const size = entryBytes(file);
  // Texts and snapshots are small, and have no part that could be read by itself.
  const start = size === 1 ? 0 : Math.max(0, from - (from % size));
  const bytes = all.slice(start, size === 1 ? all.length : start + Math.max(size, limit - (limit % size)));
  return { file, from: start, sizeBytes: all.length, bytes, fields: fileFields(file, bytes, start) };
}
