import { expect, test } from 'vitest';
import type { LadderStep } from '../../shared/RunQuestions.ts';
import { layoutLadder, RUNG } from './layoutLadder.ts';

const step = (topic: string, more: Partial<LadderStep> = {}): LadderStep => ({
  topic,
  consumers: [`${topic}-app`],
  records: 0,
  waiting: 0,
  delayMs: 0,
  dueUs: null,
  failedTries: 0,
  skipped: 0,
  done: 0,
  atHand: [],
  sentOn: [],
  headers: [],
  ...more,
});

test('a rung for each topic, a straight way to the next and one around to a later one, bars of one scale', () => {
  const { rungs, ways, height, width } = layoutLadder([
    step('payments', {
      records: 100,
      waiting: 20,
      sentOn: [
        { topic: 'retry-5s', records: 10 },
        { topic: 'dlt', records: 2 },
      ],
    }),
    step('retry-5s', { records: 10, sentOn: [{ topic: 'dlt', records: 1 }] }),
    step('dlt', { consumers: [], records: 3, waiting: 3 }),
  ]);
  const pitch = RUNG.height + RUNG.gap;
  expect(rungs.map(({ y }) => y)).toEqual([0, pitch, 2 * pitch]);
  expect(height).toBe(2 * pitch + RUNG.height);
  expect(rungs[0]?.takenWidth).toBe(4 * (rungs[0]?.waitingWidth ?? 0));
  expect(rungs[1]?.takenWidth).toBe((rungs[0]?.takenWidth ?? 0) / 8);
  expect(rungs.map(({ isLast }) => isLast)).toEqual([false, false, true]);
  expect(ways.map(({ from, to, records }) => `${from} ${to} ${records}`)).toEqual([
    'payments retry-5s 10',
    'payments dlt 2',
    'retry-5s dlt 1',
  ]);
  expect(ways[0]).toMatchObject({ y1: RUNG.height, y2: pitch, x: RUNG.width / 2 });
  expect(ways[1]?.x).toBeGreaterThan(RUNG.width);
  expect(ways[1]?.y2).toBe(2 * pitch + RUNG.height / 2);
  expect(width).toBeGreaterThan(RUNG.width);
  expect(layoutLadder([])).toMatchObject({ height: 0, rungs: [], ways: [] });
});
