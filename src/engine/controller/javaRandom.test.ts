import { expect, test } from 'vitest';
import { hashMapOrder, JavaRandom, nextInt, shuffle, stringHash } from './javaRandom.ts';

test('[P1] draws what java.util.Random draws', () => {
  // new Random(42).nextInt(), three times.
  const random = new JavaRandom(42);
  expect([random.next(32), random.next(32), random.next(32)]).toEqual([-1170105035, 234785527, -1360544799]);
  // new Random(0).nextInt(10), five times, and with a bound that is a power of two.
  const tens = new JavaRandom(0);
  expect([0, 0, 0, 0, 0].map(() => nextInt(tens, 10))).toEqual([0, 8, 9, 7, 5]);
  const eights = new JavaRandom(0);
  expect([0, 0, 0].map(() => nextInt(eights, 8))).toEqual([5, 6, 1]);
});

test('[P1] refuses the draws that would make small numbers likelier, as Random.nextInt does', () => {
  const drawn = [2_147_483_647, 7];
  const scripted = { next: () => drawn.shift() ?? 0 };
  expect(nextInt(scripted, 1_073_741_825)).toBe(7);
  expect(drawn).toEqual([]);
});

test('[P1] shuffles as Collections.shuffle does: the last first, with any up to itself', () => {
  const list = [1, 2, 3, 4, 5];
  shuffle(list, { next: () => 0 });
  expect(list).toEqual([2, 3, 4, 5, 1]);
});

test('[P1] goes through a HashMap by bucket', () => {
  expect(stringHash('hello')).toBe(99_162_322);
  expect(hashMapOrder(['b', 'a', 'q', 'c'], stringHash)).toEqual(['a', 'q', 'b', 'c']);
  const many = Array.from({ length: 14 }, (_, i) => i * 16);
  expect(hashMapOrder(many, (key) => key).slice(0, 3)).toEqual([0, 32, 64]);
});
