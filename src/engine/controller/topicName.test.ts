import { expect, test } from 'vitest';
import { collidingTopic, topicNameFault } from './topicName.ts';

const ILLEGAL = "contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'";

test.each([
  ['', 'the empty string is not allowed'],
  ['.', "'.' is not allowed"],
  ['..', "'..' is not allowed"],
  ['a'.repeat(250), `the length of '${'a'.repeat(250)}' is longer than the max allowed length 249`],
  ['pay ments', `'pay ments' ${ILLEGAL}`],
  ['zahlüng', `'zahlüng' ${ILLEGAL}`],
])('[topic-changes] refuses %j as a name', (name, fault) => {
  expect(topicNameFault(name)).toBe(`Topic name is invalid: ${fault}`);
});

test('[topic-changes] takes every name that Kafka takes', () => {
  for (const name of ['a', '...', 'A-1_b.c', 'a'.repeat(249)]) expect(topicNameFault(name)).toBeNull();
});

test('[topic-changes] . and _ are the same in names of metrics', () => {
  expect(collidingTopic('a.b', ['x', 'a_b'])).toBe('a_b');
  expect(collidingTopic('a_b.c', ['a.b.c'])).toBe('a.b.c');
  expect(collidingTopic('a.b', ['a.b', 'a-b', 'ab'])).toBeNull();
  expect(collidingTopic('ab', ['a.b'])).toBeNull();
});
