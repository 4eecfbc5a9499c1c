import { describe, expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { DifferenceFinder, differenceAfter, firstDifference } from './findDifferences.ts';

const fenced = (broker: number): TraceEvent => ({ kind: 'BrokerFenced', broker, silentForMs: 9000 });
const flushed = (broker: number): TraceEvent =>
  ({ kind: 'LogFlushed', broker, partition: 'p-0', offset: 1 }) as unknown as TraceEvent;
const command: TraceEvent = { kind: 'CommandApplied', command: 'KillBroker', target: 'broker:1' };
let seq = 0;
const row = (timeUs: number, event: TraceEvent): TraceRow => ({ timeUs, seq: ++seq, causeSeq: 0, event });
const told = (finder: DifferenceFinder) =>
  finder.all.map(({ kind, timeUs, a, b }) => `${kind} ${timeUs} ${a?.timeUs ?? '-'} ${b?.timeUs ?? '-'}`);

describe('the first row that differs', () => {
  const same = [row(1, flushed(1)), row(2, flushed(2))];
  test.each([
    ['none', same, [...same], null],
    ['another fact', [...same, row(3, flushed(1))], [...same, row(3, flushed(2))], '3 3 3'],
    ['another time', [...same, row(3, flushed(1))], [...same, row(4, flushed(1))], '3 3 -'],
    ['more in one', same, [...same, row(9, flushed(1))], '9 - 9'],
    ['other numbers of events are none', [row(1, flushed(1))], [{ ...row(1, flushed(1)), seq: 77 }], null],
  ])('%s', (_, a, b, expected) => {
    const found = firstDifference(a, b);
    expect(found && `${found.timeUs} ${found.a?.timeUs ?? '-'} ${found.b?.timeUs ?? '-'}`).toBe(expected);
  });
});

describe('stretch by stretch', () => {
  test('routine rows are told once, by the first of them; after it only what is worth reading', () => {
    const finder = new DifferenceFinder(0);
    finder.read([row(1, flushed(1)), row(5, flushed(1))], [row(1, flushed(1)), row(5, flushed(1))], 5);
    expect(told(finder)).toEqual([]);
    expect(finder.needsEveryRow).toBe(true);
    finder.read([row(6, flushed(1)), row(7, flushed(1))], [row(6, flushed(2)), row(7, flushed(2))], 7);
    expect(finder.needsEveryRow).toBe(false);
    finder.read([row(8, fenced(1)), row(9, fenced(3))], [row(9, fenced(3)), row(9, flushed(1))], 10);
    expect(told(finder)).toEqual(['exact 6 6 6', 'notable 8 8 -']);
    expect(differenceAfter(finder.all, 6)?.timeUs).toBe(8);
    expect(differenceAfter(finder.all, 8)).toBeNull();
  });

  test('the same fact a little later is one difference, much later it is two', () => {
    const finder = new DifferenceFinder(0);
    finder.read([row(1_000, fenced(1))], [row(3_000_000, fenced(1))], 3_000_000);
    expect(told(finder)).toEqual(['exact 1000 1000 -', 'notable 1000 1000 3000000']);
    const far = new DifferenceFinder(0);
    far.read([row(1_000, fenced(1))], [row(9_000_000, fenced(1))], 9_000_000);
    expect(told(far)).toEqual(['exact 1000 1000 -', 'notable 9000000 - 9000000']);
  });

  test('commands are what the runs were given; how they are configured is told, and what comes of it', () => {
    const finder = new DifferenceFinder(0);
    finder.read(
      [row(0, fenced(1)), row(3, command), row(4, flushed(1))],
      [row(0, fenced(2)), row(4, flushed(2))],
      4,
    );
    expect(told(finder).filter((line) => line.startsWith('exact'))).toEqual(['exact 0 0 0', 'exact 4 4 4']);
  });

  test('what was read is not read again', () => {
    const finder = new DifferenceFinder(100);
    finder.read([row(50, fenced(1)), row(100, fenced(2))], [], 200);
    finder.read([row(100, fenced(2)), row(150, fenced(3))], [], 300);
    expect(finder.untilUs).toBe(300);
    expect(told(finder)).toEqual(['exact 100 100 -']);
  });
});
