import { expect, test } from 'vitest';
import { inJavaHashOrder, javaTextHash, textsInJavaHashOrder } from './javaHashOrder.ts';

/** From java.util.HashMap itself (OpenJDK 17), filled one by one. */
test.each([
  [4, [1, 0, 3, 2]],
  [12, [1, 0, 3, 4, 2, 6, 7, 5, 9, 8, 11, 10]],
  [13, [1, 12, 0, 4, 2, 6, 5, 8, 10, 3, 7, 9, 11]],
  [25, [1, 0, 2, 6, 14, 22, 5, 17, 19, 3, 13, 9, 16, 11, 15, 12, 4, 21, 24, 8, 10, 20, 7, 23, 18]],
])('[consumer-assignor-order] %i texts in the order of a HashMap', (count, expected) => {
  const texts = Array.from({ length: count }, (_, i) => `consumer-orders-${i * 7919}-x`);
  expect(textsInJavaHashOrder(texts).map((text) => texts.indexOf(text))).toEqual(expected);
});

test('those of one bucket stay in the order in which they came', () => {
  expect(inJavaHashOrder([33, 1, 17, 0], (number) => number)).toEqual([0, 33, 1, 17]);
  expect(inJavaHashOrder([17, 33, 0, 1], (number) => number)).toEqual([0, 17, 33, 1]);
});

test('a table that once held more keeps its size', () => {
  expect(inJavaHashOrder([17, 1], (number) => number)).toEqual([17, 1]);
  expect(inJavaHashOrder([17, 1], (number) => number, 12)).toEqual([17, 1]);
  expect(inJavaHashOrder([17, 1], (number) => number, 13)).toEqual([1, 17]);
});

test('the upper half of a hash is folded into the lower', () => {
  expect(inJavaHashOrder([0x0003_0000, 2], (number) => number)).toEqual([2, 0x0003_0000]);
});

test.each([
  ['', 0],
  ['hello', 99_162_322],
  ['polygenelubricants', -2_147_483_648],
])('hash of "%s"', (text, hash) => {
  expect(javaTextHash(text)).toBe(hash);
});
