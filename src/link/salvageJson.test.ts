import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { salvageJson } from './salvageJson.ts';

describe('salvageJson', () => {
  test('a whole text is its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const json = JSON.stringify(value);
        const { value: read, completeKeys } = salvageJson(json);
        expect(read).toEqual(JSON.parse(json));
        expect([...completeKeys].sort()).toEqual(Object.keys(value).sort());
      }),
    );
  });

  test('a key that is called complete has the value it had, wherever the text breaks off', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(), (value, at) => {
        const json = JSON.stringify(value);
        const whole = JSON.parse(json) as Record<string, unknown>;
        const { value: read, completeKeys } = salvageJson(json.slice(0, at % (json.length + 1)));
        for (const key of completeKeys) expect((read as Record<string, unknown>)[key]).toEqual(whole[key]);
      }),
    );
  });

  test.each([
    ['{"a":1,"b":[{"c":2},{"d":3', { a: 1, b: [{ c: 2 }, {}] }, ['a']],
    ['{"a":"x{\\"","b":"tru', { a: 'x{"' }, ['a']],
    ['{"a":12', {}, []],
    ['{"a":12,', { a: 12 }, ['a']],
    ['{"a":[1,2]}garbage', { a: [1, 2] }, ['a']],
    ['{"a":1,"b"', { a: 1 }, ['a']],
    ['{"a":1}}', { a: 1 }, ['a']],
    ['{"a":1]', { a: 1 }, ['a']],
    ['', undefined, []],
    ['nonsense', undefined, []],
  ])('%s', (text, value, keys) => {
    expect(salvageJson(text)).toEqual({ value, completeKeys: new Set(keys) });
  });
});
