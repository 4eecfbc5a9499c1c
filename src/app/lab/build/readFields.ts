/** `1,2,3` as ids; null where the text is not a list of whole numbers. An empty text is an empty list. */
export function readIds(text: string): readonly number[] | null {
  const parts = text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const ids = parts.map(Number);
  return ids.every((id) => Number.isSafeInteger(id) && id >= 0) ? ids : null;
}

/** `1,2,3; 2,3,1`: a list for each partition. null where one of them is none; an empty text gives no lists. */
export function readIdLists(text: string): readonly (readonly number[])[] | null {
  if (text.trim() === '') return [];
  const lists: (readonly number[])[] = [];
  for (const part of text.split(';')) {
    const ids = readIds(part);
    if (ids === null || ids.length === 0) return null;
    lists.push(ids);
  }
  return lists;
}

/** A whole number; null where the text is none. */
export function readWhole(text: string): number | null {
  const trimmed = text.trim().replace('−', '-');
  const value = Number(trimmed);
  return trimmed !== '' && Number.isSafeInteger(value) ? value : null;
}

/** `name=value` with commas or on lines of their own; the first text that is not of this form comes back as `bad`. */
export function readPairs(text: string): {
  readonly pairs: Readonly<Record<string, string>>;
  readonly bad: string | null;
} {
  const pairs: Record<string, string> = {};
  let lastName: string | null = null;
  for (const part of text.split(/\n|,/)) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const equals = trimmed.indexOf('=');
    if (equals > 0) {
      lastName = trimmed.slice(0, equals).trim();
      pairs[lastName] = trimmed.slice(equals + 1).trim();
    } else if (lastName !== null) {
      // A value that is a list has commas of its own: cleanup.policy=compact,delete.
      pairs[lastName] = `${pairs[lastName] ?? ''},${trimmed}`;
    } else return { pairs, bad: trimmed };
  }
  return { pairs, bad: null };
}
