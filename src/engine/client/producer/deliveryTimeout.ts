import type { Millis } from '../../../shared/units.ts';

/**
 * Whether a batch has used up `delivery.timeout.ms`, counted from its creation, so linger, backoff and time in flight are
 * all in it (RT2). It then fails with a TimeoutException, queued or in flight.
 * Kafka: `ProducerBatch.hasReachedDeliveryTimeout` (4.2, KIP-91).
 */
export function hasReachedDeliveryTimeout(
  createdMs: Millis,
  nowMs: Millis,
  deliveryTimeoutMs: Millis,
): boolean {
  return nowMs - createdMs >= deliveryTimeoutMs;
}
