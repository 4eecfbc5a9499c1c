import { describe, expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import { addMarks, forgetFuture, previousMark } from './timelineMarks.ts';

const row = (timeUs: number, seq: number, event: TraceEvent): TraceRow => ({
  timeUs,
  seq,
  causeSeq: 0,
  event,
});
const fenced = (broker: number): TraceEvent => ({ kind: 'BrokerFenced', broker, silentForMs: 9000 });
const refused = (correlationId: number): TraceEvent => ({
  kind: 'ProduceRefused',
  partition: 'payments-0',
  broker: 1,
  producer: 'pay-api',
  correlationId,
  error: 'NOT_ENOUGH_REPLICAS',
  isrSize: 1,
  minIsr: 2,
});
const appended: TraceEvent = {
  kind: 'RecordsAppended',
  partition: 'payments-0',
  broker: 1,
  role: 'leader',
  baseOffset: 0,
  count: 1,
  leaderEpoch: 0,
};

describe('addMarks', () => {
  test('the steady stream leaves no marks and the same list', () => {
    const marks = addMarks([], [row(1, 1, fenced(1))]);
    expect(addMarks(marks, [row(2, 2, appended)])).toBe(marks);
  });

  test('marks are ordered by time, whatever their seq', () => {
    const marks = addMarks([], [row(5, 90, fenced(1)), row(9, 3, fenced(2))]);
    expect(marks.map((mark) => mark.timeUs)).toEqual([5, 9]);
  });

  test('time that is run again brings no mark twice', () => {
    const rows = [
      row(5, 90, fenced(1)),
      row(9, 3, fenced(2)),
      row(10, 95, refused(1)),
      row(20, 96, refused(2)),
    ];
    const marks = addMarks([], rows);
    expect(addMarks(marks, rows)).toBe(marks);
    expect(addMarks(marks, rows.slice(1, 3))).toBe(marks);
  });

  test('an error that goes on is one mark that grows, and another one after a pause', () => {
    const once = addMarks([], [row(100_000, 1, refused(1)), row(200_000, 2, refused(2))]);
    const twice = addMarks(once, [row(300_000, 3, refused(3)), row(9_000_000, 4, refused(4))]);
    expect(twice.map(({ timeUs, untilUs }) => [timeUs, untilUs])).toEqual([
      [100_000, 300_000],
      [9_000_000, 9_000_000],
    ]);
    expect(once[0]?.untilUs).toBe(200_000);
  });
});

describe('forgetFuture', () => {
  test('drops what lies ahead and, of this instant, what is not yet done', () => {
    const marks = addMarks(
      [],
      [row(5, 1, fenced(1)), row(7, 2, fenced(2)), row(7, 3, fenced(3)), row(8, 4, fenced(1))],
    );
    expect(forgetFuture(marks, 7, (seq) => seq === 2).map((mark) => mark.seq)).toEqual([1, 2]);
  });
});

describe('previousMark', () => {
  test('is before the playhead, or in this instant when its events are done', () => {
    const marks = addMarks([], [row(5, 1, fenced(1)), row(7, 2, fenced(2))]);
    expect(previousMark(marks, 7, true)?.timeUs).toBe(7);
    expect(previousMark(marks, 7, false)?.timeUs).toBe(5);
    expect(previousMark(marks, 5, false)).toBeUndefined();
  });
});
