/** What JSON and YAML have in common: what a scenario is written in. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
type PlainMap = { readonly [key: string]: Plain };

/** One thing that is otherwise in the later of two files. `path` leads to the map or list around it. */
export type FileChange =
  | { readonly kind: 'set'; readonly path: readonly Step[]; readonly key: string; readonly value: Plain }
  | { readonly kind: 'delete'; readonly path: readonly Step[]; readonly key: string }
  /** Where the items between two that stay are others. */
  | {
      readonly kind: 'splice';
      readonly path: readonly Step[];
      /** The last item that stays before them; null: they come first. */
      readonly after: Plain | null;
      readonly gone: readonly Plain[];
      readonly come: readonly Plain[];
    };

/** A key of a map, or an item of a list by what names it: somebody may have put others before it. */
export type Step = { readonly key: string } | { readonly item: Plain };

/** What leads from one file to another, in an order in which it can be done. */
export function changesBetween(from: Plain, to: Plain, path: readonly Step[] = []): readonly FileChange[] {
  if (isMap(from) && isMap(to)) return changesOfMap(from, to, path);
  if (isList(from) && isList(to)) return changesOfList(from, to, path);
  return [];
}

function changesOfMap(from: PlainMap, to: PlainMap, path: readonly Step[]): readonly FileChange[] {
  const changes: FileChange[] = Object.keys(from)
    .filter((key) => !(key in to))
    .map((key) => ({ kind: 'delete', path, key }));
  for (const [key, value] of Object.entries(to)) {
    const before = from[key];
    if (before !== undefined && isSame(before, value)) continue;
    const isWithin = (isMap(before) && isMap(value)) || (isList(before) && isList(value));
    if (before === undefined || !isWithin || isShort(before) || isShort(value))
      changes.push({ kind: 'set', path, key, value });
    else changes.push(...changesBetween(before, value, [...path, { key }]));
  }
  return changes;
}

/** A list of bare values, as the replicas of a partition, is replaced as a whole. */
function isShort(value: Plain): boolean {
  return isList(value) && value.every((item) => !isMap(item) && !isList(item));
}

function changesOfList(
  from: readonly Plain[],
  to: readonly Plain[],
  path: readonly Step[],
): readonly FileChange[] {
  let start = 0;
  while (start < from.length && start < to.length && isSame(from[start]!, to[start]!)) start += 1;
  let end = 0;
  while (
    end < from.length - start &&
    end < to.length - start &&
    isSame(from[from.length - 1 - end]!, to[to.length - 1 - end]!)
  )
    end += 1;
  const gone = from.slice(start, from.length - end);
  const come = to.slice(start, to.length - end);
  if (gone.length === 0 && come.length === 0) return [];
  // The same things with something in them otherwise.
  if (gone.length === come.length && gone.every((item, i) => isAlike(item, come[i]!)))
    return gone.flatMap((item, i) => changesBetween(item, come[i]!, [...path, { item }]));
  return [{ kind: 'splice', path, after: from[start - 1] ?? null, gone, come }];
}

/** What names a thing within its list. */
const NAMES = ['node.id', 'name', 'client.id', 'group.id', 'id'];

function nameOf(item: Plain): Plain | undefined {
  if (!isMap(item)) return undefined;
  const key = NAMES.find((one) => item[one] !== undefined);
  return key === undefined ? undefined : item[key];
}

/** Whether two items of a list are the same thing, with the same in it or not. */
export function isAlike(a: Plain, b: Plain): boolean {
  const [one, other] = [nameOf(a), nameOf(b)];
  return one === undefined || other === undefined ? isSame(a, b) : isSame(one, other);
}

/** The order of keys means nothing. */
export function isSame(a: Plain, b: Plain): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i]!));
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const value = b[key];
      return value !== undefined && isSame(a[key]!, value);
    })
  );
}

function isMap(value: Plain | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}
