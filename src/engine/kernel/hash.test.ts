import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashedInt, hashText, mix32 } from './hash.ts';

describe('hashes', () => {
  test('are these, for ever', () => {
    expect([0, 1, -1, 0x7fffffff].map(mix32)).toMatchInlineSnapshot(`
      [
        0,
        1364076727,
        2180083513,
        4190899880,
      ]
    `);
    expect(['', 'a', 'broker:1', 'é', '𝄞'].map((text) => hashText(text))).toMatchInlineSnapshot(`
      [
        0,
        1513451765,
        912913644,
        526443462,
        3286242836,
      ]
    `);
    expect([0, 1, 2, 3].map((n) => hashedInt(7, 5, n, 1000))).toMatchInlineSnapshot(`
      [
        413,
        399,
        162,
        343,
      ]
    `);
  });

  test('of words are whole numbers of 32 bits, and no two words share one', () => {
    const seen = new Set<number>();
    for (let word = 0; word < 20_000; word++) {
      const mixed = mix32(word * 7919);
      expect(mixed >>> 0).toBe(mixed);
      seen.add(mixed);
    }
    expect(seen.size).toBe(20_000);
  });

  test('of texts depend on every code unit and on the seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.nat(), (a, b, seed) => {
        fc.pre(a !== b);
        expect(hashText(a, seed)).not.toBe(hashText(b, seed));
      }),
    );
    expect(hashText('a', 1)).not.toBe(hashText('a', 2));
  });

  test('below a bound stay below it, and each n has its own', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 1_000_000 }),
        (seed, stream, n, bound) => {
          const value = hashedInt(seed, stream, n, bound);
          expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
        },
      ),
    );
    const values = Array.from({ length: 1000 }, (_, n) => hashedInt(1, 2, n, 10));
    for (let digit = 0; digit < 10; digit++) {
      const count = values.filter((value) => value === digit).length;
      expect(count).toBeGreaterThan(60);
      expect(count).toBeLessThan(140);
    }
  });
});
