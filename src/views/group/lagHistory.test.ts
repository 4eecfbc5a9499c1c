import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { drainOfGroup, lagHistory, lagPoints, predictDrain, totalLag } from './lagHistory.ts';
import { layoutLag } from './layoutLag.ts';

const S = 1_000_000;

function run(...facts: readonly (readonly [seconds: number, event: TraceEvent])[]): TraceRow[] {
  return facts.map(([seconds, event], i) => ({ timeUs: seconds * S, seq: i + 1, causeSeq: 0, event }));
}

const end = (from: number, to: number): TraceEvent => ({
  kind: 'HighWatermarkAdvanced',
  partition: 'p-0',
  broker: 1,
  role: 'leader',
  from,
  to,
});
const commit = (offset: number, group = 'g'): TraceEvent => ({
  kind: 'OffsetCommitted',
  group,
  member: '',
  generation: 1,
  broker: 1,
  partition: 'p-0',
  offset,
});

test('the lag is the high watermark minus what this group committed, from its first commit on', () => {
  const rows = run(
    [1, end(0, 100)],
    [2, commit(40)],
    [3, commit(7, 'other')],
    [4, end(100, 130)],
    [5, commit(130)],
  );
  const [partition] = lagHistory(rows, 'g', []);
  expect(lagPoints(partition!, 0, 6 * S).map(({ atUs, lag }) => [atUs / S, lag])).toEqual([
    [2, 60],
    [4, 90],
    [5, 0],
    [6, 0],
  ]);
  expect(
    totalLag([lagPoints(partition!, 0, 6 * S), [{ atUs: 3 * S, lag: 5 }]]).map(({ lag }) => lag),
  ).toEqual([60, 65, 95, 5, 5]);
});

test('T = lag / (μ − λ), with the rates of the last ten seconds', () => {
  const rows = run([0, end(0, 2000)], [10, commit(0)], [15, end(2000, 2500)], [20, commit(1500)]);
  const [partition] = lagHistory(rows, 'g', []);
  // 500 in ten seconds against 1500: 1000 are left, and 100 a second go.
  expect(predictDrain(partition!, 20 * S)).toEqual({
    lag: 1000,
    arrivals: 50,
    commits: 150,
    drainedInUs: 10 * S,
  });
});

test('never, when as much comes as is committed; the slowest partition decides', () => {
  const rows = run([0, end(0, 100)], [1, commit(0)], [2, end(100, 200)], [3, commit(100)]);
  const [partition] = lagHistory(rows, 'g', []);
  const never = predictDrain(partition!, 4 * S);
  expect(never.drainedInUs).toBeNull();
  const soon = { lag: 1, arrivals: 0, commits: 1, drainedInUs: S };
  expect(drainOfGroup([soon, never])).toBeNull();
  expect(drainOfGroup([soon, { ...soon, drainedInUs: 3 * S }])).toBe(3 * S);
});

test('the prediction begins at the last lag and ends where it is gone, or at the end of the axis', () => {
  const points = [
    { atUs: 0, lag: 100 },
    { atUs: 10 * S, lag: 100 },
  ];
  const whole = layoutLag(points, { fromUs: 0, toUs: 20 * S }, 10 * S, 5 * S, 246, 46);
  expect(whole.prediction).toMatchObject({ x1: 144, x2: 193 + 1 / 1 - 1, y2: whole.baseY });
  const cut = layoutLag(points, { fromUs: 0, toUs: 20 * S }, 10 * S, 20 * S, 246, 46);
  expect(cut.prediction!.y2).toBeCloseTo((cut.prediction!.y1 + cut.baseY) / 2);
  expect(layoutLag(points, { fromUs: 0, toUs: 10 * S }, 10 * S, null, 246, 46).prediction).toBeNull();
});
