import type { BrokerId, Epoch, Offset } from '../../shared/units.ts';
import { committedIsr, isInflight } from './isrState.ts';
import type { IsrState } from './isrState.ts';
import { UNCHECKED_BROKER_EPOCH } from './replicaState.ts';
import type { FollowerState } from './replicaState.ts';

/**
 * What the leader's metadata says of a follower's broker. `brokerEpoch` is null when the broker is fenced or
 * not registered.
 */
export interface FollowerBroker {
  readonly isFenced: boolean;
  readonly isInControlledShutdown: boolean;
  readonly brokerEpoch: Epoch | null;
}

/**
 * Whether a replica may enter the ISR as far as its broker is concerned (I4; KIP-841, KIP-903): the broker
 * takes part in the cluster, is not leaving it, and the replica's last fetch came from its present life.
 * Kafka: `Partition.isReplicaIsrEligible` (4.2).
 */
export function isReplicaIsrEligible(state: FollowerState, broker: FollowerBroker): boolean {
  if (broker.isFenced || broker.isInControlledShutdown) return false;
  if (state.brokerEpoch === null || broker.brokerEpoch === null) return false;
  return state.brokerEpoch === UNCHECKED_BROKER_EPOCH || state.brokerEpoch === broker.brokerEpoch;
}

/** The partition of which a follower just fetched, as its leader sees it. */
export interface ExpandIsrInput {
  readonly isrState: IsrState;
  readonly highWatermark: Offset;
  /** Log end of the leader when its leader epoch began; null when it is not recorded yet. */
  readonly leaderEpochStartOffset: Offset | null;
}

/**
 * Whether the leader now asks the controller to add this follower to the ISR (I5). Reaching the high
 * watermark is not enough: before its first advance under a new leader the watermark may be older than
 * records the ISR agreed on, so the follower must also have reached the start of the leader's epoch. Kafka:
 * `Partition.needsExpandIsr` (4.2).
 */
export function needsExpandIsr(
  input: ExpandIsrInput,
  replicaId: BrokerId,
  state: FollowerState,
  isIsrEligible: boolean,
): boolean {
  if (isInflight(input.isrState) || committedIsr(input.isrState).includes(replicaId) || !isIsrEligible)
    return false;
  return (
    input.leaderEpochStartOffset !== null &&
    state.logEndOffset >= input.leaderEpochStartOffset &&
    state.logEndOffset >= input.highWatermark
  );
}
