import { expect, test } from 'vitest';
import { ERROR_AREAS, ERROR_TEXTS } from '../../i18n/en/kafkaErrors/index.ts';
import { KAFKA_ERRORS, retryOf } from '../../shared/kafkaErrors.ts';

test('theTableHasEachCodeOnce', () => {
  // −1, and 1 to 133.
  expect(KAFKA_ERRORS.map(({ code }) => code)).toEqual([-1, ...Array.from({ length: 133 }, (_, i) => i + 1)]);
});

test('everyErrorIsToldOnceInOneArea', () => {
  const told = Object.values(ERROR_AREAS).flatMap((area) => Object.keys(area));
  expect(told.toSorted()).toEqual(KAFKA_ERRORS.map(({ name }) => name as string).toSorted());
  for (const { name } of KAFKA_ERRORS)
    for (const text of Object.values(ERROR_TEXTS[name])) expect(text, name).toMatch(/[.?…]$/);
});

test.each([
  ['NOT_ENOUGH_REPLICAS', 'yes'],
  ['NOT_LEADER_OR_FOLLOWER', 'afterRefresh'],
  ['NOT_COORDINATOR', 'afterRefresh'],
  ['MESSAGE_TOO_LARGE', 'no'],
  ['REBALANCE_IN_PROGRESS', 'no'],
  ['CORRUPT_MESSAGE', 'yes'],
] as const)('%s: retriable %s', (name, retry) => {
  expect(retryOf(KAFKA_ERRORS.find((error) => error.name === name)!)).toBe(retry);
});
