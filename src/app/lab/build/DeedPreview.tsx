import { useId } from 'react';
import { commandLine as t } from '../../../i18n/en/commandLine.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { DeedLines } from '../commandLine/DeedLines.tsx';
import type { Draft } from './DeedFrame.tsx';
import { problemsOfDeed } from './deedOutcome.ts';

/** What stands for a deed on a real cluster, as the form says it now and before it is done. */
export function DeedPreview({ drafted }: { readonly drafted: Draft<CommandBody> }) {
  const id = useId();
  const scenario = usePanelState((state) => state.scenario);
  const deed = drafted.ok && problemsOfDeed(drafted.deed, scenario).length === 0 ? drafted.deed : null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1 border-t border-line pt-3">
      <h3 id={id} className="type-label">
        {t.preview}
      </h3>
      {deed === null ? <p className="type-row text-ink-3">{t.previewWaits}</p> : <DeedLines body={deed} />}
    </section>
  );
}
