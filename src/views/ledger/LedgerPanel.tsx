import { lazy, Suspense, useEffect, useState } from 'react';
import type { LedgerRange } from '../../bridge/frame.ts';
import { formatNumber } from '../../i18n/format.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePanelState, useSimulation } from '../SimulationContext.tsx';
import '../views.css';
import { ledgerRows, statesOf, type LedgerName, type LedgerRow } from './ledgerRows.ts';

const BooksSection = lazy(async () => ({
  default: (await import('./books/BooksSection.tsx')).BooksSection,
}));

const WhyLost = lazy(async () => ({ default: (await import('./WhyLost.tsx')).WhyLost }));

const MOST_RANGES = 200;
/** Of these the records are in no log: what became of them can be asked. */
const LOST: ReadonlySet<LedgerName> = new Set<LedgerName>(['lost', 'lostAfterAck', 'readThenLost']);

/** What became of every record. Each number opens the list of its records. */
export function LedgerPanel() {
  const m = useMessages().stage.ledger;
  const ledger = usePanelState((state) => state.ledger);
  const hasMeaning = usePanelState(({ scenario }) =>
    scenario.producers.some(({ workload }) => workload?.transfers !== undefined),
  );
  const [open, setOpen] = useState<LedgerName | null>(null);
  const { states, cross } = ledgerRows(ledger);
  return (
    <Panel title={m.title} className="flex h-full min-h-0 flex-col">
      <div className="hw-rows min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1" role="group" aria-label={m.equation}>
          <Figure
            row={{ name: 'produced', count: ledger.produced, wrong: false }}
            open={open}
            onOpen={setOpen}
          />
          {states.map((row, index) => (
            <span key={row.name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="text-ink-3">
                {index === 0 ? '=' : '+'}
              </span>
              <Figure row={row} open={open} onOpen={setOpen} />
            </span>
          ))}
        </div>
        <p className="type-label mt-2 mb-1">{m.across}</p>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {cross.map((row) => (
            <Figure key={row.name} row={row} open={open} onOpen={setOpen} />
          ))}
        </div>
        {open !== null && (
          <RangeList key={open} name={open} count={ledger[open]} onClose={() => setOpen(null)} />
        )}
        {hasMeaning && (
          <Suspense fallback={null}>
            <BooksSection />
          </Suspense>
        )}
      </div>
    </Panel>
  );
}

function Figure({
  row,
  open,
  onOpen,
}: {
  readonly row: LedgerRow;
  readonly open: LedgerName | null;
  readonly onOpen: (name: LedgerName | null) => void;
}) {
  const m = useMessages().stage.ledger;
  const label = labelOf(m, row.name);
  const isOpen = open === row.name;
  return (
    <button
      type="button"
      title={m.meaning[row.name]}
      aria-expanded={isOpen}
      aria-label={m.open(label, row.count)}
      onClick={() => onOpen(isOpen ? null : row.name)}
      className={[
        'flex min-h-8 items-baseline gap-1.5 rounded-button border px-2 py-1 text-[12px] pointer-coarse:min-h-11 pointer-coarse:items-center',
        row.wrong
          ? 'border-error-line bg-error-tint text-error'
          : isOpen
            ? 'border-accent bg-accent-tint'
            : 'border-transparent bg-sunken hover:border-line-strong',
      ].join(' ')}
    >
      <b className="hw-mono text-[13px] font-[620]">{formatNumber(row.count)}</b>
      <span className={row.wrong ? '' : 'text-ink-2'}>{label}</span>
    </button>
  );
}

function labelOf(m: ReturnType<typeof useMessages>['stage']['ledger'], name: LedgerName): string {
  return name in m.states ? m.states[name as keyof typeof m.states] : m.cross[name as keyof typeof m.cross];
}

function RangeList({
  name,
  count,
  onClose,
}: {
  readonly name: LedgerName;
  readonly count: number;
  readonly onClose: () => void;
}) {
  const m = useMessages().stage.ledger;
  const simulation = useSimulation();
  const [ranges, setRanges] = useState<readonly LedgerRange[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: readonly LedgerRange[]) => {
      if (isCurrent) setRanges(found);
    };
    Promise.all(statesOf(name).map((of) => simulation.ledgerRanges(of, MOST_RANGES))).then(
      (lists) => show(lists.flat()),
      () => show([]),
    );
    return () => {
      isCurrent = false;
    };
    // The list follows the number.
  }, [simulation, name, count]);
  return (
    <section
      className="mt-2 rounded-[8px] border border-line p-2"
      aria-label={m.listTitle(labelOf(m, name), count)}
    >
      <div className="flex items-center">
        <h3 className="type-label flex-1">{m.listTitle(labelOf(m, name), count)}</h3>
        <IconButton icon="close" label={m.close} onPress={onClose} />
      </div>
      {ranges === null ? (
        <p className="type-row text-ink-3">{m.loading}</p>
      ) : ranges.length === 0 ? (
        <p className="type-row text-ink-2">{m.none}</p>
      ) : (
        <ul className="type-row">
          {ranges.slice(0, MOST_RANGES).map((range) => (
            <li
              key={`${range.producer} ${range.partition} ${range.first} ${range.offset}`}
              className="py-0.5"
            >
              <span className="flex gap-3">
                <span className="flex-1">{m.range(range)}</span>
                <span className="hw-mono text-ink-3">{m.atOffset(range.offset)}</span>
              </span>
              {LOST.has(name) && (
                <Suspense fallback={null}>
                  <WhyLost range={range} name={m.range(range)} />
                </Suspense>
              )}
            </li>
          ))}
          {ranges.length >= MOST_RANGES && <li className="text-ink-3">{m.cutShort(MOST_RANGES)}</li>}
        </ul>
      )}
    </section>
  );
}
