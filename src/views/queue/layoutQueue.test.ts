import { expect, test } from 'vitest';
import type { QueueView } from '../../bridge/frame.ts';
import { layoutLog, layoutQueue, queuesToDraw, STRIP_CELLS } from './layoutQueue.ts';

const message = (place: number, consumer = '', redelivered = false) => ({
  place,
  message: place,
  consumer,
  redelivered,
});

test('a queue shows its newest places: gone, with a consumer, ready', () => {
  const { cells, before, after } = layoutQueue({
    enqueued: 100,
    messages: [message(97, 'a', true), message(98, 'b'), message(99)],
  });
  expect([before, after, cells.length]).toEqual([100 - STRIP_CELLS, 0, STRIP_CELLS]);
  expect(cells.slice(-4)).toEqual([
    { place: 96, state: 'gone', redelivered: false },
    { place: 97, state: 'unacked', redelivered: true },
    { place: 98, state: 'unacked', redelivered: false },
    { place: 99, state: 'ready', redelivered: false },
  ]);
});

test('the oldest message is always there, and what does not fit behind it is counted', () => {
  const held = Array.from({ length: 80 }, (_, i) => message(20 + i));
  const { cells, before, after } = layoutQueue({ enqueued: 100, messages: held });
  expect([before, after]).toEqual([20, 80 - STRIP_CELLS]);
  expect(cells[0]).toMatchObject({ place: 20, state: 'ready' });
});

test('a young queue has room left', () => {
  const { cells } = layoutQueue({ enqueued: 2, messages: [message(1)] });
  expect(cells.slice(0, 3).map(({ state }) => state)).toEqual(['gone', 'ready', 'none']);
});

test('a log keeps what was read; readers stand at what they read next, those far back at the edge', () => {
  const { cells, before, marks } = layoutLog(0, 100, [
    { name: 'ledger', offset: 100 },
    { name: 'fraud', offset: 90 },
    { name: 'audit', offset: 90 },
    { name: 'slow', offset: 3 },
  ]);
  expect(before).toBe(100 - STRIP_CELLS);
  expect(new Set(cells.map(({ state }) => state))).toEqual(new Set(['kept']));
  expect(marks).toEqual([
    { cell: 0, names: ['slow'] },
    { cell: STRIP_CELLS - 10, names: ['fraud', 'audit'] },
    { cell: STRIP_CELLS, names: ['ledger'] },
  ]);
});

test('of many queues those are drawn that are consumed, and of these those that hold most', () => {
  const queue = (name: string, readyCount: number) => ({ name, readyCount, unackedCount: 0 }) as QueueView;
  const queues = [queue('left', 50), queue('a', 0), queue('b', 9), queue('c', 1), queue('d', 5)];
  const drawn = (...consumed: readonly string[]) => {
    const { consumed: first, rest } = queuesToDraw(
      queues,
      consumed.map((name) => ({ queue: name })),
    );
    return [first.map(({ name }) => name), rest.map(({ name }) => name)];
  };
  expect(drawn('a', 'b', 'c', 'd')).toEqual([['b', 'd'], ['left']]);
  expect(drawn('b')).toEqual([['b'], ['left', 'a']]);
});
