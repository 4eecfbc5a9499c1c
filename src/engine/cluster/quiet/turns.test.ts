import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCoincidence, firstMeeting, idleTurns, isWithinTurn, turnsUntil } from './turns.ts';

test.each([
  { what: 'not yet', untilUs: 99, turns: 0 },
  { what: 'at the very instant', untilUs: 100, turns: 1 },
  { what: 'just before the second', untilUs: 109, turns: 1 },
  { what: 'at the second', untilUs: 110, turns: 2 },
  { what: 'much later', untilUs: 1095, turns: 100 },
])('[quiet-time] a loop due at 100 and every 10 has turned $turns times: $what', ({ untilUs, turns }) => {
  expect(turnsUntil(100, 10, untilUs)).toBe(turns);
});

test.each([
  { atUs: 100, isWithin: true },
  { atUs: 103, isWithin: true },
  { atUs: 104, isWithin: false },
  { atUs: 109, isWithin: false },
  { atUs: 90, isWithin: true },
  { atUs: 94, isWithin: false },
  { atUs: 1_000_002, isWithin: true },
])('[quiet-time] a turn that takes 3 of 10: at $atUs within it: $isWithin', ({ atUs, isWithin }) => {
  expect(isWithinTurn(100, 10, 3, atUs)).toBe(isWithin);
});

test.each([
  { what: 'at once', dueUs: 1002, periodUs: 400, withinUs: 5, turns: 10, first: 0 },
  { what: 'as it drifts by 1 a turn', dueUs: 495, periodUs: 501, withinUs: 0, turns: 10, first: 5 },
  { what: 'not soon enough', dueUs: 495, periodUs: 501, withinUs: 0, turns: 5, first: null },
  { what: 'never, in step', dueUs: 20, periodUs: 1000, withinUs: 10, turns: 1e6, first: null },
])('[quiet-time] meets a beat every 500 $what', ({ dueUs, periodUs, withinUs, turns, first }) => {
  expect(firstMeeting(dueUs, periodUs, 500, withinUs, turns)).toBe(first);
});

test('[quiet-time] passes by a beat that was over sooner', () => {
  const busy = (beat: number, afterUs: number): boolean => afterUs <= (beat === 3 ? 8 : 2);
  // At 503, 1006, 1509 …: each 3 later in its beat.
  expect(firstMeeting(503, 503, 500, 10, 10, busy)).toBe(null);
  expect(firstMeeting(502, 502, 500, 10, 10, busy)).toBe(0);
  expect(firstMeeting(1006, 503, 500, 10, 10, (beat, afterUs) => beat === 3 && afterUs === 9)).toBe(1);
});

test.each([
  { what: 'loops with one period never', other: { dueUs: 3, periodUs: 10 }, first: null },
  { what: 'loops that a common divisor keeps apart never', other: { dueUs: 1, periodUs: 4 }, first: null },
  { what: 'loops that drift do', other: { dueUs: 1, periodUs: 7 }, first: 5 },
])('[quiet-time] $what coincide', ({ other, first }) => {
  expect(firstCoincidence(0, 10, other.dueUs, other.periodUs, 100)).toBe(first);
});

test('[quiet-time] the turns that find nothing to do are those before the first that finds something', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(200),
      fc.nat(20_000),
      (due, period, turns, end) => {
        let idle = 0;
        while (idle < turns && due + idle * period < end) idle += 1;
        expect(idleTurns(due, period, turns, (atUs) => atUs < end)).toBe(idle);
      },
    ),
  );
});
