import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedLog } from '../kernel/SharedLog.ts';
import { lookUpIndex } from './indexLookup.ts';
import { lastTurnUs, LogStartCheckpoint } from './LogStartCheckpoint.ts';
import { lookUpMaxTimestamp } from './lookUpOffset.ts';
import { endOffsetOf } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { OFFSET_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY_BYTES } from './shouldRollSegment.ts';
import { UnifiedLog } from './UnifiedLog.ts';

const SEGMENT = { indexIntervalBytes: 500, maxIndexBytes: 10_485_760, rollJitterMs: 0 };

type Step =
  | { readonly do: 'append'; readonly count: number; readonly sizeBytes: number; readonly timeMs: number }
  | { readonly do: 'roll' }
  | { readonly do: 'truncate'; readonly back: number }
  | { readonly do: 'deleteSegment' }
  | { readonly do: 'raiseStart'; readonly by: number }
  | { readonly do: 'restart'; readonly clean: boolean }
  | { readonly do: 'copy' };

const STEPS = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('append' as const),
        count: fc.integer({ min: 1, max: 9 }),
        sizeBytes: fc.integer({ min: 62, max: 900 }),
        timeMs: fc.nat(50),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('roll' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('truncate' as const), back: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteSegment' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('raiseStart' as const), by: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), clean: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
  ),
  { maxLength: 60 },
);

/** Plays steps; whoever was copied must stand as it stood, whatever is done to the copy. */
function play(steps: readonly Step[]): UnifiedLog {
  let log = new UnifiedLog(0, 1e15, undefined, SEGMENT);
  const left: { readonly original: UnifiedLog; readonly was: unknown }[] = [];
  let ordinal = 0;
  for (const step of steps) {
    if (step.do === 'append') {
      const { count, sizeBytes, timeMs } = step;
      log.append(batchAt(log.logEndOffset, count, sizeBytes, timeMs, ordinal), 0);
      ordinal += count;
    } else if (step.do === 'roll') log.roll(0, SEGMENT);
    else if (step.do === 'truncate') log.truncateTo(Math.max(0, log.logEndOffset - step.back), 0);
    else if (step.do === 'deleteSegment') {
      if (log.segments.length > 1) log.deleteOldestSegments(1, 0, 0);
    } else if (step.do === 'raiseStart') log.raiseLogStart(log.logStartOffset + step.by, 0);
    else if (step.do === 'restart') log.load(step.clean, 0);
    else {
      left.push({ original: log, was: pictureOf(log) });
      log = log.shareOrClone();
      expect(pictureOf(log)).toEqual(left.at(-1)?.was);
    }
  }
  for (const { original, was } of left) expect(pictureOf(original)).toEqual(was);
  return log;
}

function batchAt(
  baseOffset: number,
  count: number,
  sizeBytes: number,
  maxTimestampMs: number,
  firstOrdinal: number,
): RecordBatch {
  return {
    baseOffset,
    count,
    sizeBytes,
    leaderEpoch: 0,
    maxTimestampMs,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    origin: 1,
    firstOrdinal,
  };
}

function pictureOf(log: UnifiedLog): unknown {
  return {
    offsets: [log.logStartOffset, log.highWatermark, log.logEndOffset, log.sizeBytes],
    files: log.segments.map((segment) => log.filesOf(segment)),
    counts: log.segments.map(({ offsetIndexEntries, timeIndexEntries }) => [
      offsetIndexEntries,
      timeIndexEntries,
    ]),
    expired: [...(log.ordinals.expired.get(1)?.flat ?? [])],
    stored: [...(log.ordinals.stored.get(1)?.flat ?? [])],
  };
}

describe('a log of segments', () => {
  test('[SG3] [RE4] holds its batches in segments without gap or overlap, whatever is done to it', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const log = play(steps);
        let sizeBytes = 0;
        let offset = log.segments[0]?.baseOffset ?? -1;
        let batches = 0;
        for (const segment of log.segments) {
          expect(segment.baseOffset).toBe(offset);
          const own = log.batchesOf(segment);
          expect(segment.sizeBytes).toBe(own.reduce((sum, batch) => sum + batch.sizeBytes, 0));
          for (const batch of own) {
            expect(batch.baseOffset).toBe(offset);
            offset = endOffsetOf(batch);
          }
          sizeBytes += segment.sizeBytes;
          batches += own.length;
          expect(segment.isClosed).toBe(segment !== log.activeSegment);
        }
        expect(offset).toBe(log.logEndOffset);
        expect(log.sizeBytes).toBe(sizeBytes);
        expect(log.batchCount).toBe(batches);
        expect(log.logStartOffset).toBeGreaterThanOrEqual(log.segments[0]?.baseOffset ?? 0);
        expect(log.logStartOffset).toBeLessThanOrEqual(log.highWatermark);
        expect(log.highWatermark).toBeLessThanOrEqual(log.logEndOffset);
      }),
    );
  });

  test('[SG1] counts the entries of its indexes as they are, and none points past its segment', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const log = play(steps);
        log.segments.forEach((segment, i) => {
          const { offsetIndex, timeIndex } = log.filesOf(segment).indexes;
          const end = log.segments[i + 1]?.baseOffset ?? log.logEndOffset;
          expect([offsetIndex.length, timeIndex.length]).toEqual([
            segment.offsetIndexEntries,
            segment.timeIndexEntries,
          ]);
          offsetIndex.forEach((entry, k) => {
            const { batch, position } = log.lookUpOffset(entry.offset).found ?? {};
            expect(batch && endOffsetOf(batch) - 1).toBe(entry.offset);
            expect(position).toBe(entry.position);
            expect(entry.offset).toBeGreaterThan(offsetIndex[k - 1]?.offset ?? -1);
          });
          timeIndex.forEach((entry, k) => {
            expect(entry.offset).toBeLessThan(end);
            expect(entry.timestampMs).toBeGreaterThan(timeIndex[k - 1]?.timestampMs ?? -1);
          });
        });
      }),
    );
  });

  test('[SG2] [SG4] finds by its indexes what a look at every batch finds', () => {
    fc.assert(
      fc.property(STEPS, fc.nat(300), fc.nat(60), (steps, offset, timeMs) => {
        const log = play(steps);
        const all = Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i));
        const inLog = offset >= (log.segments[0]?.baseOffset ?? 0) && offset < log.logEndOffset;
        const found = inLog ? log.lookUpOffset(offset).found : null;
        expect(found?.batch ?? null).toBe(
          inLog ? (all.find((batch) => endOffsetOf(batch) > offset) ?? null) : null,
        );
        // Kafka takes the first segment with so late a record, and what of it stands below the log start does not count.
        const segment = log.segments.find((one) => one.sizeBytes > 0 && one.maxTimestampMs >= timeMs);
        const first = segment
          ? log
              .batchesOf(segment)
              .find((batch) => batch.maxTimestampMs >= timeMs && endOffsetOf(batch) > log.logStartOffset)
          : undefined;
        expect(log.offsetForTimestamp(timeMs)?.offset).toBe(
          first && Math.max(first.baseOffset, log.logStartOffset),
        );
      }),
    );
  });

  test('[SG6] finds by its index the first record with the latest time', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const log = play(steps);
        const all = log.segments.flatMap((segment) => log.batchesOf(segment));
        const latestMs = Math.max(...all.map(({ maxTimestampMs }) => maxTimestampMs));
        const first = all.find(({ maxTimestampMs }) => maxTimestampMs === latestMs);
        const found = first ? { timestampMs: latestMs, offset: first.baseOffset } : null;
        expect(log.offsetOfMaxTimestamp()).toEqual(found);
        // The same in the files of its segment, by the offset index.
        const segment = log.segments.find((one) => first && log.batchesOf(one).includes(first));
        expect((segment && lookUpMaxTimestamp(log.filesOf(segment))?.found) ?? null).toEqual(found);
      }),
    );
  });

  test('[SG5] a slice of it never crosses a segment', () => {
    fc.assert(
      fc.property(STEPS, fc.nat(300), (steps, offset) => {
        const log = play(steps);
        const slice = log.read(offset, log.logEndOffset, 1_000_000, true);
        const [first] = slice;
        if (!first) return;
        const segment = log.segmentOf(first.baseOffset);
        const own = log.batchesOf(segment);
        expect(slice).toEqual(own.slice(own.indexOf(first)));
        expect(log.readableBytes(offset, log.logEndOffset, 1_000_000)).toBe(
          slice.reduce((sum, batch) => sum + batch.sizeBytes, 0),
        );
      }),
    );
  });

  test('[RE4] what retention took is expired, and the rest is stored', () => {
    fc.assert(
      fc.property(
        STEPS.map((steps) => steps.filter((step) => step.do !== 'truncate')),
        (steps) => {
          const log = play(steps);
          const end = log.logEndOffset;
          // Offsets and ordinals are the same numbers here.
          expect(log.ordinals.stored.get(1)?.flat ?? []).toEqual(
            log.logStartOffset < end ? [log.logStartOffset, end] : [],
          );
          expect(log.ordinals.expired.get(1)?.flat ?? []).toEqual(
            log.logStartOffset > 0 ? [0, log.logStartOffset] : [],
          );
        },
      ),
    );
  });
});

describe('[SG2] a look-up in an index', () => {
  const keys = Array.from({ length: 3000 }, (_, i) => i * 10);

  test('looks at the warm section first, and then only at the half that can hold the target', () => {
    const warm = lookUpIndex(keys, 29_005, OFFSET_INDEX_ENTRY_BYTES);
    expect(warm.slot).toBe(2900);
    expect(warm.probes[0]).toEqual({ slot: 1975, key: 19_750, step: 'warm', low: 1975, high: 2999 });
    // The middle of 1975 and 2999, rounded up.
    expect(warm.probes[1]).toMatchObject({ slot: 2487, step: 'bisect', low: 2487, high: 2999 });
    expect(warm.probes.length).toBeLessThanOrEqual(12);
    const cold = lookUpIndex(keys, 5, OFFSET_INDEX_ENTRY_BYTES);
    expect(cold.slot).toBe(0);
    expect(cold.probes.slice(0, 3).map(({ slot, step }) => [slot, step])).toEqual([
      [1975, 'warm'],
      [0, 'first'],
      [988, 'bisect'],
    ]);
    expect(lookUpIndex(keys, 29_005, TIME_INDEX_ENTRY_BYTES).probes[0]?.slot).toBe(2999 - 682);
  });

  test('stops at an equal key, and says when all entries are above', () => {
    expect(lookUpIndex(keys, -1, OFFSET_INDEX_ENTRY_BYTES)).toMatchObject({ slot: -1 });
    expect(lookUpIndex([], 5, OFFSET_INDEX_ENTRY_BYTES)).toEqual({ slot: -1, probes: [] });
    const equal = lookUpIndex(keys, 24_870, OFFSET_INDEX_ENTRY_BYTES);
    expect([equal.slot, equal.probes.length]).toEqual([2487, 2]);
  });

  test('finds the largest key that is not above the target', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(9000), { maxLength: 1500 }).map((list) => list.sort((a, b) => a - b)),
        fc.integer({ min: -1, max: 9001 }),
        (sorted, target) => {
          const { slot } = lookUpIndex(sorted, target, OFFSET_INDEX_ENTRY_BYTES);
          expect(slot).toBe(sorted.filter((key) => key <= target).length - 1);
        },
      ),
    );
  });
});

test('[RE6] the checkpoint file has what the log start was when it was last written', () => {
  const checkpoint = new LogStartCheckpoint(0);
  checkpoint.changed(10, 100);
  checkpoint.changed(20, 200);
  checkpoint.settle(99);
  expect(checkpoint.offset).toBe(0);
  checkpoint.settle(150);
  expect(checkpoint.offset).toBe(10);
  const copy = checkpoint.shareOrClone();
  copy.settle(200);
  expect([copy.offset, checkpoint.offset]).toEqual([20, 10]);
  expect([lastTurnUs(30, 60, 29), lastTurnUs(30, 60, 30), lastTurnUs(30, 60, 149)]).toEqual([-1, 30, 90]);
});

test('a shared log that is cut at its beginning leaves copies as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(300), fc.boolean()), { maxLength: 12 }), (moves) => {
      let log = new SharedLog<number>();
      let expected: number[] = [];
      const copies: { readonly log: SharedLog<number>; readonly items: readonly number[] }[] = [];
      let next = 0;
      for (const [pushed, dropped, isCopied] of moves) {
        for (let i = 0; i < pushed; i++) {
          log.push(next);
          expected.push(next);
          next += 1;
        }
        if (isCopied) {
          copies.push({ log, items: expected.slice() });
          log = log.shareOrClone();
        }
        log.dropFirst(dropped);
        expected = expected.slice(dropped);
      }
      const itemsOf = (one: SharedLog<number>) => Array.from({ length: one.length }, (_, i) => one.at(i));
      expect(itemsOf(log)).toEqual(expected);
      for (const copy of copies) expect(itemsOf(copy.log)).toEqual(copy.items);
    }),
  );
});
