import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import { percentileOf, waitsInLogMs } from './waits.ts';

test.each([
  [[], 50, null],
  [[7], 1, 7],
  [[4, 1, 3, 2], 50, 2],
  [[4, 1, 3, 2], 51, 3],
  [[4, 1, 3, 2], 100, 4],
])('of %j the percentile %i is %s', (values, percent, expected) => {
  expect(percentileOf(values, percent)).toBe(expected);
});

const row = (timeUs: number, event: TraceEvent): TraceRow =>
  ({ timeUs, event, seq: 0, cause: null }) as unknown as TraceRow;
const appended = (
  partition: string,
  role: 'leader' | 'follower',
  baseOffset: number,
  count: number,
): TraceEvent => ({
  kind: 'RecordsAppended',
  partition,
  broker: 1,
  role,
  baseOffset,
  count,
  leaderEpoch: 0,
});

test('tells for each record how long it had been in the log of the leader', () => {
  const delivered: TraceEvent = {
    kind: 'RecordsDelivered',
    consumer: 'c',
    partition: 'a-0',
    baseOffset: 1,
    count: 3,
  };
  const rows = [
    row(1000, appended('a-0', 'leader', 1, 1)),
    row(1500, appended('b-0', 'leader', 2, 1)),
    row(2000, appended('a-0', 'leader', 2, 1)),
    row(9000, appended('a-0', 'follower', 2, 1)),
    row(5000, delivered),
  ];
  // Offset 3 was written before these rows begin.
  expect(waitsInLogMs(rows, rows)).toEqual([4, 3]);
});
