/** Where a text stops being JSON, or names a key twice (which JSON.parse would let pass, keeping the last). */
export interface JsonFault {
  readonly kind: 'syntax' | 'duplicate-key' | 'too-deep';
  /** Of the first character that does not fit, in UTF-16 units from 0. */
  readonly offset: number;
  /** The key that is there twice. */
  readonly key?: string;
}

/** A scenario is nested seven deep; this keeps hostile text off the stack. */
const DEEPEST = 64;
// Control characters end a JSON string, which is why they stand here.
// eslint-disable-next-line no-control-regex
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** The first fault of a text; null when JSON.parse takes it and no key is there twice. */
export function findJsonFault(text: string): JsonFault | null {
  let at = 0;

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return null;
    at += found[0].length;
    return found[0];
  };
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const space = (): void => void match(SPACE);
  const syntax = (): JsonFault => ({ kind: 'syntax', offset: at });

  const value = (depth: number): JsonFault | null => {
    if (depth > DEEPEST) return { kind: 'too-deep', offset: at };
    space();
    const fault = take('{')
      ? members(depth)
      : take('[')
        ? items(depth)
        : match(STRING) === null && match(SCALAR) === null
          ? syntax()
          : null;
    space();
    return fault;
  };
  const members = (depth: number): JsonFault | null => {
    const keys = new Set<string>();
    space();
    if (take('}')) return null;
    do {
      space();
      const keyAt = at;
      const written = match(STRING);
      if (written === null) return syntax();
      const key = JSON.parse(written) as string;
      if (keys.has(key)) return { kind: 'duplicate-key', offset: keyAt, key };
      keys.add(key);
      space();
      if (!take(':')) return syntax();
      const fault = value(depth + 1);
      if (fault !== null) return fault;
    } while (take(','));
    return take('}') ? null : syntax();
  };
  const items = (depth: number): JsonFault | null => {
    space();
    if (take(']')) return null;
    do {
      const fault = value(depth + 1);
      if (fault !== null) return fault;
    } while (take(','));
    return take(']') ? null : syntax();
  };

  const fault = value(0);
  return fault ?? (at < text.length ? syntax() : null);
}

/** Line and column, both from 1, of an offset. */
export function lineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before[before.length - 1] ?? '').length + 1 };
}
