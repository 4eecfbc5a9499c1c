import { describe, expect, test } from 'vitest';
import { cloneState } from './cloneState.ts';
import { Digest } from './Digest.ts';
import { RangeSet } from './RangeSet.ts';

class Counter {
  private count = 0;
  readonly seen = new Map<string, number[]>();

  note(name: string): number {
    this.count += 1;
    this.seen.set(name, [...(this.seen.get(name) ?? []), this.count]);
    return this.count;
  }
}

/** One of every kind of value that node state holds. */
function world() {
  const counter = new Counter();
  counter.note('a');
  return {
    number: 1.5,
    infinity: -Infinity,
    text: 'text',
    flag: true,
    nothing: null as string | null,
    missing: undefined as string | undefined,
    list: [1, [2, { three: 3 }]] as [number, [number, { three: number }]],
    map: new Map<string, { inner: Set<number> }>([['k', { inner: new Set([1, 2]) }]]),
    set: new Set(['x']),
    typed: Float64Array.from([1, 2]),
    counter,
    ranges: RangeSet.of(3, 9),
    frozen: Object.freeze({ config: Object.freeze(['a']) }),
    shares: { shareOrClone: () => 'made by itself' } as unknown,
  };
}

function digestOf(value: unknown): string {
  const digest = new Digest();
  digest.state(value);
  return digest.hex();
}

describe('a copy of state', () => {
  test('holds the same', () => {
    const { shares: _shares, ...original } = world();
    const copy = cloneState(original);
    expect(copy).toEqual(original);
    expect(digestOf(copy)).toBe(digestOf(original));
    expect(copy.counter).toBeInstanceOf(Counter);
  });

  test('[kernel-checkpoint] may be changed in every place without a change in the original', () => {
    const original = world();
    const before = digestOf(world());
    const copy = cloneState(original);
    copy.list[1][1].three = 4;
    copy.list.push(5);
    copy.map.get('k')?.inner.add(3);
    copy.map.set('new', { inner: new Set() });
    copy.set.add('y');
    copy.typed[0] = 9;
    copy.ranges.add(20, 30);
    expect(copy.counter.note('a')).toBe(2);
    expect(digestOf(original)).toBe(before);
    expect(original.counter.note('b')).toBe(2);
  });

  test('shares what is frozen, and leaves to itself what knows how', () => {
    const original = world();
    const copy = cloneState(original);
    expect(copy.frozen).toBe(original.frozen);
    expect(copy.shares).toBe('made by itself');
  });

  test('shares a frozen list', () => {
    const list = Object.freeze([{ a: 1 }]);
    expect(cloneState({ list }).list).toBe(list);
  });
});
