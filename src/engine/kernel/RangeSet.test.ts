import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RangeSet } from './RangeSet.ts';

const RANGE = fc.tuple(fc.nat(60), fc.nat(12)).map(([first, length]) => [first, first + length] as const);
const RANGES = fc.array(RANGE, { maxLength: 12 });

function build(ranges: readonly (readonly [number, number])[]): { ranges: RangeSet; numbers: Set<number> } {
  const set = new RangeSet();
  const numbers = new Set<number>();
  for (const [first, end] of ranges) {
    set.add(first, end);
    for (let i = first; i < end; i++) numbers.add(i);
  }
  return { ranges: set, numbers };
}

function expectSame(ranges: RangeSet, numbers: ReadonlySet<number>): void {
  expect(ranges.size).toBe(numbers.size);
  expect(ranges.isEmpty).toBe(numbers.size === 0);
  for (let i = -1; i < 80; i++) expect(ranges.has(i)).toBe(numbers.has(i));
  // The shortest form: rising, none empty, none touching the next.
  for (let i = 1; i < ranges.flat.length; i++) expect(ranges.flat[i]!).toBeGreaterThan(ranges.flat[i - 1]!);
}

describe('a set of ranges', () => {
  test('holds what a set of the same numbers holds', () => {
    fc.assert(
      fc.property(RANGES, (ranges) => {
        const set = build(ranges);
        expectSame(set.ranges, set.numbers);
      }),
    );
  });

  test('says how many of the added were in already', () => {
    fc.assert(
      fc.property(RANGES, RANGE, (ranges, [first, end]) => {
        const { ranges: set, numbers } = build(ranges);
        const before = [...numbers].filter((n) => n >= first && n < end).length;
        expect(set.overlap(first, end)).toBe(before);
        expect(set.add(first, end)).toBe(before);
      }),
    );
  });

  test('loses what is removed, and nothing else', () => {
    fc.assert(
      fc.property(RANGES, RANGE, (ranges, [first, end]) => {
        const { ranges: set, numbers } = build(ranges);
        set.remove(first, end);
        expectSame(set, new Set([...numbers].filter((n) => n < first || n >= end)));
      }),
    );
  });

  test('joins, takes away and intersects as sets do, and leaves both alone', () => {
    fc.assert(
      fc.property(RANGES, RANGES, (one, other) => {
        const a = build(one);
        const b = build(other);
        expectSame(a.ranges.union(b.ranges), new Set([...a.numbers, ...b.numbers]));
        expectSame(a.ranges.minus(b.ranges), new Set([...a.numbers].filter((n) => !b.numbers.has(n))));
        expectSame(a.ranges.and(b.ranges), new Set([...a.numbers].filter((n) => b.numbers.has(n))));
        expectSame(a.ranges, a.numbers);
        expectSame(b.ranges, b.numbers);
      }),
    );
  });

  test('is independent of its copy', () => {
    fc.assert(
      fc.property(RANGES, RANGES, (ranges, later) => {
        const { ranges: set, numbers } = build(ranges);
        const copy = set.copy();
        for (const [first, end] of later) set.add(first, end);
        expectSame(copy, numbers);
      }),
    );
  });

  test('of no range is empty', () => {
    expect(RangeSet.of(3, 3).isEmpty).toBe(true);
    expect(RangeSet.of(4, 3).size).toBe(0);
    expect(RangeSet.of(3, 5).flat).toEqual([3, 5]);
  });
});
