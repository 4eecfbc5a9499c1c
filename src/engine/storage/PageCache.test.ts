import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PageCache } from './PageCache.ts';

const EXPIRE_US = 30_000_000;

/** Appends, truncations and clean stops in the order of time. */
const HISTORY = fc.array(
  fc.record({
    waitUs: fc.nat(8_000_000),
    deed: fc.constantFrom('write', 'write', 'write', 'write', 'truncate', 'flush'),
    amount: fc.integer({ min: 1, max: 20 }),
  }),
  { maxLength: 40 },
);

interface Byte {
  readonly writtenUs: number;
  isFlushed: boolean;
}

/** Plays a history, and keeps beside the cache when each offset was written. */
function play(history: readonly { waitUs: number; deed: string; amount: number }[]) {
  const cache = new PageCache(0, EXPIRE_US);
  const written: Byte[] = [];
  let nowUs = 0;
  for (const { waitUs, deed, amount } of history) {
    nowUs += waitUs;
    if (deed === 'write') {
      for (let i = 0; i < amount; i++) written.push({ writtenUs: nowUs, isFlushed: false });
      cache.written(written.length, nowUs);
    } else if (deed === 'truncate') {
      const left = Math.max(0, written.length - amount);
      if (left === written.length) continue;
      written.length = left;
      cache.truncated(left);
    } else {
      for (const byte of written) byte.isFlushed = true;
      cache.flushAll(written.length);
    }
  }
  return { cache, written, nowUs };
}

describe('the page cache', () => {
  test('[A7] writes nothing to disk before it is old enough', () => {
    fc.assert(
      fc.property(HISTORY, fc.nat(40_000_000), (history, laterUs) => {
        const { cache, written, nowUs } = play(history);
        const atUs = nowUs + laterUs;
        const tooYoung = written.findIndex((byte) => !byte.isFlushed && byte.writtenUs + EXPIRE_US > atUs);
        if (tooYoung >= 0) expect(cache.flushedOffset(atUs)).toBeLessThanOrEqual(tooYoung);
      }),
    );
  });

  test('[A7] has on disk what is old enough, at most a second late', () => {
    fc.assert(
      fc.property(HISTORY, fc.nat(40_000_000), (history, laterUs) => {
        const { cache, written, nowUs } = play(history);
        const atUs = nowUs + laterUs;
        const old = written.findIndex(
          (byte) => !byte.isFlushed && byte.writtenUs + EXPIRE_US + 1_000_000 > atUs,
        );
        expect(cache.flushedOffset(atUs)).toBeGreaterThanOrEqual(old < 0 ? written.length : old);
      }),
    );
  });

  test('never has more on disk than was written', () => {
    fc.assert(
      fc.property(HISTORY, fc.nat(80_000_000), (history, laterUs) => {
        const { cache, written, nowUs } = play(history);
        expect(cache.flushedOffset(nowUs + laterUs)).toBeLessThanOrEqual(written.length);
      }),
    );
  });

  test('[A8] has everything on disk after a clean stop', () => {
    fc.assert(
      fc.property(HISTORY, (history) => {
        const { cache, written, nowUs } = play(history);
        cache.flushAll(written.length);
        expect(cache.flushedOffset(nowUs)).toBe(written.length);
      }),
    );
  });

  test('[A7] does not let a page wait for what is written long after it', () => {
    const cache = new PageCache(0, EXPIRE_US);
    cache.written(1, 0);
    cache.written(2, 900_000);
    cache.written(3, 8_000_000);
    expect([30_000_000, 30_900_000, 38_000_000].map((atUs) => cache.flushedOffset(atUs))).toEqual([1, 2, 3]);
  });

  test('has everything on disk at once where pages do not linger at all', () => {
    const cache = new PageCache(0, 0);
    cache.written(5, 10);
    cache.written(9, 10);
    expect(cache.flushedOffset(10)).toBe(9);
  });

  test('is not asked for writes that come later: what was flushed stays so as time goes on', () => {
    fc.assert(
      fc.property(HISTORY, fc.nat(40_000_000), fc.nat(40_000_000), (history, one, other) => {
        const { cache, nowUs } = play(history);
        const [early, late] = [nowUs + Math.min(one, other), nowUs + Math.max(one, other)];
        expect(cache.flushedOffset(early)).toBeLessThanOrEqual(cache.flushedOffset(late));
      }),
    );
  });
});
