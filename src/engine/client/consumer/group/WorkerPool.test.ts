import { expect, test } from 'vitest';
import { WorkerPool } from './WorkerPool.ts';

/** Which records are done by each time, as names and numbers. */
function doneAt(pool: WorkerPool<string>, nowUs: number): string[] {
  const done: string[] = [];
  pool.takeDone(nowUs, (work, first, count) => {
    for (let i = first; i < first + count; i++) done.push(`${work}${i}`);
  });
  return done;
}

test('[consumer-workers] each worker has one record at a time, and takes the next in order', () => {
  const pool = new WorkerPool<string>(2, 10);
  pool.handOver('a', 3, 100);
  expect(doneAt(pool, 109)).toEqual([]);
  expect(doneAt(pool, 110)).toEqual(['a0', 'a1']);
  expect(pool.remaining(110)).toBe(1);
  // One of them is free at 110, the other at 120.
  pool.handOver('b', 3, 112);
  expect(doneAt(pool, 121)).toEqual(['a2']);
  expect(doneAt(pool, 122)).toEqual(['b0']);
  expect(doneAt(pool, 130)).toEqual(['b1']);
  expect(pool.busyUntilUs).toBe(132);
  expect(doneAt(pool, 132)).toEqual(['b2']);
  expect(doneAt(pool, 500)).toEqual([]);
});

test('[consumer-workers] what a process that ends had in work is not done', () => {
  const pool = new WorkerPool<string>(1, 20);
  pool.handOver('a', 500, 0);
  expect(doneAt(pool, 6010)).toHaveLength(300);
  pool.stop();
  expect(doneAt(pool, 60_000)).toEqual([]);
  expect(pool.remaining(60_000)).toBe(0);
});
