import { expect, test } from 'vitest';
import { acceptsLeaderHint, acceptsMetadata } from './leaderHint.ts';

const KNOWN = { leader: 1, leaderEpoch: 5 };

test('[RT6] only a higher leader epoch in an error moves the client to another leader', () => {
  expect(acceptsLeaderHint(KNOWN, { leader: 2, leaderEpoch: 6 })).toBe(true);
  expect(acceptsLeaderHint(KNOWN, { leader: 2, leaderEpoch: 5 })).toBe(false);
  expect(acceptsLeaderHint(KNOWN, { leader: 2, leaderEpoch: 4 })).toBe(false);
});

test('[RT6] a hint without leader or epoch, or for a partition without metadata, is passed over', () => {
  expect(acceptsLeaderHint(KNOWN, { leader: -1, leaderEpoch: 6 })).toBe(false);
  expect(acceptsLeaderHint({ leader: 1, leaderEpoch: -1 }, { leader: 2, leaderEpoch: -1 })).toBe(false);
  expect(acceptsLeaderHint(null, { leader: 2, leaderEpoch: 6 })).toBe(false);
  expect(acceptsLeaderHint({ leader: 1, leaderEpoch: -1 }, { leader: 2, leaderEpoch: 0 })).toBe(true);
});

test('[RT6] metadata that is older than the leader epoch already seen is passed over', () => {
  expect(acceptsMetadata(5, 4, false)).toBe(false);
  expect(acceptsMetadata(5, 5, false)).toBe(true);
  expect(acceptsMetadata(5, 6, false)).toBe(true);
  expect(acceptsMetadata(null, 0, false)).toBe(true);
});

test('[RT6] a topic that was made anew starts over', () => {
  expect(acceptsMetadata(5, 0, true)).toBe(true);
});
