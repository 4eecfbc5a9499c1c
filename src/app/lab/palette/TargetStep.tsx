import { useCallback, useEffect, type KeyboardEvent } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { EntityKey } from '../../../bridge/frame.ts';
import { commands as m } from '../../../i18n/en/commands.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { useStageViewStore } from '../../../views/SimulationContext.tsx';
import { FidelityMark } from '../../fidelity/FidelityMark.tsx';
import type { LabCommand } from '../commands/labCommands.ts';

export interface TargetStepProps {
  readonly title: string;
  /** As the rules of the engine name the deed. */
  readonly control: string;
  /** One end that is chosen already; null: none is. */
  readonly picked: string | null;
  readonly targets: readonly LabCommand[];
  readonly onChoose: (command: LabCommand) => void;
  readonly onBack: () => void;
}

/** What a deed is done to: a list to choose from, while the stage rings all that is in it. */
export function TargetStep({ title, control, picked, targets, onChoose, onBack }: TargetStepProps) {
  useRinged(targets);
  const mark = useMarked();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    // Escape goes back from wherever the focus is in here.

    <div className="flex flex-col gap-1.5" onKeyDownCapture={onKeyDown}>
      <div className="-mx-2 flex items-center gap-1">
        <IconButton icon="back" label={m.step.back} onPress={onBack} />
        <h3 className="type-row min-w-0 flex-1 font-[590]">{title}</h3>
        <FidelityMark control={control} />
      </div>
      <p className="type-row text-ink-3">{picked === null ? m.step.hint : m.step.hintOther(picked)}</p>
      <ListBox
        aria-label={m.step.title(title)}
        items={targets}
        // The reader pressed the deed in order to choose.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus="first"
        selectionMode="none"
        className="-mx-2 max-h-[40vh] overflow-y-auto p-0.5 outline-none"
        onAction={(id) => {
          const chosen = targets.find((command) => command.id === id);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {(command) => (
          <ListBoxItem
            id={command.id}
            textValue={command.target}
            onFocus={() => mark(command.on ?? [])}
            onBlur={() => mark([])}
            onHoverChange={(isOver) => mark(isOver ? (command.on ?? []) : [])}
            className="hw-target"
          >
            {command.target}
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  );
}

/** Rings all that can be chosen, and afterwards what a text beside the stage pointed at before. */
function useRinged(targets: readonly LabCommand[]): void {
  const view = useStageViewStore();
  const keys = JSON.stringify([...new Set(targets.flatMap(({ on }) => on ?? []))]);
  useEffect(() => {
    const before = view.getState().pointedAt;
    view.setState({ pointedAt: JSON.parse(keys) as readonly EntityKey[] });
    return () => view.setState({ pointedAt: before });
  }, [view, keys]);
}

/** As on what a deed that is drawn over the stage would fall on. */
const MARK = 'data-drop-target';

/** What the line with the focus stands for is marked on the stage as that on which a deed would be dropped. */
function useMarked(): (keys: readonly EntityKey[]) => void {
  const mark = useCallback((keys: readonly EntityKey[]) => {
    for (const marked of document.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
    for (const key of keys)
      document.querySelector(`[data-entity="${CSS.escape(key)}"]`)?.setAttribute(MARK, '');
  }, []);
  useEffect(() => () => mark([]), [mark]);
  return mark;
}
