import type { Offset } from '../../shared/units.ts';

/**
 * Whether a broker in controlled shutdown may stop: it leads nothing, and every active broker has applied the metadata
 * that moved its leaderships away (B6). Without an active broker nobody is waited for.
 * Kafka: `BrokerHeartbeatManager.calculateNextBrokerState` (4.2, KIP-841).
 */
export function mayShutDown(state: {
  readonly leaderCount: number;
  /** End of the metadata log when the shutdown was granted. */
  readonly shutdownOffset: Offset;
  /** Metadata offset of each broker that is unfenced and not shutting down, from its last heartbeat. */
  readonly activeBrokerOffsets: readonly Offset[];
}): boolean {
  return (
    state.leaderCount === 0 && state.activeBrokerOffsets.every((offset) => offset >= state.shutdownOffset)
  );
}
