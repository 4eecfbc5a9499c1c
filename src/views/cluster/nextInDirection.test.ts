import { expect, test } from 'vitest';
import { nextInDirection } from './nextInDirection.ts';

//   p1        p2
//   b1   b2   b3
//   r1   r2
const PLACES = [
  { key: 'p1', x: 0, y: 0 },
  { key: 'p2', x: 200, y: 0 },
  { key: 'b1', x: 0, y: 100 },
  { key: 'b2', x: 100, y: 101 },
  { key: 'b3', x: 200, y: 100 },
  { key: 'r1', x: 0, y: 122 },
  { key: 'r2', x: 100, y: 122 },
];

test.each([
  ['b1', 'ArrowRight', 'b2'],
  ['b2', 'ArrowRight', 'b3'],
  ['b3', 'ArrowRight', 'b3'],
  ['b3', 'ArrowUp', 'p2'],
  ['b1', 'ArrowDown', 'r1'],
  ['r1', 'ArrowRight', 'r2'],
  ['r2', 'ArrowUp', 'b2'],
  ['p1', 'ArrowRight', 'p2'],
  ['p1', 'ArrowLeft', 'p1'],
  ['b2', 'Home', 'p1'],
  ['b2', 'End', 'r2'],
])('from %s %s comes to %s', (from, key, to) => {
  expect(nextInDirection(PLACES, from, key)).toBe(to);
});

test('other keys and a focus that is elsewhere move nothing', () => {
  expect(nextInDirection(PLACES, 'b1', 'a')).toBeNull();
  expect(nextInDirection(PLACES, 'x', 'ArrowUp')).toBeNull();
});
