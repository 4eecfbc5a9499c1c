import type { EpochEndOffset } from '../storage/LeaderEpochCache.ts';
import type { SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { Epoch, Offset } from '../../shared/units.ts';

/**
 * Whether a follower's log is a prefix of the leader's, by the epoch of its last record and its end (Q11): null, or the end of
 * the largest epoch of the leader's that is not above it, where the follower cuts its log.
 * Kafka: `RaftLog.validateOffsetAndEpoch` (4.2).
 *
 * @param endOfEpoch where `lastFetchedEpoch` ends in the leader's log, or the largest epoch below it
 */
export function divergenceOf(
  fetchOffset: Offset,
  lastFetchedEpoch: Epoch,
  endOfEpoch: EpochEndOffset,
): EpochEndOffset | null {
  if (fetchOffset === 0) return null;
  if (endOfEpoch.epoch === lastFetchedEpoch && fetchOffset <= endOfEpoch.endOffset) return null;
  return endOfEpoch;
}

/**
 * Whether whoever fetches has to begin with a snapshot (Q12): its log is empty, ends before the leader's begins, or ends in an
 * epoch that the leader has nothing of any more. Kafka: `KafkaRaftClient.tryCompleteFetchRequest`,
 * `RaftLog.validateOffsetAndEpoch` (4.2).
 *
 * @param earliest the leader's oldest snapshot, where its log begins once it was cleaned
 */
export function needsSnapshot(
  fetchOffset: Offset,
  lastFetchedEpoch: Epoch,
  startOffset: Offset,
  earliest: SnapshotId | undefined,
): boolean {
  if (!earliest) return false;
  if (fetchOffset === 0 || fetchOffset < startOffset) return true;
  if (fetchOffset === startOffset && lastFetchedEpoch !== earliest.epoch) return true;
  return lastFetchedEpoch < earliest.epoch;
}

/**
 * Where a follower cuts its log when the leader names the end of an epoch (Q11). Kafka: `RaftLog.truncateToEndOffset` (4.2).
 *
 * @param ownEnd where the leader's epoch ends in the own log, or the largest epoch below it
 */
export function raftTruncationOffset(leaderEnd: EpochEndOffset, ownEnd: EpochEndOffset): Offset {
  return ownEnd.epoch === leaderEnd.epoch
    ? Math.min(ownEnd.endOffset, leaderEnd.endOffset)
    : ownEnd.endOffset;
}
