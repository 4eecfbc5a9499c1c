import { expect, test } from 'vitest';
import { isPointedAt } from './isPointedAt.ts';

test.each([
  ['broker:1', ['broker:1'], true],
  ['broker:1', ['broker:11'], false],
  ['broker:2', ['replica:payments-0@2'], true],
  ['broker:2', ['replica:payments-0@3', 'producer:pay-api'], false],
  ['controller:101', ['controller:102'], false],
  ['controller:102', ['controller:102'], true],
  ['consumer:ledger-1', ['controller:102', 'consumer:ledger-1'], true],
  ['broker:1', [], false],
])('the card %s and %j: %s', (card, pointedAt, expected) => {
  expect(isPointedAt(card, pointedAt)).toBe(expected);
});
