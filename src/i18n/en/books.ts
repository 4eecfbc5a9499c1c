import type { ReaderBooks, TransferSums } from '../../shared/BusinessBooks.ts';
import { plural } from '../plural.ts';

const of = (transfers: number) => plural(transfers, { one: 'of # transfer', other: 'of # transfers' });

/** The ledger in money: what became of amounts that records move between accounts. The panel loads it. */
export const books = {
  title: 'In money',
  handedOver: (money: string, transfers: number) =>
    `${money} ${plural(transfers, { one: 'in # transfer', other: 'in # transfers' })} handed to send().`,
  allIsWell: 'Nothing of it is lost, and nothing is in the log twice.',
  /** What stands before the sum says it all: an amount, and of how many transfers. */
  sums: {
    lost: (money, transfers) =>
      `${money} lost, ${of(transfers)}: a callback said success, and no replica has it.`,
    storedTwice: (money, transfers) => `${money} in the log twice, ${of(transfers)}.`,
    half: (money, transfers) => `${money} half done, ${of(transfers)}: the log has one of the two records.`,
    happenedUntold: (money, transfers) =>
      `${money} happened untold, ${of(transfers)}: in the log, though the application heard an error or nothing.`,
    neverHappened: (money, transfers) =>
      `${money} never happened, ${of(transfers)}: the application heard an error or nothing, and the log has none of it.`,
    aborted: (money, transfers) => `${money} aborted, ${of(transfers)}.`,
    open: (money, transfers) => `${money} open, ${of(transfers)}: nobody knows yet how it ends.`,
  } satisfies Partial<Record<keyof TransferSums, (money: string, transfers: number) => string>>,
  readers: 'Counted by who reads',
  reader: ({ reader, isGroup, isolation }: ReaderBooks) =>
    `${isGroup ? `group ${reader}` : reader} (${isolation})`,
  readerSums: {
    countedTwice: (money, transfers) => `${money} counted twice, ${of(transfers)}`,
    countedWrongly: (money, transfers) =>
      `${money} counted that was aborted or never told of, ${of(transfers)}`,
    countedEarly: (money, transfers) => `${money} counted before anybody knows how it ends, ${of(transfers)}`,
    half: (money, transfers) => `${money} seen half, ${of(transfers)}`,
    neverToCome: (money, transfers) => `${money} never to come, ${of(transfers)}`,
    notYet: (money, transfers) => `${money} not counted yet, ${of(transfers)}`,
  } satisfies Partial<Record<keyof ReaderBooks, (money: string, transfers: number) => string>>,
  readerIsRight: 'all that is expected, once',
  table: 'Balances',
  account: 'Account',
  expected: 'Expected',
  log: 'In the log',
  total: 'All accounts',
  off: (money: string) => `${money} off`,
  more: (count: number) =>
    plural(count, {
      one: '# more account is right, or less wrong.',
      other: '# more accounts are right, or less wrong.',
    }),
  note: (money: string) =>
    `Each account began with ${money}. Expected is what the applications that sent the transfers were told. A reader’s balances are what its application has done, each time that it did it, as a database would keep them.`,
};
