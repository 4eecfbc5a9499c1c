import type { Micros, Offset } from '../../shared/units.ts';

/**
 * Up to where a log was flushed by its broker, and what the file `recovery-point-offset-checkpoint` says of it (FL3): a process
 * that starts after an unclean stop checks everything from the segment with that offset on. A running broker writes the file every
 * `log.flush.offset.checkpoint.interval.ms`; here that is worked out when the next flush comes or the process ends, so that it costs
 * no event. Kafka: `LocalLog.recoveryPoint`, `LogManager.checkpointLogRecoveryOffsets` (4.2).
 */
export class RecoveryPoint {
  /** Everything before it was flushed. What the operating system wrote by itself does not count. */
  offset: Offset;
  /** As the file has it. */
  private written: Offset;
  private sinceUs: Micros = 0;

  constructor(offset: Offset) {
    this.offset = offset;
    this.written = offset;
  }

  /** The log was flushed before `offset`. The file was written last at `lastWriteUs`. */
  advance(offset: Offset, nowUs: Micros, lastWriteUs: Micros): void {
    this.settle(lastWriteUs);
    this.offset = offset;
    this.sinceUs = nowUs;
  }

  /** The log was cut; Kafka writes the file at once then (`LogManager.truncateTo`). */
  truncated(logEndOffset: Offset): void {
    this.write(Math.min(this.offset, logEndOffset));
  }

  /** The process ends without a word: the next one begins with what the file says. */
  endProcess(lastWriteUs: Micros): void {
    this.settle(lastWriteUs);
    this.offset = this.written;
  }

  /** The file says this now. */
  write(offset: Offset): void {
    this.offset = offset;
    this.written = offset;
  }

  /** For checkpoints. */
  shareOrClone(): RecoveryPoint {
    const copy = new RecoveryPoint(this.offset);
    copy.written = this.written;
    copy.sinceUs = this.sinceUs;
    return copy;
  }

  private settle(lastWriteUs: Micros): void {
    if (this.sinceUs <= lastWriteUs) this.written = this.offset;
  }
}
