import { fidelityEntries } from 'virtual:fidelity-ledger';
import { useMessages } from '../../ui/messages.tsx';
import { FidelityStateTag } from './FidelityStateTag.tsx';
import { ReportRule } from './ReportRule.tsx';

/** One rule where something comes about by it: its id, its text, how far it goes, Kafka's class or KIP, and how to object. */
export function RuleNote({ rule }: { readonly rule: string }) {
  const t = useMessages().fidelity;
  const entry = fidelityEntries.find(({ id }) => id === rule);
  if (entry === undefined) return <span className="mono">{rule}</span>;
  return (
    <div className="min-w-0 text-[11.5px] leading-4 break-words text-ink-2">
      <p>
        {/* No wouter: it may stand where the page knows no routes, as on a still. */}
        <a
          href={`#/about/fidelity/${entry.id}`}
          aria-label={t.linkTo(entry.id)}
          className="mono font-[560] text-ink underline decoration-line-strong underline-offset-2"
        >
          {entry.id}
        </a>
        {` ${entry.title} `}
        <FidelityStateTag state={entry.state} isSmall />
      </p>
      <p className="text-[11px] text-ink-3">
        {t.source}: <span className="mono">{entry.source}</span>
      </p>
      <ReportRule entry={entry} />
    </div>
  );
}
