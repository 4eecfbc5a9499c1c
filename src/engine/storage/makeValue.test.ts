import { expect, test } from 'vitest';
import { makeHeaderValue, makeValue } from './makeValue.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('[real-compression] a value is the same each time, as long as asked for, and another for each record and seed', () => {
  for (const kind of ['json', 'text', 'random'] as const)
    for (const length of [0, 1, 5, 60, 150, 200, 201, 1000, 20_000]) {
      const value = makeValue({ kind, seed: 7 }, 3, length);
      expect(value.length).toBe(length);
      expect(makeValue({ kind, seed: 7 }, 3, length)).toEqual(value);
      if (length < 60) continue;
      expect(makeValue({ kind, seed: 7 }, 4, length)).not.toEqual(value);
      expect(makeValue({ kind, seed: 8 }, 3, length)).not.toEqual(value);
    }
});

test('[real-compression] JSON that has room is JSON', () => {
  for (let n = 0; n < 300; n++) {
    const parsed = JSON.parse(text(makeValue({ kind: 'json', seed: 1 }, n, 250 + 5 * n))) as {
      number: number;
    };
    expect(parsed.number).toBe(n);
  }
});

test('[real-compression] the same bytes in every engine: these', () => {
  expect(text(makeValue({ kind: 'json', seed: 1 }, 0, 200))).toMatchInlineSnapshot(
    `"{"id":"0fa47b72","event":"cart_changed","number":0,"user":"user-420","country":"GB","page":"/help/191","ms":167,"items":[{"sku":"A-1120","count":4,"price":161.72}],"note":"of were at have by by afte"}"`,
  );
  expect(text(makeValue({ kind: 'text', seed: 1 }, 0, 40))).toMatchInlineSnapshot(
    `"batch before with was segment to number "`,
  );
  expect([...makeValue({ kind: 'random', seed: 1 }, 0, 6)]).toMatchInlineSnapshot(`
    [
      114,
      123,
      164,
      15,
      237,
      121,
    ]
  `);
  expect(text(makeHeaderValue({ kind: 'json', seed: 1 }, 0, 0, 20))).toMatchInlineSnapshot(
    `"1e42cff376dc7c4a669a"`,
  );
});
