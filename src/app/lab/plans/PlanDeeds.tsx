import { lazy, Suspense, useState } from 'react';
import { plans } from '../../../i18n/en/plans.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import { targetOfCommand } from '../../../shared/targetOfCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { usePanelState, useSimulation } from '../../../views/SimulationContext.tsx';
import type { LabEdits } from '../build/useLabEdits.ts';

const PlanDialog = lazy(async () => ({ default: (await import('./PlanDialog.tsx')).PlanDialog }));

/** Faults that the scenario holds: planned, changed and taken away here; the run goes on where it stands. */
export function PlanDeeds({ edits }: { readonly edits: Pick<LabEdits, 'replace'> }) {
  const simulation = useSimulation();
  const planned = usePanelState((state) => state.scenario.commands);
  // Not the time itself: it is another at every look.
  const doneUs = usePanelState(({ scenario, nowUs }) =>
    Math.max(-1, ...scenario.commands.map(({ atUs }) => atUs).filter((atUs) => atUs <= nowUs)),
  );
  const describe = useDescription();
  const [open, setOpen] = useState<Command | 'new' | null>(null);
  /** Everything but the plan stays, and so does the instant where the run stands. */
  const replace = (commands: readonly Command[]) => {
    const { scenario, commands: byHand, nowUs: timeUs, after } = simulation.store.getState();
    const inOrder = [...commands].sort((a, b) => a.atUs - b.atUs);
    void edits.replace({
      scenario: { ...scenario, commands: inOrder },
      commands: byHand,
      instant: { timeUs, after },
    });
  };
  return (
    <>
      <p className="type-row text-ink-3">{plans.lead}</p>
      <Button icon="clock" className="!justify-start" onPress={() => setOpen('new')}>
        {plans.plan}
      </Button>
      {planned.length > 0 && (
        <ul className="flex flex-col gap-1">
          {planned.map((command, i) => (
            <li
              key={`${i} ${command.kind} ${command.atUs}`}
              className="flex items-start justify-between gap-2 rounded-button bg-sunken py-1 pl-2.5"
            >
              <span className="min-w-0 break-words">
                {describe(command)}
                <span className="type-row block text-ink-2">{plans.when(command.atUs, command.repeat)}</span>
              </span>
              {/* What is done is no plan any more: going back before it makes it one again. */}
              {command.atUs <= doneUs ? (
                <span className="type-row shrink-0 pr-2.5 text-ink-3">{plans.done}</span>
              ) : (
                <span className="flex shrink-0">
                  <Button
                    variant="ghost"
                    size="small"
                    aria-label={plans.editOne(describe(command))}
                    onPress={() => setOpen(command)}
                  >
                    {plans.edit}
                  </Button>
                  <Button
                    variant="ghost"
                    size="small"
                    aria-label={plans.removeOne(describe(command))}
                    onPress={() => replace(planned.filter((other) => other !== command))}
                  >
                    {plans.remove}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <PlanDialog
            planned={open === 'new' ? null : open}
            onPlan={(commands) => {
              replace([...planned.filter((other) => other !== open), ...commands]);
              setOpen(null);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** `Crash (SIGKILL): broker 1`; a deed that the form does not offer has Kafka's or the format's own name. */
function useDescription(): (command: Command) => string {
  const m = useMessages().lab;
  const targetWords = (command: Command) =>
    'between' in command ? command.between.map(m.node).join(' ↔ ') : m.node(targetOfCommand(command));
  return (command) => {
    const known = (plans.faults as Readonly<Record<string, string>>)[command.kind];
    return plans.on(known ?? command.kind, targetWords(command));
  };
}
