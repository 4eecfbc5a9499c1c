import fc from 'fast-check';
import { diskBatchSize } from '../../src/engine/storage/format/batchBytes.ts';
import type { BatchContent, DiskBatch, DiskRecord } from '../../src/engine/storage/format/DiskBatch.ts';
import { lastOffsetOf } from '../../src/engine/storage/format/DiskBatch.ts';
import type { DiskPartition, DiskSegment } from '../../src/engine/storage/format/partitionDirectory.ts';
import { buildIndexes, withLastTimeEntry } from '../../src/engine/storage/segmentIndexes.ts';
import type { SegmentIndexes } from '../../src/engine/storage/segmentIndexes.ts';
import { COMPRESSION_TYPES } from '../../src/shared/Codec.ts';

/** The indexes that the engine makes for these batches. */
export function indexesOf(
  batches: readonly DiskBatch[],
  indexIntervalBytes: number,
  isClosed: boolean,
): SegmentIndexes {
  const indexed = batches.map((batch) => ({
    baseOffset: batch.baseOffset,
    count: batch.lastOffsetDelta + 1,
    sizeBytes: diskBatchSize(batch),
    maxTimestampMs: batch.maxTimestampMs,
  }));
  const indexes = buildIndexes(indexed, indexIntervalBytes);
  if (!isClosed) return indexes;
  const largest = Math.max(...batches.map(({ maxTimestampMs }) => maxTimestampMs));
  const youngest = batches.find(({ maxTimestampMs }) => maxTimestampMs === largest);
  return withLastTimeEntry(
    indexes,
    youngest === undefined ? null : { timestampMs: largest, offset: lastOffsetOf(youngest) },
  );
}

const int16 = fc.integer({ min: -32768, max: 32767 });
const int32 = fc.integer({ min: -2147483648, max: 2147483647 });
const offset = fc.oneof(fc.nat(1000), fc.maxSafeNat());
const bytes = fc.uint8Array({ maxLength: 200 });

const record: fc.Arbitrary<DiskRecord> = fc.record({
  offsetDelta: int32,
  timestampDeltaMs: fc.oneof(fc.nat(100), fc.maxSafeInteger()),
  key: fc.option(bytes),
  value: fc.option(bytes),
  headers: fc.array(fc.record({ key: bytes, value: fc.option(bytes) }), { maxLength: 3 }),
});

/** Any batch that the format can say, sensible or not. */
export const anyBatch: fc.Arbitrary<DiskBatch> = fc
  .record({
    baseOffset: offset,
    partitionLeaderEpoch: int32,
    compression: fc.constantFrom(...COMPRESSION_TYPES, 'none' as const, 'none' as const),
    timestampType: fc.constantFrom('CreateTime' as const, 'LogAppendTime' as const),
    isTransactional: fc.boolean(),
    isControl: fc.boolean(),
    hasDeleteHorizon: fc.boolean(),
    lastOffsetDelta: int32,
    baseTimestampMs: fc.maxSafeInteger(),
    maxTimestampMs: fc.maxSafeInteger(),
    producerId: fc.maxSafeInteger(),
    producerEpoch: int16,
    baseSequence: int32,
    records: fc.array(record, { maxLength: 5 }),
    count: fc.nat(1000),
    compressed: bytes,
  })
  .map(
    ({
      compression,
      timestampType,
      isTransactional,
      isControl,
      hasDeleteHorizon,
      records,
      count,
      compressed,
      ...rest
    }) => {
      const content: BatchContent =
        compression === 'none'
          ? { kind: 'records', records }
          : { kind: 'compressed', count, bytes: compressed };
      const attributes = { compression, timestampType, isTransactional, isControl, hasDeleteHorizon };
      return { ...rest, attributes, content };
    },
  );

const leaderEpochs = fc
  .array(fc.record({ epochs: fc.integer({ min: 1, max: 5 }), offsets: fc.integer({ min: 1, max: 1000 }) }), {
    maxLength: 5,
  })
  .map((steps) => {
    let [epoch, startOffset] = [-1, -1];
    return steps.map((step) => {
      epoch += step.epochs;
      startOffset += step.offsets;
      return { epoch, startOffset };
    });
  });

const producers = fc.array(
  fc.record({
    producerId: fc.maxSafeNat(),
    producerEpoch: int16,
    lastSequence: int32,
    lastOffset: fc.maxSafeInteger(),
    offsetDelta: int32,
    timestampMs: fc.maxSafeInteger(),
    coordinatorEpoch: int32,
    currentTransactionFirstOffset: fc.maxSafeInteger(),
  }),
  { maxLength: 4 },
);

/** Segments whose batches follow each other, with gaps as compaction leaves them. */
const segments: fc.Arbitrary<DiskSegment[]> = fc
  .record({
    start: fc.oneof(fc.nat(100), fc.nat(2 ** 52)),
    intervalBytes: fc.nat(300),
    batches: fc.array(
      fc.array(
        fc.record({
          batch: anyBatch,
          gap: fc.nat(3),
          lastOffsetDelta: fc.nat(1000),
          maxTimestampMs: fc.integer({ min: -1, max: 100_000 }),
        }),
        { maxLength: 6 },
      ),
      { maxLength: 4 },
    ),
    aborted: fc.nat(3),
  })
  .map(({ start, intervalBytes, batches, aborted }) => {
    let nextOffset = start;
    return batches.map((ofSegment): DiskSegment => {
      const baseOffset = nextOffset;
      const stored = ofSegment.map(({ batch, gap, lastOffsetDelta, maxTimestampMs }) => {
        const moved = { ...batch, baseOffset: nextOffset + gap, lastOffsetDelta, maxTimestampMs };
        nextOffset = lastOffsetOf(moved) + 1;
        return moved;
      });
      // Segments never share a base offset.
      nextOffset += 1;
      return {
        baseOffset,
        batches: stored,
        ...indexesOf(stored, intervalBytes, true),
        abortedTransactions: Array.from({ length: aborted }, (_, i) => ({
          producerId: i,
          firstOffset: baseOffset,
          lastOffset: baseOffset + i,
          lastStableOffset: baseOffset + i + 1,
        })),
      };
    });
  });

export const anyPartition: fc.Arbitrary<DiskPartition> = fc.record({
  topicId: fc.option(fc.stringMatching(/^[\w-]{22}$/)),
  leaderEpochs,
  segments,
  producerSnapshots: fc
    .uniqueArray(fc.record({ offset: fc.nat(10_000), producers }), {
      maxLength: 3,
      selector: (snapshot) => snapshot.offset,
    })
    .map((snapshots) => snapshots.sort((a, b) => a.offset - b.offset)),
});
