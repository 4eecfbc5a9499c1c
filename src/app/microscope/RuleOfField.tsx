import { fidelityEntries } from 'virtual:fidelity-ledger';
import { Link } from 'wouter';
import { useMessages } from '../../ui/messages.tsx';
import { FidelityStateTag } from '../fidelity/FidelityStateTag.tsx';

/** The rule that says what a field means: its id, its text, and Kafka's class. */
export function RuleOfField({ rule }: { readonly rule: string }) {
  const t = useMessages().fidelity;
  const entry = fidelityEntries.find(({ id }) => id === rule);
  if (entry === undefined) return <span className="mono">{rule}</span>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
        <Link
          href={`/about/fidelity/${entry.id}`}
          aria-label={t.linkTo(entry.id)}
          className="mono font-[560] text-ink underline decoration-line-strong underline-offset-2"
        >
          {entry.id}
        </Link>
        <span className="min-w-0">{entry.title}</span>
        <FidelityStateTag state={entry.state} />
      </p>
      <p>
        {t.source}: <span className="mono">{entry.source}</span>
      </p>
    </>
  );
}
