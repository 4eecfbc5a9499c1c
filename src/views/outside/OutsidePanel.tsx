import { outside as m } from '../../i18n/en/outside.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { OutsideLedger, StoreView } from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import { RetryLadder } from './RetryLadder.tsx';
import './outside.css';

const FIGURES = ['rows', 'ignored', 'overwritten', 'transactions', 'refused'] as const;
const COUNTS = ['due', 'once', 'twice', 'forwarded', 'skipped', 'lost', 'ahead'] as const;

/** What applications have made of the records outside of Kafka: tables of databases, retry topics, dead letters, and the ledger of it all. */
export function OutsidePanel() {
  const known = useRunAnswer<'outside'>({ kind: 'outside' });
  const nowUs = usePanelState((state) => state.nowUs);
  if (known === undefined) return null;
  const { stores, steps, ledgers } = known;
  const hasLadder = steps.length > 1;
  return (
    <section aria-label={m.title} className="outside-panel">
      {stores.length + steps.length === 0 && <p className="type-row text-ink-2">{m.none}</p>}
      <div className="outside-parts">
        {hasLadder && <RetryLadder steps={steps} nowUs={nowUs} />}
        <div className="outside-stores">
          {ledgers.length > 0 && <Ledger ledgers={ledgers} />}
          {stores.map((store) => (
            <Store key={store.name} store={store} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Ledger({ ledgers }: { readonly ledgers: readonly OutsideLedger[] }) {
  const shown = COUNTS.filter(
    (count) => count === 'due' || count === 'once' || ledgers.some((one) => one[count] > 0),
  );
  return (
    <section aria-label={m.ledger}>
      <h3>{m.ledger}</h3>
      <div className="outside-scroll">
        <table className="outside-table">
          <thead>
            <tr>
              <td />
              {shown.map((count) => (
                <th key={count} scope="col">
                  {m.counts[count]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ledgers.map((ledger) => (
              <tr key={`${ledger.group} ${ledger.partition} ${ledger.producer}`}>
                <th scope="row" className="hw-mono">
                  {m.ledgerOf(ledger.group, ledger.partition)}
                </th>
                {shown.map((count) => (
                  <td key={count} data-bad={(count === 'twice' || count === 'lost') && ledger[count] > 0}>
                    {formatNumber(ledger[count])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Store({ store }: { readonly store: StoreView }) {
  const { name, downForMs, offsets, recent } = store;
  return (
    <section aria-label={m.store(name)}>
      <h3>
        {m.store(name)}{' '}
        <span className="outside-state" data-down={downForMs > 0}>
          {downForMs > 0 ? m.down(downForMs * MICROS_PER_MILLI) : m.up}
        </span>
      </h3>
      <dl className="outside-figures">
        {FIGURES.filter((figure) => figure === 'rows' || figure === 'transactions' || store[figure] > 0).map(
          (figure) => (
            <div key={figure}>
              <dt>{m.figures[figure]}</dt>
              <dd className="hw-mono">{formatNumber(store[figure])}</dd>
            </div>
          ),
        )}
      </dl>
      {offsets.length > 0 && (
        <>
          <h4>{m.offsets}</h4>
          <dl className="outside-figures">
            {offsets.map(({ group, partition, offset }) => (
              <div key={`${group} ${partition}`}>
                <dt>{m.ledgerOf(group, partition)}</dt>
                <dd className="hw-mono">{formatNumber(offset)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {recent.length > 0 && (
        <table className="outside-table" aria-label={m.recent}>
          <thead>
            <tr>
              <th scope="col">{m.columns.row}</th>
              <th scope="col">{m.columns.writer}</th>
              <th scope="col">{m.columns.became}</th>
            </tr>
          </thead>
          <tbody>
            {[...recent].reverse().map(({ partition, offset, writer, atUs, became }) => (
              <tr key={`${atUs} ${partition} ${offset}`} data-became={became}>
                <th scope="row" className="hw-mono">
                  {partition}@{offset}
                </th>
                <td>{writer}</td>
                <td>{m.became[became]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
