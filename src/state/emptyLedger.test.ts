import { expect, test } from 'vitest';
import { emptyLedger } from '../shared/emptyLedger.ts';
import { loadingState } from './simulationState.ts';
import { FAKE_SCENARIO, FakeEngine } from '../bridge/FakeEngineTestContext.ts';
import { LEDGER_CROSS_COUNTS, LEDGER_STATES } from '../bridge/frame.ts';

const NAMES = ['produced', ...LEDGER_STATES, ...LEDGER_CROSS_COUNTS].toSorted();

test('an empty ledger has each number of a ledger once, and all are 0', () => {
  expect(Object.keys(emptyLedger()).toSorted()).toEqual(NAMES);
  expect(new Set(Object.values(emptyLedger()))).toEqual(new Set([0]));
});

test('who counts in one leaves the others empty', () => {
  emptyLedger().produced += 1;
  expect(emptyLedger().produced).toBe(0);
});

test('it is what a run shows before its first frame, and what the engine of the tests begins with', () => {
  expect(loadingState(FAKE_SCENARIO).ledger).toEqual(emptyLedger());
  expect(new FakeEngine().load(FAKE_SCENARIO, [], { timeUs: 0, after: 0 }).ledger).toEqual(emptyLedger());
});
