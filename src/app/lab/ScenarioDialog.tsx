import { useId, useRef, useState } from 'react';
import { describeScenarioProblem } from '../../i18n/describeScenarioProblem.ts';
import { editor } from '../../i18n/en/editor.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { parseScenario, type ParsedScenario } from '../../scenario/parseScenario.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { keepDraft, readDraft } from './editor/scenarioDraft.ts';
import { ScenarioEditor } from './editor/ScenarioEditor.tsx';
import { convertText, formatOf, readScenarioText, type TextFormat } from './editor/scenarioText.ts';
import { ProblemList } from './ProblemList.tsx';
import { PRESETS, type Preset } from './presets.ts';

export type AcceptedScenario = Extract<ParsedScenario, { ok: true }>;

export interface ScenarioDialogProps {
  /** The scenario that runs now, as it would be written. */
  readonly text: string;
  /** What was typed and has not run is there when it is opened again. */
  readonly keepsDraft?: boolean;
  readonly onClose: () => void;
  readonly onRun: (accepted: AcceptedScenario) => void;
}

interface Verdict {
  /** Under this the lines stand. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Choose a ready cluster, open a file, or write one: a text box and what is wrong with the text, path by path. */
export function ScenarioDialog({ text: firstText, keepsDraft = false, onClose, onRun }: ScenarioDialogProps) {
  const m = useMessages();
  const t = m.lab.dialog;
  const readyId = useId();
  const [draft] = useState(() => (keepsDraft ? readDraft() : null));
  const [isDraft, setIsDraft] = useState(draft !== null && draft.text !== firstText);
  const [text, setText] = useState(isDraft && draft !== null ? draft.text : firstText);
  const [format, setFormat] = useState<TextFormat>(isDraft && draft !== null ? draft.format : 'json');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  const refuse = (problem: Verdict) => {
    setVerdict(problem);
    area.current?.focus();
  };
  const write = (next: string, as: TextFormat = format) => {
    setText(next);
    setFormat(as);
    setVerdict(null);
    if (keepsDraft) keepDraft(next === firstText ? null : { text: next, format: as });
  };
  const choose = (next: TextFormat) => {
    const converted = convertText(text, format, next);
    if (converted === null) refuse({ title: editor.cannotConvert, lines: [] });
    else {
      write(converted, next);
    }
  };
  const run = (parsed: ParsedScenario) => {
    if (parsed.ok) {
      if (keepsDraft) keepDraft(null);
      onRun(parsed);
    } else {
      const lines = parsed.problems.map(describeScenarioProblem);
      refuse({ title: t.problems(lines.length), lines });
    }
  };
  const runText = (written: string, as: TextFormat = format) => {
    if (written.length > LIMITS.pastedCharacters) {
      refuse({ title: t.problems(1), lines: [t.tooLong(LIMITS.pastedCharacters)] });
    } else run(readScenarioText(written, as).parsed);
  };
  const openFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const read = await file.text();
      write(read.slice(0, LIMITS.pastedCharacters + 1), formatOf(read));
      runText(read, formatOf(read));
    } catch {
      refuse({ title: t.unreadable, lines: [] });
    }
  };
  const open = async (preset: Preset) => {
    run(parseScenario(await preset.load()));
  };

  return (
    <Dialog
      title={t.title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button variant="primary" onPress={() => runText(text)}>
            {t.run}
          </Button>
        </>
      }
    >
      <section aria-labelledby={readyId}>
        <h3 id={readyId} className="type-label mb-1.5">
          {t.ready}
        </h3>
        <ul className="mb-5 grid gap-2 md:grid-cols-2">
          {PRESETS.map((preset) => (
            <li key={preset.id}>
              <PresetButton preset={preset} onChoose={() => void open(preset)} />
            </li>
          ))}
        </ul>
      </section>
      {verdict !== null && <ProblemList tone="error" title={verdict.title} lines={verdict.lines} />}
      {isDraft && (
        <p className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-card bg-wait-tint px-3 py-1.5">
          {editor.draft}
          <Button
            size="small"
            onPress={() => {
              setIsDraft(false);
              write(firstText, 'json');
            }}
          >
            {editor.dropDraft}
          </Button>
        </p>
      )}
      <div className="mb-2 flex items-center gap-2">
        <Segments<TextFormat>
          label={editor.format}
          showLabel
          value={format}
          onChange={choose}
          segments={[
            { value: 'json', label: editor.json },
            { value: 'yaml', label: editor.yaml },
          ]}
        />
      </div>
      <ScenarioEditor
        label={t.ownText}
        area={area}
        text={text}
        format={format}
        showsProblems={verdict === null}
        onChange={write}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="type-row text-ink-3">{t.ownTextNote}</p>
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
        <Button icon="open" onPress={() => picker.current?.click()}>
          {t.file}
        </Button>
      </div>
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
