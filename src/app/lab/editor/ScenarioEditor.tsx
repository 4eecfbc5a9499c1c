import { useId, useMemo, useState, type Ref } from 'react';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { editor as m } from '../../../i18n/en/editor.ts';
import { CodeEditor, type CodeEditorHandle } from './CodeEditor.tsx';
import { editorSchema } from './codeMirror.ts';
import { docAt } from './completions.ts';
import { placeAt, type PlacedProblem, type TextFormat, type TextRange } from './scenarioText.ts';

export interface ScenarioEditorProps {
  readonly label: string;
  readonly text: string;
  readonly isByRun?: boolean;
  readonly format: TextFormat;
  readonly problems: readonly PlacedProblem[];
  readonly onChange: (text: string) => void;
  readonly onApply: () => void;
  readonly className?: string;
  readonly ref: Ref<CodeEditorHandle>;
}

/** The scenario as text, what stands at the caret explained, and the keys that are not those of a field. */
export function ScenarioEditor(props: ScenarioEditorProps) {
  const { label, text, isByRun = false, format, problems, onChange, onApply, className, ref } = props;
  const id = useId();
  const [caret, setCaret] = useState(0);
  const explained = useMemo(() => explain(text, caret, format), [text, caret, format]);
  return (
    <>
      <CodeEditor
        ref={ref}
        label={label}
        describedBy={`${id}-help`}
        text={text}
        isByRun={isByRun}
        format={format}
        problems={problems}
        onChange={onChange}
        onCaret={setCaret}
        onApply={onApply}
        className={className ?? ''}
      />
      <p className="type-row line-clamp-2 min-h-[18px] shrink-0 text-ink-2" title={explained}>
        {explained}
      </p>
      <p id={`${id}-help`} className="type-row shrink-0 text-ink-3 pointer-coarse:sr-only">
        {m.help}
      </p>
    </>
  );
}

/** Beyond it each step of the caret would wait for the text to be read. */
const LONGEST_EXPLAINED = 300_000;

/** Of the whole word, also while the caret stands within it. */
function explain(text: string, caret: number, format: TextFormat): string {
  const place = text.length > LONGEST_EXPLAINED ? null : placeAt(text, caret, format);
  if (place === null) return '';
  const word = text.slice(place.range.from, place.range.to).replaceAll('"', '');
  const path = place.role === 'key' && word !== '' ? [...place.path, word] : place.path;
  return m.at(path.join(' › '), docAt(editorSchema(), path, place.kind));
}

export interface PlacedProblemsProps {
  readonly text: string;
  readonly problems: readonly PlacedProblem[];
  readonly onGo: (range: TextRange | null) => void;
}

/** Each thing that is wrong with its line; pressed, the caret stands there. */
export function PlacedProblems({ text, problems, onGo }: PlacedProblemsProps) {
  return (
    <ul className="max-h-32 shrink-0 overflow-y-auto">
      {problems.map(({ problem, range }, index) => (
        <li key={index}>
          <button
            type="button"
            onClick={() => onGo(range)}
            className="type-row min-h-8 text-left text-error underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {range === null || problem.line !== undefined
              ? ''
              : `${m.line(text.slice(0, range.from).split('\n').length)}, `}
            {describeScenarioProblem(problem)}
          </button>
        </li>
      ))}
    </ul>
  );
}
