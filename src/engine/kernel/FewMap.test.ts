import { expect, test } from 'vitest';
import { cloneState } from './cloneState.ts';
import { Digest } from './Digest.ts';
import { FewMap, FewSet } from './FewMap.ts';
import { Rng } from './Rng.ts';

function digestOf(state: unknown): string {
  const digest = new Digest();
  digest.state(state);
  return digest.hex();
}

test.each([6, 40])('does what Map and Set do, with keys below %i', (keys) => {
  const rng = new Rng(7, 'keys');
  const [map, set] = [new Map<number, number[]>(), new Set<number>()];
  const [few, fewItems] = [new FewMap<number, number[]>(), new FewSet<number>()];
  for (let n = 0; n < 2000; n++) {
    const key = rng.int(keys);
    const what = rng.int(n % 400 < 200 ? 5 : 9);
    if (what < 3) {
      map.set(key, [n]);
      few.set(key, [n]);
      set.add(key);
      fewItems.add(key);
    } else if (what < 8) {
      expect([few.delete(key), fewItems.delete(key)]).toEqual([map.delete(key), set.delete(key)]);
    } else if (rng.int(50) === 0) for (const one of [map, set, few, fewItems]) one.clear();
    expect([few.size, few.get(key), few.has(key)]).toEqual([map.size, map.get(key), map.has(key)]);
    expect([fewItems.size, fewItems.has(key)]).toEqual([set.size, set.has(key)]);
    expect([[...few], few.values(), [...fewItems]]).toEqual([[...map], [...map.values()], [...set]]);
  }
  few.set(1, [1]);
  map.set(1, [1]);
  const copy = cloneState(few);
  expect([digestOf(copy), digestOf(fewItems)]).toEqual([digestOf(map), digestOf(set)]);
  copy.get(1)?.push(2);
  expect(few.get(1)).toEqual([1]);
});
