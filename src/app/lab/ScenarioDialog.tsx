import { useId, useRef, useState } from 'react';
import { describeScenarioProblem } from '../../i18n/describeScenarioProblem.ts';
import { editor } from '../../i18n/en/editor.ts';
import { parseScenario, type ParsedScenario } from '../../scenario/parseScenario.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { formatOf } from './editor/scenarioText.ts';
import { bringText, setFound, type TextMemory } from './editor/textMemory.ts';
import { isTooLong, readNow } from './editor/useReadText.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { ProblemList } from './ProblemList.tsx';
import { PRESETS, type Preset } from './presets.ts';

export type AcceptedScenario = Extract<ParsedScenario, { ok: true }>;

export interface ScenarioDialogProps {
  /** A file that is opened is there as text as well. */
  readonly memory: TextMemory;
  readonly onClose: () => void;
  readonly onRun: (accepted: AcceptedScenario) => void;
  /** Shows the scenario as text. */
  readonly onText: () => void;
}

interface Verdict {
  /** Under this the lines stand. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Choose a ready cluster, open a file, or go on to the text. */
export function ScenarioDialog({ memory, onClose, onRun, onText }: ScenarioDialogProps) {
  const m = useMessages();
  const t = m.lab.dialog;
  const readyId = useId();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  const openFile = async (file: File | undefined) => {
    if (file === undefined) return;
    let text: string;
    try {
      text = await file.text();
    } catch {
      setVerdict({ title: t.unreadable, lines: [] });
      return;
    }
    if (isTooLong(text)) {
      setVerdict({ title: t.problems(1), lines: [t.tooLong(LIMITS.pastedCharacters)] });
      return;
    }
    const found = { text, format: formatOf(text) };
    const { parsed } = readNow(text, found.format);
    if (parsed.ok) {
      bringText(memory, found, parsed.scenario);
      onRun(parsed);
    } else {
      setFound(memory, found);
      onText();
    }
  };
  const open = async (preset: Preset) => {
    const parsed = parseScenario(await preset.load());
    if (parsed.ok) onRun(parsed);
    else
      setVerdict({
        title: t.problems(parsed.problems.length),
        lines: parsed.problems.map(describeScenarioProblem),
      });
  };

  return (
    <Dialog
      title={t.title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <input
            ref={picker}
            type="file"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            hidden
            aria-label={t.file}
            onChange={(event) => {
              void openFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button icon="open" onPress={() => picker.current?.click()}>
            {t.file}
          </Button>
          <Button icon="edit" onPress={onText}>
            {editor.open}
          </Button>
        </>
      }
    >
      {verdict !== null && <ProblemList tone="error" title={verdict.title} lines={verdict.lines} />}
      <section aria-labelledby={readyId}>
        <h3 id={readyId} className="type-label mb-1.5">
          {t.ready}
        </h3>
        <ul className="mb-3 grid gap-2 md:grid-cols-2">
          {PRESETS.map((preset) => (
            <li key={preset.id}>
              <PresetButton preset={preset} onChoose={() => void open(preset)} />
            </li>
          ))}
        </ul>
      </section>
      <p className="type-row text-ink-3">{t.ownTextNote}</p>
    </Dialog>
  );
}

function PresetButton({ preset, onChoose }: { readonly preset: Preset; readonly onChoose: () => void }) {
  const m = useMessages().lab.dialog;
  const words = m.presets[preset.id];
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex h-full min-h-11 w-full flex-col rounded-card border border-line px-3.5 py-2.5 text-left hover:border-line-strong hover:bg-surface-2"
    >
      <span className="text-[13.5px] leading-5 font-[560]">{words?.name ?? preset.id}</span>
      {words !== undefined && <span className="type-row text-ink-3">{words.about}</span>}
    </button>
  );
}
