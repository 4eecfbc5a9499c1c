import { expect, test } from 'vitest';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { ledgerRows, statesOf } from './ledgerRows.ts';

test('putsFirstWhatIsNotZeroWhereItShouldBe', () => {
  const { states, cross } = ledgerRows(exampleFrame('power-loss-truncation').ledger);
  expect(states[0]).toEqual({ name: 'lost', count: 4, wrong: true });
  expect(cross[0]).toEqual({ name: 'lostAfterAck', count: 4, wrong: true });
});

test('keepsZerosInSight', () => {
  const { states, cross } = ledgerRows(exampleFrame('healthy').ledger);
  expect(states.map(({ name }) => name)).toContain('lost');
  expect(cross.some(({ name }) => name === 'duplicated')).toBe(true);
  expect([...states, ...cross].some(({ wrong }) => wrong)).toBe(false);
});

test('opensProducedAsTheSumOfItsStates', () => {
  expect(statesOf('produced')).toHaveLength(6);
  expect(statesOf('lost')).toEqual(['lost']);
});
