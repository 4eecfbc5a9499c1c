import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../shared/traceEvents.ts';
import { TraceLog } from './TraceLog.ts';

const fact = (broker: number): TraceEvent => ({ kind: 'BrokerStarted', broker });
const isr = (members: number[]): TraceEvent => ({
  kind: 'IsrShrunk',
  partition: 'a-0',
  isr: members,
  removed: [],
  elr: [],
});

/** Rows 0, 1, … of which each is caused by the one before. */
function logOf(count: number, limit = Infinity): TraceLog {
  const log = new TraceLog(limit);
  for (let i = 0; i < count; i++) log.row(i * 10, i + 1, i, fact(i));
  return log;
}

const times = (rows: readonly { readonly timeUs: number }[]): number[] => rows.map((row) => row.timeUs);

describe('a trace', () => {
  test('gives the rows since a position, and those of a stretch of time', () => {
    const log = logOf(5);
    expect(times(log.since(3))).toEqual([30, 40]);
    expect(times(log.between(10, 30, 10))).toEqual([10, 20, 30]);
    expect(times(log.between(5, 99, 2))).toEqual([10, 20]);
    expect(log.position).toBe(5);
  });

  test('finds the newest rows that somebody wants, and tells how far back it looked', () => {
    const log = logOf(2000);
    const isThird = ({ seq }: { readonly seq: number }) => seq % 3 === 0;
    expect(log.newest(isThird, 3)).toMatchObject({
      rows: [{ seq: 1992 }, { seq: 1995 }, { seq: 1998 }],
      searchedFromUs: 19_900,
    });
    expect(log.newest(({ seq }) => seq === 2, 3)).toMatchObject({ rows: [{ seq: 2 }], searchedFromUs: null });
    log.rewind(1000);
    expect(times(log.newest(() => true, 2).rows)).toEqual([9980, 9990]);
    expect(new TraceLog(Infinity).newest(() => true, 2)).toEqual({ rows: [], searchedFromUs: null });
  });

  test('shows nothing beyond where the run stands', () => {
    const log = logOf(5);
    log.rewind(2);
    expect([times(log.since(0)), times(log.between(0, 99, 10)), times(log.allAt([1, 2]))]).toEqual([
      [0, 10],
      [0, 10],
      [10],
    ]);
  });

  test('gives single rows, as far as they are kept', () => {
    const log = logOf(2000, 1600);
    const positions = [3, 700, 701, 705, 1300, 1999, 2000];
    expect(times(log.allAt(positions))).toEqual([7000, 7010, 7050, 13_000, 19_990]);
    expect(log.allAt([])).toEqual([]);
  });

  test('says nothing of a run that repeats itself', () => {
    const log = logOf(5);
    log.rewind(1);
    for (let i = 1; i < 7; i++) log.row(i * 10, i + 1, i, fact(i));
    expect([log.replayDifference, log.since(0).length]).toEqual([null, 7]);
  });

  test.each([
    ['the time', [11, 2, 1, fact(1)]],
    ['the event', [10, 3, 1, fact(1)]],
    ['the cause', [10, 2, 0, fact(1)]],
    ['the kind', [10, 2, 1, { kind: 'BrokerStopped', broker: 1 }]],
    ['a field', [10, 2, 1, fact(2)]],
  ] as [string, [number, number, number, TraceEvent]][])(
    'tells when %s is another the second time',
    (_what, row) => {
      const log = logOf(3);
      log.rewind(1);
      log.row(...row);
      expect(log.replayDifference).toContain(
        '{"kind":"BrokerStarted","broker":1} at 10 µs (event 2) came out as',
      );
    },
  );

  test('compares lists by what is in them', () => {
    const log = new TraceLog(10);
    log.row(0, 1, 0, isr([1, 2]));
    log.rewind(0);
    log.row(0, 1, 0, isr([1, 2]));
    expect(log.replayDifference).toBeNull();
    log.rewind(0);
    log.row(0, 1, 0, isr([2, 1]));
    expect(log.replayDifference).toContain('came out as');
  });

  test('forgets what lay ahead when another future begins', () => {
    const log = logOf(5);
    log.rewind(2);
    log.forgetAhead();
    log.row(99, 50, 49, fact(9));
    expect([times(log.since(0)), log.replayDifference]).toEqual([[0, 10, 99], null]);
  });

  test('goes from a row back over its causes to a row that nothing caused', () => {
    const log = new TraceLog(100);
    log.row(0, 5, 0, fact(1));
    log.row(10, 7, 5, fact(2));
    log.row(10, 8, 3, fact(3));
    log.row(20, 9, 7, fact(4));
    log.row(20, 9, 7, fact(5));
    expect(log.chain(9).map((row) => row.event)).toEqual([fact(5), fact(2), fact(1)]);
    expect(log.chain(0)).toEqual([]);
    expect(log.chain(77)).toEqual([]);
  });

  test('of more rows than its limit loses the oldest, and keeps its positions', () => {
    const log = logOf(100, 16);
    expect(log.since(0).length).toBeLessThanOrEqual(16);
    expect(log.position).toBe(100);
    expect(times(log.since(97))).toEqual([970, 980, 990]);
    expect(times(log.since(0)).at(-1)).toBe(990);
  });

  test('can be gone over again from before the rows that are kept', () => {
    const log = logOf(100, 16);
    log.rewind(10);
    for (let i = 10; i < 100; i++) log.row(i * 10, i + 1, i, fact(i));
    expect(log.replayDifference).toBeNull();
    expect(times(log.since(98))).toEqual([980, 990]);
  });

  test('keeps the rows of a future that begins before all rows that are kept', () => {
    const log = logOf(100, 16);
    log.rewind(10);
    log.forgetAhead();
    for (let i = 10; i < 20; i++) log.row(i * 1000, i + 1, i, fact(i));
    expect(times(log.since(10))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((i) => i * 1000));
  });
});
