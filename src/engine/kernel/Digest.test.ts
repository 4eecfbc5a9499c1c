import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Digest } from './Digest.ts';

function digestOf(value: unknown): string {
  const digest = new Digest();
  digest.state(value);
  return digest.hex();
}

/** Plain data of all the kinds that state is made of. */
const STATE = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc
      .array(fc.tuple(fc.string({ maxLength: 3 }), tie('value')), { maxLength: 4 })
      .map((entries) => new Map(entries)),
    fc.uniqueArray(fc.integer(), { maxLength: 4 }).map((items) => new Set(items)),
  ),
})).value;

describe('a digest', () => {
  test('[kernel-checkpoint] is equal for equal state', () => {
    fc.assert(
      fc.property(STATE, (value) => {
        expect(digestOf(structuredClone(value))).toBe(digestOf(value));
      }),
    );
  });

  test('differs where state differs', () => {
    fc.assert(
      fc.property(STATE, STATE, (a, b) => {
        const isEqual = sameState(a, b);
        expect(digestOf(a) === digestOf(b)).toBe(isEqual);
      }),
      { numRuns: 300 },
    );
  });

  test('[kernel-checkpoint] differs when any one field does', () => {
    const state = {
      a: 1,
      b: [1, 2, { c: 'x' }],
      d: new Map([['k', 3]]),
      e: new Set([4]),
      f: true,
      g: null as unknown,
    };
    const changed = [
      { ...state, a: 1.5 },
      { ...state, a: -1 },
      { ...state, a: 1 + 2 ** 32 },
      { ...state, b: [1, 2, { c: 'y' }] },
      { ...state, b: [1, { c: 'x' }, 2] },
      { ...state, d: new Map([['k', 4]]) },
      { ...state, d: new Map([['l', 3]]) },
      { ...state, e: new Set([5]) },
      { ...state, e: [4] },
      { ...state, f: false },
      { ...state, f: 1 },
      { ...state, g: undefined },
      { ...state, g: 0 },
      { ...state, h: 1 },
    ];
    const digests = [state, ...changed].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('tells fractions, infinities and numbers beyond 32 bits apart', () => {
    const numbers = [
      0,
      0.5,
      0.25,
      1,
      -1,
      2 ** 31,
      2 ** 32,
      2 ** 33,
      -(2 ** 32),
      1e15,
      1e15 + 1,
      Infinity,
      -Infinity,
      NaN,
    ];
    expect(new Set(numbers.map(digestOf)).size).toBe(numbers.length);
    expect(digestOf(-0)).toBe(digestOf(0));
  });

  test('knows where a list ends', () => {
    expect(digestOf([[1], 2])).not.toBe(digestOf([[1, 2]]));
    expect(digestOf({ a: { b: 1 } })).not.toBe(digestOf({ a: {}, b: 1 }));
    expect(digestOf(['ab', 'c'])).not.toBe(digestOf(['a', 'bc']));
  });

  test('asks who knows a cheaper way', () => {
    const clever = { noise: 1, digestInto: (digest: Digest) => digest.number(7) };
    expect(digestOf(clever)).toBe(digestOf({ ...clever, noise: 2 }));
  });

  test('has sixteen hexadecimal digits', () => {
    fc.assert(fc.property(STATE, (value) => /^[0-9a-f]{16}$/.test(digestOf(value))));
  });
});

/** Equality as digests see it: −0 is 0, order counts in Maps, Sets and objects. */
function sameState(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b || (a !== a && b !== b);
  if (kindOf(a) !== kindOf(b)) return false;
  const [x, y] = [partsOf(a), partsOf(b)];
  return x.length === y.length && x.every((part, i) => sameState(part, y[i]));
}

function kindOf(value: object): string {
  return Array.isArray(value)
    ? 'list'
    : value instanceof Map
      ? 'map'
      : value instanceof Set
        ? 'set'
        : 'object';
}

function partsOf(value: object): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value].flat(1);
  return value instanceof Set ? [...value] : Object.entries(value).flat(1);
}
