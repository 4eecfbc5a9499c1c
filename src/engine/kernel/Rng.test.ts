import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rng } from './Rng.ts';

function draws(rng: Rng, count: number): number[] {
  return Array.from({ length: count }, () => rng.next());
}

describe('random numbers', () => {
  test('are these for seed 1, for ever: every saved link depends on them', () => {
    expect(draws(new Rng(1, 'broker:1/phases'), 4)).toMatchInlineSnapshot(`
      [
        3254898147,
        905461435,
        777472854,
        3028740641,
      ]
    `);
    expect(draws(new Rng(1, 'broker:2/phases'), 4)).toMatchInlineSnapshot(`
      [
        2830366261,
        984092598,
        3089034137,
        2304044914,
      ]
    `);
    expect(draws(new Rng(4294967295, ''), 4)).toMatchInlineSnapshot(`
      [
        3554101419,
        1608501457,
        356756143,
        2676671782,
      ]
    `);
  });

  test('are the same for the same seed and name', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (seed, name) => {
        expect(draws(new Rng(seed, name), 20)).toEqual(draws(new Rng(seed, name), 20));
      }),
    );
  });

  test('are others for another name or another seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.string(), (seed, name, other) => {
        fc.pre(name !== other);
        const own = draws(new Rng(seed, name), 4);
        expect(draws(new Rng(seed, other), 4)).not.toEqual(own);
        expect(draws(new Rng(seed + 1, name), 4)).not.toEqual(own);
      }),
    );
  });

  test('of one stream do not depend on what others draw', () => {
    const alone = draws(new Rng(7, 'a'), 50);
    const own = new Rng(7, 'a');
    const other = new Rng(7, 'b');
    const between = alone.map((_, i) => {
      draws(other, i % 5);
      return own.next();
    });
    expect(between).toEqual(alone);
  });

  test('lie below their bound, and reach all that lies there', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 }), (seed, bound) => {
        const rng = new Rng(seed, 'bound');
        for (let i = 0; i < 50; i++) {
          const value = rng.int(bound);
          expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
        }
      }),
    );
    const rng = new Rng(3, 'even');
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[rng.int(6)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
