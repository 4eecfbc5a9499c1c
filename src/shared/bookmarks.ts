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

/** Why one of somebody's bookmarks is none; `list`: there is no list of them at all. */
export interface BookmarkProblem {
  readonly what: 'list' | 'entry' | 'name' | 'timeUs' | 'after' | 'tooMany';
  /** Which one, counted from 1; 0: all. */
  readonly number: number;
}

/** Those of somebody's JSON that can be read, and what is wrong with each of the others. */
export function sortBookmarks(json: unknown): {
  readonly bookmarks: readonly Bookmark[];
  readonly problems: readonly BookmarkProblem[];
} {
  if (!Array.isArray(json)) return { bookmarks: [], problems: [{ what: 'list', number: 0 }] };
  let bookmarks: readonly Bookmark[] = [];
  const problems: BookmarkProblem[] = [];
  for (const [index, item] of (json as readonly unknown[]).entries()) {
    const read = index < MOST_BOOKMARKS ? readBookmark(item) : 'tooMany';
    if (typeof read === 'string') problems.push({ what: read, number: index + 1 });
    else bookmarks = withBookmark(bookmarks, read);
  }
  return { bookmarks, problems };
}

function readBookmark(item: unknown): Bookmark | BookmarkProblem['what'] {
  if (typeof item !== 'object' || item === null) return 'entry';
  const { name, timeUs, after } = item as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_BOOKMARK_NAME) return 'name';
  if (!isCount(timeUs)) return 'timeUs';
  return isCount(after) ? { name, at: { timeUs, after } } : 'after';
}

/** Bookmarks of a link. null: it is not such a list, or one of them is broken; nothing of it is taken silently. */
export function readBookmarks(json: unknown): readonly Bookmark[] | null {
  const { bookmarks, problems } = sortBookmarks(json);
  return problems.length === 0 ? bookmarks : null;
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
