import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../../shared/units.ts';
import type { BrokerId, Epoch, Offset } from '../../../shared/units.ts';
import type { EpochEndOffset } from '../../storage/LeaderEpochCache.ts';

export interface LeaderAndEpoch {
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

/**
 * What a consumer does about its position when it knows a leader: nothing if the position was found good under this very one;
 * else it asks the leader where the epoch of the last record ended, unless it has read none since the position was looked up.
 * Kafka: `SubscriptionState.maybeValidatePosition`, `validatePosition` (4.2), rule E8, KIP-320.
 */
export function positionCheck(
  offsetEpoch: Epoch | null,
  positionLeader: LeaderAndEpoch | null,
  leader: LeaderAndEpoch,
): 'known' | 'take' | 'validate' {
  if (positionLeader?.leader === leader.leader && positionLeader.leaderEpoch === leader.leaderEpoch)
    return 'known';
  return offsetEpoch === null ? 'take' : 'validate';
}

/** What the leader's answer says of a position. */
export type Validation =
  | { readonly kind: 'valid' }
  /** The logs part here: what the consumer read from there on is gone. */
  | { readonly kind: 'truncated'; readonly offset: Offset; readonly offsetEpoch: Epoch }
  /** The leader knows nothing of that epoch: the place is found by `auto.offset.reset`. */
  | { readonly kind: 'lost' };

/** Kafka: `SubscriptionState.maybeCompleteValidation` (4.2); without an `auto.offset.reset` poll() throws what is not valid. */
export function validatePosition(position: Offset, end: EpochEndOffset): Validation {
  if (end.endOffset === UNDEFINED_OFFSET || end.epoch === UNDEFINED_EPOCH) return { kind: 'lost' };
  if (end.endOffset < position) return { kind: 'truncated', offset: end.endOffset, offsetEpoch: end.epoch };
  return { kind: 'valid' };
}
