import type { Epoch } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/**
 * What may go wrong for one partition of a follower's fetch: an error in the answer, or trouble on the way or
 * at home.
 */
export type FetchFailure =
  | Exclude<KafkaError, 'NONE'>
  | 'corruptRecords'
  | 'localStorageFailure'
  | 'unexpectedFailure'
  | 'connectionFailure';

/**
 * - 'findOffset': ask the leader where its log begins and ends and go on there, in the same turn
 *   (`outOfRangeFetch`).
 * - 'backOff': leave the partition alone for `replica.fetch.backoff.ms`, then fetch again.
 * - 'markFailed': the partition leaves the fetcher until new metadata adds it again.
 */
export type FetchReaction = 'findOffset' | 'backOff' | 'markFailed';

/** Failures that are not simply waited out. FENCED_LEADER_EPOCH is decided by the epochs. */
const REACTIONS: Partial<Record<FetchFailure, FetchReaction>> = {
  OFFSET_OUT_OF_RANGE: 'findOffset',
  localStorageFailure: 'markFailed',
  unexpectedFailure: 'markFailed',
};

/**
 * How a follower's fetcher reacts to a failure (F9). A fenced partition has failed if the fetcher still
 * believes in the epoch it was fenced for; if metadata has moved it on meanwhile, it is tried again. Kafka:
 * `AbstractFetcherThread.processFetchRequest` and `onPartitionFenced` (4.2).
 */
export function reactToFetchError(
  failure: FetchFailure,
  requestLeaderEpoch: Epoch,
  currentLeaderEpoch: Epoch,
): FetchReaction {
  if (failure === 'FENCED_LEADER_EPOCH')
    return requestLeaderEpoch === currentLeaderEpoch ? 'markFailed' : 'backOff';
  return REACTIONS[failure] ?? 'backOff';
}
