import { expect, it } from 'vitest';
import { formatMoney } from '../../../i18n/money.ts';
import type { BusinessBooks, ReaderBooks, Sum } from '../../../shared/BusinessBooks.ts';
import { balanceCells, readerLines, transferLines } from './bookRows.ts';

const NONE: Sum = { transfers: 0, amount: 0 };
const BOOKS: BusinessBooks = {
  currency: 'EUR',
  opening: 1000,
  transfers: {
    handedOver: { transfers: 60, amount: 6000 },
    expected: { transfers: 60, amount: 6000 },
    open: NONE,
    aborted: NONE,
    neverHappened: NONE,
    happenedUntold: NONE,
    lost: { transfers: 2, amount: 1200 },
    storedTwice: { transfers: 1, amount: 100 },
    half: NONE,
  },
  readers: [],
  accounts: [],
  accountCount: 0,
  totals: { expected: 0, log: 0, readers: [] },
};
const READER: ReaderBooks = {
  reader: 'bookkeeping',
  isGroup: true,
  isolation: 'read_committed',
  counted: { transfers: 60, amount: 6000 },
  countedTwice: { transfers: 1, amount: 100 },
  countedWrongly: NONE,
  countedEarly: NONE,
  half: NONE,
  notYet: { transfers: 3, amount: 300 },
  neverToCome: NONE,
};

it('says in money what became of transfers, and nothing of what did not happen', () => {
  expect(transferLines(BOOKS)).toEqual([
    {
      name: 'lost',
      text: '€1\u202F200 lost, of 2 transfers: a callback said success, and no replica has it.',
      isWrong: true,
    },
    { name: 'storedTwice', text: '€100 in the log twice, of 1 transfer.', isWrong: true },
  ]);
  expect(readerLines(READER, 'EUR')).toEqual([
    { name: 'countedTwice', text: '€100 counted twice, of 1 transfer', isWrong: true },
    { name: 'notYet', text: '€300 not counted yet, of 3 transfers', isWrong: false },
  ]);
});

it('tells by how much a balance is off', () => {
  expect(balanceCells({ expected: 900, log: 900, readers: [800, 1200] }, 'CHF')).toEqual([
    { text: 'CHF\u00a0900', off: null },
    { text: 'CHF\u00a0800', off: '−CHF\u00a0100' },
    { text: 'CHF\u00a01\u202F200', off: '+CHF\u00a0300' },
  ]);
  expect(formatMoney(-5, 'EUR')).toBe('−€5');
});
