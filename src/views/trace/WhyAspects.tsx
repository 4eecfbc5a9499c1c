import { useMemo, useState } from 'react';
import { why as m } from '../../i18n/en/why.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { whyAspects, type WhyAspect } from './whyAspects.ts';
import { WhyChain } from './WhyChain.tsx';

/** Of each value of a thing the chain of its causes, folded until it is asked for. Nothing of what never changed. */
export function WhyAspects({ of, name }: { readonly of: string; readonly name: string }) {
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const trace = useMemo<readonly TraceRow[]>(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);
  const aspects = useMemo(() => whyAspects(trace, of), [trace, of]);
  if (aspects.length === 0) return null;
  return (
    <ul aria-label={m.of} className="flex flex-col">
      {aspects.map((aspect) => (
        <li key={aspect.name}>
          <Aspect aspect={aspect} of={name} />
        </li>
      ))}
    </ul>
  );
}

/** What was asked for stays: a newer fact changes it only when it is asked again. */
function Aspect({ aspect, of }: { readonly aspect: WhyAspect; readonly of: string }) {
  const [seq, setSeq] = useState<number | null>(null);
  const label = m.aspects[aspect.name];
  return (
    <details onToggle={(event) => setSeq(event.currentTarget.open ? aspect.row.seq : null)}>
      <summary
        aria-label={m.question(label, of)}
        className="type-row min-h-6 w-fit cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:min-h-11"
      >
        {m.ask(label)}
      </summary>
      {seq !== null && (
        <div className="pt-1 pb-2">
          <WhyChain seq={seq} />
        </div>
      )}
    </details>
  );
}
