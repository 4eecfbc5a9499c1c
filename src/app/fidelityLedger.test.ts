import { expect, test } from 'vitest';
import { fidelityEntries } from './fidelityLedger.ts';

test('readsAListOrItsWrapping', () => {
  const entry = {
    id: 'H1',
    state: 'verified',
    title: 'HW is the lowest LEO',
    source: ['Partition', 'KIP-966'],
  };
  const read = [{ ...entry, source: 'Partition, KIP-966' }];
  expect(fidelityEntries([entry])).toEqual(read);
  expect(fidelityEntries({ entries: [entry] })).toEqual(read);
});

test('leavesOutWhatIsNoEntry', () => {
  expect(fidelityEntries(undefined)).toEqual([]);
  expect(fidelityEntries([null, 3, { id: 'x' }, { state: 'verified' }])).toEqual([]);
  expect(fidelityEntries([{ id: 'x', state: 'not modelled' }])).toEqual([
    { id: 'x', state: 'not-modelled', title: 'x' },
  ]);
});
