import {
  Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { changesBetween, isAlike, isSame, type FileChange, type Plain, type Step } from './fileChanges.ts';
import type { TextFormat } from './scenarioText.ts';

/** YAML aliases may multiply: so many are enough for any scenario. */
const MOST_ALIASES = 100;
/** A list of bare values stands in one line up to here. */
const LONGEST_INLINE = 16;

/** A file as text. Lists of bare values, as the replicas of a partition, stand in one line. */
export function writeText(file: Plain, format: TextFormat): string {
  if (format === 'json') return `${writeJson(file, '')}\n`;
  const document = new Document(file);
  inlineShortLists(document.contents);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** What a text says; undefined: it cannot be read. */
export function valueOf(text: string, format: TextFormat): Plain | undefined {
  try {
    return readDocument(text, format)?.toJS({ maxAliasCount: MOST_ALIASES }) as Plain | undefined;
  } catch {
    return undefined;
  }
}

/** null: it cannot be read. JSON is read as JSON: that it indents with tabs is no fault. */
function readDocument(text: string, format: TextFormat): Document | null {
  if (format === 'json') {
    try {
      return new Document(JSON.parse(text.replace(/^\uFEFF/, '')));
    } catch {
      return null;
    }
  }
  const document = parseDocument(text, { logLevel: 'silent' });
  return document.errors.length > 0 ? null : document;
}

/**
 * The text with what is otherwise in a later file than in an earlier one. What somebody wrote besides stays as it is: comments, the order
 * of keys, values of their own. null: the text cannot be read, so nothing can be put into it.
 */
export function patchText(text: string, format: TextFormat, from: Plain, to: Plain): string | null {
  const document = readDocument(text, format);
  if (document === null || !isMap(document.contents)) return null;
  const changes = changesBetween(from, to);
  if (changes.length === 0) return text;
  for (const change of changes) carryOut(document, change);
  if (format === 'json') return writeText(document.toJS() as Plain, format);
  return document.toString({ lineWidth: 0, ...styleOf(text) });
}

/** How somebody indents, so that what they wrote stays where it is. */
function styleOf(text: string): {
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly flowCollectionPadding: boolean;
} {
  const nested = /^\S[^\n]*:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*( *)(-)?/m.exec(text);
  const lead = /^( +)[^\s#]/m.exec(text)?.[1]?.length ?? 2;
  return {
    indent: Math.min(8, Math.max(2, lead)),
    indentSeq: nested === null || nested[2] === undefined || (nested[1]?.length ?? 0) > 0,
    flowCollectionPadding: /[[{] \S/.test(text),
  };
}

function carryOut(document: Document, change: FileChange): void {
  const around = nodeAt(document.contents, change.path);
  if (change.kind === 'splice') {
    if (isSeq(around)) splice(document, around, change);
    return;
  }
  if (!isMap(around)) return;
  if (change.kind === 'delete') {
    around.delete(change.key);
    return;
  }
  const made = nodeOf(document, change.value);
  const old: unknown = around.get(change.key, true);
  // What stands behind a value in its line, and how it is quoted, stays.
  if (isScalar(old) && isScalar(made)) old.value = made.value;
  else if (isSeq(old) && isSeq(made)) old.items = made.items;
  else if (isMap(old) && isMap(made)) old.items = made.items;
  else around.set(change.key, made);
}

function splice(
  document: Document,
  list: YAMLSeq,
  { after, gone, come }: Extract<FileChange, { readonly kind: 'splice' }>,
): void {
  for (const item of gone) {
    const at = indexOf(list, item);
    if (at >= 0) list.items.splice(at, 1);
  }
  const before = after === null ? -1 : indexOf(list, after);
  const at = before < 0 && after !== null ? list.items.length : before + 1;
  list.items.splice(at, 0, ...come.map((item) => nodeOf(document, item)));
  // An empty list is written as one line; with things in it, it is not.
  if (list.flow === true && come.some((item) => typeof item === 'object')) list.flow = false;
}

/** The item itself; else the thing of the same name, in which somebody changed something. */
function indexOf(list: YAMLSeq, item: Plain): number {
  const values = list.items.map((node) => (node as Node).toJSON() as Plain);
  const same = values.findLastIndex((value) => isSame(value, item));
  return same >= 0 ? same : values.findIndex((value) => isAlike(value, item));
}

function nodeAt(root: Node | null, path: readonly Step[]): Node | null {
  let node = root;
  for (const step of path) {
    if ('key' in step)
      node = isMap(node) ? ((node as YAMLMap<unknown, Node>).get(step.key, true) ?? null) : null;
    else node = isSeq(node) ? ((node.items[indexOf(node, step.item)] as Node | undefined) ?? null) : null;
  }
  return node;
}

function nodeOf(document: Document, value: Plain): Node {
  const node = document.createNode(value) as Node;
  inlineShortLists(node);
  return node;
}

function inlineShortLists(node: Node | null): void {
  if (node === null) return;
  visit(node, {
    Seq(_, list) {
      if (list.items.length <= LONGEST_INLINE && list.items.every((item) => isScalar(item))) list.flow = true;
    },
  });
}

function writeJson(value: Plain, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const list = value as readonly Plain[];
    const isBare = list.every((item) => typeof item !== 'object' || item === null);
    if (isBare && list.length <= LONGEST_INLINE)
      return `[${list.map((item) => JSON.stringify(item)).join(', ')}]`;
    return `[\n${list.map((item) => `${inner}${writeJson(item, inner)}`).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value as { readonly [key: string]: Plain });
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([key, of]) => `${inner}${JSON.stringify(key)}: ${writeJson(of, inner)}`).join(',\n')}\n${indent}}`;
}
