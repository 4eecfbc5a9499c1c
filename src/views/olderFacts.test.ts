import { expect, test } from 'vitest';
import { exampleFrame } from './gallery/exampleFrames.ts';
import { withOlderFacts } from './olderFacts.ts';

const { trace, marks, nowUs } = exampleFrame('second-broker-fenced');

test('addsNothingToACompleteTrace', () => {
  expect(withOlderFacts(trace, marks, nowUs)).toBe(trace);
});

test('remembersWhatTheTraceHasForgotten', () => {
  const rows = withOlderFacts(trace.slice(-2), marks, nowUs);
  expect(rows.some(({ event }) => event.kind === 'BrokerFenced')).toBe(true);
  expect(rows.map(({ timeUs }) => timeUs)).toEqual(
    rows.map(({ timeUs }) => timeUs).toSorted((a, b) => a - b),
  );
});

test('doesNotTellTheFuture', () => {
  expect(withOlderFacts([], marks, 13_000_000).every(({ timeUs }) => timeUs <= 13_000_000)).toBe(true);
});
