import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { StoredOrdinals } from './StoredOrdinals.ts';

function batchOf(origin: number, firstOrdinal: number, count: number): RecordBatch {
  return {
    baseOffset: 0,
    count,
    sizeBytes: 100,
    leaderEpoch: 0,
    maxTimestampMs: 0,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    origin,
    firstOrdinal,
  };
}

const BATCHES = fc.array(
  fc
    .tuple(fc.constantFrom(1, 2), fc.nat(30), fc.integer({ min: 1, max: 5 }))
    .map(([origin, first, count]) => batchOf(origin, first, count)),
  { maxLength: 20 },
);

function stored(batches: readonly RecordBatch[]): StoredOrdinals {
  const ordinals = new StoredOrdinals();
  for (const batch of batches) ordinals.add(batch);
  return ordinals;
}

describe('the records that a log holds', () => {
  test('are those of its batches, and a repeated one is counted as a copy', () => {
    fc.assert(
      fc.property(BATCHES, (batches) => {
        const ordinals = stored(batches);
        let copies = 0;
        for (const origin of [1, 2]) {
          const seen = new Set<number>();
          for (const batch of batches.filter((one) => one.origin === origin)) {
            for (let i = batch.firstOrdinal; i < batch.firstOrdinal + batch.count; i++) {
              if (seen.has(i)) copies += 1;
              seen.add(i);
            }
          }
          const set = ordinals.stored.get(origin);
          expect(set?.size ?? 0).toBe(seen.size);
          for (const i of seen) expect(set?.has(i)).toBe(true);
        }
        expect(ordinals.duplicates).toBe(copies);
      }),
    );
  });

  test('are out of order when they stand behind a later one of the same producer', () => {
    const ordinals = stored([batchOf(1, 0, 5), batchOf(1, 10, 5), batchOf(2, 3, 2), batchOf(1, 5, 5)]);
    expect([ordinals.outOfOrder, ordinals.duplicates]).toEqual([5, 0]);
    ordinals.add(batchOf(1, 5, 5));
    expect([ordinals.outOfOrder, ordinals.duplicates]).toEqual([5, 5]);
  });

  test('that were there once are remembered after a truncation, and nothing else is', () => {
    fc.assert(
      fc.property(BATCHES, fc.nat(20), (batches, keep) => {
        const ordinals = stored(batches);
        const rest = batches.slice(0, keep);
        ordinals.rebuild(rest, 0);
        const fresh = stored(rest);
        for (const origin of [1, 2]) {
          expect(ordinals.stored.get(origin)?.flat ?? []).toEqual(fresh.stored.get(origin)?.flat ?? []);
          expect(ordinals.everStored.get(origin)?.flat ?? []).toEqual(
            stored(batches).stored.get(origin)?.flat ?? [],
          );
        }
        expect([ordinals.duplicates, ordinals.outOfOrder]).toEqual([fresh.duplicates, fresh.outOfOrder]);
      }),
    );
  });

  test('are told apart when they go: before the log start they expire, within the log they are cleaned away', () => {
    const at = (baseOffset: number, firstOrdinal: number, count: number) => ({
      ...batchOf(1, firstOrdinal, count),
      baseOffset,
    });
    const batches = [at(0, 0, 5), at(5, 5, 5), at(10, 10, 5)];
    const ordinals = stored(batches);
    ordinals.clean([at(0, 0, 5), at(10, 10, 5)], 0);
    ordinals.expire([at(0, 0, 5)], 0, 3, () => []);
    const flat = (ranges: StoredOrdinals['expired']) => ranges.get(1)?.flat ?? [];
    expect([flat(ordinals.cleaned), flat(ordinals.expired)]).toEqual([
      [5, 10],
      [0, 3],
    ]);
    expect([flat(ordinals.stored), flat(ordinals.everStored)]).toEqual([
      [3, 5, 10, 15],
      [0, 15],
    ]);
    // A checkpoint has what was removed until then.
    const copy = ordinals.shareOrClone();
    ordinals.clean([at(10, 10, 5)], 3);
    expect([flat(copy.cleaned), flat(ordinals.cleaned)]).toEqual([
      [5, 10],
      [3, 10],
    ]);
  });

  test('count only if somebody in this run sent them', () => {
    const ordinals = stored([batchOf(NO_ORIGIN, 0, 5), batchOf(NO_ORIGIN, 0, 5)]);
    expect([ordinals.stored.size, ordinals.duplicates]).toEqual([0, 0]);
  });
});
