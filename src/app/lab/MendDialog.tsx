import { useRef, useState } from 'react';
import { editor } from '../../i18n/en/editor.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { CodeEditorHandle } from './editor/CodeEditor.tsx';
import { PlacedProblems, ScenarioEditor } from './editor/ScenarioEditor.tsx';
import { formatOf } from './editor/scenarioText.ts';
import { isTooLong, readNow, useReadText } from './editor/useReadText.ts';
import type { AcceptedScenario } from './ScenarioDialog.tsx';

export interface MendDialogProps {
  readonly text: string;
  readonly onClose: () => void;
  readonly onRun: (accepted: AcceptedScenario) => void;
}

/** A scenario that cannot run, as text: what is wrong at its lines, until it can. */
export function MendDialog({ text: first, onClose, onRun }: MendDialogProps) {
  const t = useMessages().lab.dialog;
  const [text, setText] = useState(first);
  const code = useRef<CodeEditorHandle>(null);
  const format = formatOf(text);
  const { read } = useReadText(text, format);
  const { problems } = read;
  const run = () => {
    const { parsed, problems: found } = readNow(text, format);
    if (parsed.ok) onRun(parsed);
    else code.current?.goTo(found[0]?.range ?? { from: 0, to: 0 });
  };
  return (
    <Dialog
      title={editor.title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button variant="primary" onPress={run}>
            {t.run}
          </Button>
        </>
      }
    >
      <div className="flex h-[60vh] min-h-0 flex-col gap-2">
        <ScenarioEditor
          ref={code}
          label={t.ownText}
          text={text}
          format={format}
          problems={problems}
          onChange={setText}
          onApply={run}
          className="min-h-24 flex-1 overflow-hidden rounded-button border border-control"
        />
        <p role="status" className="type-row shrink-0 font-[560]">
          {isTooLong(text)
            ? t.tooLong(LIMITS.pastedCharacters)
            : problems.length === 0
              ? editor.wouldRun
              : t.problems(problems.length)}
        </p>
        <PlacedProblems
          text={text}
          problems={problems}
          onGo={(range) => code.current?.goTo(range ?? { from: 0, to: 0 })}
        />
      </div>
    </Dialog>
  );
}
