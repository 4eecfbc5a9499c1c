import type { KafkaError } from '../protocol/Errors.ts';
import {
  EARLIEST_LOCAL_TIMESTAMP,
  EARLIEST_PENDING_UPLOAD_TIMESTAMP,
  EARLIEST_TIMESTAMP,
  LATEST_TIERED_TIMESTAMP,
  LATEST_TIMESTAMP,
} from '../protocol/requests.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import type { Offset } from '../../shared/units.ts';

/** What a leader knows when ListOffsets asks for one of its partitions. */
export interface OffsetSearch {
  readonly log: Pick<
    UnifiedLog,
    'logStartOffset' | 'localLogStartOffset' | 'offsetOfMaxTimestamp' | 'offsetForTimestamp'
  >;
  /** Up to where the asker may read: high watermark, last stable offset, or for a follower the log end. */
  readonly lastFetchableOffset: Offset;
  /** The high watermark is still below the start of the leader's epoch, and the asker is a client (KIP-207). */
  readonly isBehind: boolean;
  /** The last offset in remote storage, −1: nothing is there; null: the topic has none. */
  readonly highestRemoteOffset: Offset | null;
}

export interface FoundOffset {
  readonly error: KafkaError;
  /** −1: there is no such record. */
  readonly offset: Offset;
}

/**
 * The offset for a time in ms since 1970, or for one of the numbers below 0 that ask for a place (SG4, SG6, H6).
 * `OFFSET_NOT_AVAILABLE` where a fresh leader cannot say it yet. Kafka: `Partition.fetchOffsetForTimestamp`,
 * `UnifiedLog.fetchOffsetByTimestamp` (4.2).
 */
export function fetchOffsetForTimestamp(timestamp: number, search: OffsetSearch): FoundOffset {
  const { log, lastFetchableOffset, isBehind } = search;
  switch (timestamp) {
    case EARLIEST_TIMESTAMP:
      return at(log.logStartOffset);
    case EARLIEST_LOCAL_TIMESTAMP:
      return at(log.localLogStartOffset);
    case LATEST_TIMESTAMP:
      return isBehind ? NOT_AVAILABLE : at(lastFetchableOffset);
    default: {
      const found = foundAt(timestamp, search);
      if (found !== null && found < lastFetchableOffset) return at(found);
      return isBehind ? NOT_AVAILABLE : at(-1);
    }
  }
}

const NOT_AVAILABLE: FoundOffset = Object.freeze({ error: 'OFFSET_NOT_AVAILABLE', offset: -1 });

function at(offset: Offset): FoundOffset {
  return { error: 'NONE', offset };
}

function foundAt(timestamp: number, { log, highestRemoteOffset }: OffsetSearch): Offset | null {
  switch (timestamp) {
    case MAX_TIMESTAMP:
      return log.offsetOfMaxTimestamp()?.offset ?? null;
    case LATEST_TIERED_TIMESTAMP:
      return highestRemoteOffset ?? -1;
    case EARLIEST_PENDING_UPLOAD_TIMESTAMP:
      return pendingUpload(log, highestRemoteOffset);
    default:
      return log.offsetForTimestamp(timestamp)?.offset ?? null;
  }
}

/** Kafka: `UnifiedLog.fetchEarliestPendingUploadOffset`. */
function pendingUpload(
  { logStartOffset, localLogStartOffset }: OffsetSearch['log'],
  highestRemoteOffset: Offset | null,
): Offset {
  if (highestRemoteOffset === null) return -1;
  if (highestRemoteOffset >= 0) return Math.max(highestRemoteOffset + 1, logStartOffset);
  // A leader whose disk begins later than its log has not heard yet of what was copied.
  return localLogStartOffset === logStartOffset ? logStartOffset : -1;
}
