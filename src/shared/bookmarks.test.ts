import { expect, test } from 'vitest';
import {
  formatBookmarks,
  MOST_BOOKMARKS,
  readBookmarks,
  sortBookmarks,
  withBookmark,
  withoutBookmark,
  type Bookmark,
} from './bookmarks.ts';

const at = (timeUs: number, after = 0) => ({ timeUs, after });
const three: readonly Bookmark[] = [
  { name: 'before', at: at(1) },
  { name: 'crash', at: at(5, 2) },
  { name: 'after', at: at(9) },
];

test('stand in order of time, and one instant has one', () => {
  const made = [three[2]!, three[0]!, three[1]!].reduce<readonly Bookmark[]>(withBookmark, []);
  expect(made).toEqual(three);
  expect(withBookmark(three, { name: ' the crash ', at: at(5, 2) })).toEqual([
    three[0],
    { name: 'the crash', at: at(5, 2) },
    three[2],
  ]);
  expect(withBookmark(three, { name: '  ', at: at(7) })).toBe(three);
  expect(withoutBookmark(three, at(5, 2))).toEqual([three[0], three[2]]);
});

test('no more than a list has room for', () => {
  const full = Array.from({ length: MOST_BOOKMARKS }, (_, i) => ({ name: `at ${i}`, at: at(i) }));
  expect(withBookmark(full, { name: 'one more', at: at(1e6) })).toBe(full);
  expect(withBookmark(full, { name: 'renamed', at: at(3) })).toHaveLength(MOST_BOOKMARKS);
});

test('come back from their JSON', () => {
  expect(readBookmarks(JSON.parse(JSON.stringify(formatBookmarks(three))))).toEqual(three);
});

test.each([
  [null],
  [{}],
  [[null]],
  [[{ name: '', timeUs: 0, after: 0 }]],
  [[{ name: 'x', timeUs: -1, after: 0 }]],
  [[{ name: 'x', timeUs: 0.5, after: 0 }]],
  [[{ name: 'x', timeUs: 0 }]],
  [[{ name: 'x'.repeat(81), timeUs: 0, after: 0 }]],
  [Array.from({ length: MOST_BOOKMARKS + 1 }, (_, i) => ({ name: 'x', timeUs: i, after: 0 }))],
])('what is broken is not read: %j', (json) => {
  expect(readBookmarks(json)).toBeNull();
});

test('what can be read of a broken list is kept, and of each of the others is told which it is and why', () => {
  const [before, crash, after] = formatBookmarks(three);
  const list = [
    before,
    null,
    { ...crash, name: ' ' },
    crash,
    { name: 'x', timeUs: -1, after: 0 },
    { name: 'x', timeUs: 3 },
    after,
  ];
  expect(sortBookmarks(list)).toEqual({
    bookmarks: three,
    problems: [
      { what: 'entry', number: 2 },
      { what: 'name', number: 3 },
      { what: 'timeUs', number: 5 },
      { what: 'after', number: 6 },
    ],
  });
  expect(sortBookmarks({})).toEqual({ bookmarks: [], problems: [{ what: 'list', number: 0 }] });
  const tooMany = Array.from({ length: MOST_BOOKMARKS + 2 }, (_, i) => ({
    name: `at ${i}`,
    timeUs: i,
    after: 0,
  }));
  const { bookmarks, problems } = sortBookmarks(tooMany);
  expect(bookmarks).toHaveLength(MOST_BOOKMARKS);
  expect(problems).toEqual([101, 102].map((number) => ({ what: 'tooMany', number })));
});
