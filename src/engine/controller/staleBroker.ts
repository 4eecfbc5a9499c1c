import type { BrokerId, Micros } from '../../shared/units.ts';

export interface BrokerContact {
  readonly brokerId: BrokerId;
  /** When the active controller last heard from the broker, or became active itself. */
  readonly lastContactUs: Micros;
}

/**
 * Whether a broker that was last heard at `lastContactUs` still has its session: silent for no longer than
 * `broker.session.timeout.ms` (B2, B3). Kafka: `BrokerHeartbeatTracker.isExpired` (4.2), which is strict, so a broker
 * that has been silent for exactly the timeout is not stale yet.
 */
export function hasValidSession(lastContactUs: Micros, nowUs: Micros, sessionTimeoutUs: Micros): boolean {
  return nowUs - lastContactUs <= sessionTimeoutUs;
}

/**
 * The broker that the controller fences in this pass, or null (B3). One a pass, so that each fencing is seen by the next; after
 * one that found somebody the next comes in 10 ms. Kafka: `ReplicationControlManager.maybeFenceOneStaleBroker`,
 * `BrokerHeartbeatTracker.maybeRemoveExpired` (4.2).
 *
 * Simplified: among several stale brokers Kafka takes the first of a hash table; here it is the longest silent one, and
 * of those the lowest id.
 */
export function nextStaleBroker(
  brokers: readonly BrokerContact[],
  nowUs: Micros,
  sessionTimeoutUs: Micros,
): BrokerId | null {
  let stalest: BrokerContact | null = null;
  for (const broker of brokers) {
    if (hasValidSession(broker.lastContactUs, nowUs, sessionTimeoutUs)) continue;
    if (stalest === null || isStaler(broker, stalest)) stalest = broker;
  }
  return stalest === null ? null : stalest.brokerId;
}

function isStaler(a: BrokerContact, b: BrokerContact): boolean {
  if (a.lastContactUs !== b.lastContactUs) return a.lastContactUs < b.lastContactUs;
  return a.brokerId < b.brokerId;
}

/**
 * How often the controller looks for stale brokers: an eighth of the session timeout, but at least 1 ms (B3). A dead
 * broker is therefore fenced at most 12.5 % later than its session ends.
 * Kafka: `QuorumController.maybeFenceStaleBrokerPeriodNs` (4.2).
 */
export function fencingCheckPeriodUs(sessionTimeoutUs: Micros): Micros {
  return Math.max(1000, Math.floor(sessionTimeoutUs / 8));
}
