import { describe, expect, test } from 'vitest';
import { retransmissionUs } from './retransmissionUs.ts';

const ROUND_TRIP_US = 10_000;
const TIMEOUT_US = 200_000 + ROUND_TRIP_US;

describe('[lossy-link] what lost packets cost a message', () => {
  test.each([
    ['nothing lost', 100, [], 0],
    ['nothing lost of many', 100_000, [], 0],
    // One packet: nothing follows that would tell of it.
    ['the only packet', 100, [0], TIMEOUT_US],
    ['the only packet, twice', 100, [0, 2], 3 * TIMEOUT_US],
    ['the only packet, three times', 100, [0, 2, 3], 7 * TIMEOUT_US],
    // Ten packets, and the first is lost: the ones behind it tell of it within a round trip.
    ['the first of ten', 14_600, [0], ROUND_TRIP_US],
    ['two of ten, in one round trip', 14_600, [0, 5], ROUND_TRIP_US],
    ['the last of ten', 14_600, [9], TIMEOUT_US],
    ['the third from last of ten', 14_600, [7], TIMEOUT_US],
    ['the fourth from last of ten', 14_600, [6], ROUND_TRIP_US],
    ['the first of ten, and what is sent again', 14_600, [0, 10], ROUND_TRIP_US + TIMEOUT_US],
  ])('%s', (_name, sizeBytes, lost, delayUs) => {
    expect(retransmissionUs(sizeBytes, ROUND_TRIP_US, (n) => lost.includes(n))).toBe(delayUs);
  });

  test('ends even where everything is lost', () => {
    expect(retransmissionUs(100, ROUND_TRIP_US, () => true)).toBe(127 * TIMEOUT_US);
  });
});
