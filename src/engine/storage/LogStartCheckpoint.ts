import type { Micros, Offset } from '../../shared/units.ts';

interface Change {
  readonly offset: Offset;
  readonly sinceUs: Micros;
}

/**
 * What the file `log-start-offset-checkpoint` says of a log (RE6). A running broker writes it every
 * `log.flush.start.offset.checkpoint.interval.ms`; here that is worked out when the process ends, so that it costs no event.
 * Kafka: `LogManager.checkpointLogStartOffsets` (4.2).
 */
export class LogStartCheckpoint {
  /** As the file has it. */
  offset: Offset;
  /** What the log start became since then. */
  private changes: readonly Change[] = [];

  constructor(offset: Offset) {
    this.offset = offset;
  }

  changed(offset: Offset, nowUs: Micros): void {
    this.changes = [...this.changes, { offset, sinceUs: nowUs }];
  }

  /** The process wrote the file last at `lastWriteUs`. */
  settle(lastWriteUs: Micros): void {
    const written = this.changes.filter(({ sinceUs }) => sinceUs <= lastWriteUs);
    this.offset = written.at(-1)?.offset ?? this.offset;
    if (written.length > 0) this.changes = this.changes.slice(written.length);
  }

  /** The file says this now. */
  write(offset: Offset): void {
    this.offset = offset;
    this.changes = [];
  }

  /** For checkpoints: changes are never changed. */
  shareOrClone(): LogStartCheckpoint {
    const copy = new LogStartCheckpoint(this.offset);
    copy.changes = this.changes;
    return copy;
  }
}

/** When a loop that runs at `firstUs` and then every `intervalUs` (0: never again) ran last, up to now; −1: not yet. */
export function lastTurnUs(firstUs: Micros, intervalUs: Micros, nowUs: Micros): Micros {
  if (nowUs < firstUs) return -1;
  if (intervalUs === 0) return firstUs;
  return firstUs + Math.floor((nowUs - firstUs) / intervalUs) * intervalUs;
}
