import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../shared/units.ts';
import type { Epoch, Offset } from '../../shared/units.ts';
import type { EpochEndOffset } from '../storage/LeaderEpochCache.ts';

/**
 * What a leader may do with a fetch: read records, refuse the offset, or tell the fetcher where their logs
 * part.
 */
export type FetchReadDecision =
  | { readonly kind: 'read' }
  | { readonly kind: 'outOfRange' }
  | { readonly kind: 'diverging'; readonly epoch: Epoch; readonly endOffset: Offset };

/**
 * Whether the log that a fetcher describes by (fetch offset, epoch of the record before it) is a prefix of
 * the leader's (E4; KIP-595, KIP-101, KIP-279). `leaderEnd` is what the leader's
 * `LeaderEpochCache.endOffsetFor(lastFetchedEpoch)` answers. A diverging answer carries no records; an offset
 * the leader no longer holds is out of range (OFFSET_OUT_OF_RANGE) before epochs are compared. Kafka:
 * `Partition.readRecords` (4.2).
 */
export function divergingEpoch(
  fetchOffset: Offset,
  lastFetchedEpoch: Epoch,
  leaderEnd: EpochEndOffset,
  logStartOffset: Offset,
): FetchReadDecision {
  if (leaderEnd.endOffset === UNDEFINED_OFFSET || leaderEnd.epoch === UNDEFINED_EPOCH)
    return { kind: 'outOfRange' };
  if (fetchOffset < logStartOffset) return { kind: 'outOfRange' };
  if (leaderEnd.epoch < lastFetchedEpoch || leaderEnd.endOffset < fetchOffset) {
    return { kind: 'diverging', epoch: leaderEnd.epoch, endOffset: leaderEnd.endOffset };
  }
  return READ;
}

const READ: FetchReadDecision = { kind: 'read' };
