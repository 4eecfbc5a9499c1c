import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import {
  formatBookmarks,
  sortBookmarks,
  type Bookmark,
  type BookmarkProblem,
} from '../../shared/bookmarks.ts';
import { KeptText } from '../../state/keptText.ts';
import type { Simulation } from '../../state/Simulation.ts';

export const BOOKMARKS_KEY = 'highwater.lab.bookmarks';
export const BOOKMARKS_BACKUP_KEY = 'highwater.lab.bookmarks.backup';
const kept = new KeptText();

/** Bookmarks of the reader's that could not be read, and where their text is kept as it was. */
export interface LostBookmarks {
  readonly problems: readonly BookmarkProblem[];
  readonly backupKey: string;
}

/** null: all could be read, or it was told and put away. */
export const lostBookmarks = createStore<LostBookmarks | null>(() => null);

export function tellLostBookmarks(problems: readonly BookmarkProblem[], backupKey: string): void {
  if (problems.length > 0) lostBookmarks.setState({ problems, backupKey }, true);
}

/** As far as they can be read; the others are told, and their text is put aside before a change writes over it. */
export function readKeptBookmarks(): readonly Bookmark[] {
  const text = kept.read(BOOKMARKS_KEY);
  if (text === null) return [];
  const { bookmarks, problems } = sortBookmarks(kept.readJson(BOOKMARKS_KEY));
  if (problems.length > 0) {
    kept.write(BOOKMARKS_BACKUP_KEY, text);
    // From here on what could be read is what there is: it is told once.
    writeKeptBookmarks(bookmarks);
    tellLostBookmarks(problems, BOOKMARKS_BACKUP_KEY);
  }
  return bookmarks;
}

export function writeKeptBookmarks(bookmarks: readonly Bookmark[]): void {
  kept.write(BOOKMARKS_KEY, JSON.stringify(formatBookmarks(bookmarks)));
}

/** The bookmarks on this stage become those of the reader's own Lab. */
export function keepBookmarks(simulation: Simulation): void {
  writeKeptBookmarks(simulation.bookmarks.getState());
}

/** Bookmarks of the reader's own Lab stand there again after a reload. */
export function useKeptBookmarks(simulation: Simulation | null, keeps: boolean): void {
  useEffect(() => {
    if (simulation === null || !keeps) return undefined;
    simulation.bookmarks.setState([...readKeptBookmarks()], true);
    return simulation.bookmarks.subscribe(() => keepBookmarks(simulation));
  }, [simulation, keeps]);
}
