import type { Micros } from './units.ts';

/** Exact point of a run, as the engine counts it: an instant, and how many of its events are done. */
interface Instant {
  readonly timeUs: Micros;
  readonly after: number;
}

/** An instant of a run with a name of the reader's own. */
export interface Bookmark {
  readonly name: string;
  readonly at: Instant;
}

/** More than anybody finds again. */
export const MOST_BOOKMARKS = 100;
export const LONGEST_BOOKMARK_NAME = 80;

/** In order of time. One instant has one bookmark: a second one renames it. */
export function withBookmark(bookmarks: readonly Bookmark[], added: Bookmark): readonly Bookmark[] {
  const name = added.name.trim().slice(0, LONGEST_BOOKMARK_NAME);
  if (name === '') return bookmarks;
  const others = withoutBookmark(bookmarks, added.at);
  if (others.length >= MOST_BOOKMARKS) return bookmarks;
  return [...others, { name, at: added.at }].sort((a, b) => compare(a.at, b.at));
}

export function withoutBookmark(bookmarks: readonly Bookmark[], at: Instant): readonly Bookmark[] {
  return bookmarks.filter((other) => compare(other.at, at) !== 0);
}

export function bookmarkAt(bookmarks: readonly Bookmark[], at: Instant): Bookmark | undefined {
  return bookmarks.find((other) => compare(other.at, at) === 0);
}

/**
 * Bookmarks of somebody's JSON: a text of this browser's storage, or a part of a link. null: it is not such a list, or one of
 * them is broken; nothing of it is taken silently.
 */
export function readBookmarks(json: unknown): readonly Bookmark[] | null {
  if (!Array.isArray(json) || json.length > MOST_BOOKMARKS) return null;
  let bookmarks: readonly Bookmark[] = [];
  for (const item of json as readonly unknown[]) {
    if (typeof item !== 'object' || item === null) return null;
    const { name, timeUs, after } = item as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_BOOKMARK_NAME) return null;
    if (!isCount(timeUs) || !isCount(after)) return null;
    bookmarks = withBookmark(bookmarks, { name, at: { timeUs, after } });
  }
  return bookmarks;
}

/** As `readBookmarks` reads it. */
export function formatBookmarks(
  bookmarks: readonly Bookmark[],
): readonly { readonly name: string; readonly timeUs: number; readonly after: number }[] {
  return bookmarks.map(({ name, at }) => ({ name, timeUs: at.timeUs, after: at.after }));
}

function compare(a: Instant, b: Instant): number {
  return a.timeUs - b.timeUs || a.after - b.after;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
