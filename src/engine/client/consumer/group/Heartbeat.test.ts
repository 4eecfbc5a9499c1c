import { expect, test } from 'vitest';
import { Heartbeat } from './Heartbeat.ts';

const MS = 1000;

function heartbeat(): Heartbeat {
  return new Heartbeat({
    heartbeatIntervalMs: 3000,
    sessionTimeoutMs: 10_000,
    maxPollIntervalMs: 60_000,
    retryBackoffMs: 100,
    retryBackoffMaxMs: 1000,
  });
}

test('[consumer-heartbeat] a heartbeat is due every heartbeat.interval.ms, answered or not, and again after a back-off when it failed', () => {
  const one = heartbeat();
  one.enable(0);
  expect(one.deed(2999 * MS)).toBe('wait');
  expect(one.deed(3000 * MS)).toBe('send');
  one.sent(3000 * MS);
  expect(one.deed(5999 * MS)).toBe('wait');
  expect(one.deed(6000 * MS)).toBe('send');
  const dues = [0, 1, 2, 3, 4].map(() => {
    one.failed(6000 * MS, () => 0.5);
    return one.dueUs / MS - 6000;
  });
  expect(dues).toEqual([100, 200, 400, 800, 1000]);
  one.received(6000 * MS);
  one.failed(6000 * MS, () => 0.5);
  expect(one.dueUs).toBe(6100 * MS);
});

test('[consumer-heartbeat] a coordinator that answers no heartbeat for session.timeout.ms is looked for anew, before anything else', () => {
  const one = heartbeat();
  one.enable(0);
  one.received(4000 * MS);
  one.dueUs = Infinity;
  expect(one.deed(13_999 * MS)).toBe('wait');
  expect(one.deed(14_000 * MS)).toBe('forgetCoordinator');
  expect(one.deed(70_000 * MS)).toBe('forgetCoordinator');
});

test('[consumer-poll-interval] the thread leaves the group when poll() was not called for max.poll.interval.ms', () => {
  const one = heartbeat();
  one.enable(0);
  one.polled(5000 * MS);
  one.resetSession(60_000 * MS);
  one.dueUs = Infinity;
  expect(one.deed(64_999 * MS)).toBe('wait');
  expect(one.deed(65_000 * MS)).toBe('leave');
});
