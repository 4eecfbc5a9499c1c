import { assert } from '../../shared/assert.ts';
import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../shared/units.ts';
import type { Epoch, Offset } from '../../shared/units.ts';

/** A leader epoch and the offset of the first record written under it. */
export interface LeaderEpochEntry {
  readonly epoch: Epoch;
  readonly startOffset: Offset;
}

/** The answer to "where did this epoch end?". Both fields are -1 when nothing is known. */
export interface EpochEndOffset {
  readonly epoch: Epoch;
  /** Exclusive. */
  readonly endOffset: Offset;
}

const UNDEFINED_END: EpochEndOffset = { epoch: UNDEFINED_EPOCH, endOffset: UNDEFINED_OFFSET };

/** The last one that was made: the fetches of all followers ask for the same end. */
let lastEnd: EpochEndOffset = UNDEFINED_END;

function endOf(epoch: Epoch, endOffset: Offset): EpochEndOffset {
  if (lastEnd.epoch !== epoch || lastEnd.endOffset !== endOffset) lastEnd = { epoch, endOffset };
  return lastEnd;
}

/**
 * The leader epochs of one replica's log, oldest first.
 *
 * Kafka: `LeaderEpochFileCache` (4.2), KIP-101 and KIP-279. Simplified: the checkpoint file is not modelled;
 * what survives a crash is decided by the log that owns the cache.
 *
 * From one entry to the next both the epoch and the start offset grow (E1). All other methods rely on it.
 */
export class LeaderEpochCache {
  entries: LeaderEpochEntry[] = [];

  /**
   * Notes that `epoch` is the leader epoch of the record at `startOffset` (E1). A repeated epoch changes
   * nothing unless it starts earlier than known; entries that contradict the new one are dropped from the
   * tail.
   */
  assign(epoch: Epoch, startOffset: Offset): void {
    assert(epoch >= 0 && startOffset >= 0, 'a leader epoch and its start offset are not negative');
    const latest = this.entries[this.entries.length - 1];
    if (latest !== undefined && latest.epoch === epoch && startOffset >= latest.startOffset) return;

    let last = latest;
    while (last !== undefined && (last.epoch >= epoch || last.startOffset >= startOffset)) {
      this.entries.pop();
      last = this.entries.at(-1);
    }
    this.entries.push({ epoch, startOffset });
  }

  /** The newest epoch, or null when the log has none. */
  latestEpoch(): Epoch | null {
    const { entries } = this;
    return entries.length === 0 ? null : (entries[entries.length - 1] as LeaderEpochEntry).epoch;
  }

  /** Where an epoch starts, or null when the log does not know it. */
  startOffsetOf(epoch: Epoch): Offset | null {
    return this.entries.find((entry) => entry.epoch === epoch)?.startOffset ?? null;
  }

  /**
   * The epoch under which the record at `offset` was written, or null when it is older than the first known
   * epoch.
   */
  epochForOffset(offset: Offset): Epoch | null {
    return this.entries[this.indexInForceAt(offset)]?.epoch ?? null;
  }

  /**
   * The largest known epoch that is not above `epoch`, and the offset at which it ends (E2). The newest epoch
   * ends at the end of the log. An epoch older than all that are known is echoed with the offset where
   * knowledge begins. Undefined when the cache is empty or `epoch` is -1 or newer than the newest.
   */
  endOffsetFor(epoch: Epoch, logEndOffset: Offset): EpochEndOffset {
    const latest = this.entries[this.entries.length - 1];
    if (epoch === UNDEFINED_EPOCH || latest === undefined || epoch > latest.epoch) return UNDEFINED_END;
    if (epoch === latest.epoch) return endOf(epoch, logEndOffset);

    let known = epoch;
    for (const entry of this.entries) {
      if (entry.epoch > epoch) return { epoch: known, endOffset: entry.startOffset };
      known = entry.epoch;
    }
    return UNDEFINED_END;
  }

  /**
   * Forgets epochs that start at or after `endOffset`, the new end of the log (E3). A negative offset is
   * ignored.
   */
  truncateFromEnd(endOffset: Offset): void {
    if (endOffset < 0) return;
    while ((this.entries.at(-1)?.startOffset ?? -1) >= endOffset) this.entries.pop();
  }

  /**
   * Forgets epochs that ended before `startOffset`, the new start of the log; the epoch that was in force
   * there now starts there (E3).
   */
  truncateFromStart(startOffset: Offset): void {
    const inForce = this.indexInForceAt(startOffset);
    const entry = this.entries[inForce];
    if (entry === undefined) return;
    this.entries = [{ epoch: entry.epoch, startOffset }, ...this.entries.slice(inForce + 1)];
  }

  /** Forgets all epochs. */
  clear(): void {
    this.entries = [];
  }

  /** For checkpoints: entries are never changed. */
  shareOrClone(): LeaderEpochCache {
    const copy = new LeaderEpochCache();
    copy.entries = this.entries.slice();
    return copy;
  }

  /** Index of the last entry that starts at or before `offset`, or -1. */
  private indexInForceAt(offset: Offset): number {
    let index = this.entries.length - 1;
    while ((this.entries[index]?.startOffset ?? -1) > offset) index -= 1;
    return index;
  }
}
