import { expect, test } from 'vitest';
import { REQUEST_STAGES, type RequestPath } from '../../shared/RunQuestions.ts';
import { keepLooks, littleFigures } from './littleFigures.ts';

const NOBODY: RequestPath['present'] = {
  requestQueue: [],
  local: [],
  remote: [],
  responseQueue: [],
  responseSend: [],
};
function look(
  nowUs: number,
  count: number,
  spentUs: readonly number[],
  more: Partial<RequestPath> = {},
): RequestPath {
  return {
    nowUs,
    startedUs: 0,
    network: { threads: 3, busy: 0, blocked: 0, receiving: 0, sending: 0 },
    queue: { length: 0, capacity: 500 },
    ioThreads: 8,
    producePurgatory: 0,
    fetchPurgatory: 0,
    unread: 0,
    muted: [],
    present: NOBODY,
    answered: [{ request: 'Produce', count, spentUs, throttledUs: 0 }],
    ...more,
  };
}

test('L is λ times W for requests that came and left between two looks', () => {
  const figures = littleFigures(
    look(3_000_000, 500, [1_000_000, 500_000, 0, 0, 0]),
    look(1_000_000, 100, [0, 0, 0, 0, 0]),
  );
  const [queue, local] = figures;
  expect(queue).toEqual({ stage: 'requestQueue', present: 0, l: 0.5, lambdaPerSecond: 200, wUs: 2500 });
  expect(local!.l).toBeCloseTo((local!.lambdaPerSecond * local!.wUs!) / 1_000_000);
  expect(figures.map(({ stage }) => stage)).toEqual(REQUEST_STAGES);
});

test('who is still under way counts for L with the time so far, in each stage that it passed', () => {
  const present = {
    ...NOBODY,
    remote: [
      { api: 'Produce', client: 'api', correlationId: 1, sinceUs: 400_000, spentUs: [100_000, 200_000] },
    ],
  };
  const figures = littleFigures(look(1_000_000, 0, [0, 0, 0, 0, 0], { present }), null);
  expect(figures.map(({ l }) => l)).toEqual([0.1, 0.2, 0.6, 0, 0]);
  expect(figures[2]).toMatchObject({ present: 1, lambdaPerSecond: 0, wUs: null });
});

test('a process that began anew, and a run that went back, are measured from their start', () => {
  const after = look(1_000_000, 10, [50_000, 0, 0, 0, 0]);
  for (const before of [
    look(500_000, 90, [9, 9, 9, 9, 9], { startedUs: -5 }),
    look(2_000_000, 90, [9, 9, 9, 9, 9]),
  ])
    expect(littleFigures(after, before)[0]).toMatchObject({ l: 0.05, lambdaPerSecond: 10, wUs: 5000 });
});

test('looks are kept as far back as the window, and none of another future', () => {
  let looks: readonly RequestPath[] = [];
  for (let s = 1; s <= 10; s += 1) looks = keepLooks(looks, look(s * 500_000, s, [0, 0, 0, 0, 0]));
  expect(looks.map(({ nowUs }) => nowUs / 500_000)).toEqual([6, 7, 8, 9, 10]);
  expect(keepLooks(looks, look(3_250_000, 1, [0, 0, 0, 0, 0])).map(({ nowUs }) => nowUs)).toEqual([
    3_000_000, 3_250_000,
  ]);
  expect(keepLooks(looks, look(9_000_000, 1, [], { startedUs: 8_000_000 })).length).toBe(1);
});
