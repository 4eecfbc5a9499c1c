import { expect, test } from 'vitest';
import { fetchOffsetForTimestamp, type OffsetSearch } from './fetchOffsetForTimestamp.ts';

/** A log from 3 to 50 whose disk begins at 20; its latest record is at 30, of a time 900 the first is at 45. */
const log: OffsetSearch['log'] = {
  logStartOffset: 3,
  localLogStartOffset: 20,
  offsetOfMaxTimestamp: () => ({ timestampMs: 999, offset: 30 }),
  offsetForTimestamp: (timestampMs) => (timestampMs > 999 ? null : { timestampMs, offset: 45 }),
};
const withoutLatest: OffsetSearch['log'] = { ...log, offsetOfMaxTimestamp: () => null };
const search: OffsetSearch = { log, lastFetchableOffset: 50, isBehind: false, highestRemoteOffset: 24 };
const NOT_AVAILABLE = { error: 'OFFSET_NOT_AVAILABLE', offset: -1 };
const none = { error: 'NONE', offset: -1 };
const at = (offset: number) => ({ error: 'NONE', offset });

test.each([
  [-1, {}, at(50)],
  [-2, {}, at(3)],
  [-3, {}, at(30)],
  [-4, {}, at(20)],
  [-5, {}, at(24)],
  [-6, {}, at(25)],
  [900, {}, at(45)],
  [1000, {}, none],
  // Nothing above what the asker may read.
  [-3, { lastFetchableOffset: 30 }, none],
  [900, { lastFetchableOffset: 45 }, none],
  // An empty disk, or a cleaned one without the record.
  [-3, { log: withoutLatest }, none],
  // Without remote storage, and before anything was copied.
  [-5, { highestRemoteOffset: null }, none],
  [-5, { highestRemoteOffset: -1 }, none],
  [-6, { highestRemoteOffset: null }, none],
  [-6, { highestRemoteOffset: -1, log: { ...log, localLogStartOffset: 3 } }, at(3)],
  [-6, { highestRemoteOffset: -1 }, none],
  [-6, { highestRemoteOffset: 1 }, at(3)],
  // A fresh leader does not know yet how far its log is committed; where it begins it knows.
  [-1, { isBehind: true }, NOT_AVAILABLE],
  [-2, { isBehind: true }, at(3)],
  [-4, { isBehind: true }, at(20)],
  [-3, { isBehind: true, lastFetchableOffset: 31 }, at(30)],
  [-3, { isBehind: true, lastFetchableOffset: 30 }, NOT_AVAILABLE],
  [1000, { isBehind: true }, NOT_AVAILABLE],
] as const)('[SG4] [SG6] [TS5] [H6] ListOffsets %i of %o', (timestamp, differs, found) => {
  expect(fetchOffsetForTimestamp(timestamp, { ...search, ...differs })).toEqual(found);
});
