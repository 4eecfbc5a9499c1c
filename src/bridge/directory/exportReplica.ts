import { diskBatchSize } from '../../engine/storage/format/batchBytes.ts';
import { buildBatch } from '../../engine/storage/format/buildBatch.ts';
import type { DiskBatch } from '../../engine/storage/format/DiskBatch.ts';
import { lastOffsetOf } from '../../engine/storage/format/DiskBatch.ts';
import { encodeDirectory } from '../../engine/storage/format/partitionDirectory.ts';
import type { DiskSegment } from '../../engine/storage/format/partitionDirectory.ts';
import type { AbortedTransaction } from '../../engine/storage/format/transactionIndexBytes.ts';
import { snapshotsAt } from '../../engine/storage/format/storedBatch.ts';
import type { MadeUpContents } from '../../engine/storage/format/storedBatch.ts';
import type { LeaderEpochEntry } from '../../engine/storage/LeaderEpochCache.ts';
import type { ProducerStateManager } from '../../engine/storage/ProducerStateManager.ts';
import type { SegmentFiles } from '../../engine/storage/lookUpOffset.ts';
import { batchOfContents } from '../../engine/storage/format/batchOfContents.ts';
import { recordTimestampMs } from '../../engine/storage/RecordBatch.ts';
import type { RecordBatch, StoredBatch } from '../../engine/storage/RecordBatch.ts';
import { buildIndexes, withLastTimeEntry } from '../../engine/storage/segmentIndexes.ts';
import type { SegmentIndexes } from '../../engine/storage/segmentIndexes.ts';
import type { ExportedDirectory } from '../../shared/LogDirectory.ts';
import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import { inOrder, MOST_EXPORTED_BYTES } from './LogDirectory.ts';

/** What of a replica's log goes into its files. */
export interface ExportedReplica {
  readonly topicId: string;
  readonly leaderEpochs: readonly LeaderEpochEntry[];
  readonly indexIntervalBytes: Bytes;
  readonly clockOriginMs: Millis;
  readonly segments: readonly ExportedSegment[];
  /** Where a snapshot of the producers stands, in order. */
  readonly snapshotOffsets: readonly Offset[];
  /** Where the log ends, and what it knows of its producers. */
  readonly end: { readonly offset: Offset; readonly producers: ProducerStateManager };
}

export interface ExportedSegment {
  readonly batches: readonly RecordBatch[];
  /** By the markers in it. */
  readonly abortedTransactions: readonly AbortedTransaction[];
  files(): SegmentFiles;
  /** null: of the batch there is only a size. */
  diskBatch(batch: RecordBatch): DiskBatch | null;
  contentsOf(batch: RecordBatch): MadeUpContents;
}

/** Value of a record of which not even the size is known, without compression. */
const UNKNOWN_VALUE_BYTES: Bytes = 100;

/**
 * The files of a replica as its broker leaves them behind when it stops cleanly: indexes trimmed, the largest time of the active
 * segment in its time index, a snapshot at the end. Kafka: `UnifiedLog.close`, `LogSegment.close` (4.2).
 *
 * Batches of which there is only a size make it refuse, or are written without compression; then what follows stands elsewhere
 * than in the run, and the indexes are those of the files.
 */
export function exportReplica(
  replica: ExportedReplica,
  missingBytes: 'refuse' | 'uncompressed',
): ExportedDirectory {
  const sizeBytes = replica.segments.reduce(
    (sum, { batches }) => sum + batches.reduce((bytes, batch) => bytes + batch.sizeBytes, 0),
    0,
  );
  if (sizeBytes > MOST_EXPORTED_BYTES)
    return { ok: false, refusal: 'too-large', sizeBytes, limitBytes: MOST_EXPORTED_BYTES };
  const segments: DiskSegment[] = [];
  const missing: RecordBatch[] = [];
  for (const segment of replica.segments) {
    const { baseOffset, indexes } = segment.files();
    const missingBefore = missing.length;
    const batches = segment.batches.map((batch) => {
      const disk = segment.diskBatch(batch);
      if (disk !== null) return disk;
      missing.push(batch);
      return uncompressedBatch(batch, segment.contentsOf(batch));
    });
    const isMoved = missing.length > missingBefore;
    segments.push({
      baseOffset,
      batches,
      ...closedIndexes(batches, isMoved ? null : indexes, replica.indexIntervalBytes),
      abortedTransactions: segment.abortedTransactions,
    });
  }
  const [first] = missing;
  if (first && missingBytes === 'refuse')
    return { ok: false, refusal: 'no-bytes', batches: missing.length, firstOffset: first.baseOffset };
  const all = replica.segments.flatMap(({ batches }) => batches);
  const files = encodeDirectory({
    topicId: replica.topicId,
    leaderEpochs: replica.leaderEpochs,
    segments,
    producerSnapshots: snapshotsAt(all, replica.snapshotOffsets, replica.clockOriginMs, replica.end),
  });
  return { ok: true, files: inOrder([...files]) };
}

/** The records of a batch without compression: as large as their producer made them, where that is known. */
function uncompressedBatch(batch: RecordBatch, contents: MadeUpContents): DiskBatch {
  const { baseOffset, maxTimestampMs } = batch;
  const { records, valueOf, clockOriginMs, recordBytes } = contents;
  if (batch.contents) return batchOfContents(batch, batch.contents, valueOf, clockOriginMs, recordBytes);
  return buildBatch({
    baseOffset,
    partitionLeaderEpoch: batch.leaderEpoch,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    isTransactional: batch.isTransactional === true,
    records: Array.from({ length: batch.count }, (_, place) => ({
      offset: baseOffset + place,
      timestampMs: clockOriginMs + recordTimestampMs(batch, place),
      key: records?.[place]?.key ?? null,
      value: valueOf(place, records?.[place]?.valueBytes ?? UNKNOWN_VALUE_BYTES),
    })),
    ...(batch.isAppendTime === true ? { logAppendTimeMs: clockOriginMs + maxTimestampMs } : {}),
  });
}

/** The indexes that a closed segment with these batches has; those of the run, if the batches stand where they stood there. */
function closedIndexes(
  batches: readonly DiskBatch[],
  known: SegmentIndexes | null,
  indexIntervalBytes: Bytes,
): SegmentIndexes {
  const stored = batches.map((batch): StoredBatch => ({
    baseOffset: batch.baseOffset,
    count: batch.lastOffsetDelta + 1,
    sizeBytes: diskBatchSize(batch),
    maxTimestampMs: batch.maxTimestampMs,
  }));
  const indexes = known ?? buildIndexes(stored, indexIntervalBytes);
  let largest: DiskBatch | null = null;
  for (const batch of batches)
    if (largest === null || batch.maxTimestampMs > largest.maxTimestampMs) largest = batch;
  return withLastTimeEntry(
    indexes,
    largest && { timestampMs: largest.maxTimestampMs, offset: lastOffsetOf(largest) },
  );
}
