import { books as m } from '../../../i18n/en/books.ts';
import { formatMoney } from '../../../i18n/money.ts';
import type { BusinessBooks, ReaderBooks, Sum } from '../../../shared/BusinessBooks.ts';

/** A sentence about an amount. */
export interface BookLine {
  readonly name: string;
  readonly text: string;
  /** Money is where it should not be, or not where it should. */
  readonly isWrong: boolean;
}

const WRONG = new Set([
  'lost',
  'storedTwice',
  'half',
  'happenedUntold',
  'countedTwice',
  'countedWrongly',
  'neverToCome',
]);

/** What became of all transfers: only what there is something of. */
export function transferLines({ transfers, currency }: BusinessBooks): readonly BookLine[] {
  return linesOf(m.sums, transfers, currency);
}

/** The same of one reader. What it sees half of may be on its way, as long as it reads uncommitted records. */
export function readerLines(reader: ReaderBooks, currency: string): readonly BookLine[] {
  return linesOf(m.readerSums, reader, currency);
}

function linesOf<Name extends string>(
  words: Readonly<Record<Name, (money: string, transfers: number) => string>>,
  sums: Readonly<Record<NoInfer<Name>, Sum>>,
  currency: string,
): readonly BookLine[] {
  return (Object.keys(words) as Name[]).flatMap((name) => {
    const { amount, transfers } = sums[name];
    if (transfers === 0) return [];
    const text = words[name](formatMoney(amount, currency), transfers);
    return [{ name, text, isWrong: WRONG.has(name) }];
  });
}

/** A balance as it is shown, and by how much it is not what is expected; null: it is. */
interface BalanceCell {
  readonly text: string;
  readonly off: string | null;
}

export function balanceCells(
  row: { readonly expected: number; readonly log: number; readonly readers: readonly number[] },
  currency: string,
): readonly BalanceCell[] {
  return [row.log, ...row.readers].map((balance) => ({
    text: formatMoney(balance, currency),
    off: balance === row.expected ? null : formatMoney(balance - row.expected, currency, true),
  }));
}
