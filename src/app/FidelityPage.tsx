import { useMemo, useState } from 'react';
import { formatNumber } from '../i18n/format.ts';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { PageFrame } from './PageFrame.tsx';
import { readFidelityLedger, type FidelityEntry } from './fidelityLedger.ts';

const ALL = 'all';

/** The fidelity ledger: what of Kafka is here, how we know, and what is not. */
export function FidelityPage() {
  const m = useMessages().app;
  const t = m.fidelity;
  const entries = useMemo(() => readFidelityLedger(), []);
  const [shown, setShown] = useState(ALL);
  const states = [...new Set(entries.map((entry) => entry.state))];
  const countOf = (state: string) => entries.filter((entry) => entry.state === state).length;
  const nameOf = (state: string) => t.states[state] ?? state;
  const rows = shown === ALL ? entries : entries.filter((entry) => entry.state === shown);
  return (
    <PageFrame title={m.pageTitle(t.title)}>
      <div className="mx-auto max-w-[1100px] px-5 py-8 md:px-8">
        <h1 className="type-title mb-2">{t.title}</h1>
        <p className="type-prose mb-5 max-w-[72ch] text-ink-2">{t.lead}</p>
        {entries.length === 0 ? (
          <p className="type-prose text-ink-2">{t.none}</p>
        ) : (
          <>
            <div className="mb-4 overflow-x-auto">
              <Segments
                label={t.filter}
                showLabel
                value={shown}
                onChange={setShown}
                segments={[
                  { value: ALL, label: t.count(t.all, formatNumber(entries.length)) },
                  ...states.map((state) => ({
                    value: state,
                    label: t.count(nameOf(state), formatNumber(countOf(state))),
                  })),
                ]}
              />
            </div>
            <FidelityTable entries={rows} nameOf={nameOf} />
          </>
        )}
      </div>
    </PageFrame>
  );
}

interface FidelityTableProps {
  readonly entries: readonly FidelityEntry[];
  readonly nameOf: (state: string) => string;
}

function FidelityTable({ entries, nameOf }: FidelityTableProps) {
  const t = useMessages().app.fidelity;
  return (
    <ul className="border-t border-ink">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[150px_minmax(0,1fr)]"
        >
          <div className="flex flex-wrap items-start gap-2 md:flex-col">
            <span className="mono font-[560]">{entry.id}</span>
            <StateMark state={entry.state} name={nameOf(entry.state)} />
          </div>
          <div className="min-w-0 break-words">
            <p className="text-[13.5px] leading-5 text-ink">{entry.title}</p>
            {entry.reason !== undefined && (
              <p className="type-row mt-1 text-ink-2">
                {t.reason}: {entry.reason}
              </p>
            )}
            {entry.consequence !== undefined && (
              <p className="type-row mt-1 text-ink-2">
                {t.consequence}: {entry.consequence}
              </p>
            )}
            {entry.source !== undefined && (
              <p className="type-row mt-1 text-ink-3">
                {t.columns.source}: {entry.source}
              </p>
            )}
            {entry.check !== undefined && (
              <p className="type-row mt-1 text-ink-3">
                {t.check}: {entry.check}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const STATE_CLASS: Readonly<Record<string, string>> = {
  verified: 'bg-ok-tint text-ok',
  modelled: 'bg-sunken text-ink-2',
  simplified: 'bg-wait-tint text-wait',
  'not-modelled': 'bg-error-tint text-error',
};

function StateMark({ state, name }: { readonly state: string; readonly name: string }) {
  return (
    <span
      className={`inline-block rounded-[6px] px-2 text-[11.5px] leading-[22px] whitespace-nowrap ${STATE_CLASS[state] ?? 'bg-sunken text-ink-2'}`}
    >
      {name}
    </span>
  );
}
