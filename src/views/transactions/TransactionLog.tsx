import { transactions } from '../../i18n/en/transactions.ts';
import type { TransactionBatchView, TransactionLogView } from '../../shared/RunQuestions.ts';
import { classNames } from '../../ui/classNames.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { usePanelState, useStageView } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import { isMarker, layoutTransactionLog, type Bracket } from './layoutTransactionLog.ts';

const m = transactions.log;
const MOST_BATCHES = 40;

/** The newest batches of the partition on the stage: brackets over transactions, markers in their own cells, LSO and HW between. */
export function TransactionLog() {
  const entities = usePanelState((state) => state.entities);
  const name = useStageView((view) => view.partition);
  const partition = selectPartition(selectCluster(entities), name)?.name ?? null;
  const log = useRunAnswer<'transactionLog'>(
    partition === null ? null : { kind: 'transactionLog', partition, limit: MOST_BATCHES },
  );
  if (partition === null || log === null) return <p className="type-row text-ink-2">{m.none}</p>;
  if (log === undefined) return null;
  const hasTransactions = log.batches.some(({ what }) => what !== 'plain');
  return (
    <section aria-label={m.title(partition, log.broker)} className="transaction-log">
      <h3>{m.title(partition, log.broker)}</h3>
      <p>
        {m.lead(log.lastStableOffset, log.highWatermark, log.logEndOffset)}{' '}
        {log.batches.length > 0 && !hasTransactions && m.noTransactions}
      </p>
      {log.batches.length === 0 ? (
        <p className="text-ink-3">{m.empty}</p>
      ) : (
        <>
          <Picture log={log} label={m.picture(partition)} />
          <Legend />
          <Disclosure title={m.list} level={4}>
            <List log={log} />
          </Disclosure>
        </>
      )}
    </section>
  );
}

function Picture({ log, label }: { readonly log: TransactionLogView; readonly label: string }) {
  const { brackets, lanes, lastStable, highWatermark } = layoutTransactionLog(log);
  const row = lanes + 1;
  return (
    // What it shows stands in the list below.
    <ScrollBox label={label} className="transaction-scroll">
      <div
        aria-hidden="true"
        className="transaction-cells"
        style={{ gridTemplateRows: `repeat(${lanes}, 14px) 34px 30px` }}
      >
        {brackets.map((bracket) => (
          <BracketOver key={`${bracket.producerId} ${bracket.from}`} bracket={bracket} />
        ))}
        {log.batches.map((batch, place) => (
          <Cell
            key={batch.baseOffset}
            batch={batch}
            place={place}
            row={row}
            isReadable={place < lastStable}
            isCommitted={place < highWatermark}
          />
        ))}
        <Line place={lastStable} row={row} kind="lso" text={m.lso(log.lastStableOffset)} />
        <Line place={highWatermark} row={row} kind="hw" text={m.hw(log.highWatermark)} />
      </div>
    </ScrollBox>
  );
}

function BracketOver({ bracket }: { readonly bracket: Bracket }) {
  const { lane, from, to, state, isCut } = bracket;
  return (
    <span
      className="transaction-bracket"
      data-state={state}
      data-cut={isCut}
      style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 1 }}
    />
  );
}

interface CellProps {
  readonly batch: TransactionBatchView;
  readonly place: number;
  readonly row: number;
  readonly isReadable: boolean;
  readonly isCommitted: boolean;
}

function Cell({ batch, place, row, isReadable, isCommitted }: CellProps) {
  return (
    <span
      className={classNames('transaction-cell', isMarker(batch) && 'is-marker')}
      data-what={batch.what}
      data-first={place === 0}
      data-readable={isReadable}
      data-committed={isCommitted}
      style={{ gridColumn: place + 1, gridRow: row }}
    >
      {isMarker(batch) ? <i>{batch.what === 'commitMarker' ? 'C' : 'A'}</i> : rangeOf(batch)}
    </span>
  );
}

const rangeOf = ({ baseOffset, count }: TransactionBatchView) =>
  count === 1 ? String(baseOffset) : `${baseOffset}–${baseOffset + count - 1}`;

interface LineProps {
  readonly place: number;
  readonly row: number;
  readonly kind: 'lso' | 'hw';
  readonly text: string;
}

/** Stands before the batch at that place; after the last one there is an empty column for it. */
function Line({ place, row, kind, text }: LineProps) {
  return (
    <span
      className="transaction-line"
      data-kind={kind}
      style={{ gridColumn: place + 1, gridRow: `1 / ${row + 2}` }}
    >
      <b>{text}</b>
    </span>
  );
}

function Legend() {
  return (
    <ul className="transaction-legend" aria-hidden="true">
      <li>
        <span className="transaction-bracket" data-state="committed" /> {m.legend.bracket}
      </li>
      <li>
        <span className="transaction-bracket" data-state="open" /> {m.legend.open}
      </li>
      <li>
        <s>12</s> {m.legend.struck}
      </li>
      <li>
        <span className="transaction-cell is-marker" data-what="commitMarker">
          <i>C</i>
        </span>{' '}
        {m.legend.commit}
      </li>
      <li>
        <span className="transaction-cell is-marker" data-what="abortMarker">
          <i>A</i>
        </span>{' '}
        {m.legend.abort}
      </li>
    </ul>
  );
}

function List({ log }: { readonly log: TransactionLogView }) {
  return (
    <table className="transaction-list">
      <thead>
        <tr>
          <th scope="col">{m.columns.offsets}</th>
          <th scope="col">{m.columns.what}</th>
          <th scope="col">{m.columns.who}</th>
        </tr>
      </thead>
      <tbody>
        {[...log.batches].reverse().map((batch) => (
          <tr key={batch.baseOffset}>
            <th scope="row">{m.batch(batch.baseOffset, batch.count)}</th>
            <td>{m.what[batch.what]}</td>
            <td className="hw-mono">
              {batch.producerId < 0 ? '–' : m.producer(batch.producerId, batch.producerEpoch)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
