import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { editor as m } from '../../../i18n/en/editor.ts';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { scenarioJsonSchema } from '../../../scenario/scenarioJsonSchema.ts';
import { completionsAt, docAt, type Completion } from './completions.ts';
import {
  placeAt,
  readScenarioText,
  type PlacedProblem,
  type TextFormat,
  type TextRange,
} from './scenarioText.ts';

export interface ScenarioEditorProps {
  readonly label: string;
  readonly text: string;
  readonly format: TextFormat;
  /** Not while they are told elsewhere. */
  readonly showsProblems: boolean;
  readonly onChange: (text: string) => void;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** A text is read this long after the last key. */
const READ_AFTER_MS = 250;
const MOST_OFFERED = 40;
/** The text and what is drawn under it stand in the same places. */
const TYPE = 'whitespace-pre px-2 py-2 font-mono text-[12px] leading-[18px]';

/** The scenario as text: what is wrong is underlined, what may stand at the caret is offered, and each thing is explained. */
export function ScenarioEditor({ label, text, format, showsProblems, onChange, area }: ScenarioEditorProps) {
  const id = useId();
  const schema = useMemo(() => scenarioJsonSchema(), []);
  const under = useRef<HTMLPreElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOffering, setOffering] = useState(false);
  const [active, setActive] = useState(0);
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setProblems(readScenarioText(text, format).problems), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, format]);
  const place = useMemo(() => placeAt(text, caret, format), [text, caret, format]);
  const offered = useMemo(
    () => (place === null || !isOffering ? [] : completionsAt(schema, place, format).slice(0, MOST_OFFERED)),
    [schema, place, format, isOffering],
  );
  const path =
    place === null
      ? []
      : place.role === 'key' && place.word !== ''
        ? [...place.path, place.word]
        : place.path;
  const explained = place === null ? '' : docAt(schema, path, place.kind);

  const insert = ({ text: inserted }: Completion) => {
    const element = area.current;
    if (element === null || place === null) return;
    element.focus();
    element.setSelectionRange(place.range.from, place.range.to);
    const rest = /^\s*:/.test(text.slice(place.range.to)) ? inserted.replace(/: $/, '') : inserted;
    // So that the browser's own undo knows of it; where it is not known, the text is set.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the undo of a text field
    if (!document.execCommand('insertText', false, rest)) {
      element.setRangeText(rest, place.range.from, place.range.to, 'end');
      onChange(element.value);
    }
    setOffering(false);
    setCaret(element.selectionStart);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      setActive(0);
      setOffering(true);
      return;
    }
    if (!isOffering || offered.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = offered[active];
    if (step !== 0) setActive((active + step + offered.length) % offered.length);
    else if (event.key === 'Enter' && chosen !== undefined) insert(chosen);
    else if (event.key === 'Escape') setOffering(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const goTo = (range: TextRange | null) => {
    const element = area.current;
    if (element === null) return;
    element.focus();
    if (range === null) return;
    element.setSelectionRange(range.from, range.to);
    const line = text.slice(0, range.from).split('\n').length;
    element.scrollTo({ top: Math.max(0, (line - 4) * 18) });
  };
  const isOpen = isOffering && offered.length > 0;
  return (
    <div>
      <label htmlFor={id} className="type-label mb-1 block">
        {label}
      </label>
      <div className="relative overflow-hidden rounded-button border border-control bg-surface">
        <pre
          ref={under}
          aria-hidden="true"
          className={`pointer-events-none absolute inset-0 overflow-hidden text-transparent ${TYPE}`}
        >
          <Underlined text={text} problems={problems} />
        </pre>
        <textarea
          id={id}
          ref={area}
          value={text}
          rows={16}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-help ${id}-doc`}
          onChange={(event) => {
            setCaret(event.currentTarget.selectionStart);
            setActive(0);
            onChange(event.currentTarget.value);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onBlur={() => setOffering(false)}
          onScroll={(event) => {
            under.current?.scrollTo(event.currentTarget.scrollLeft, event.currentTarget.scrollTop);
          }}
          className={`relative block w-full resize-y bg-transparent text-ink ${TYPE}`}
        />
      </div>
      <p id={`${id}-doc`} className="type-row mt-1 min-h-[18px] text-ink-2">
        {m.at(path.join(' › '), explained)}
      </p>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={m.completions}
        className={
          isOpen ? 'mt-1 max-h-44 overflow-y-auto rounded-card border border-line bg-surface p-1' : 'hidden'
        }
      >
        {offered.map((one, index) => (
          // The keys are those of the text, which keeps the focus.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={one.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(one)}
            className={`flex gap-3 rounded-[6px] px-2 py-1 ${index === active ? 'bg-accent-tint' : ''}`}
          >
            <span className="mono shrink-0">{one.name}</span>
            <span className="type-row min-w-0 text-ink-2">{one.doc}</span>
          </li>
        ))}
      </ul>
      {isOffering && offered.length === 0 && <p className="type-row text-ink-3">{m.noCompletions}</p>}
      <p id={`${id}-help`} className="type-row mt-1 text-ink-3">
        {m.help}
      </p>
      <section aria-label={m.problems(problems.length)} className="mt-1" hidden={!showsProblems}>
        <p role="status" className="type-row font-[560]">
          {problems.length === 0 ? m.noProblems : m.problems(problems.length)}
        </p>
        <ul className="max-h-32 overflow-y-auto">
          {problems.map(({ problem, range }, index) => (
            <li key={index}>
              <button
                type="button"
                onClick={() => goTo(range)}
                className="type-row min-h-6 text-left text-error underline-offset-2 hover:underline pointer-coarse:min-h-11"
              >
                {range === null || problem.line !== undefined
                  ? ''
                  : `${m.line(text.slice(0, range.from).split('\n').length)}, `}
                {describeScenarioProblem(problem)}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The text once more, unseen, with a line under what is wrong. */
function Underlined({
  text,
  problems,
}: {
  readonly text: string;
  readonly problems: readonly PlacedProblem[];
}) {
  const ranges = problems
    .flatMap(({ range }) => (range === null ? [] : [range]))
    .toSorted((a, b) => a.from - b.from);
  const parts = [];
  let at = 0;
  for (const { from, to } of ranges) {
    if (from < at || from > text.length) continue;
    const lineEnd = text.indexOf('\n', from);
    const end = Math.min(to, lineEnd <= from ? to : lineEnd, text.length);
    parts.push(text.slice(at, from));
    parts.push(
      <span key={from} className="underline decoration-error decoration-wavy decoration-2 underline-offset-2">
        {text.slice(from, end)}
      </span>,
    );
    at = end;
  }
  return [...parts, text.slice(at), '\n'];
}
