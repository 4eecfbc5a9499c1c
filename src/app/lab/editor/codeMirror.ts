import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { editor as m } from '../../../i18n/en/editor.ts';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { scenarioJsonSchema } from '../../../scenario/scenarioJsonSchema.ts';
import { completionsAt, type Schema } from './completions.ts';
import { placeAt, type PlacedProblem, type TextFormat } from './scenarioText.ts';

const MOST_OFFERED = 60;
/** Beyond it each key would wait for the text to be read. */
const LONGEST_COMPLETED = 300_000;

let schemaOfScenarios: Schema | null = null;
/** Made once, when it is first asked for. */
export function editorSchema(): Schema {
  schemaOfScenarios ??= scenarioJsonSchema();
  return schemaOfScenarios;
}

const COLOURS = HighlightStyle.define([
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName)],
    color: 'var(--code-key)',
    fontWeight: '560',
  },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null, tags.keyword, tags.typeName], color: 'var(--code-word)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  {
    tag: [tags.punctuation, tags.separator, tags.bracket, tags.squareBracket, tags.brace],
    color: 'var(--ink-2)',
  },
  { tag: tags.invalid, color: 'var(--error)' },
]);

/** What is the same for every text. Tab leaves it, as it leaves any field: lines are moved with Ctrl+] and Ctrl+[. */
export function baseExtensions(): readonly Extension[] {
  return [
    EditorState.phrases.of(m.phrases),
    lineNumbers(),
    lintGutter(),
    foldGutter(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    syntaxHighlighting(COLOURS),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    takenIn,
  ];
}

export function languageOf(format: TextFormat): Extension {
  return [
    format === 'json' ? json() : yaml(),
    autocompletion({
      override: [(context) => complete(context, format)],
      maxRenderedOptions: MOST_OFFERED,
      icons: false,
    }),
  ];
}

/** Kafka's keys have dots, so a word is what the scenario's own reader says. */
function complete({ state, pos, explicit }: CompletionContext, format: TextFormat): CompletionResult | null {
  if (state.doc.length > LONGEST_COMPLETED) return null;
  const text = state.doc.toString();
  const place = placeAt(text, pos, format);
  if (place === null || (!explicit && place.word === '')) return null;
  const { from, to } = place.range;
  const isBeforeColon = /^[ \t]*:/.test(text.slice(to, to + 20));
  const offered = completionsAt(editorSchema(), place, format);
  if (offered.length === 0) return null;
  return {
    from,
    to,
    // What is offered was chosen by its words already, and stands in their order.
    filter: false,
    options: offered.slice(0, MOST_OFFERED).map(({ name, doc, text: inserted }) => ({
      label: name,
      apply: isBeforeColon ? inserted.replace(/: $/, '') : inserted,
      ...(doc === '' ? {} : { info: doc }),
    })),
  };
}

/** Marks of what is wrong; what stands nowhere is marked at the first line. */
export function diagnosticsOf(problems: readonly PlacedProblem[], doc: Text): readonly Diagnostic[] {
  return problems.map(({ problem, range }) => {
    const from = Math.min(range?.from ?? 0, doc.length);
    const line = doc.lineAt(from);
    const to = Math.min(range?.to ?? line.to, line.to);
    return { from, to: Math.max(from, to), severity: 'error', message: describeScenarioProblem(problem) };
  });
}

/** Where the text last took in what was done in the run; null: nowhere any more. */
export const markTakenIn = StateEffect.define<{ readonly from: number; readonly to: number } | null>();

const TAKEN_IN = Decoration.line({ class: 'cm-taken-in' });

/** Lines that a deed has written stand out until somebody types. */
const takenIn = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const set = transaction.effects.find((effect) => effect.is(markTakenIn));
    if (set === undefined)
      return transaction.isUserEvent('input') || transaction.isUserEvent('delete')
        ? Decoration.none
        : marks.map(transaction.changes);
    const range = set.value;
    if (range === null) return Decoration.none;
    const { doc } = transaction.state;
    const first = doc.lineAt(range.from).number;
    const last = doc.lineAt(Math.max(range.from, range.to - 1)).number;
    return Decoration.set(
      Array.from({ length: last - first + 1 }, (_, i) => TAKEN_IN.range(doc.line(first + i).from)),
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The one stretch in which two texts differ. */
export function changedStretch(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
