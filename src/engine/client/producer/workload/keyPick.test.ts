import { expect, test } from 'vitest';
import { keyOf, recordOf, valueBytesOf, type WorkloadShape } from '../WorkloadSource.ts';
import { pickKey, type KeyPick } from './keyPick.ts';

const COUNT = 20_000;
/** How many of the first 20,000 records have each key. */
function shares(pick: KeyPick, keys: number, drawSeed = 5): number[] {
  const counts = new Array<number>(keys).fill(0);
  for (let n = 0; n < COUNT; n++) counts[pickKey(pick, keys, n, drawSeed)]! += 1;
  return counts;
}

test('[workload] keys are picked evenly', () => {
  // Four standard deviations of a binomial.
  for (const count of shares({ kind: 'uniform' }, 8))
    expect(Math.abs(count - COUNT / 8)).toBeLessThan(4 * Math.sqrt(COUNT / 8));
});

test('[workload] keys are picked by Zipf’s law', () => {
  for (const exponentPercent of [0, 50, 100, 137, 200]) {
    const weights = Array.from({ length: 20 }, (_, i) => 1 / (i + 1) ** (exponentPercent / 100));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    shares({ kind: 'zipf', exponentPercent }, 20).forEach((count, key) => {
      const expected = (COUNT * weights[key]!) / sum;
      expect(Math.abs(count - expected), `key ${key} of s=${exponentPercent}`).toBeLessThan(
        5 * Math.sqrt(expected) + 1,
      );
    });
  }
});

test('[workload] one hot key is dealt exactly, and the others in turn', () => {
  const counts = shares({ kind: 'hot', sharePercent: 60 }, 5);
  expect(counts).toEqual([12_000, 2000, 2000, 2000, 2000]);
  const first = Array.from({ length: 10 }, (_, n) => pickKey({ kind: 'hot', sharePercent: 40 }, 3, n, 0));
  expect(first).toEqual([1, 2, 0, 1, 0, 2, 1, 0, 2, 0]);
  expect(shares({ kind: 'hot', sharePercent: 10 }, 1)).toEqual([COUNT]);
});

test('[workload] another seed picks other keys', () => {
  expect(shares({ kind: 'uniform' }, 8, 6)).not.toEqual(shares({ kind: 'uniform' }, 8, 5));
});

test('[workload] keys of a list come in turn, values and timestamps within their range', () => {
  const shape: WorkloadShape = {
    topic: 't',
    partition: null,
    key: null,
    keyCount: 1,
    valueBytes: 10,
    tombstoneEvery: 4,
    keyList: ['a', 'bb', 'a'],
    valueBytesMost: 13,
    headers: [{ keyBytes: 2, valueBytes: 3 }],
    eventTime: { delayMs: 5, delayMostMs: 9 },
    drawSeed: 3,
  };
  expect([0, 1, 2, 3].map((n) => keyOf(shape, n))).toEqual(['a', 'bb', 'a', 'a']);
  const sizes = new Set(Array.from({ length: 200 }, (_, n) => valueBytesOf(shape, n)));
  expect([...sizes].sort()).toEqual([10, 11, 12, 13]);
  const records = Array.from({ length: 200 }, (_, n) => recordOf(shape, n, 6, false));
  expect([...new Set(records.map(({ delayMs }) => delayMs))].sort()).toEqual([5, 6, 7, 8, 9]);
  expect(records[3]?.keyed).toEqual({ key: 'a', hasValue: false });
  // Key 1+1, value 1+n, one header: count 1, key 1+2, value 1+3.
  expect(records[0]?.shape.contentBytes).toBe(2 + 1 + valueBytesOf(shape, 0) + 8);
});
