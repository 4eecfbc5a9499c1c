import { useId, useState, type ReactNode } from 'react';
import { build } from '../../../i18n/en/build.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import type { Simulation } from '../../../state/Simulation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useSimulation } from '../../../views/SimulationContext.tsx';
import { FidelityMark } from '../../fidelity/FidelityMark.tsx';
import { ProblemList } from '../ProblemList.tsx';
import { DeedPreview } from './DeedPreview.tsx';
import { problemsOfDeed, refusalsOfLastCommand, type Refusal } from './deedOutcome.ts';

/** What a form came to: something to do, or what is wrong in it, a line each. */
export type Draft<Deed> =
  { readonly ok: true; readonly deed: Deed } | { readonly ok: false; readonly problems: readonly string[] };

export interface FormFrameProps {
  readonly title: string;
  readonly submit: string;
  /** The control whose fidelity is told at the foot. */
  readonly fidelity?: string;
  /** What happens when it is done. */
  readonly note?: string;
  readonly width?: 'narrow' | 'wide';
  readonly isDisabled?: boolean;
  readonly problems: readonly string[];
  readonly refusals?: readonly Refusal[];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form. What is wrong stands above its fields and is spoken; Enter does what the button does. */
export function FormFrame(props: FormFrameProps) {
  const { title, submit, fidelity, note, width, isDisabled = false } = props;
  const { problems, refusals = [], onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      {...(width === undefined ? {} : { width })}
      footer={
        <>
          {fidelity !== undefined && (
            <span className="mr-auto flex flex-wrap items-center gap-1.5">
              <span className="mono text-ink-3">{fidelity}</span>
              <FidelityMark control={fidelity} />
            </span>
          )}
          <Button onPress={onClose}>{build.cancel}</Button>
          <Button variant="primary" type="submit" form={id} isDisabled={isDisabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) onSubmit();
        }}
      >
        {problems.length > 0 && (
          <ProblemList tone="error" title={build.notPossible(problems.length)} lines={problems} />
        )}
        {refusals.map(({ request, resource, error, message }) => (
          <Callout key={`${resource} ${error}`} tone="error" title={build.refused(request, error)} live>
            <p className="break-words">
              <span className="mono">{resource}</span>
              {message === '' ? '' : `: ${message}`}
            </p>
          </Callout>
        ))}
        {children}
        {note !== undefined && <p className="type-row text-ink-3">{note}</p>}
      </form>
    </Dialog>
  );
}

export interface DeedFrameProps extends Omit<
  FormFrameProps,
  'problems' | 'refusals' | 'onSubmit' | 'onClose' | 'fidelity'
> {
  readonly fidelity: CommandBody['kind'];
  readonly draft: () => Draft<CommandBody>;
  readonly onClose: () => void;
  /** Stays open for the next deed when one was done. */
  readonly staysOpen?: boolean;
  readonly onDone?: () => void;
}

/** A form whose outcome is a command: it closes when the command was carried out, and shows Kafka's own error when it was not. */
export function DeedFrame({ draft, onClose, staysOpen = false, onDone, children, ...frame }: DeedFrameProps) {
  const deed = useDeed();
  const submit = async () => {
    const drafted = draft();
    if (!drafted.ok) {
      deed.refuse(drafted.problems);
      return;
    }
    if (!(await deed.give(drafted.deed))) return;
    onDone?.();
    if (!staysOpen) onClose();
  };
  return (
    <FormFrame
      {...frame}
      problems={deed.problems}
      refusals={deed.refusals}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {children}
      <DeedPreview drafted={draft()} />
    </FormFrame>
  );
}

interface Deed {
  readonly problems: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly refuse: (problems: readonly string[]) => void;
  /** Whether it was carried out and nothing of it was refused. */
  readonly give: (body: CommandBody) => Promise<boolean>;
}

function useDeed(): Deed {
  const simulation = useSimulation();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  return {
    problems,
    refusals,
    refuse: (next) => {
      setProblems(next);
      setRefusals([]);
    },
    give: async (body) => {
      const outcome = await giveDeed(simulation, body);
      setProblems(outcome.problems);
      setRefusals(outcome.refusals);
      return outcome.problems.length === 0 && outcome.refusals.length === 0;
    },
  };
}

/** Gives a command at the instant where the run stands, if it is one, and reads the answer off the trace. */
async function giveDeed(
  simulation: Simulation,
  body: CommandBody,
): Promise<{ readonly problems: readonly string[]; readonly refusals: readonly Refusal[] }> {
  const problems = problemsOfDeed(body, simulation.store.getState().scenario);
  if (problems.length > 0) return { problems, refusals: [] };
  await simulation.apply(body);
  return { problems: [], refusals: refusalsOfLastCommand(simulation.store.getState().trace) };
}
