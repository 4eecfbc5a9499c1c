import type { Offset } from '../../shared/units.ts';

/**
 * Whether a fenced broker's heartbeat brings it back: it does not ask to stay fenced, and it has applied the metadata log
 * up to its own registration (B2). Kafka: `BrokerHeartbeatManager.calculateNextBrokerState` (4.2).
 */
export function mayUnfence(heartbeat: {
  readonly wantFence: boolean;
  readonly currentMetadataOffset: Offset;
  /** Offset of the broker's registration record, which is also its broker epoch. */
  readonly registrationOffset: Offset;
}): boolean {
  return !heartbeat.wantFence && heartbeat.currentMetadataOffset >= heartbeat.registrationOffset;
}
