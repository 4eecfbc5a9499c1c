import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstSegmentToRecover, recoveryTurns } from './recoveryPlan.ts';

const MIB = 1_048_576;
const segments = (...bases: number[]) => bases.map((baseOffset) => ({ baseOffset }));

describe('[RC1] the first segment to recover', () => {
  test.each([
    { bases: [0], recoveryPoint: 0, first: 0 },
    { bases: [0], recoveryPoint: 70, first: 0 },
    { bases: [0, 10, 20], recoveryPoint: 0, first: 0 },
    { bases: [0, 10, 20], recoveryPoint: 9, first: 0 },
    // It is where the segment begins: that one alone.
    { bases: [0, 10, 20], recoveryPoint: 10, first: 1 },
    { bases: [0, 10, 20], recoveryPoint: 15, first: 1 },
    { bases: [0, 10, 20], recoveryPoint: 20, first: 2 },
    // All was flushed; the active one is checked from its beginning all the same.
    { bases: [0, 10, 20], recoveryPoint: 35, first: 2 },
    // Retention took the segment that held it.
    { bases: [10, 20], recoveryPoint: 4, first: 0 },
  ])('of $bases with recovery point $recoveryPoint is number $first', ({ bases, recoveryPoint, first }) => {
    expect(firstSegmentToRecover(segments(...bases), recoveryPoint)).toBe(first);
  });
});

describe('[RC2] recovery threads', () => {
  const job = (logDir: string, mib: number) => ({ logDir, segments: 1, sizeBytes: mib * MIB });

  test.each([
    // 100 logs of 800 MiB at 19 s each: a log is one job, so eight threads need 13 rounds and not 12.5.
    { threads: 1, logs: 100, seconds: 1900 },
    { threads: 2, logs: 100, seconds: 950 },
    { threads: 8, logs: 100, seconds: 247 },
    { threads: 8, logs: 3, seconds: 19 },
  ])('$threads of them recover $logs logs in $seconds s', ({ threads, logs, seconds }) => {
    const turns = recoveryTurns(new Array(logs).fill(job('/d', 800)), threads, 23_750, 0);
    expect(Math.max(...turns.map(({ endUs }) => endUs))).toBe(seconds * 1_000_000);
  });

  test('are of each log directory by itself', () => {
    const turns = recoveryTurns([job('/a', 4), job('/a', 4), job('/b', 2), job('/b', 2)], 1, 1000, 50);
    expect(turns).toEqual([
      { thread: 0, startUs: 50, endUs: 4050 },
      { thread: 0, startUs: 4050, endUs: 8050 },
      { thread: 0, startUs: 50, endUs: 2050 },
      { thread: 0, startUs: 2050, endUs: 4050 },
    ]);
  });

  test('whichever is free first takes the next log, and each has one at a time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        (sizes, threads) => {
          const jobs = sizes.map((mib) => job('/d', mib));
          const turns = recoveryTurns(jobs, threads, 1000, 0);
          turns.forEach((turn, i) => {
            expect(turn.thread).toBeLessThan(threads);
            const before = turns.slice(0, i);
            const busy = before.filter(
              ({ startUs, endUs }) => startUs <= turn.startUs && turn.startUs < endUs,
            );
            expect(new Set(busy.map(({ thread }) => thread)).size).toBe(busy.length);
            expect(busy.map(({ thread }) => thread)).not.toContain(turn.thread);
            // It would have begun earlier if any thread had been free a moment before.
            if (turn.startUs === 0) return;
            const working = before.filter(
              ({ startUs, endUs }) => startUs < turn.startUs && turn.startUs <= endUs,
            );
            expect(new Set(working.map(({ thread }) => thread)).size).toBe(threads);
          });
        },
      ),
    );
  });
});
