/** Beyond this many edits two names are two names; longer names may differ by more. */
const SHORT_NAME = 5;

/**
 * The name that was probably meant: the same in another case, or the fewest letters away (a swap of neighbours counts as
 * one). Null when nothing is near. The first of equals wins, so the order of `names` is the order of likelihood.
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  const squeezed = squeeze(written);
  const same = names.find((name) => squeeze(name) === squeezed);
  if (same !== undefined) return same;

  let best: string | null = null;
  let bestDistance = Infinity;
  for (const name of names) {
    const most =
      Math.min(written.length, name.length) <= SHORT_NAME
        ? 1
        : Math.ceil(Math.max(written.length, name.length) / 5);
    if (Math.abs(name.length - written.length) > most) continue;
    const distance = editDistance(squeezed, squeeze(name));
    if (distance <= most && distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best ?? containedName(squeezed, names);
}

/** `partitions` for `partitionCount`: both begin with nearly all of the known name. */
function containedName(squeezed: string, names: readonly string[]): string | null {
  return (
    names.find((name) => {
      const known = squeeze(name);
      const needed = Math.max(SHORT_NAME, Math.ceil(known.length * 0.8));
      return (
        known.length >= SHORT_NAME &&
        squeezed.length >= needed &&
        known.slice(0, needed) === squeezed.slice(0, needed)
      );
    }) ?? null
  );
}

/** Case and word separators are what is most often remembered wrong. */
function squeeze(name: string): string {
  return name.toLowerCase().replace(/[._\- ]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
