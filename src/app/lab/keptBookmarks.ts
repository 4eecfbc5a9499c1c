import { useEffect } from 'react';
import { formatBookmarks, readBookmarks, type Bookmark } from '../../shared/bookmarks.ts';
import { KeptText } from '../../state/keptText.ts';
import type { Simulation } from '../../state/Simulation.ts';

const KEY = 'highwater.lab.bookmarks';
const kept = new KeptText();

export function readKeptBookmarks(): readonly Bookmark[] {
  return readBookmarks(kept.readJson(KEY)) ?? [];
}

export function writeKeptBookmarks(bookmarks: readonly Bookmark[]): void {
  kept.write(KEY, JSON.stringify(formatBookmarks(bookmarks)));
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
