import { useMemo, useState } from 'react';
import type { LedgerRange } from '../../bridge/frame.ts';
import { loss as m } from '../../i18n/en/loss.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { describeTraceEvent } from '../trace/describeTraceEvent.ts';
import { MarkedText } from '../trace/MarkedText.tsx';
import { WhyChain } from '../trace/WhyChain.tsx';
import { lossFacts } from './lossFacts.ts';

/** Why these records are lost, folded until it is asked for. */
export function WhyLost({ range, name }: { readonly range: LedgerRange; readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        aria-label={m.question(name)}
        className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-accent hover:underline pointer-coarse:py-[13px]"
      >
        {m.ask}
      </summary>
      {isOpen && <Facts range={range} />}
    </details>
  );
}

function Facts({ range }: { readonly range: LedgerRange }) {
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const facts = useMemo(
    () => lossFacts(withOlderFacts(rows, marks, nowUs), range),
    [rows, marks, nowUs, range],
  );
  if (facts.every(({ name }) => name === 'promise'))
    return <p className="type-row text-ink-2">{m.unknown}</p>;
  return (
    <div className="pt-1 pb-2">
      {facts.map(({ name, row }) => (
        <section key={name}>
          <h4 className="type-label mb-1">{m.facts[name]}</h4>
          {name === 'promise' ? (
            <p className="type-row pb-2">
              <MarkedText text={describeTraceEvent(row.event)} />
            </p>
          ) : (
            <WhyChain seq={row.seq} />
          )}
        </section>
      ))}
    </div>
  );
}
