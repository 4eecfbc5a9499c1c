import type { KafkaError } from '../../protocol/Errors.ts';
import { FINAL_EPOCH, INITIAL_EPOCH } from '../../protocol/shareRequests.ts';
import type { Epoch, NodeIndex, TopicPartition } from '../../../shared/units.ts';

/** What a leader remembers of a member's fetches: the share partitions that it reads here. Kafka: `ShareSession` (4.2). */
export interface ShareSession {
  readonly groupId: string;
  readonly memberId: string;
  /** Which epoch the next request must have. */
  epoch: Epoch;
  /** In the order in which they came. */
  partitions: readonly TopicPartition[];
  /** Whose connection it is: with that it ends, and what the member has is given back (SH10). */
  readonly source: NodeIndex;
}

export function shareSessionKey(groupId: string, memberId: string): string {
  return `${memberId}/${groupId}`;
}

/** After 2147483647 comes 1, as 0 begins a session. Kafka: `ShareRequestMetadata.nextEpoch`. */
export function nextShareSessionEpoch(epoch: Epoch): Epoch {
  return epoch === 0x7fffffff ? 1 : epoch + 1;
}

/**
 * Whether a request fits the session that there is. Kafka: `SharePartitionManager.newContext`, `acknowledgeSessionUpdate` (4.2).
 *
 * Errors: SHARE_SESSION_NOT_FOUND, INVALID_SHARE_SESSION_EPOCH, SHARE_SESSION_LIMIT_REACHED; INVALID_REQUEST for acknowledgements in
 * the request that begins a session.
 */
export function shareSessionError(
  request: 'fetch' | 'acknowledge',
  epoch: Epoch,
  known: Pick<ShareSession, 'epoch'> | undefined,
  about: { readonly hasAcknowledgements: boolean; readonly isFull: boolean },
): KafkaError {
  if (epoch === INITIAL_EPOCH) {
    if (request === 'acknowledge') return 'INVALID_SHARE_SESSION_EPOCH';
    if (about.hasAcknowledgements) return 'INVALID_REQUEST';
    return !known && about.isFull ? 'SHARE_SESSION_LIMIT_REACHED' : 'NONE';
  }
  if (!known) return 'SHARE_SESSION_NOT_FOUND';
  return epoch === FINAL_EPOCH || known.epoch === epoch ? 'NONE' : 'INVALID_SHARE_SESSION_EPOCH';
}
