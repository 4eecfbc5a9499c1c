import { useContext, useState } from 'react';
import type { WaitView } from '../../bridge/frame.ts';
import { why as m } from '../../i18n/en/why.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { RuleDetails } from '../RuleDetails.ts';
import { useSimulation } from '../SimulationContext.tsx';
import { WhyChain } from '../trace/WhyChain.tsx';
import { whyWait } from './whyWait.ts';

/** Why somebody waits: the rule, and the chain of causes of what keeps it waiting; folded until it is asked for. */
export function WhyWait({ wait, name }: { readonly wait: WaitView; readonly name: string }) {
  const simulation = useSimulation();
  const ruleDetails = useContext(RuleDetails);
  const [asked, setAsked] = useState<ReturnType<typeof whyWait> | null>(null);
  const ask = () => {
    const { trace, marks, nowUs } = simulation.store.getState();
    setAsked(whyWait(withOlderFacts(trace, marks, nowUs), wait));
  };
  return (
    <details onToggle={(event) => (event.currentTarget.open ? ask() : setAsked(null))}>
      <summary
        data-why=""
        aria-label={m.waitQuestion(name)}
        className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:py-[13px]"
      >
        {m.waitAsk}
      </summary>
      {asked !== null && (
        <div className="flex flex-col gap-1.5 pt-1 pb-2">
          {ruleDetails?.(asked.rule)}
          {asked.row === null ? (
            <p className="text-[12px] leading-4 text-ink-3">{m.waitRoutine}</p>
          ) : (
            <WhyChain seq={asked.row.seq} />
          )}
        </div>
      )}
    </details>
  );
}
