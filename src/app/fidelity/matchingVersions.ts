import type { VersionNote } from 'virtual:other-versions';

export type VersionFilter = 'all' | '3.x' | '4.x';

/** Notes that concern the versions asked for and have every word. */
export function matchingVersions(
  notes: readonly VersionNote[],
  shown: VersionFilter,
  words: string,
): readonly VersionNote[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notes.filter((note) => {
    if (shown !== 'all' && !concerns(note.versions, shown)) return false;
    const text = [note.area, note.versions, note.there, note.here, note.source, note.rule ?? '']
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function concerns(versions: string, shown: '3.x' | '4.x'): boolean {
  return shown === '3.x' ? /\b3\./.test(versions) : /\b4\./.test(versions);
}
