import { SharedLog } from '../kernel/SharedLog.ts';
import type { MetadataEntry } from '../metadata/records.ts';
import { LeaderEpochCache } from '../storage/LeaderEpochCache.ts';
import type { EpochEndOffset } from '../storage/LeaderEpochCache.ts';
import type { Epoch, Offset } from '../../shared/units.ts';
import type { LogEnd } from './isLogUpToDate.ts';

/**
 * The log of `__cluster_metadata` on one controller's disk. Kafka: `KafkaRaftLog` (4.2).
 *
 * Simplified: it is never cleaned and there are no snapshots, so it always begins at 0 and a process that starts reads all of it.
 */
export class RaftLog {
  readonly entries = new SharedLog<MetadataEntry>();
  readonly epochs = new LeaderEpochCache();
  /** Below this the disk has it for certain. */
  flushedOffset: Offset = 0;

  get endOffset(): Offset {
    return this.entries.length;
  }

  get lastEpoch(): Epoch {
    return this.epochs.latestEpoch() ?? 0;
  }

  get end(): LogEnd {
    return { epoch: this.lastEpoch, offset: this.endOffset };
  }

  append(entry: MetadataEntry): void {
    this.epochs.assign(entry.epoch, this.endOffset);
    this.entries.push(entry);
  }

  truncate(endOffset: Offset): void {
    this.entries.truncate(endOffset);
    this.epochs.truncateFromEnd(endOffset);
    this.flushedOffset = Math.min(this.flushedOffset, endOffset);
  }

  read(from: Offset, to: Offset): MetadataEntry[] {
    const read: MetadataEntry[] = [];
    for (let offset = from; offset < to; offset++) read.push(this.entries.at(offset));
    return read;
  }

  /** Where an epoch ends here, or the largest known one below it; the end of the log for one that is newer than all. */
  endOfEpoch(epoch: Epoch): EpochEndOffset {
    return epoch > this.lastEpoch
      ? { epoch: this.lastEpoch, endOffset: this.endOffset }
      : this.epochs.endOffsetFor(epoch, this.endOffset);
  }
}
