import { isMap, isPair, isScalar, isSeq, parseDocument, visit, type Document, type Node } from 'yaml';
import { lineAndColumn } from '../../../scenario/findJsonFault.ts';
import { parseScenario, parseScenarioText, type ParsedScenario } from '../../../scenario/parseScenario.ts';
import { scenarioProblem, type ScenarioProblem } from '../../../scenario/ScenarioProblem.ts';

export type TextFormat = 'json' | 'yaml';
export type Path = readonly (string | number)[];

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A problem and where it stands in the text; null: nowhere, as of a key that is missing from the whole. */
export interface PlacedProblem {
  readonly problem: ScenarioProblem;
  readonly range: TextRange | null;
}

export interface ReadText {
  readonly parsed: ParsedScenario;
  readonly problems: readonly PlacedProblem[];
}

/** YAML aliases may multiply: so many are enough for any scenario. */
const MOST_ALIASES = 100;

/** JSON begins with a brace; everything else is YAML. */
export function formatOf(text: string): TextFormat {
  return /^\uFEFF?\s*\{/.test(text) ? 'json' : 'yaml';
}

/** A text as a scenario, with each problem at its place. */
export function readScenarioText(text: string, format: TextFormat): ReadText {
  if (format === 'json') {
    const parsed = parseScenarioText(text);
    return { parsed, problems: parsed.ok ? [] : placed(text, parsed.problems) };
  }
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const [from, to] = fault.pos;
    const isTwice = fault.code === 'DUPLICATE_KEY';
    const problem: ScenarioProblem = {
      ...scenarioProblem(isTwice ? 'duplicate-key' : 'not-yaml', '', undefined),
      value: isTwice ? (/^[^\s:]+/.exec(text.slice(from))?.[0] ?? null) : firstLine(fault.message),
      ...lineAndColumn(text, from),
    };
    return { parsed: { ok: false, problems: [problem] }, problems: [{ problem, range: { from, to } }] };
  }
  const parsed = parseScenario(document.toJS({ maxAliasCount: MOST_ALIASES }));
  return { parsed, problems: parsed.ok ? [] : placed(text, parsed.problems) };
}

function firstLine(message: string): string {
  return message.split(/ at line |\n/)[0] ?? message;
}

function placed(text: string, problems: readonly ScenarioProblem[]): PlacedProblem[] {
  const document = parseDocument(text, { logLevel: 'silent' });
  return problems.map((problem) => {
    if (problem.line === undefined) {
      const part = problem.code === 'unknown-key' || problem.code === 'unknown-config' ? 'key' : 'value';
      return { problem, range: rangeOf(document, problem.path, part) };
    }
    const from = offsetOf(text, problem.line, problem.column ?? 1);
    return { problem, range: { from, to: Math.min(text.length, from + 1) } };
  });
}

export function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return Math.min(text.length, at + column - 1);
}

/** Where the key or the value of a path stands, or the nearest thing around it that stands there; null: the whole. */
export function rangeOf(document: Document, path: string, part: 'key' | 'value' = 'value'): TextRange | null {
  let node = document.contents;
  let rest = path;
  let found: TextRange | null = null;
  while (rest !== '' && node !== null) {
    const index = /^\[(\d+)\]\.?/.exec(rest);
    if (index !== null && isSeq(node)) {
      node = (node.items[Number(index[1])] as Node | undefined) ?? null;
      rest = rest.slice(index[0].length);
      found = rangeOfNode(node) ?? found;
      continue;
    }
    if (!isMap(node)) break;
    // Keys have dots themselves: the longest that fits is meant.
    const pair = node.items
      .filter((one) => isPair(one) && isScalar(one.key) && keyEnd(rest, String(one.key.value)) !== null)
      .sort((a, b) => String(scalarOf(b.key)).length - String(scalarOf(a.key)).length)[0];
    if (pair === undefined) break;
    rest = rest.slice(keyEnd(rest, String(scalarOf(pair.key))) ?? rest.length);
    node = pair.value as Node | null;
    const isWanted = rest === '' && part === 'value';
    found = (isWanted ? rangeOfNode(pair.value) : null) ?? rangeOfNode(pair.key) ?? found;
  }
  return found;
}

/** Characters of a path that a key takes, with the dot behind it; null: it is another key. */
function keyEnd(path: string, key: string): number | null {
  for (const written of [key, JSON.stringify(key)]) {
    if (!path.startsWith(written)) continue;
    const next = path[written.length];
    if (next === undefined || next === '[') return written.length;
    if (next === '.') return written.length + 1;
  }
  return null;
}

function scalarOf(key: unknown): unknown {
  return isScalar(key) ? key.value : '';
}

/** A long thing is pointed at by its first line. */
function rangeOfNode(node: unknown): TextRange | null {
  const range = (node as Node | null)?.range;
  return range === undefined || range === null
    ? null
    : { from: range[0], to: Math.max(range[1], range[0] + 1) };
}

/** What stands at the caret: the path to it, and whether a key or a value is being written. */
export interface CaretPlace {
  readonly path: Path;
  readonly role: 'key' | 'value';
  /** What is there of the word so far, without its quotes. */
  readonly word: string;
  /** The word with its quotes: what a completion replaces. */
  readonly range: TextRange;
  /** Keys that the map around the caret has already. */
  readonly keys: readonly string[];
  /** `kind` of the map around the caret, which tells commands apart. */
  readonly kind: string | null;
}

const CARET = 'caretXcaret';

/** Null: the text around the caret cannot be made out. */
export function placeAt(text: string, caret: number, format: TextFormat): CaretPlace | null {
  const range = wordAround(text, caret);
  const word = text.slice(range.from, caret).replace(/^"/, '');
  const marked = `${text.slice(0, range.from)}${format === 'json' ? `"${CARET}"` : CARET}${text.slice(range.to)}`;
  const document = parseDocument(marked, { logLevel: 'silent' });
  let found: CaretPlace | null = null;
  visit(document, {
    Scalar(role, node, ancestors) {
      if (node.value !== CARET) return undefined;
      const isKey = role === 'key';
      found = { ...pathOf(ancestors, node), role: isKey ? 'key' : 'value', word, range };
      return visit.BREAK;
    },
  });
  return found;
}

function pathOf(ancestors: readonly unknown[], node: unknown): Pick<CaretPlace, 'path' | 'keys' | 'kind'> {
  const path: (string | number)[] = [];
  let keys: string[] = [];
  let kind: string | null = null;
  const chain = [...ancestors, node];
  for (let i = 0; i < chain.length - 1; i++) {
    const [here, next] = [chain[i], chain[i + 1]];
    if (isSeq(here)) path.push(here.items.indexOf(next));
    if (isMap(here)) {
      keys = here.items.map(({ key }) => String(scalarOf(key))).filter((key) => key !== CARET);
      const named: unknown = here.get('kind');
      kind = typeof named === 'string' ? named : null;
    }
    if (isPair(here) && here.value === next) path.push(String(scalarOf(here.key)));
  }
  return { path, keys, kind };
}

/** The word that the caret stands in or behind, with a quote at either end. */
function wordAround(text: string, caret: number): TextRange {
  let from = caret;
  while (from > 0 && /[\w.$-]/.test(text[from - 1] ?? '')) from -= 1;
  let to = caret;
  while (to < text.length && /[\w.$-]/.test(text[to] ?? '')) to += 1;
  if (text[from - 1] === '"') {
    from -= 1;
    if (text[to] === '"') to += 1;
  }
  return { from, to };
}
