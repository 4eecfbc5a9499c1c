import { expect, test } from 'vitest';
import { hasReachedDeliveryTimeout } from './deliveryTimeout.ts';

test('[RT2] counts from the creation of the batch, and the last ms is too late', () => {
  expect(hasReachedDeliveryTimeout(500, 120_499, 120_000)).toBe(false);
  expect(hasReachedDeliveryTimeout(500, 120_500, 120_000)).toBe(true);
  expect(hasReachedDeliveryTimeout(500, 500, 0)).toBe(true);
});
