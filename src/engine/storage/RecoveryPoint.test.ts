import { describe, expect, test } from 'vitest';
import { isFlushDue, needsFlush } from './needsFlush.ts';
import { RecoveryPoint } from './RecoveryPoint.ts';

describe('[FL3] the recovery point', () => {
  test('a process that starts knows what the last one wrote to the file, and not what came after', () => {
    const point = new RecoveryPoint(0);
    point.advance(10, 1000, -1);
    point.advance(20, 3000, 2000);
    expect(point.offset).toBe(20);
    // The file was written at 2000, and not again before the process ended.
    point.endProcess(2000);
    expect(point.offset).toBe(10);
  });

  test('that of a kill right after a write is the newest', () => {
    const point = new RecoveryPoint(0);
    point.advance(10, 1000, -1);
    point.endProcess(1000);
    expect(point.offset).toBe(10);
  });

  test('a log that is cut has the file written at once', () => {
    const point = new RecoveryPoint(0);
    point.advance(10, 1000, -1);
    point.truncated(7);
    point.endProcess(-1);
    expect(point.offset).toBe(7);
    point.truncated(9);
    expect(point.offset).toBe(7);
  });

  test('a copy goes its own way', () => {
    const point = new RecoveryPoint(0);
    point.advance(10, 1000, -1);
    const copy = point.shareOrClone();
    expect(copy).toEqual(point);
    copy.advance(30, 5000, 4000);
    expect(point.offset).toBe(10);
    copy.endProcess(4000);
    expect(copy.offset).toBe(10);
  });
});

describe('when a log is flushed', () => {
  test.each([
    { unflushed: 0, messages: 1, flushes: false },
    { unflushed: 1, messages: 1, flushes: true },
    { unflushed: 99, messages: 100, flushes: false },
    { unflushed: 100, messages: 100, flushes: true },
    { unflushed: 5_000_000, messages: 2 ** 63, flushes: false },
  ])('[FL1] $unflushed records of flush.messages $messages: $flushes', ({ unflushed, messages, flushes }) => {
    expect(needsFlush(unflushed, messages)).toBe(flushes);
  });

  test.each([
    { sinceMs: 999, flushMs: 1000, due: false },
    { sinceMs: 1000, flushMs: 1000, due: true },
    { sinceMs: 0, flushMs: 0, due: true },
    { sinceMs: 1e12, flushMs: 2 ** 63, due: false },
  ])('[FL2] $sinceMs ms after the last with flush.ms $flushMs: $due', ({ sinceMs, flushMs, due }) => {
    expect(isFlushDue(sinceMs, flushMs)).toBe(due);
  });
});
