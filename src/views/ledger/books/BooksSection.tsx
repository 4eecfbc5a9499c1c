import { books as m } from '../../../i18n/en/books.ts';
import { formatMoney } from '../../../i18n/money.ts';
import type { AccountBalances, BusinessBooks } from '../../../shared/BusinessBooks.ts';
import { classNames } from '../../../ui/classNames.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { usePanelState } from '../../SimulationContext.tsx';
import { useRunAnswer } from '../../useRunAnswer.ts';
import './books.css';
import { balanceCells, readerLines, transferLines, type BookLine } from './bookRows.ts';

/** What became of the amounts that records move, and the balances that come of it. Only of scenarios in which records mean something. */
export function BooksSection() {
  const transfers = usePanelState(
    ({ scenario }) => scenario.producers.find(({ workload }) => workload?.transfers)?.workload?.transfers,
  );
  const books = useRunAnswer<'books'>(
    transfers ? { kind: 'books', currency: transfers.currency, opening: transfers.opening } : null,
  );
  if (books === undefined) return null;
  const { currency, transfers: sums, readers } = books;
  const lines = transferLines(books);
  return (
    <section className="books" aria-label={m.title}>
      <h3 className="type-label">{m.title}</h3>
      <p className="type-row">
        {m.handedOver(formatMoney(sums.handedOver.amount, currency), sums.handedOver.transfers)}
      </p>
      <Lines lines={lines} />
      {!lines.some(({ isWrong }) => isWrong) && <p className="type-row text-ink-2">{m.allIsWell}</p>}
      {readers.length > 0 && (
        <>
          <h4 className="type-label">{m.readers}</h4>
          <ul className="type-row">
            {readers.map((reader) => {
              const own = readerLines(reader, currency);
              return (
                <li key={`${reader.reader} ${String(reader.isGroup)}`}>
                  <b>{m.reader(reader)}</b>
                  {own.length === 0 ? `: ${m.readerIsRight}` : <Lines lines={own} />}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <Balances books={books} />
      <p className="type-row text-ink-3">{m.note(formatMoney(books.opening, currency))}</p>
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly BookLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="book-lines type-row">
      {lines.map(({ name, text, isWrong }) => (
        <li key={name} className={classNames(isWrong && 'text-error')}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Balances({ books }: { readonly books: BusinessBooks }) {
  const { accounts, accountCount, currency, readers, totals } = books;
  const columns = [m.log, ...readers.map(({ reader }) => reader)];
  return (
    <>
      <h4 className="type-label">{m.table}</h4>
      <ScrollBox label={m.table} className="book-scroll">
        <table className="book-table type-row">
          <thead>
            <tr>
              <th scope="col">{m.account}</th>
              <th scope="col">{m.expected}</th>
              {columns.map((name, i) => (
                <th key={`${name} ${i}`} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <Row key={account.account} name={account.account} row={account} currency={currency} />
            ))}
          </tbody>
          <tfoot>
            <Row name={m.total} row={totals} currency={currency} />
          </tfoot>
        </table>
      </ScrollBox>
      {accountCount > accounts.length && (
        <p className="type-row text-ink-3">{m.more(accountCount - accounts.length)}</p>
      )}
    </>
  );
}

function Row({
  name,
  row,
  currency,
}: {
  readonly name: string;
  readonly row: Omit<AccountBalances, 'account'>;
  readonly currency: string;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatMoney(row.expected, currency)}</td>
      {balanceCells(row, currency).map(({ text, off }, i) => (
        <td key={i} className={classNames(off !== null && 'text-error')}>
          {text}
          {off !== null && (
            <>
              {' '}
              <small aria-hidden="true">{off}</small>
              <VisuallyHidden>{m.off(off)}</VisuallyHidden>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}
