import { expect, test } from 'vitest';
import { heatStep, rankOf, RANKS, type HeatMode } from './heatSteps.ts';
import {
  REPLICA_AT_MIN_ISR,
  REPLICA_ELIGIBLE,
  REPLICA_IN_ISR,
  REPLICA_LEADS,
  REPLICA_OFFLINE,
  REPLICA_PREFERRED,
  REPLICA_UNDER_MIN_ISR,
  REPLICA_WITHOUT_LEADER,
} from './replicaFlags.ts';

const IN = REPLICA_IN_ISR;

test.each<[HeatMode, number, number, number, number]>([
  ['lag', IN, 0, 0, 0],
  ['lag', IN, 1, 0, 1],
  ['lag', IN, 100, 0, 1],
  ['lag', IN, 101, 0, 2],
  ['lag', IN, 10_000, 0, 3],
  ['lag', IN, 50_000, 0, 4],
  ['lag', IN, 50_001, 0, 5],
  ['bytesIn', IN, 0, 0, 0],
  ['bytesIn', IN, 0, 999, 1],
  ['bytesIn', IN, 0, 1_000_000, 5],
  ['leadership', IN, 0, 0, 0],
  ['leadership', IN | REPLICA_LEADS | REPLICA_PREFERRED, 0, 0, 2],
  ['leadership', IN | REPLICA_LEADS, 0, 0, 4],
  ['leadership', IN | REPLICA_PREFERRED, 0, 0, 5],
  ['groupLag', IN | REPLICA_LEADS, 101, 0, 2],
  ['groupLag', IN | REPLICA_LEADS, -1, 0, 0],
  ['groupLag', IN, 101, 0, 0],
  ['isr', IN, 0, 0, 1],
  ['isr', IN | REPLICA_AT_MIN_ISR, 0, 0, 2],
  ['isr', IN | REPLICA_UNDER_MIN_ISR, 0, 0, 3],
  ['isr', REPLICA_ELIGIBLE, 0, 0, 4],
  ['isr', 0, 0, 0, 5],
])('%s of flags %i, %i records behind, %i B/s: step %i', (mode, flags, lag, bytesInPerSecond, step) => {
  expect(heatStep(mode, { flags, lag, bytesInPerSecond, groupLag: lag })).toBe(step);
});

test('what stops writes comes before what is down, that before what is left behind, then the hotter', () => {
  const ranks = [
    rankOf(REPLICA_WITHOUT_LEADER | REPLICA_OFFLINE, 0),
    rankOf(IN | REPLICA_UNDER_MIN_ISR, 0),
    rankOf(REPLICA_OFFLINE, 0),
    rankOf(0, 0),
    rankOf(IN, 5),
    rankOf(IN, 1),
    rankOf(IN, 0),
  ];
  expect([...ranks].sort((a, b) => a - b)).toEqual(ranks);
  expect(new Set(ranks).size).toBe(ranks.length);
  expect(Math.max(...ranks)).toBeLessThan(RANKS);
});
