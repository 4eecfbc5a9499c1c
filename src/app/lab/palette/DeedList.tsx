import { useEffect, useId, useMemo, useState } from 'react';
import type { EntityKey } from '../../../bridge/frame.ts';
import { commands as m } from '../../../i18n/en/commands.ts';
import { announce } from '../../../ui/LiveRegion.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { spokenNode } from '../../../views/cluster/entityActions.ts';
import { selectCluster } from '../../../views/clusterModel.ts';
import { usePanelFacts, useSimulation } from '../../../views/SimulationContext.tsx';
import { FidelityMark } from '../../fidelity/FidelityMark.tsx';
import type { LabCommand } from '../commands/labCommands.ts';
import { useDeeds } from '../commands/useDeeds.ts';
import { DraggableDeed } from '../drag/DraggableDeed.tsx';
import { deedLines, targetsWith, whatDecidesDeeds, type DeedLine } from './deedLists.ts';
import type { DeedsOnStage } from './deedsOnStage.ts';
import { TargetStep } from './TargetStep.tsx';
import './palette.css';

export interface DeedListProps {
  /** What stands in this list of all that can be done to the things on the stage. */
  readonly group: LabCommand['group'];
  readonly onStage: DeedsOnStage;
}

interface OpenStep {
  readonly line: DeedLine;
  /** One end of a link, chosen on the stage; null: none yet. */
  readonly picked: EntityKey | null;
}

/** Deeds by their names and keys. Pressed, one asks what it is done to: here, or on the stage; or it is drawn there at once. */
export function DeedList({ group, onStage }: DeedListProps) {
  const { stage, lab } = useMessages();
  const { store } = useSimulation();
  const run = useDeeds();
  const id = useId();
  const decided = usePanelFacts(whatDecidesDeeds);
  const lines = useMemo(
    // What is read here is what `decided` tells apart.
    () => (decided === '' ? [] : deedLines(stage, selectCluster(store.getState().entities))),
    [decided, stage, store],
  );
  const [step, setStep] = useState<OpenStep | null>(null);
  const shown = lines.filter((line) => line.group === group);

  const leave = (line: DeedLine) => {
    setStep(null);
    // The line may have gone with what was done: then what stands beside it takes the focus.
    requestAnimationFrame(() => document.getElementById(`${id} ${line.id}`)?.focus());
  };
  const act = (line: DeedLine, command: LabCommand) => {
    run(command);
    leave(line);
  };
  const pick = ({ line, picked }: OpenStep, key: EntityKey) => {
    const open = picked === null ? line.targets : targetsWith(line.targets, picked);
    const found = targetsWith(open, key);
    const [only] = found;
    if (only === undefined) announce(m.step.nothing(spokenNode(stage, key), line.verb.label));
    else if (found.length === 1) act(line, only);
    else setStep({ line, picked: key });
  };
  useEffect(() => {
    if (step === null) return undefined;
    return onStage.begin({ take: (key) => pick(step, key), leave: () => leave(step.line) });
  });
  useEffect(() =>
    onStage.takeDrops((verb, key) => {
      const line = shown.find((one) => one.id === verb);
      if (line !== undefined) pick({ line, picked: null }, key);
      return line !== undefined;
    }),
  );

  if (step !== null) {
    const { line, picked } = step;
    return (
      <TargetStep
        key={`${line.id} ${picked ?? ''}`}
        title={line.verb.label}
        control={controlOf(line)}
        picked={picked === null ? null : spokenNode(stage, picked)}
        targets={picked === null ? line.targets : targetsWith(line.targets, picked)}
        onChoose={(command) => act(line, command)}
        onBack={() => leave(line)}
      />
    );
  }
  if (shown.length === 0) return <p className="type-row text-ink-3">{lab.noBrokers}</p>;
  return (
    <ul className="-mx-2 flex flex-col">
      {shown.map((line) => {
        const { verb, targets } = line;
        const [only] = targets;
        const isAlone = targets.length === 1 && only !== undefined;
        return (
          <li key={line.id} className="hw-deed flex items-center">
            <DraggableDeed deed={{ kind: 'verb', id: verb.id }} className="min-w-0 flex-1">
              <Button
                id={`${id} ${line.id}`}
                icon={verb.icon}
                variant="ghost"
                className="w-full !justify-start !px-2"
                aria-label={isAlone ? m.deed(verb.label, only.target) : m.more(verb.label)}
                onPress={() => (isAlone ? act(line, only) : setStep({ line, picked: null }))}
              >
                <span className="min-w-0 flex-1 truncate text-left" title={verb.label}>
                  {verb.label}
                </span>
                {isAlone && <span className="type-row max-w-[45%] truncate text-ink-3">{only.target}</span>}
                {verb.keys !== undefined && <kbd>{verb.keys}</kbd>}
              </Button>
            </DraggableDeed>
            <FidelityMark control={controlOf(line)} />
          </li>
        );
      })}
    </ul>
  );
}

/** Under which name the rules of the engine know the deed. */
function controlOf({ targets }: DeedLine): string {
  const deed = targets[0]?.deed;
  return deed?.kind === 'apply' ? deed.body.kind : '';
}
