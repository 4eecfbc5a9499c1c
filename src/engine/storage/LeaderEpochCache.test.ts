import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeaderEpochCache } from './LeaderEpochCache.ts';

/** A log as the epochs of its records, in order: what the cache summarises. */
const logs = fc
  .array(fc.record({ skippedEpochs: fc.nat(2), recordCount: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 6,
  })
  .map((runs) => {
    const log: number[] = [];
    let epoch = -1;
    for (const { skippedEpochs, recordCount } of runs) {
      epoch += 1 + skippedEpochs;
      for (let count = 0; count < recordCount; count += 1) log.push(epoch);
    }
    return log;
  });

function cacheOf(log: readonly number[]): LeaderEpochCache {
  const cache = new LeaderEpochCache();
  log.forEach((epoch, offset) => cache.assign(epoch, offset));
  return cache;
}

test('[E1] epochs and start offsets both grow, whatever is assigned', () => {
  const assignments = fc.array(fc.tuple(fc.nat(8), fc.nat(20)), { maxLength: 12 });
  fc.assert(
    fc.property(assignments, (pairs) => {
      const cache = new LeaderEpochCache();
      for (const [epoch, startOffset] of pairs) {
        cache.assign(epoch, startOffset);
        expect(cache.latestEpoch()).toBe(epoch);
        cache.entries.slice(1).forEach((entry, index) => {
          expect(entry.epoch).toBeGreaterThan(cache.entries[index]?.epoch ?? Infinity);
          expect(entry.startOffset).toBeGreaterThan(cache.entries[index]?.startOffset ?? Infinity);
        });
      }
    }),
  );
});

test('[E1] a repeated epoch keeps its first start offset', () => {
  const cache = new LeaderEpochCache();
  cache.assign(4, 10);
  const before = cache.entries;
  cache.assign(4, 12);
  expect(cache.entries).toBe(before);
  expect(cache.entries).toEqual([{ epoch: 4, startOffset: 10 }]);
});

test('[E1] refuses a negative epoch or offset', () => {
  expect(() => new LeaderEpochCache().assign(-1, 0)).toThrow();
  expect(() => new LeaderEpochCache().assign(0, -1)).toThrow();
});

test('[E2] an epoch ends where the first record of a later one begins', () => {
  fc.assert(
    fc.property(logs, fc.integer({ min: -1, max: 20 }), (log, epoch) => {
      const answer = cacheOf(log).endOffsetFor(epoch, log.length);
      const newest = log.at(-1) ?? -1;
      if (epoch === -1 || epoch > newest) {
        expect(answer).toEqual({ epoch: -1, endOffset: -1 });
        return;
      }
      const nextStart = log.findIndex((other) => other > epoch);
      expect(answer.endOffset).toBe(nextStart === -1 ? log.length : nextStart);
      const known = log.filter((other) => other <= epoch).at(-1);
      expect(answer.epoch).toBe(known ?? epoch);
    }),
  );
});

test('epochForOffset finds the epoch of every record and of none before the log', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const cache = cacheOf(log);
      log.forEach((epoch, offset) => expect(cache.epochForOffset(offset)).toBe(epoch));
      expect(cache.epochForOffset(-1)).toBeNull();
      expect(cache.latestEpoch()).toBe(log.at(-1) ?? null);
    }),
  );
});

test('[E3] truncating the end leaves the cache of the shorter log', () => {
  fc.assert(
    fc.property(logs, fc.nat(30), (log, end) => {
      const cache = cacheOf(log);
      cache.truncateFromEnd(end);
      expect(cache.entries).toEqual(cacheOf(log.slice(0, end)).entries);
    }),
  );
});

test('[E3] truncating the start changes no epoch of a record that stays', () => {
  fc.assert(
    fc.property(logs, fc.nat(30), (log, start) => {
      const cache = cacheOf(log);
      cache.truncateFromStart(start);
      for (let offset = start; offset < log.length; offset += 1) {
        expect(cache.epochForOffset(offset)).toBe(log[offset]);
      }
      expect(cache.epochForOffset(start - 1)).toBeNull();
      expect(cache.latestEpoch()).toBe(log.at(-1) ?? null);
    }),
  );
});

test('clear forgets all epochs', () => {
  const cache = cacheOf([1, 2]);
  cache.clear();
  expect(cache.latestEpoch()).toBeNull();
  expect(cache.entries).toEqual([]);
});
