import type { EntityKey } from '../../../bridge/frame.ts';
import type { IconName } from '../../../ui/icons.tsx';

/** Groups of the palette, in the order in which they stand. */
export const PALETTE_GROUPS = [
  'said',
  'add',
  'break',
  'show',
  'time',
  'applications',
  'change',
  'remove',
  'futures',
  'scenario',
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** What is done, apart from what it is done to. */
export interface CommandVerb {
  readonly id: string;
  readonly label: string;
  /** The key that does it to what has the focus. */
  readonly keys?: string;
  readonly icon: IconName;
}

/** One line: a deed, or a step to what it can be done to. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly group: PaletteGroup;
  readonly keys?: string;
  readonly icon?: IconName;
  /** What it is done to, as it stands on the stage; left out: to nothing there. */
  readonly on?: readonly EntityKey[];
  /** Its parameters: what it is done to; left out: there is nothing to choose. */
  readonly of?: readonly PaletteEntry[];
  readonly run?: () => void;
}

export interface EntryOfVerb extends PaletteEntry {
  readonly verb: CommandVerb;
  /** Its name among those of its verb. */
  readonly target: string;
}

/** One entry a verb; a deed that can be done to one thing alone is there itself. Of two that read alike the first is kept. */
export function entriesByVerb(
  entries: readonly EntryOfVerb[],
  more: (verb: string) => string,
): readonly PaletteEntry[] {
  const verbs = new Map<string, EntryOfVerb[]>();
  for (const entry of entries) {
    const same = verbs.get(entry.verb.id);
    if (same === undefined) verbs.set(entry.verb.id, [entry]);
    else if (!same.some(({ target }) => target === entry.target)) same.push(entry);
  }
  return [...verbs.values()].map((same): PaletteEntry => {
    const [first] = same as [EntryOfVerb, ...EntryOfVerb[]];
    const { id, label, keys, icon } = first.verb;
    const hint = keys === undefined ? { icon } : { icon, keys };
    if (same.length === 1) return { ...first, ...hint };
    return {
      id: `verb ${id}`,
      label: more(label),
      group: first.group,
      ...hint,
      of: same.map(({ target, ...entry }) => ({ ...entry, label: target })),
    };
  });
}

/** A step to these; one alone is there itself, and none is none. */
export function stepOf(
  group: PaletteGroup,
  label: string,
  of: readonly PaletteEntry[],
): readonly PaletteEntry[] {
  return of.length < 2 ? of : [{ id: `step ${label}`, label: `${label}…`, group, of }];
}

export interface PaletteSection {
  readonly id: PaletteGroup;
  readonly entries: readonly PaletteEntry[];
}

/** By group. What is found by its name stands in the order in which it fits, so that the best is the first of the first. */
export function sectionsOf(
  entries: readonly PaletteEntry[],
  order: 'fixed' | 'found',
): readonly PaletteSection[] {
  const groups = order === 'fixed' ? PALETTE_GROUPS : [...new Set(entries.map(({ group }) => group))];
  return groups
    .map((id) => ({ id, entries: entries.filter(({ group }) => group === id) }))
    .filter((section) => section.entries.length > 0);
}
