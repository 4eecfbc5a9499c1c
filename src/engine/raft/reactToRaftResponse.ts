import type { BrokerId, Epoch } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/** What an answer says of the quorum, beside what it is about. */
export interface QuorumNews {
  readonly error: KafkaError;
  readonly leaderEpoch: Epoch;
  readonly leaderId: BrokerId | null;
}

export type QuorumReaction =
  /** Nothing new: the answer itself is to be looked at. */
  | { readonly kind: 'handle' }
  /** The answer is out of date, or refused; `failed` ones are tried again after a while. */
  | { readonly kind: 'ignore'; readonly failed: boolean }
  /** There is a newer epoch, or its leader became known. `thenHandle`: what the answer brought counts all the same. */
  | { readonly kind: 'follow'; readonly leaderId: BrokerId; readonly thenHandle: boolean }
  | { readonly kind: 'unattach' };

/**
 * What a node does about the epoch and the leader that an answer names, before it looks at the rest of it.
 * Kafka: `KafkaRaftClient.maybeHandleCommonResponse`, `maybeTransition` (4.2).
 *
 * Simplified: a refusal that tells nothing new counts as a failure, so that the node waits `controller.quorum.retry.backoff.ms`;
 * Kafka's asks the next voter at once, again and again, until somebody knows more.
 */
export function reactToRaftResponse(
  news: QuorumNews,
  own: { readonly epoch: Epoch; readonly leaderId: BrokerId | null },
): QuorumReaction {
  const { error, leaderEpoch, leaderId } = news;
  if (leaderEpoch < own.epoch || error === 'UNKNOWN_LEADER_EPOCH')
    return { kind: 'ignore', failed: error !== 'NONE' };
  if (leaderEpoch > own.epoch)
    return leaderId === null ? { kind: 'unattach' } : { kind: 'follow', leaderId, thenHandle: false };
  const isRefused = error === 'FENCED_LEADER_EPOCH' || error === 'NOT_LEADER_OR_FOLLOWER';
  if (leaderId !== null && own.leaderId === null)
    return { kind: 'follow', leaderId, thenHandle: error === 'NONE' };
  if (isRefused || error !== 'NONE') return { kind: 'ignore', failed: true };
  return { kind: 'handle' };
}
