import { expect, test } from 'vitest';
import { answerOf, compareVector } from '../../conformance/vectors/compareVector.ts';

const versioned = { id: 'v', expect40: 'old', expect41plus: 'new', expect42plus: 'newest' };

test.for([
  ['4.0.2', 'old'],
  ['4.1.0', 'new'],
  ['4.2.2', 'newest'],
  ['4.10.0', 'newest'],
  ['5.0.0', 'newest'],
])('an expectation holds from its version on: %s has %s', ([version = '', wanted]) => {
  expect(answerOf(versioned, 'expect', version)).toBe(wanted);
});

test('a case without versions has one expectation for all', () => {
  expect(answerOf({ id: 'v', expect: 'it' }, 'expect', '4.4.0')).toBe('it');
  expect(answerOf({ id: 'v', expect40: 'it' }, 'expect', '4.4.0')).toBe('it');
});

test('the first difference says where it is', () => {
  const vector = {
    id: 'v',
    events: [
      { t: 0, error: 'NONE' },
      { t: 1, error: 'NONE' },
    ],
  };
  const gave = {
    events: [
      { t: 0, error: 'NONE' },
      { t: 1, error: 'UNKNOWN_MEMBER_ID' },
    ],
  };
  expect(compareVector(vector, ['events'], gave, '4.2.2')).toEqual({
    fields: ['events.*.error'],
    at: 'events.1.error',
    vector: 'NONE',
    kafka: 'UNKNOWN_MEMBER_ID',
  });
});

test.for([
  ['a longer list', [1], [1, 2], 'answer.1'],
  ['a shorter list', [1, 2], [1], 'answer.1'],
  ['another key', { a: 1 }, { a: 1, b: 2 }, 'answer.b'],
  ['null for nothing', { a: null }, {}, 'answer.a'],
  ['another order', [1, 2], [2, 1], 'answer.0'],
  ['a list for an object', [], {}, 'answer'],
  ['another number', 1, 1.001, 'answer'],
] as const)('%s is a difference', ([, answer, given, at]) => {
  expect(compareVector({ id: 'v', answer }, ['answer'], { answer: given }, '4.2.2')?.at).toBe(at);
});

test('every field that differs is named once', () => {
  const vector = { id: 'v', a: [{ x: 1, y: 1 }, { x: 1, y: 1 }, { x: 1 }], b: 1 };
  const gave = { a: [{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 1 }], b: 2 };
  expect(compareVector(vector, ['a', 'b'], gave, '4.2.2')?.fields).toEqual(['a.*.x', 'a.*.y', 'b']);
});

test('an answer that Kafka did not give, or that the vector does not have, is a difference', () => {
  expect(compareVector({ id: 'v', answer: 1 }, ['answer'], {}, '4.2.2')?.at).toBe('answer');
  expect(compareVector({ id: 'v' }, ['answer'], { answer: 1 }, '4.2.2')?.at).toBe('answer');
});

test('the order of keys and the last bits of a rate are none', () => {
  const vector = { id: 'v', answer: { a: 1, b: 0.1 + 0.2 } };
  expect(compareVector(vector, ['answer'], { answer: { b: 0.3, a: 1 } }, '4.2.2')).toBeNull();
});

test('where a hash map decides, only the shares are compared', () => {
  const vector = { id: 'v', orderSensitive: true, expect: { a: ['t-0'], b: ['t-1', 't-2'] } };
  const compare = (given: unknown) => compareVector(vector, ['expect'], { expect: given }, '4.2.2');
  expect(compare({ a: ['t-1', 't-0'], b: ['t-2'] })).toBeNull();
  expect(compare({ a: ['t-0', 't-1', 't-2'], b: [] })?.at).toMatch(/^expect\.shares/);
  expect(compare({ a: ['t-0'], b: ['t-1', 't-1'] })?.at).toMatch(/^expect\.partitions/);
});
