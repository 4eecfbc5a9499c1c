import type { Offset } from '../../shared/units.ts';
import { mayShutDown } from './controlledShutdown.ts';
import { mayUnfence } from './unfenceBroker.ts';

/** What the controller has a broker be. SHUTDOWN_NOW is an answer only: the broker is fenced and told to stop. */
export type BrokerControlState = 'FENCED' | 'UNFENCED' | 'CONTROLLED_SHUTDOWN' | 'SHUTDOWN_NOW';

export interface BrokerHeartbeat {
  readonly wantFence: boolean;
  readonly wantShutDown: boolean;
  readonly currentMetadataOffset: Offset;
}

export interface BrokerStanding {
  /** Offset of the broker's registration record. */
  readonly registrationOffset: Offset;
  readonly leaderCount: number;
  /** Only read in CONTROLLED_SHUTDOWN. */
  readonly shutdownOffset: Offset;
  readonly activeBrokerOffsets: readonly Offset[];
}

/**
 * The state that a heartbeat leads to (B2, B6). A change to FENCED or SHUTDOWN_NOW fences the broker, one to UNFENCED
 * elects leaders for leaderless partitions, one to CONTROLLED_SHUTDOWN takes it out of every ISR (B4–B6).
 * Kafka: `BrokerHeartbeatManager.calculateNextBrokerState` (4.2). A stale broker epoch is refused before this is asked.
 *
 * | current             | wantShutDown                             | wantFence | neither                             |
 * | ------------------- | ---------------------------------------- | --------- | ----------------------------------- |
 * | FENCED              | SHUTDOWN_NOW                             | FENCED    | UNFENCED if caught up, else FENCED  |
 * | UNFENCED            | CONTROLLED_SHUTDOWN, or SHUTDOWN_NOW if  | FENCED    | UNFENCED                            |
 * |                     | it leads nothing or also wants the fence |           |                                     |
 * | CONTROLLED_SHUTDOWN | SHUTDOWN_NOW once it may, whatever the heartbeat asks, else CONTROLLED_SHUTDOWN          |
 */
export function nextBrokerState(
  current: BrokerControlState,
  heartbeat: BrokerHeartbeat,
  standing: BrokerStanding,
): BrokerControlState {
  switch (current) {
    case 'FENCED':
      if (heartbeat.wantShutDown) return 'SHUTDOWN_NOW';
      return mayUnfence({ ...heartbeat, registrationOffset: standing.registrationOffset })
        ? 'UNFENCED'
        : 'FENCED';
    case 'UNFENCED':
      if (!heartbeat.wantShutDown) return heartbeat.wantFence ? 'FENCED' : 'UNFENCED';
      return heartbeat.wantFence || standing.leaderCount === 0 ? 'SHUTDOWN_NOW' : 'CONTROLLED_SHUTDOWN';
    case 'CONTROLLED_SHUTDOWN':
      return mayShutDown(standing) ? 'SHUTDOWN_NOW' : 'CONTROLLED_SHUTDOWN';
    case 'SHUTDOWN_NOW':
      return 'SHUTDOWN_NOW';
  }
}
