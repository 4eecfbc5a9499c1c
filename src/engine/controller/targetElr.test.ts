import { expect, test } from 'vitest';
import { targetElr, targetLastKnownElr } from './targetElr.ts';

const change = { elr: [4], isr: [1, 2, 3], targetIsr: [1], minIsr: 2, uncleanShutdownReplicas: [] };

test('[R1] takes over what leaves an ISR that is below the minimum', () => {
  expect(targetElr(change)).toEqual([2, 3, 4]);
});

test('[R1] is empty as soon as the ISR has the minimum', () => {
  expect(targetElr({ ...change, targetIsr: [1, 2] })).toEqual([]);
});

test('[R1] drops what is back in the ISR and what stopped uncleanly', () => {
  expect(targetElr({ ...change, targetIsr: [4], uncleanShutdownReplicas: [3] })).toEqual([1, 2]);
});

test('[R1] is in ascending order, whatever the order of departure', () => {
  expect(targetElr({ ...change, elr: [12, 4], isr: [30, 7], targetIsr: [] })).toEqual([4, 7, 12, 30]);
});

test('[R4] former members are remembered only in the mode without a last-known leader', () => {
  expect(targetLastKnownElr({ ...change, uncleanShutdownReplicas: [3] }, [9], [2, 4])).toEqual([3, 9]);
  expect(targetLastKnownElr({ ...change, targetIsr: [1, 2] }, [9], [])).toEqual([]);
});
