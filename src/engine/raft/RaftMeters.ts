import type { Digest } from '../kernel/Digest.ts';
import { SampledRate } from '../protocol/quota/SampledRate.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, Millis, Offset } from '../../shared/units.ts';
import { METRIC_WINDOW, SampledTimes } from './SampledTimes.ts';

interface WrittenBatch {
  readonly endOffset: Offset;
  readonly records: number;
  readonly writtenMs: Millis;
}

/** What a voter measures of itself. Kafka: `KafkaRaftMetrics` (4.2). */
export class RaftMeters {
  /** For each batch that it wrote as the leader: time until it was committed, divided by its records. */
  readonly commitLatency = new SampledTimes();
  /** From the last time that it asked for votes until it leads, or follows somebody. */
  readonly electionLatency = new SampledTimes();
  private readonly appended = new SampledRate('Rate');
  private readonly fetched = new SampledRate('Rate');
  private electionStartMs: Millis | null = null;
  private written: readonly WrittenBatch[] = [];

  electionBegan(nowUs: Micros): void {
    this.electionStartMs = millis(nowUs);
  }

  /** A leader is known. Kafka: `maybeUpdateElectionLatency`. */
  electionEnded(nowUs: Micros): void {
    if (this.electionStartMs === null) return;
    this.electionLatency.record(millis(nowUs) - this.electionStartMs, millis(nowUs));
    this.electionStartMs = null;
  }

  wrote(records: number, endOffset: Offset, nowUs: Micros): void {
    this.appended.record(records, millis(nowUs), METRIC_WINDOW);
    this.written = [...this.written, { endOffset, records, writtenMs: millis(nowUs) }];
  }

  committed(highWatermark: Offset, nowUs: Micros): void {
    for (const { endOffset, records, writtenMs } of this.written)
      if (endOffset <= highWatermark)
        this.commitLatency.record((millis(nowUs) - writtenMs) / records, millis(nowUs));
    this.written = this.written.filter(({ endOffset }) => endOffset > highWatermark);
  }

  /** It leads no more: nobody waits for what it wrote. */
  gaveUp(): void {
    this.written = [];
  }

  gotRecords(records: number, nowUs: Micros): void {
    this.fetched.record(records, millis(nowUs), METRIC_WINDOW);
  }

  /** Records came and were committed for so long as they did in the last minute. */
  skip(forUs: Micros): void {
    const forMs = millis(forUs);
    this.appended.shift(forMs);
    this.fetched.shift(forMs);
    this.commitLatency.shift(forMs);
  }

  /** A second, over the last 30 to 60 s. */
  appendRecordsRate(nowUs: Micros): number {
    return this.appended.perSecond(millis(nowUs), METRIC_WINDOW);
  }

  fetchRecordsRate(nowUs: Micros): number {
    return this.fetched.perSecond(millis(nowUs), METRIC_WINDOW);
  }

  digestInto(_digest: Digest): void {
    return;
  }
}

function millis(us: Micros): Millis {
  return Math.floor(us / MICROS_PER_MILLI);
}
