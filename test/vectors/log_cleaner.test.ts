import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sizeOfContents } from '../../src/engine/storage/BatchContents.ts';
import type { BatchContents } from '../../src/engine/storage/BatchContents.ts';
import { cleanableRatio } from '../../src/engine/storage/cleaner/filthiestLog.ts';
import { cleanSegments } from '../../src/engine/storage/cleaner/cleanSegments.ts';
import type { LastRecord } from '../../src/engine/storage/cleaner/retainBatch.ts';
import type { AbortedTransaction } from '../../src/engine/storage/format/transactionIndexBytes.ts';
import { offsetMapCapacity } from '../../src/engine/storage/cleaner/OffsetMap.ts';
import { compactionDelayMs } from '../../src/engine/storage/cleaner/cleanableOffsets.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { noticesPlantedFaults } from './noticedFaults.ts';

const { cleanableOffsets, filthiestLog } = rulesUnderTest;
const LONG_MAX = 9007199254740991;

const GROUPS = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: Readonly<Record<string, readonly unknown[]>>;
  }
).groups;

/** Runs all cases of a group of `vectors-2.json`; their number is written at the call, so that none is passed over unseen. */
function runGroup<Case extends { readonly id: string }>(
  group: string,
  count: number,
  rules: readonly string[],
  run: (vector: Case) => void,
  /** Those that are run again under every planted fault; left out: all. */
  telling?: readonly string[],
): void {
  const cases = GROUPS[group] as readonly Case[];
  const tags = rules.map((rule) => `[${rule}] `).join('');
  describe(group, () => {
    test(`${group}: ${count} cases`, () => {
      expect(cases.length).toBe(count);
      expect(new Set(cases.map(({ id }) => id)).size).toBe(count);
    });
    for (const vector of cases)
      test(`${tags}${vector.id}`, () => {
        run(vector);
      });
    noticesPlantedFaults(
      `vectors-2.json ${group}`,
      cases
        .filter(({ id }) => telling?.includes(id) ?? true)
        .map((vector) => () => {
          run(vector);
        }),
    );
  });
}

interface CleanableOffsetsCase {
  readonly id: string;
  readonly checkpoint: number;
  readonly logStartOffset: number;
  readonly logEndOffset: number;
  readonly lastStableOffset: number;
  readonly nonActiveSegments: readonly { readonly base: number; readonly largestTs: number }[];
  readonly activeBase: number;
  readonly minCompactionLagMs: number;
  readonly nowMs: number;
  readonly expect: {
    readonly firstDirty: number;
    readonly firstUncleanable: number;
    readonly forceCheckpointReset: boolean;
  };
}

runGroup<CleanableOffsetsCase>('cleanableOffsets', 12, ['CL1'], (vector) => {
  const { logStartOffset, logEndOffset, lastStableOffset, checkpoint, minCompactionLagMs, nowMs } = vector;
  const closed = vector.nonActiveSegments.map(({ base, largestTs }) => ({
    baseOffset: base,
    sizeBytes: 100,
    maxTimestampMs: largestTs,
    firstBatchMaxTimestampMs: largestTs,
  }));
  const active = { baseOffset: vector.activeBase, sizeBytes: 0, maxTimestampMs: -1, firstBatchMaxTimestampMs: -1 };
  const log = { segments: [...closed, active], logStartOffset, logEndOffset, lastStableOffset };
  expect(cleanableOffsets(log, checkpoint, minCompactionLagMs, nowMs)).toEqual({
    firstDirtyOffset: vector.expect.firstDirty,
    firstUncleanableOffset: vector.expect.firstUncleanable,
    mustResetCheckpoint: vector.expect.forceCheckpointReset,
  });
});

interface CleanerSelectionCase {
  readonly id: string;
  readonly nowMs: number;
  readonly logs: readonly {
    readonly name: string;
    readonly cleanBytes: number;
    readonly cleanableBytes: number;
    readonly earliestDirtyTs: number | null;
    readonly maxCompactionLagMs: number;
    readonly minCleanableDirtyRatio: number;
    readonly ratio?: number;
  }[];
  readonly expect: string | null;
}

runGroup<CleanerSelectionCase>('cleanerSelection', 9, ['CL2'], (vector) => {
  const logs = vector.logs.map((log) => {
    const dirty = {
      baseOffset: 0,
      sizeBytes: log.cleanableBytes,
      maxTimestampMs: log.earliestDirtyTs ?? -1,
      firstBatchMaxTimestampMs: log.earliestDirtyTs ?? -1,
    };
    const active = { baseOffset: 10, sizeBytes: 0, maxTimestampMs: -1, firstBatchMaxTimestampMs: -1 };
    const asRead = { segments: [dirty, active], logStartOffset: 0, logEndOffset: 10, lastStableOffset: 10 };
    // In Kafka a time of 0 is no time; the case that forces by it means a time of long ago.
    const isForced = log.earliestDirtyTs === 0 && vector.nowMs > log.maxCompactionLagMs;
    const delayMs = compactionDelayMs(asRead, 0, log.maxCompactionLagMs, vector.nowMs);
    if (log.ratio !== undefined) expect(cleanableRatio(log)).toBeCloseTo(log.ratio, 3);
    return { ...log, mustCompactNow: isForced || delayMs > 0 };
  });
  expect(filthiestLog(logs)?.name ?? null).toBe(vector.expect);
});

interface OffsetMapCase {
  readonly id: string;
  readonly dedupeBufferBytes: number;
  readonly cleanerThreads: number;
  readonly bytesPerEntry: number;
  readonly loadFactor: number;
  readonly slots: number;
  readonly maxKeysPerPass: number;
}

runGroup<OffsetMapCase>('offsetMapCapacity', 3, ['CL3'], (vector) => {
  const { dedupeBufferBytes, cleanerThreads, loadFactor, slots, maxKeysPerPass } = vector;
  expect(offsetMapCapacity(dedupeBufferBytes, cleanerThreads, loadFactor)).toEqual({
    slots,
    maxKeys: maxKeysPerPass,
  });
  expect(slots).toBe(Math.floor(Math.floor(dedupeBufferBytes / cleanerThreads) / vector.bytesPerEntry));
});

type Operation =
  | {
      readonly op: 'append';
      readonly records: readonly (readonly [key: string | null, value: string | null])[];
      readonly producerId?: number;
      readonly transactional?: boolean;
      readonly atOffset?: number;
      readonly appender?: string;
    }
  | { readonly op: 'marker'; readonly producerId: number; readonly type: 'commit' | 'abort' }
  | { readonly op: 'roll'; readonly newBaseOffset?: number }
  | {
      readonly op: 'clean';
      readonly nowMs: number;
      readonly firstDirtyOffset: number;
      readonly expect: CleanExpectation;
    };

interface CleanExpectation {
  readonly nextDirtyOffset: number;
  readonly recordOffsets?: readonly number[];
  readonly batchLastOffsets?: readonly number[];
  readonly batchBaseOffsets?: readonly number[];
  readonly offsetsWithValue?: readonly number[];
  readonly keysWithValue?: readonly string[];
  readonly lastSequenceByProducer?: Readonly<Record<string, number>>;
  readonly abortedTransactionsIndexed: readonly (readonly [number, number, number])[];
  readonly messagesRead?: number;
  readonly messagesWritten?: number;
  readonly invalidMessages?: number;
  readonly _kafkaAsserted: readonly string[];
}

interface CleanerCase {
  readonly id: string;
  readonly deleteRetentionMs: number;
  readonly offsetMapCapacity: number | null;
  readonly ops: readonly Operation[];
}

type Batch = RecordBatch;

interface Segment {
  readonly baseOffset: number;
  batches: Batch[];
  /** Its transaction index. */
  aborted: AbortedTransaction[];
}

/** A log as the cases build it, with transactions. */
class CaseLog {
  segments: Segment[] = [{ baseOffset: 0, batches: [], aborted: [] }];
  endOffset = 0;
  private readonly last = new Map<number, LastRecord>();
  private readonly open = new Map<number, number>();
  private readonly sequences = new Map<string, number>();

  append(operation: Extract<Operation, { op: 'append' }>): void {
    const { records, producerId = -1, transactional = false, atOffset, appender = '' } = operation;
    const baseOffset = atOffset ?? this.endOffset;
    const own = `${producerId} ${appender}`;
    const baseSequence = producerId < 0 ? -1 : (this.sequences.get(own) ?? 0);
    this.sequences.set(own, baseSequence + records.length);
    const contents = contentsOf(records);
    const batch = { ...batchAt(baseOffset, records.length, producerId), baseSequence, contents };
    this.add(transactional ? { ...batch, isTransactional: true } : batch);
    if (producerId >= 0) this.last.set(producerId, { lastDataOffset: this.endOffset - 1, producerEpoch: 0 });
    if (transactional && !this.open.has(producerId)) this.open.set(producerId, baseOffset);
  }

  mark({ producerId, type }: Extract<Operation, { op: 'marker' }>): void {
    const offset = this.endOffset;
    const marker = { type: type === 'commit' ? ('COMMIT' as const) : ('ABORT' as const), coordinatorEpoch: 0 };
    this.add({ ...batchAt(offset, 1, producerId), isTransactional: true, marker });
    if (!this.last.has(producerId)) this.last.set(producerId, { lastDataOffset: -1, producerEpoch: 0 });
    const firstOffset = this.open.get(producerId);
    this.open.delete(producerId);
    if (type === 'abort' && firstOffset !== undefined)
      this.active.aborted.push({ producerId, firstOffset, lastOffset: offset, lastStableOffset: offset + 1 });
  }

  roll(newBaseOffset = this.endOffset): void {
    this.segments.push({ baseOffset: newBaseOffset, batches: [], aborted: [] });
    this.endOffset = newBaseOffset;
  }

  clean(
    { nowMs, firstDirtyOffset }: Extract<Operation, { op: 'clean' }>,
    { deleteRetentionMs, offsetMapCapacity: capacity }: CleanerCase,
  ): ReturnType<typeof cleanSegments<Batch>> {
    const firstUncleanableOffset = this.active.baseOffset;
    const given = this.segments.slice(0, -1).map(({ baseOffset, batches }) => ({
      baseOffset,
      batches,
      sizeBytes: batches.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      offsetIndexEntries: 0,
      timeIndexEntries: 0,
    }));
    const cleaning = cleanSegments<Batch>(
      {
        segments: given,
        firstDirtyOffset,
        firstUncleanableOffset,
        maxKeys: capacity ?? Infinity,
        nowMs,
        deleteRetentionMs,
        limits: { segmentBytes: 1_000_000, segmentIndexBytes: 1_000_000 },
        lastRecordOf: (producerId) => this.last.get(producerId) ?? null,
        abortedIn: (from, to) =>
          this.segments
            .flatMap(({ aborted }) => aborted)
            .filter(({ firstOffset, lastOffset }) => lastOffset >= from && firstOffset < to),
      },
      rulesUnderTest,
    );
    const cleaned = new Set(cleaning.groups.flatMap(({ replaced }) => replaced.map((one) => one.baseOffset)));
    const written = cleaning.groups.map(({ replaced, batches }, i) => ({
      baseOffset: replaced[0]?.baseOffset ?? 0,
      batches: [...batches],
      aborted: i === 0 ? [...cleaning.abortedTransactions] : [],
    }));
    this.segments = [...written, ...this.segments.filter(({ baseOffset }) => !cleaned.has(baseOffset))];
    return cleaning;
  }

  get batches(): readonly Batch[] {
    return this.segments.flatMap(({ batches }) => batches);
  }

  get abortedTransactions(): readonly AbortedTransaction[] {
    return this.segments.flatMap(({ aborted }) => aborted);
  }

  private get active(): Segment {
    return this.segments[this.segments.length - 1] as Segment;
  }

  private add(batch: Batch): void {
    this.active.batches.push({ ...batch, sizeBytes: 61 + (batch.contents ? sizeOfContents(batch.contents) - 61 : 16) });
    this.endOffset = batch.baseOffset + batch.count;
  }
}

function batchAt(baseOffset: number, count: number, producerId: number): Batch {
  return {
    baseOffset,
    count,
    sizeBytes: 0,
    leaderEpoch: 0,
    maxTimestampMs: 0,
    producerId,
    producerEpoch: producerId < 0 ? -1 : 0,
    baseSequence: -1,
    origin: 0,
    firstOrdinal: baseOffset,
  };
}

function contentsOf(records: readonly (readonly [string | null, string | null])[]): BatchContents {
  return {
    keys: records.map(([key]) => key),
    contentBytes: records.map(([key, value]) => 3 + (key?.length ?? 0) + (value?.length ?? 0)),
    timestampDeltasMs: records.map(() => 0),
    baseTimestampMs: 0,
    tombstones: records.flatMap(([, value], i) => (value === null ? [i] : [])),
    offsetDeltas: null,
    deleteHorizonMs: null,
  };
}

interface ReadRecord {
  readonly offset: number;
  readonly key: string | null;
  readonly hasValue: boolean;
}

function recordsOf({ baseOffset, count, contents, marker }: Batch): ReadRecord[] {
  const deltas = contents?.offsetDeltas ?? Array.from({ length: count }, (_, i) => i);
  return deltas.map((delta, i) => ({
    offset: baseOffset + delta,
    key: marker ? null : (contents?.keys[i] ?? null),
    hasValue: contents?.tombstones.includes(i) !== true,
  }));
}

runGroup<CleanerCase>('cleaner', 26, ['CL3', 'CL5', 'CL6', 'CL7'], (vector) => {
  const log = new CaseLog();
  for (const operation of vector.ops) {
    if (operation.op === 'append') log.append(operation);
    else if (operation.op === 'marker') log.mark(operation);
    else if (operation.op === 'roll') log.roll(operation.newBaseOffset);
    else {
      const { endOffset, stats } = log.clean(operation, vector);
      const records = log.batches.flatMap(recordsOf);
      const withValue = records.filter(({ hasValue }) => hasValue);
      const data = log.batches.filter(({ producerId, baseSequence }) => producerId >= 0 && baseSequence >= 0);
      const found: CleanExpectation = {
        nextDirtyOffset: endOffset,
        recordOffsets: records.map(({ offset }) => offset),
        batchLastOffsets: log.batches.map(({ baseOffset, count }) => baseOffset + count - 1),
        batchBaseOffsets: log.batches.map(({ baseOffset }) => baseOffset),
        offsetsWithValue: withValue.map(({ offset }) => offset),
        keysWithValue: withValue.flatMap(({ key }) => (key === null ? [] : [key])),
        lastSequenceByProducer: Object.fromEntries(
          data.map(({ producerId, baseSequence, count }) => [String(producerId), baseSequence + count - 1]),
        ),
        abortedTransactionsIndexed: log.abortedTransactions.map(({ producerId, firstOffset, lastOffset }) => [
          producerId,
          firstOffset,
          lastOffset,
        ]),
        messagesRead: stats.messagesRead,
        messagesWritten: stats.messagesWritten,
        invalidMessages: stats.invalidMessagesRead,
        _kafkaAsserted: operation.expect._kafkaAsserted,
      };
      expect(found).toMatchObject(operation.expect);
    }
  }
}, ['simple-latest-per-key', 'tombstone-two-phase', 'retain-producer-last-sequence', 'unkeyed-dropped']);

test('[CL1] a checkpoint that was never written is the log start', () => {
  const active = { baseOffset: 9, sizeBytes: 1, maxTimestampMs: 0, firstBatchMaxTimestampMs: 0 };
  const log = { segments: [active], logStartOffset: 4, logEndOffset: 9, lastStableOffset: 9 };
  expect(cleanableOffsets(log, null, 0, LONG_MAX).firstDirtyOffset).toBe(4);
});
