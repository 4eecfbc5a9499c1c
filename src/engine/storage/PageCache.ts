import type { Micros, Offset } from '../../shared/units.ts';

const MARK_GAP_US = 1_000_000;

interface Mark {
  readonly timeUs: Micros;
  /** Everything below was written by then. */
  readonly offset: Offset;
}

/**
 * What of a log has reached the disk. Kafka does not flush before it acknowledges (A7): records lie in the page cache until
 * the operating system writes dirty pages of a certain age, or somebody calls fsync. A killed process loses nothing of it; a
 * machine without power loses all that is still dirty.
 *
 * Simplified: the age is watched in steps of a second of writing, so a page may count as dirty up to a second too long.
 */
export class PageCache {
  private flushed: Offset;
  private marks: Mark[] = [];
  private lastWrite: Mark;
  private readonly expireUs: Micros;

  constructor(flushed: Offset, expireUs: Micros) {
    this.flushed = flushed;
    this.lastWrite = { timeUs: 0, offset: flushed };
    this.expireUs = expireUs;
  }

  written(logEndOffset: Offset, nowUs: Micros): void {
    const before = this.lastWrite;
    this.lastWrite = { timeUs: nowUs, offset: logEndOffset };
    const newest = this.marks[this.marks.length - 1];
    if (newest !== undefined && nowUs - newest.timeUs < MARK_GAP_US) return;
    // What was written since the newest mark must not wait for what is written now.
    if (newest !== undefined && before.timeUs > newest.timeUs) this.marks.push(before);
    this.marks.push(this.lastWrite);
    for (
      let oldest = this.marks[0];
      oldest && oldest.timeUs + this.expireUs <= nowUs;
      oldest = this.marks[0]
    ) {
      this.flushed = Math.max(this.flushed, oldest.offset);
      this.marks.shift();
    }
  }

  /** Below this the disk has it. */
  flushedOffset(nowUs: Micros): Offset {
    let flushed = this.flushed;
    for (const mark of this.marks)
      if (mark.timeUs + this.expireUs <= nowUs) flushed = Math.max(flushed, mark.offset);
    if (this.lastWrite.timeUs + this.expireUs <= nowUs) flushed = Math.max(flushed, this.lastWrite.offset);
    return flushed;
  }

  /** fsync of everything, as a clean stop does (A8). */
  flushAll(logEndOffset: Offset): void {
    this.flushed = logEndOffset;
    this.marks = [];
    this.lastWrite = { timeUs: this.lastWrite.timeUs, offset: logEndOffset };
  }

  /** fsync of what was written before it. */
  flushTo(offset: Offset): void {
    this.flushed = Math.max(this.flushed, offset);
  }

  /** For checkpoints: marks are never changed, so a copy shares them. */
  shareOrClone(): PageCache {
    const copy = new PageCache(this.flushed, this.expireUs);
    copy.marks = this.marks.slice();
    copy.lastWrite = this.lastWrite;
    return copy;
  }

  truncated(logEndOffset: Offset): void {
    this.flushed = Math.min(this.flushed, logEndOffset);
    this.marks = this.marks.map((mark) => ({
      timeUs: mark.timeUs,
      offset: Math.min(mark.offset, logEndOffset),
    }));
    this.lastWrite = { timeUs: this.lastWrite.timeUs, offset: Math.min(this.lastWrite.offset, logEndOffset) };
  }
}
