import { UNDEFINED_OFFSET } from '../../shared/units.ts';
import type { Epoch, Micros, Offset } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/**
 * What a leader knows of one follower. Kafka: `ReplicaState` (4.2), rule I1.
 *
 * Unknown offsets are -1. Times are kernel time; 0 also stands for "never".
 */
export interface FollowerState {
  /** The offset of the follower's last fetch, which is the end of its log. */
  readonly logEndOffset: Offset;
  readonly logStartOffset: Offset;
  /** The last moment at which the follower is known to have had all that the leader had. */
  readonly lastCaughtUpUs: Micros;
  /** The leader's log end when the follower last fetched. */
  readonly lastFetchLeaderLogEndOffset: Offset;
  readonly lastFetchUs: Micros;
  /** `broker.epoch` the follower sent with its last fetch (KIP-903); null before the first one. */
  readonly brokerEpoch: Epoch | null;
}

/** A fetch as the leader credits it to the follower that sent it. */
export interface FollowerFetch {
  readonly fetchOffset: Offset;
  readonly followerLogStartOffset: Offset;
  readonly brokerEpoch: Epoch;
}

/** A broker epoch of -1 in a fetch asks for no check of it (KIP-903). */
export const UNCHECKED_BROKER_EPOCH: Epoch = -1;

/** A follower of which the leader has heard nothing. */
export function initialFollowerState(): FollowerState {
  return {
    logEndOffset: UNDEFINED_OFFSET,
    logStartOffset: UNDEFINED_OFFSET,
    lastCaughtUpUs: 0,
    lastFetchLeaderLogEndOffset: 0,
    lastFetchUs: 0,
    brokerEpoch: null,
  };
}

/**
 * The follower after a fetch that arrived at `nowUs` (I1). A fetch at the leader's end shows that the
 * follower is caught up now. A fetch at what was the leader's end one fetch ago shows that it was caught up
 * then: it is a steady reader behind a busy writer. Kafka: `Replica.updateFetchStateOrThrow`; the throw is
 * `brokerEpochCheck`.
 */
export function updateFetchState(
  state: FollowerState,
  fetch: FollowerFetch,
  leaderLogEndOffset: Offset,
  nowUs: Micros,
): FollowerState {
  let lastCaughtUpUs = state.lastCaughtUpUs;
  if (fetch.fetchOffset >= leaderLogEndOffset) {
    lastCaughtUpUs = Math.max(lastCaughtUpUs, nowUs);
  } else if (fetch.fetchOffset >= state.lastFetchLeaderLogEndOffset) {
    lastCaughtUpUs = Math.max(lastCaughtUpUs, state.lastFetchUs);
  }
  return {
    logEndOffset: fetch.fetchOffset,
    logStartOffset: fetch.followerLogStartOffset,
    lastCaughtUpUs,
    lastFetchLeaderLogEndOffset: Math.max(leaderLogEndOffset, state.lastFetchLeaderLogEndOffset),
    lastFetchUs: nowUs,
    brokerEpoch: fetch.brokerEpoch,
  };
}

/**
 * The follower as a leader sees it at the start of a new leader epoch (M1). A broker that did not lead before
 * knows no log end; one that was elected again keeps what it knew. Either way an ISR member gets a full
 * `replica.lag.time.max.ms` of grace even if its broker is dead. Kafka: `Replica.resetReplicaState`.
 *
 * Not for metadata that changes the ISR only: under the same leader epoch the leader keeps its followers as
 * they are (`Partition.makeLeader`).
 */
export function resetReplicaState(
  state: FollowerState,
  reset: { readonly isNewLeader: boolean; readonly isInIsr: boolean; readonly leaderLogEndOffset: Offset },
  nowUs: Micros,
): FollowerState {
  const lastCaughtUpUs = reset.isInIsr ? nowUs : 0;
  if (reset.isNewLeader) {
    return { ...initialFollowerState(), lastFetchLeaderLogEndOffset: UNDEFINED_OFFSET, lastCaughtUpUs };
  }
  return {
    ...state,
    lastCaughtUpUs,
    lastFetchLeaderLogEndOffset: reset.leaderLogEndOffset,
    lastFetchUs: reset.isInIsr ? nowUs : 0,
  };
}

/**
 * Whether the follower counts as caught up (I2): it has all the leader has, or had it at most
 * `replicaLagTimeMaxUs` ago. A follower at the leader's end therefore never lags, however long it has been
 * silent. Kafka: `ReplicaState.isCaughtUp`.
 */
export function isCaughtUp(
  state: FollowerState,
  leaderLogEndOffset: Offset,
  nowUs: Micros,
  replicaLagTimeMaxUs: Micros,
): boolean {
  return state.logEndOffset === leaderLogEndOffset || nowUs - state.lastCaughtUpUs <= replicaLagTimeMaxUs;
}

/**
 * NOT_LEADER_OR_FOLLOWER for a fetch from an earlier life of the follower's broker, else NONE (KIP-903).
 * `cachedBrokerEpoch` is what the leader's metadata holds, null when the broker is not registered or is
 * fenced.
 */
export function brokerEpochCheck(fetchBrokerEpoch: Epoch, cachedBrokerEpoch: Epoch | null): KafkaError {
  if (fetchBrokerEpoch === UNCHECKED_BROKER_EPOCH || cachedBrokerEpoch === null) return 'NONE';
  return cachedBrokerEpoch > fetchBrokerEpoch ? 'NOT_LEADER_OR_FOLLOWER' : 'NONE';
}
