import { METADATA_RECORD_BYTES } from '../protocol/requests.ts';
import type { Bytes, Epoch, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import { MetadataImage } from './MetadataImage.ts';
import type { MetadataRecord } from './records.ts';
import { snapshotRecords } from './snapshotRecords.ts';

/** Which part of the log a snapshot stands for. Kafka: `OffsetAndEpoch`. */
export interface SnapshotId {
  /** Exclusive: the first offset that it does not hold. */
  readonly endOffset: Offset;
  /** Of the last record that it holds. */
  readonly epoch: Epoch;
}

/**
 * What the metadata log up to an offset adds up to, as a file of records (KIP-630). Frozen: logs, answers and checkpoints share it.
 * Kafka: `RecordsSnapshotWriter`, `00000000000000000500-0000000002.checkpoint`.
 */
export interface MetadataSnapshot extends SnapshotId {
  readonly records: readonly MetadataRecord[];
  readonly sizeBytes: Bytes;
  /** Of the last record that it holds, by the clock of who made it. */
  readonly timestampMs: Millis;
  /** Not in Kafka: partitions that ever had an unclean election, for the laws. */
  readonly uncleanlyElected: readonly TopicPartition[];
}

/** SnapshotHeader and SnapshotFooter, which every snapshot has. */
const CONTROL_RECORDS = 2;

export function snapshotOf(
  image: MetadataImage,
  epoch: Epoch,
  timestampMs: Millis,
  uncleanlyElected: Iterable<TopicPartition>,
): MetadataSnapshot {
  const records = Object.freeze(snapshotRecords(image));
  return Object.freeze({
    endOffset: image.lastOffset + 1,
    epoch,
    records,
    sizeBytes: METADATA_RECORD_BYTES * (records.length + CONTROL_RECORDS),
    timestampMs,
    uncleanlyElected: Object.freeze([...uncleanlyElected]),
  });
}

/** The image that a snapshot was made from. */
export function imageOfSnapshot({ records, endOffset }: MetadataSnapshot): MetadataImage {
  const image = new MetadataImage();
  for (const record of records) image.replay(record);
  image.lastOffset = endOffset - 1;
  return image;
}

/** What an answer names a snapshot by. */
export function idOf({ endOffset, epoch }: SnapshotId): SnapshotId {
  return { endOffset, epoch };
}

export function isSameSnapshot(a: SnapshotId, b: SnapshotId): boolean {
  return a.endOffset === b.endOffset && a.epoch === b.epoch;
}
