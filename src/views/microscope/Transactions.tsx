import type {
  DirectorySource,
  TransactionBatchView,
  TransactionsView,
  TransactionView,
} from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { Button } from '../../ui/Button.tsx';
import { BatchScan } from './BatchScan.tsx';
import { shortName } from './fileNames.ts';

const m = microscope.transactions;

export interface TransactionsProps {
  readonly source: DirectorySource;
  /** null: the answer is on its way. */
  readonly found: TransactionsView | null;
  /** The batch whose bytes are shown. */
  readonly chosen: { readonly segment: number; readonly position: number } | null;
  readonly onBatch: (batch: TransactionBatchView) => void;
  readonly onFile: (file: string, from: number) => void;
}

/** The transactions of a producer in a log: their batches, their markers, and what the index says of those that were aborted. */
export function Transactions({ source, found, chosen, onBatch, onFile }: TransactionsProps) {
  if (found === null) return null;
  const { count, transactions } = found;
  return (
    <>
      {count === 0 && (
        <p className="type-row text-ink-2" role="status">
          {m.none} {source.kind === 'opened' && m.noName}
        </p>
      )}
      {transactions.length < count && (
        <p className="type-row mb-2 text-ink-3">{m.more(transactions.length, count)}</p>
      )}
      {transactions.map((transaction) => (
        <Transaction
          key={`${String(transaction.producerId)} ${String(transaction.lastOffset ?? 'open')}`}
          transaction={transaction}
          chosen={chosen}
          onBatch={onBatch}
          onFile={onFile}
        />
      ))}
    </>
  );
}

interface TransactionProps extends Pick<TransactionsProps, 'chosen' | 'onBatch' | 'onFile'> {
  readonly transaction: TransactionView;
}

function Transaction({ transaction, chosen, onBatch, onFile }: TransactionProps) {
  const { outcome, batches, marker, indexEntry } = transaction;
  const title = m.title(transaction);
  const segments = [...new Set(batches.map(({ segment }) => segment))];
  return (
    <section aria-label={`${m.outcome[outcome]}, ${title}`} className="mb-4">
      <h3 className="type-row mb-1 text-ink-2">
        <b className="mono font-[620] text-ink">{m.outcome[outcome]}</b> {title}
      </h3>
      {batches.length === 0 && <p className="type-row text-ink-3">{m.gone}</p>}
      {segments.map((segment) => {
        const inSegment = batches.filter((one) => one.segment === segment);
        return (
          <BatchScan
            key={segment}
            batches={inSegment.map(({ batch }) => batch)}
            chosen={chosen?.segment === segment ? chosen.position : null}
            onChoose={(batch) => onBatch({ segment, batch })}
          />
        );
      })}
      <p className="mt-1 flex flex-wrap items-center gap-2">
        {marker === null ? (
          <span className="type-row text-ink-2">{m.noMarker}</span>
        ) : (
          <Button
            size="small"
            // In a narrow column its words take two lines.
            className="!h-auto min-h-8 max-w-full py-1 text-left !whitespace-normal"
            onPress={() => onBatch(marker)}
          >
            {m.marker({
              outcome: m.outcome[outcome],
              offset: marker.batch.baseOffset,
              coordinatorEpoch: marker.coordinatorEpoch,
            })}
          </Button>
        )}
        {indexEntry !== null && (
          <>
            <Button size="small" onPress={() => onFile(indexEntry.file, indexEntry.from)}>
              {m.entry(indexEntry.slot, shortName(indexEntry.file))}
            </Button>
            <span className="type-row text-ink-2">{m.entrySays(indexEntry)}</span>
          </>
        )}
      </p>
    </section>
  );
}
