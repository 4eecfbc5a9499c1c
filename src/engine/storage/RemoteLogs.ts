import type { Bytes, Millis, Offset, TopicPartition } from '../../shared/units.ts';

/** A segment in remote storage. */
export interface RemoteSegment {
  readonly baseOffset: Offset;
  /** Exclusive. */
  readonly endOffset: Offset;
  readonly sizeBytes: Bytes;
  readonly maxTimestampMs: Millis;
}

const NOTHING: readonly RemoteSegment[] = Object.freeze([]);

/**
 * What stands in remote storage, as all brokers know it (TS1). Kafka: a `RemoteStorageManager` keeps the files, and
 * `__remote_log_metadata` tells every broker which there are (KIP-405, 4.2).
 *
 * Simplified: every broker knows at once; the batches themselves stay with the logs of the replicas, which count them as remote.
 */
export class RemoteLogs {
  /** Oldest first. */
  private readonly segments = new Map<string, readonly RemoteSegment[]>();

  get isEmpty(): boolean {
    return this.segments.size === 0;
  }

  of(topicPartition: TopicPartition, topicId: number): readonly RemoteSegment[] {
    return this.segments.get(keyOf(topicPartition, topicId)) ?? NOTHING;
  }

  /** The last offset that was copied; −1: none. */
  highestOffset(topicPartition: TopicPartition, topicId: number): Offset {
    return (this.of(topicPartition, topicId).at(-1)?.endOffset ?? 0) - 1;
  }

  add(topicPartition: TopicPartition, topicId: number, segment: RemoteSegment): void {
    this.segments.set(keyOf(topicPartition, topicId), [
      ...this.of(topicPartition, topicId),
      Object.freeze(segment),
    ]);
  }

  deleteOldest(topicPartition: TopicPartition, topicId: number, count: number): void {
    this.segments.set(keyOf(topicPartition, topicId), this.of(topicPartition, topicId).slice(count));
  }

  /** The topic is gone. */
  forget(topicPartition: TopicPartition, topicId: number): void {
    this.segments.delete(keyOf(topicPartition, topicId));
  }
}

function keyOf(topicPartition: TopicPartition, topicId: number): string {
  return `${topicId}/${topicPartition}`;
}
