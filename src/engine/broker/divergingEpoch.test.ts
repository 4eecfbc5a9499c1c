import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeaderEpochCache } from '../storage/LeaderEpochCache.ts';
import { divergingEpoch } from './divergingEpoch.ts';
import { truncationOffset } from './truncationOffset.ts';

function cacheOf(log: readonly number[]): LeaderEpochCache {
  const cache = new LeaderEpochCache();
  log.forEach((epoch, offset) => cache.assign(epoch, offset));
  return cache;
}

/**
 * Two logs, as the epochs of their records, that one cluster can have produced: they share a beginning, and no epoch
 * is written by two leaders, so after it they have no epoch in common.
 */
const logPairs = fc
  .record({
    common: fc.array(fc.nat(3), { maxLength: 5 }),
    follower: fc.array(fc.nat(5), { maxLength: 5 }),
    leader: fc.array(fc.nat(5), { maxLength: 5 }),
  })
  .map(({ common, follower, leader }) => {
    const sorted = (log: readonly number[]) => log.slice().sort((a, b) => a - b);
    const shared = sorted(common);
    const newest = shared.at(-1) ?? 0;
    return {
      commonLength: shared.length,
      // Even epochs for one, odd ones for the other.
      follower: [...shared, ...sorted(follower).map((epoch) => newest + 1 + 2 * epoch)],
      leader: [...shared, ...sorted(leader).map((epoch) => newest + 2 + 2 * epoch)],
    };
  });

test('[E4] an undefined end, or an offset below the log start, is out of range before epochs are compared', () => {
  expect(divergingEpoch(5, 9, { epoch: -1, endOffset: -1 }, 0)).toEqual({ kind: 'outOfRange' });
  expect(divergingEpoch(5, 9, { epoch: -1, endOffset: 7 }, 0)).toEqual({ kind: 'outOfRange' });
  expect(divergingEpoch(5, 9, { epoch: 3, endOffset: -1 }, 0)).toEqual({ kind: 'outOfRange' });
  expect(divergingEpoch(5, 4, { epoch: 3, endOffset: 4 }, 6)).toEqual({ kind: 'outOfRange' });
  expect(divergingEpoch(6, 4, { epoch: 4, endOffset: 6 }, 6)).toEqual({ kind: 'read' });
});

test('[E4] diverges when the leader does not know the epoch, or it ended earlier', () => {
  expect(divergingEpoch(5, 4, { epoch: 3, endOffset: 7 }, 0)).toEqual({
    kind: 'diverging',
    epoch: 3,
    endOffset: 7,
  });
  expect(divergingEpoch(5, 4, { epoch: 4, endOffset: 4 }, 0)).toEqual({
    kind: 'diverging',
    epoch: 4,
    endOffset: 4,
  });
  expect(divergingEpoch(5, 4, { epoch: 4, endOffset: 5 }, 0)).toEqual({ kind: 'read' });
});

test('[E5] fetching and truncating in turn ends at the longest common prefix, and never cuts into it', () => {
  fc.assert(
    fc.property(logPairs, ({ commonLength, follower: initialLog, leader }) => {
      // A leader records its own epoch when it is elected, so it knows every epoch a follower can have.
      const leaderCache = cacheOf(leader);
      leaderCache.assign(99, leader.length);
      const followerCache = cacheOf(initialLog);
      let logEndOffset = initialLog.length;

      for (let round = 0; ; round += 1) {
        expect(round).toBeLessThan(20);
        const lastFetchedEpoch = followerCache.latestEpoch();
        if (lastFetchedEpoch === null) break; // Nothing to compare: the follower reads from the start.
        const leaderEnd = leaderCache.endOffsetFor(lastFetchedEpoch, leader.length);
        const decision = divergingEpoch(logEndOffset, lastFetchedEpoch, leaderEnd, 0);
        if (decision.kind === 'read') break;
        if (decision.kind !== 'diverging') return expect.fail('nothing is out of range here');

        const followerEnd = followerCache.endOffsetFor(decision.epoch, logEndOffset);
        const truncation = truncationOffset(decision, followerEnd, logEndOffset, logEndOffset);
        expect(truncation.offset).toBeLessThan(logEndOffset);
        logEndOffset = truncation.offset;
        followerCache.truncateFromEnd(logEndOffset);
      }
      expect(logEndOffset).toBe(commonLength);
    }),
  );
});
