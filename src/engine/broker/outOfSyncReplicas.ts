import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Millis, Offset } from '../../shared/units.ts';
import { committedIsr, isInflight } from './isrState.ts';
import type { IsrState } from './isrState.ts';
import { isCaughtUp } from './replicaState.ts';
import type { FollowerState } from './replicaState.ts';

/**
 * How often a broker looks for out-of-sync members of the ISRs it leads (I3): twice per
 * `replica.lag.time.max.ms`.
 */
export function isrShrinkCheckIntervalUs(replicaLagTimeMaxMs: Millis): Micros {
  return Math.trunc(replicaLagTimeMaxMs / 2) * MICROS_PER_MILLI;
}

/**
 * The ISR members the leader would now ask the controller to remove (I2, I3): those that are not caught up,
 * and those it knows nothing of. None while an earlier request is under way. Kafka:
 * `Partition.getOutOfSyncReplicas` (4.2).
 */
export function outOfSyncReplicas(
  isrState: IsrState,
  leaderId: BrokerId,
  followers: ReadonlyMap<BrokerId, FollowerState>,
  leaderLogEndOffset: Offset,
  nowUs: Micros,
  replicaLagTimeMaxUs: Micros,
): BrokerId[] {
  if (isInflight(isrState)) return [];
  return committedIsr(isrState).filter((replicaId) => {
    if (replicaId === leaderId) return false;
    const state = followers.get(replicaId);
    return state === undefined || !isCaughtUp(state, leaderLogEndOffset, nowUs, replicaLagTimeMaxUs);
  });
}
