import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Digest } from './Digest.ts';
import { SharedLog } from './SharedLog.ts';

/** Long enough to fill several chunks. */
const LENGTH = fc.nat(1100);

function logOf(length: number): SharedLog<number> {
  const log = new SharedLog<number>();
  for (let i = 0; i < length; i++) log.push(i);
  return log;
}

function itemsOf(log: SharedLog<number>): number[] {
  return Array.from({ length: log.length }, (_, i) => log.at(i));
}

describe('a shared log', () => {
  test('keeps its items in order', () => {
    fc.assert(
      fc.property(LENGTH, (length) => {
        expect(itemsOf(logOf(length))).toEqual(Array.from({ length }, (_, i) => i));
      }),
      { numRuns: 30 },
    );
  });

  test('[kernel-checkpoint] is never changed by what happens to a clone, nor the clone by what happens to it', () => {
    fc.assert(
      fc.property(LENGTH, LENGTH, fc.nat(600), fc.boolean(), (length, cut, more, isCloneChanged) => {
        const log = logOf(length);
        const clone = log.shareOrClone();
        const [changed, kept] = isCloneChanged ? [clone, log] : [log, clone];
        changed.truncate(cut);
        for (let i = 0; i < more; i++) changed.push(-i - 1);
        expect(itemsOf(kept)).toEqual(Array.from({ length }, (_, i) => i));
        const rest = Array.from({ length: Math.min(length, cut) }, (_, i) => i);
        expect(itemsOf(changed)).toEqual([...rest, ...Array.from({ length: more }, (_, i) => -i - 1)]);
      }),
      { numRuns: 60 },
    );
  });

  test('may be cut exactly between two chunks and written on', () => {
    for (const cut of [0, 1, 255, 256, 257, 512]) {
      const log = logOf(600);
      const clone = log.shareOrClone();
      log.truncate(cut);
      log.push(-1);
      expect([log.length, log.at(cut), clone.length, clone.at(cut)]).toEqual([cut + 1, -1, 600, cut]);
    }
  });

  test('has the digest of its items', () => {
    const digestOf = (log: SharedLog<number>): string => {
      const digest = new Digest();
      digest.state(log);
      return digest.hex();
    };
    const cut = logOf(700);
    cut.truncate(300);
    expect(digestOf(cut)).toBe(digestOf(logOf(300)));
    expect(digestOf(logOf(300))).not.toBe(digestOf(logOf(301)));
  });
});
