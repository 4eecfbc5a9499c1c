import { expect, test } from 'vitest';
import { fencingCheckPeriodUs, hasValidSession, nextStaleBroker } from './staleBroker.ts';

const SESSION_US = 9_000_000;

test('[B3] a broker is stale once it has been silent for longer than the session timeout', () => {
  expect(hasValidSession(0, SESSION_US, SESSION_US)).toBe(true);
  expect(hasValidSession(0, SESSION_US + 1, SESSION_US)).toBe(false);
  expect(nextStaleBroker([{ brokerId: 1, lastContactUs: 0 }], SESSION_US, SESSION_US)).toBeNull();
});

test('[B3] the controller looks every eighth of the session timeout, at least 1 ms', () => {
  expect(fencingCheckPeriodUs(SESSION_US)).toBe(1_125_000);
  expect(fencingCheckPeriodUs(4000)).toBe(1000);
  expect(fencingCheckPeriodUs(1_000_001)).toBe(125_000);
});

test('[B3] fences one broker a pass, the longest silent first, until none is stale', () => {
  let brokers = [
    { brokerId: 4, lastContactUs: 300 },
    { brokerId: 3, lastContactUs: 100 },
    { brokerId: 1, lastContactUs: 9_000_000 },
    { brokerId: 2, lastContactUs: 100 },
  ];
  const fenced: number[] = [];
  for (let stale = next(); stale !== null; stale = next()) {
    fenced.push(stale);
    brokers = brokers.filter(({ brokerId }) => brokerId !== stale);
  }
  expect(fenced).toEqual([2, 3, 4]);

  function next() {
    return nextStaleBroker(brokers, 10_000_000, SESSION_US);
  }
});

test('[B3] whatever the phase of the checks, a silent broker is fenced 9000 to 10 125 ms after its last heartbeat', () => {
  const periodUs = fencingCheckPeriodUs(SESSION_US);
  const fencedAtUs = Array.from({ length: 1125 }, (_, phaseMs) => {
    let nowUs = phaseMs * 1000;
    while (nextStaleBroker([{ brokerId: 1, lastContactUs: 0 }], nowUs, SESSION_US) === null)
      nowUs += periodUs;
    return nowUs;
  });
  expect(Math.min(...fencedAtUs)).toBe(9_001_000);
  expect(Math.max(...fencedAtUs)).toBe(10_125_000);
});
