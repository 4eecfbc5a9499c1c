import type { Millis, Offset } from './units.ts';

/** A partition as its leader has it, and as far as a consumer of it has come. */
export interface PartitionProgress {
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  readonly highWatermark: Offset;
  readonly lastStableOffset: Offset;
  /** Next offset that the consumer hands out. */
  readonly position: Offset;
  /** null: nothing is committed. */
  readonly committed: Offset | null;
}

/**
 * What `kafka-consumer-groups.sh` shows as LAG: to the high watermark, whatever the isolation level is; null, a dash, with nothing
 * committed. Below 0 after a truncation. Kafka: `ConsumerGroupCommand` (4.2).
 */
export function groupsCommandLag({ highWatermark, committed }: PartitionProgress): number | null {
  return committed === null ? null : highWatermark - committed;
}

/**
 * The client's metric records-lag: from its position to what it may read, which is the last stable offset where it reads only what is
 * committed. Kafka: `SubscriptionState.partitionLag` (4.2).
 */
export function recordsLag(
  { highWatermark, lastStableOffset, position }: PartitionProgress,
  isolation: 'read_committed' | 'read_uncommitted',
): number {
  return (isolation === 'read_committed' ? lastStableOffset : highWatermark) - position;
}

/** The client's metric records-lead: from the log start to its position. Below 0: what it would read next is gone. */
export function recordsLead({ logStartOffset, position }: PartitionProgress): number {
  return position - logStartOffset;
}

/** What many dashboards draw: to the log end, which is past the high watermark by what is not replicated yet. Not in Kafka. */
export function logEndLag({ logEndOffset, committed }: PartitionProgress): number | null {
  return committed === null ? null : logEndOffset - committed;
}

/** How old the oldest record is that the group has not committed; 0: there is none. Not a metric of Kafka. */
export function timeLagMs(recordTimestampMs: Millis | null, nowMs: Millis): Millis {
  return recordTimestampMs === null ? 0 : nowMs - recordTimestampMs;
}
