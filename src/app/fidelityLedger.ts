/** One rule of the model: what it says, from where we know it, and how it is checked. */
export interface FidelityEntry {
  readonly id: string;
  readonly title: string;
  /** `verified`, `modelled`, `simplified` or `not-modelled`; computed when the project is built. */
  readonly state: string;
  readonly source?: string;
  readonly check?: string;
  /** Of what is simplified or left out: why, and when it matters. */
  readonly reason?: string;
  readonly consequence?: string;
}

const files = import.meta.glob<unknown>('../generated/fidelity.json', { eager: true, import: 'default' });

/** What the build wrote to src/generated/fidelity.json; empty when this build has none. */
export function readFidelityLedger(): readonly FidelityEntry[] {
  return fidelityEntries(Object.values(files)[0]);
}

/** Entries of a list, or of `{ entries: […] }`; whatever has no id or no state is left out. */
export function fidelityEntries(json: unknown): readonly FidelityEntry[] {
  const list: unknown = isObject(json) && 'entries' in json ? json['entries'] : json;
  return Array.isArray(list) ? list.flatMap((entry: unknown) => readEntry(entry)) : [];
}

function readEntry(json: unknown): readonly FidelityEntry[] {
  if (!isObject(json)) return [];
  const text = (key: string): string | undefined => {
    const value = json[key];
    if (Array.isArray(value)) return value.map(String).join(', ');
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = text('id');
  const state = text('state');
  if (id === undefined || state === undefined) return [];
  const optional = Object.fromEntries(
    (['source', 'check', 'reason', 'consequence'] as const).flatMap((key) => {
      const value = text(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return [{ id, state: state.replaceAll(' ', '-'), title: text('title') ?? text('says') ?? id, ...optional }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
