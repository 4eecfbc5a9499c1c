import { useEffect, useId, useState, type ReactNode } from 'react';
import { fidelityEntries, type FidelityEntry } from 'virtual:fidelity-ledger';
import type { FidelityState } from 'virtual:fidelity-marks';
import { formatNumber } from '../i18n/format.ts';
import { TextField } from '../ui/fields.tsx';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ConformanceTable } from './fidelity/ConformanceTable.tsx';
import { FidelityRule } from './fidelity/FidelityRule.tsx';
import { matchingRules } from './fidelity/matchingRules.ts';
import { VectorTable } from './fidelity/VectorTable.tsx';
import { ReferencePage } from './ReferencePage.tsx';

const STATES: readonly FidelityState[] = ['verified', 'modelled', 'simplified', 'not-modelled'];

export interface FidelityPageProps {
  /** The rule that the address names: the page goes there. */
  readonly rule: string | null;
}

/** The fidelity ledger: what of Kafka is here, how we know, and what is not. */
export function FidelityPage({ rule }: FidelityPageProps) {
  const t = useMessages().fidelity;
  const [shown, setShown] = useState<FidelityState | 'all'>('all');
  const [words, setWords] = useState('');
  const rows = matchingRules(fidelityEntries, shown, words);
  const present = rows.filter((entry) => entry.state !== 'not-modelled');
  const absent = rows.filter((entry) => entry.state === 'not-modelled');
  const areas = [...new Set(present.map((entry) => entry.area))];
  const countOf = (state: FidelityState) => fidelityEntries.filter((entry) => entry.state === state).length;

  useEffect(() => {
    const target = rule === null ? null : document.getElementById(elementId(rule));
    if (!target) return undefined;
    target.focus({ preventScroll: true });
    // After the change of page has scrolled to the top.
    const frame = requestAnimationFrame(() => target.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [rule]);

  return (
    <ReferencePage
      title={t.title}
      lead={t.lead}
      beside={{ to: '/about/versions', label: t.versionsLink }}
      filters={
        <>
          <div>
            <Segments
              label={t.filter}
              showLabel
              wraps
              value={shown}
              onChange={setShown}
              segments={[
                { value: 'all' as const, label: t.count(t.all, formatNumber(fidelityEntries.length)) },
                ...STATES.map((state) => ({
                  value: state,
                  label: t.count(t.states[state], formatNumber(countOf(state))),
                })),
              ]}
            />
          </div>
          <TextField label={t.search} value={words} onChange={setWords} className="max-w-80" />
          <p role="status" className="type-row text-ink-2">
            {rows.length === 0 ? t.noneFound : t.found(rows.length)}
          </p>
          {shown !== 'all' && <p className="type-row text-ink-2">{t.stateMeaning[shown]}</p>}
        </>
      }
    >
      {words === '' && shown === 'all' && <ConformanceTable />}
      {words === '' && shown === 'all' && <VectorTable />}
      {areas.map((area) => (
        <RuleList
          key={area}
          title={area}
          current={rule}
          entries={present.filter((entry) => entry.area === area)}
        />
      ))}
      {absent.length > 0 && (
        <RuleList title={t.notHere} current={rule} entries={absent}>
          <p className="type-prose mb-3 max-w-[72ch] text-ink-2">{t.notHereLead}</p>
        </RuleList>
      )}
    </ReferencePage>
  );
}

interface RuleListProps {
  readonly title: string;
  readonly current: string | null;
  readonly entries: readonly FidelityEntry[];
  readonly children?: ReactNode;
}

function RuleList({ title, current, entries, children }: RuleListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="type-panel mb-2">
        {title}
      </h2>
      {children}
      <ul className="border-t border-ink">
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={elementId(entry.id)}
            tabIndex={-1}
            className={`border-b border-line px-2 py-3 ${entry.id === current ? 'bg-accent-tint' : ''}`}
          >
            <FidelityRule entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function elementId(rule: string): string {
  return `rule-${rule}`;
}
