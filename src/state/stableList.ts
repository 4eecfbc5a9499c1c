/**
 * Makes lists that are computed anew the same array as long as their members are the same. Members keep their identity from
 * frame to frame, so the first one leads to the list made last time; when it goes, the list is forgotten with it.
 */
export function stableList<T extends object>(): (list: readonly T[]) => readonly T[] {
  const lastByFirst = new WeakMap<object, readonly T[]>();
  const empty: readonly T[] = [];
  return (list) => {
    const first = list[0];
    if (first === undefined) return empty;
    const last = lastByFirst.get(first);
    if (last?.length === list.length && list.every((member, i) => member === last[i])) return last;
    lastByFirst.set(first, list);
    return list;
  };
}
