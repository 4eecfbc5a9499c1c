import type { CaretPlace, Path, TextFormat } from './scenarioText.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface Completion {
  readonly name: string;
  /** What it means; empty where the schema does not say. */
  readonly doc: string;
  /** What is written in place of the word at the caret. */
  readonly text: string;
}

/** What may be written at the caret, by the JSON Schema of scenarios: keys that are not there yet, or values. */
export function completionsAt(root: Schema, place: CaretPlace, format: TextFormat): readonly Completion[] {
  const schemas = schemasAt(root, place.path, place.kind);
  const begins = (name: string) => name.toLowerCase().includes(place.word.toLowerCase());
  const quoted = (name: string) =>
    format === 'json' || !/^[\w.$/-]+$/.test(name) ? JSON.stringify(name) : name;
  if (place.role === 'key') {
    const found = new Map<string, Completion>();
    for (const schema of schemas)
      for (const [name, of] of Object.entries(propertiesOf(schema)))
        if (!place.keys.includes(name) && begins(name) && !found.has(name))
          found.set(name, { name, doc: docOf(root, of), text: `${quoted(name)}: ` });
    return byBeginning([...found.values()], place.word);
  }
  const values = schemas.flatMap((schema) => listOf(schema.enum));
  const isFlag = schemas.some(({ type }) => type === 'boolean');
  const names = [...new Set([...values, ...(isFlag ? [true, false] : [])].map((value) => value))];
  return byBeginning(
    names
      .filter((value) => begins(String(value)))
      .map((value) => ({
        name: String(value),
        doc: '',
        text: typeof value === 'string' ? quoted(value) : String(value),
      })),
    place.word,
  );
}

/** What the thing at a path is, in the words of the schema; empty where it has none. */
export function docAt(root: Schema, path: Path, kind: string | null): string {
  const name = path.at(-1);
  if (typeof name !== 'string') return firstDoc(schemasAt(root, path, kind));
  for (const schema of schemasAt(root, path.slice(0, -1), kind)) {
    const of = propertiesOf(schema)[name];
    if (of !== undefined) return docOf(root, of);
  }
  return '';
}

/** Every schema that may hold at a path; where a map says its kind, those of that kind. */
export function schemasAt(root: Schema, path: Path, kind: string | null): readonly Schema[] {
  let schemas = flat(root, root);
  for (const step of path) {
    schemas = schemas.flatMap((schema) => {
      const next =
        typeof step === 'number' ? schema.items : (propertiesOf(schema)[step] ?? patternOf(schema, step));
      return isSchema(next) ? flat(root, next) : [];
    });
  }
  const ofKind = schemas.filter((schema) => {
    const named = propertiesOf(schema).kind;
    return isSchema(named) && listOf(named.enum).includes(kind);
  });
  return ofKind.length > 0 ? ofKind : schemas;
}

/** A schema and all that stand behind its references and its choices. */
function flat(root: Schema, schema: Schema, depth = 0): Schema[] {
  if (depth > 12) return [];
  const behind = [
    ...refOf(root, schema),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(schema[name]).filter(isSchema)),
  ];
  return [schema, ...behind.flatMap((one) => flat(root, one, depth + 1))];
}

function refOf(root: Schema, { $ref: ref }: Schema): Schema[] {
  if (typeof ref !== 'string' || !ref.startsWith('#/definitions/')) return [];
  const definitions = root.definitions;
  const found = isSchema(definitions) ? definitions[ref.slice('#/definitions/'.length)] : undefined;
  return isSchema(found) ? [found] : [];
}

function propertiesOf({ properties }: Schema): Readonly<Record<string, unknown>> {
  return isSchema(properties) ? properties : {};
}

function patternOf({ patternProperties }: Schema, name: string): unknown {
  if (!isSchema(patternProperties)) return undefined;
  return Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
}

function docOf(root: Schema, schema: unknown): string {
  return isSchema(schema) ? firstDoc(flat(root, schema)) : '';
}

function firstDoc(schemas: readonly Schema[]): string {
  const found = schemas.find(({ description }) => typeof description === 'string');
  return (found?.description as string | undefined) ?? '';
}

function byBeginning(all: readonly Completion[], word: string): readonly Completion[] {
  const rank = ({ name }: Completion) => (name.toLowerCase().startsWith(word.toLowerCase()) ? 0 : 1);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
