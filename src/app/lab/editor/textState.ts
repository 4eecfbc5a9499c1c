import type { Scenario } from '../../../scenario/Scenario.ts';
import { isSame, type Plain } from './fileChanges.ts';
import { playedFile } from './playedFile.ts';
import { readScenarioText, type ReadText, type TextFormat } from './scenarioText.ts';
import { patchText, valueOf, writeText } from './writeText.ts';

/** A text and how it is written. */
export interface Written {
  readonly text: string;
  readonly format: TextFormat;
}

/** The scenario as text beside the run: it follows what is done there, and keeps what is typed until it is applied or given up. */
export interface TextState extends Written {
  /** What ran, as a file, when the text last took it in. */
  readonly base: Plain;
  /** The text when it last said what ran. */
  readonly clean: Written;
  /** YAML with its comments, put aside while the text is JSON, and what it said then. */
  readonly aside: { readonly text: string; readonly value: Plain } | null;
  /** Texts of scenarios that ran before: with undo, redo or another future they are there again. The last one first. */
  readonly earlier: readonly (Written & { readonly base: Plain })[];
  /** Another scenario runs than the one that is being edited. */
  readonly isElsewhere: boolean;
  /** Something was done in the run that the text cannot take in, since it cannot be read. */
  readonly isBehind: boolean;
  /** What the text is now comes of a deed in the run. */
  readonly isByRun: boolean;
}

/** How a text stands to what runs. */
export type TextStanding =
  | { readonly kind: 'runs' }
  | { readonly kind: 'ready'; readonly scenario: Scenario; readonly ignored: readonly string[] }
  | { readonly kind: 'faulty' };

const MOST_EARLIER = 12;

export function firstText(runs: Plain, format: TextFormat = 'yaml'): TextState {
  const clean = { text: writeText(runs, format), format };
  return {
    ...clean,
    clean,
    base: runs,
    aside: null,
    earlier: [],
    isElsewhere: false,
    isBehind: false,
    isByRun: false,
  };
}

export function standingOf({ parsed }: ReadText, runs: Plain): TextStanding {
  if (!parsed.ok) return { kind: 'faulty' };
  const { scenario, ignored } = parsed;
  if (isSame(playedFile(scenario), runs)) return { kind: 'runs' };
  return { kind: 'ready', scenario, ignored: ignored.map(({ path }) => path) };
}

export function typed(state: TextState, text: string): TextState {
  return { ...state, text, isByRun: false };
}

/** What was typed came to run. */
export function applied(state: TextState, runs: Plain): TextState {
  const { text, format } = state;
  return { ...remember(state), base: runs, clean: { text, format }, isElsewhere: false, isBehind: false };
}

/** What was typed is given up, and what runs is written anew. */
export function takeRun(state: TextState, runs: Plain): TextState {
  if (isSame(state.base, runs)) {
    const text = state.clean.format === state.format ? state.clean.text : writeText(runs, state.format);
    return { ...state, text, isElsewhere: false, isBehind: false, isByRun: false };
  }
  return { ...firstText(runs, state.format), earlier: state.earlier };
}

/**
 * The run has changed, by a form, the palette, undo, or as another scenario: what is otherwise comes into the text, and what was typed
 * stays. A text that waits to be applied stays as it is when another scenario comes to run.
 */
export function followRun(state: TextState, runs: Plain): TextState {
  if (isSame(state.base, runs)) return { ...state, isElsewhere: false, isBehind: false };
  const isDirty = !says(state.text, state.format, state.base);
  if (isAnother(state.base, runs)) {
    if (isDirty) return { ...state, isElsewhere: true, isBehind: false };
    const kept = remember(state);
    const known = kept.earlier.find(({ base }) => isSame(base, runs));
    if (known === undefined) return takeRun(kept, runs);
    const clean = { text: known.text, format: known.format };
    return { ...firstText(runs, known.format), ...clean, clean, earlier: kept.earlier };
  }
  const text = patchText(state.text, state.format, state.base, runs);
  if (text === null) return { ...state, isElsewhere: false, isBehind: true };
  const { format } = state;
  const clean = isDirty ? { ...state.clean, text: cleanAfter(state, runs) } : { text, format };
  return { ...state, text, clean, base: runs, isElsewhere: false, isBehind: false, isByRun: true };
}

function cleanAfter({ clean, base }: TextState, runs: Plain): string {
  return patchText(clean.text, clean.format, base, runs) ?? writeText(runs, clean.format);
}

/** Written the other way; null: the text cannot be read, so it stays. YAML is put aside with its comments, and comes back with them. */
export function rewritten(state: TextState, format: TextFormat): TextState | null {
  if (format === state.format) return state;
  const value = valueOf(state.text, state.format);
  if (value === undefined || value === null) return null;
  const { aside } = state;
  if (format === 'json')
    return {
      ...state,
      format,
      text: writeText(value, format),
      aside: { text: state.text, value },
      isByRun: false,
    };
  const back = aside === null ? null : patchText(aside.text, 'yaml', aside.value, value);
  // What was edited beyond what a patch can follow is written anew.
  const isBack = back !== null && isSame(valueOf(back, 'yaml') ?? null, value);
  return { ...state, format, text: isBack ? back : writeText(value, format), aside: null, isByRun: false };
}

/** There are comments, which JSON has not. */
export function hasComments(text: string): boolean {
  return /(?:^|\s)#/m.test(text);
}

/** Whether a text says what a file says, however it is written. */
function says(text: string, format: TextFormat, file: Plain): boolean {
  return standingOf(readScenarioText(text, format), file).kind === 'runs';
}

/** Not the same one with something done to it: no form changes these. */
function isAnother(a: Plain, b: Plain): boolean {
  const of = (file: Plain): Plain => {
    const fields = file as Readonly<Record<string, Plain>>;
    return ['title', 'seed', 'until', 'kafka.version'].map((key) => fields[key] ?? null);
  };
  return !isSame(of(a), of(b));
}

function remember(state: TextState): TextState {
  const { base, clean, earlier } = state;
  const text = says(state.text, state.format, base) ? { text: state.text, format: state.format } : clean;
  const others = earlier.filter((one) => !isSame(one.base, base));
  return { ...state, earlier: [{ ...text, base }, ...others].slice(0, MOST_EARLIER) };
}
