import { shelf as m } from '../../../i18n/en/shelf.ts';
import { createShelfStore } from '../../../state/shelfStore.ts';
import type { SavedLab } from '../../../state/labStore.ts';
import { dropComparison } from '../compare/keptComparison.ts';
import { readKeptBookmarks, writeKeptBookmarks } from '../keptBookmarks.ts';
import { labSession } from '../labSession.ts';

/** Scenarios of the reader's own, in this browser. */
export const labShelf = createShelfStore();

/** Opens a Lab in place of the one that is open, which is set aside: nothing that was tried is lost. */
export function openInLab(lab: SavedLab): void {
  const { saved } = labSession.store.getState();
  if (saved !== null) labShelf.setAside(m.aside, { ...saved, bookmarks: readKeptBookmarks() });
  // They name moments of their own run, and go with it.
  writeKeptBookmarks(lab.bookmarks ?? []);
  dropComparison();
  labSession.open(lab);
}
