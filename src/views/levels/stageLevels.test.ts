import { expect, test } from 'vitest';
import {
  fartherLevel,
  isSideLevel,
  isTooLargeToDraw,
  nearerLevel,
  shownLevel,
  STAGE_LEVELS,
  type StageLevel,
} from './stageLevels.ts';

test.each([
  [3, 6, false],
  [24, 300, false],
  [25, 1, true],
  [3, 301, true],
])('%i brokers and %i partitions: too large is %s', (brokers, partitions, isTooLarge) => {
  expect(isTooLargeToDraw({ brokers, partitions })).toBe(isTooLarge);
});

test('what a reader chose stands, whatever the size', () => {
  const large = { brokers: 30, partitions: 1200 };
  expect(shownLevel(null, large)).toBe('heat');
  expect(shownLevel('partition', large)).toBe('partition');
  expect(shownLevel(null, { brokers: 3, partitions: 6 })).toBe('cluster');
  expect(shownLevel(null, { brokers: 3, partitions: 6 }, true)).toBe('partition');
  expect(shownLevel(null, large, true)).toBe('heat');
  expect(shownLevel(null, { brokers: 3, partitions: 1 })).toBe('partition');
});

test.each<[StageLevel, StageLevel, StageLevel]>([
  ['heat', 'heat', 'cluster'],
  ['cluster', 'heat', 'topic'],
  ['topic', 'cluster', 'partition'],
  ['partition', 'topic', 'partition'],
  ['spaceTime', 'partition', 'spaceTime'],
  ['events', 'partition', 'events'],
])('%s: farther %s, nearer %s', (level, farther, nearer) => {
  expect([fartherLevel(level), nearerLevel(level)]).toEqual([farther, nearer]);
});

test('what shows no replicas is a side', () => {
  expect(STAGE_LEVELS.filter((level) => !isSideLevel(level))).toEqual([
    'heat',
    'cluster',
    'topic',
    'partition',
  ]);
});
