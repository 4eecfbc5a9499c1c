import { SharedLog } from '../kernel/SharedLog.ts';
import { isSameSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataSnapshot, SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { MetadataEntry } from '../metadata/records.ts';
import { METADATA_RECORD_BYTES } from '../protocol/requests.ts';
import { LeaderEpochCache } from '../storage/LeaderEpochCache.ts';
import type { EpochEndOffset } from '../storage/LeaderEpochCache.ts';
import type { Bytes, Epoch, Offset } from '../../shared/units.ts';
import type { LogEnd } from './isLogUpToDate.ts';

/**
 * The log of `__cluster_metadata` on one controller's disk, and the snapshots beside it (Q12). Kafka: `KafkaRaftLog` (4.2).
 *
 * Simplified: there are no segments, so that what lies before the start of the log is gone at once.
 */
export class RaftLog {
  /** Records from `startOffset` on. */
  entries = new SharedLog<MetadataEntry>();
  readonly epochs = new LeaderEpochCache();
  /** Records before it are in a snapshot only. */
  startOffset: Offset = 0;
  /** Oldest first. */
  snapshots: readonly MetadataSnapshot[] = [];
  /** Below this the disk has it for certain. */
  flushedOffset: Offset = 0;

  get endOffset(): Offset {
    return this.startOffset + this.entries.length;
  }

  get lastEpoch(): Epoch {
    return this.epochs.latestEpoch() ?? this.latestSnapshot?.epoch ?? 0;
  }

  get end(): LogEnd {
    return { epoch: this.lastEpoch, offset: this.endOffset };
  }

  get sizeBytes(): Bytes {
    return METADATA_RECORD_BYTES * this.entries.length;
  }

  get earliestSnapshot(): MetadataSnapshot | undefined {
    return this.snapshots[0];
  }

  get latestSnapshot(): MetadataSnapshot | undefined {
    return this.snapshots.at(-1);
  }

  /** The record at an offset that is known to be in the log. */
  entryAt(offset: Offset): MetadataEntry {
    return this.entries.at(offset - this.startOffset);
  }

  /** Of the record at an offset; null when neither the log nor the id of a snapshot tells. */
  epochAt(offset: Offset): Epoch | null {
    if (offset >= this.startOffset && offset < this.endOffset) return this.entryAt(offset).epoch;
    return this.snapshots.find(({ endOffset }) => endOffset === offset + 1)?.epoch ?? null;
  }

  append(entry: MetadataEntry): void {
    this.epochs.assign(entry.epoch, this.endOffset);
    this.entries.push(entry);
  }

  truncate(to: Offset): void {
    const endOffset = Math.max(to, this.startOffset);
    this.entries.truncate(endOffset - this.startOffset);
    this.epochs.truncateFromEnd(endOffset);
    this.flushedOffset = Math.min(this.flushedOffset, endOffset);
  }

  /** Records from an offset on; none when the log does not reach back to it. */
  read(from: Offset, to: Offset): MetadataEntry[] {
    const read: MetadataEntry[] = [];
    if (from < this.startOffset) return read;
    for (let offset = from; offset < to; offset++) read.push(this.entryAt(offset));
    return read;
  }

  /** Where an epoch ends here, or the largest known one below it; the end of the log for one that is newer than all. */
  endOfEpoch(epoch: Epoch): EpochEndOffset {
    if (epoch > this.lastEpoch || this.epochs.latestEpoch() === null)
      return { epoch: this.lastEpoch, endOffset: this.endOffset };
    const end = this.epochs.endOffsetFor(epoch, this.endOffset);
    const earliest = this.earliestSnapshot;
    // Older than all that the log knows: what it begins with is the snapshot.
    if (earliest && end.epoch === epoch && end.endOffset === earliest.endOffset)
      return { epoch: earliest.epoch, endOffset: earliest.endOffset };
    return end;
  }

  // Snapshots

  snapshot(id: SnapshotId): MetadataSnapshot | null {
    return this.snapshots.find((snapshot) => isSameSnapshot(snapshot, id)) ?? null;
  }

  addSnapshot(snapshot: MetadataSnapshot): void {
    this.snapshots = [...this.snapshots, snapshot];
  }

  /** Forgets snapshots before one of them, and the records that it holds. Kafka: `KafkaRaftLog.deleteBeforeSnapshot`. */
  deleteBefore(first: MetadataSnapshot): void {
    const kept = this.entries.shareOrClone();
    kept.dropFirst(first.endOffset - this.startOffset);
    this.startAt(first);
    this.entries = kept;
    this.epochs.truncateFromStart(this.startOffset);
  }

  /**
   * A snapshot that reaches beyond the end of the log takes the place of all of it. False when the log goes further.
   * Kafka: `KafkaRaftLog.truncateToLatestSnapshot`.
   */
  truncateToLatestSnapshot(): boolean {
    const latest = this.latestSnapshot;
    if (!latest) return false;
    const isBeyond =
      latest.epoch > this.lastWrittenEpoch ||
      (latest.epoch === this.lastWrittenEpoch && latest.endOffset > this.endOffset);
    if (!isBeyond) return false;
    this.startAt(latest);
    this.epochs.clear();
    this.flushedOffset = latest.endOffset;
    return true;
  }

  private get lastWrittenEpoch(): Epoch {
    return this.epochs.latestEpoch() ?? 0;
  }

  private startAt(first: MetadataSnapshot): void {
    this.entries = new SharedLog<MetadataEntry>();
    this.startOffset = first.endOffset;
    this.snapshots = this.snapshots.filter(({ endOffset }) => endOffset >= first.endOffset);
  }
}
