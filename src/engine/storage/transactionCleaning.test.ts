import { expect, test } from 'vitest';
import { kafkaRules } from '../rules/kafkaRules.ts';
import type { Millis } from '../../shared/units.ts';
import { recordCountOf } from './BatchContents.ts';
import { cleanSegments } from './cleaner/cleanSegments.ts';
import { controlBatch } from './controlBatch.ts';
import { sizedRecord } from './recordBatchSize.ts';
import { assignOffsets } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { UnifiedLog } from './UnifiedLog.ts';

const SEGMENT = { indexIntervalBytes: 4096, maxIndexBytes: 1_000_000, rollJitterMs: 0 };
const RETENTION_MS = 86_400_000;

function append(log: UnifiedLog, batch: RecordBatch): void {
  log.append(assignOffsets(batch, log.logEndOffset, 0), 0);
  log.highWatermark = log.logEndOffset;
  log.highWatermarkMoved();
}

/** One record of a transaction, with a key. */
function record(producerId: number, key: string, baseSequence = 0): RecordBatch {
  return {
    baseOffset: 0,
    count: 1,
    sizeBytes: 61 + sizedRecord(0, 0, 10),
    leaderEpoch: -1,
    maxTimestampMs: 0,
    producerId,
    producerEpoch: 0,
    baseSequence,
    isTransactional: true,
    origin: 0,
    firstOrdinal: baseSequence,
    contents: {
      keys: [key],
      contentBytes: [10],
      timestampDeltasMs: [0],
      baseTimestampMs: 0,
      tombstones: [],
      offsetDeltas: null,
      deleteHorizonMs: null,
    },
  };
}

function marker(producerId: number, type: 'ABORT' | 'COMMIT'): RecordBatch {
  return controlBatch(producerId, 0, { type, coordinatorEpoch: 0 }, 0);
}

/** As a broker does it (`cleanLog`). */
function clean(log: UnifiedLog, nowMs: Millis): void {
  const closed = log.segments.slice(0, -1);
  const cleaning = cleanSegments(
    {
      segments: closed.map((segment) => ({
        baseOffset: segment.baseOffset,
        sizeBytes: segment.sizeBytes,
        offsetIndexEntries: 0,
        timeIndexEntries: 0,
        batches: log.batchesOf(segment),
      })),
      firstDirtyOffset: 0,
      firstUncleanableOffset: log.activeSegment.baseOffset,
      maxKeys: 100,
      nowMs,
      deleteRetentionMs: RETENTION_MS,
      limits: { segmentBytes: 1_000_000, segmentIndexBytes: 1_000_000 },
      lastRecordOf: (producerId) => {
        const entry = log.producers.entryOf(producerId);
        return (
          entry && {
            lastDataOffset: entry.batches.at(-1)?.lastOffset ?? -1,
            producerEpoch: entry.producerEpoch,
          }
        );
      },
      abortedIn: (from, to) => log.abortedTransactionsIn(from, to),
    },
    kafkaRules,
  );
  const replaced = new Map(closed.map((segment) => [segment.baseOffset, segment]));
  const groups = cleaning.groups.map(({ replaced: old, batches }) => ({
    replaced: old.flatMap(({ baseOffset }) => replaced.get(baseOffset) ?? []),
    batches,
  }));
  log.replaceSegments(groups, SEGMENT, 0, cleaning.abortedTransactions);
}

function batches(log: UnifiedLog): (readonly [offset: number, records: number])[] {
  return Array.from({ length: log.batchCount }, (_, i) => {
    const batch = log.batchAt(i);
    return [batch.baseOffset, recordCountOf(batch)] as const;
  });
}

test('[CL7] [T26] aborted records go at once, their marker and its index entry once nothing is left of the transaction', () => {
  const log = new UnifiedLog(0, 0);
  append(log, record(1, 'a'));
  append(log, record(2, 'a'));
  append(log, marker(2, 'COMMIT'));
  append(log, marker(1, 'ABORT'));
  append(log, record(1, 'b', 1));
  append(log, marker(1, 'COMMIT'));
  log.roll(0, SEGMENT);
  append(log, record(3, 'c'));
  expect(log.abortedTransactionsOf(log.segments[0]!)).toHaveLength(1);

  clean(log, 1_000);
  expect(batches(log)).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
  // The record went in this pass, so who still reads there must be able to tell.
  expect(
    log.abortedTransactionsIn(0, 9).map(({ producerId, lastOffset }) => [producerId, lastOffset]),
  ).toEqual([[1, 3]]);
  expect(log.lastStableOffset).toBe(6);

  clean(log, 2_000);
  // Nothing is left of it: the marker waits out its horizon, and no reader has to be told.
  expect(log.abortedTransactionsIn(0, 9)).toEqual([]);
  const [, , waiting] = Array.from({ length: 3 }, (_, i) => log.batchAt(i));
  expect(waiting?.contents?.deleteHorizonMs).toBe(2_000 + RETENTION_MS);

  clean(log, 2_000 + RETENTION_MS);
  expect(batches(log)).toEqual([
    [1, 1],
    [2, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
});

test('[T26] retention takes the index entries of the segments that it takes', () => {
  const log = new UnifiedLog(0, 0);
  for (const producerId of [1, 2]) {
    append(log, record(producerId, 'a'));
    append(log, marker(producerId, 'ABORT'));
    log.roll(0, SEGMENT);
  }
  const producers = (): readonly number[] =>
    log.abortedTransactionsIn(0, 9).map(({ producerId }) => producerId);
  expect(producers()).toEqual([1, 2]);
  log.deleteOldestSegments(1, 0, 0);
  expect(producers()).toEqual([2]);
});
