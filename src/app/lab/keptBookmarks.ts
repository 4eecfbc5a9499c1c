import { useEffect } from 'react';
import { formatBookmarks, readBookmarks } from '../../shared/bookmarks.ts';
import { KeptText } from '../../state/keptText.ts';
import type { Simulation } from '../../state/Simulation.ts';

const KEY = 'highwater.lab.bookmarks';
const kept = new KeptText();

/** The bookmarks on this stage become those of the reader's own Lab. */
export function keepBookmarks(simulation: Simulation): void {
  kept.write(KEY, JSON.stringify(formatBookmarks(simulation.bookmarks.getState())));
}

/** Bookmarks of the reader's own Lab stand there again after a reload. */
export function useKeptBookmarks(simulation: Simulation | null, keeps: boolean): void {
  useEffect(() => {
    if (simulation === null || !keeps) return undefined;
    simulation.bookmarks.setState(readBookmarks(kept.readJson(KEY)) ?? [], true);
    return simulation.bookmarks.subscribe(() => keepBookmarks(simulation));
  }, [simulation, keeps]);
}
