import type { SelfCloning } from '../../kernel/cloneState.ts';
import type { Millis } from '../../../shared/units.ts';

/** Kafka: `metrics.num.samples` and `metrics.sample.window.ms`, as they are by default. */
const SAMPLES = 2;
const WINDOW_MS = 30_000;
const EXPIRE_MS = SAMPLES * WINDOW_MS;

interface Sample {
  readonly startMs: Millis;
  lastEventMs: Millis;
  count: number;
  sum: number;
  max: number;
}

/**
 * What one sensor of a client has measured: the sum since its start, and of the last 30 to 60 s mean, maximum and sum a second. Kafka:
 * `CumulativeSum`, `Avg`, `Max`, `Rate` over `WindowedSum`, `SampledStat` (4.2).
 *
 * A sample is a window that begins with the first value after the last one ended, and falls away as a whole once its last value is two
 * windows old. A rate divides by the time since the oldest began, and by 30 s at least.
 */
export class SampledStat implements SelfCloning {
  total = 0;
  private samples: Sample[] = [];

  record(value: number, nowMs: Millis): void {
    this.total += value;
    let sample = this.samples[this.samples.length - 1];
    if (!sample || nowMs - sample.startMs >= WINDOW_MS) {
      sample = { startMs: nowMs, lastEventMs: nowMs, count: 0, sum: 0, max: value };
      this.samples.push(sample);
      // One more than the window holds: the oldest may overlap its edge.
      if (this.samples.length > SAMPLES + 1) this.samples.shift();
    }
    sample.lastEventMs = nowMs;
    sample.count += 1;
    sample.sum += value;
    if (value > sample.max) sample.max = value;
  }

  /** null: nothing was measured for so long; Kafka reports NaN. */
  avg(nowMs: Millis): number | null {
    let count = 0;
    let sum = 0;
    for (const sample of this.samples) {
      if (isOver(sample, nowMs)) continue;
      count += sample.count;
      sum += sample.sum;
    }
    return count === 0 ? null : sum / count;
  }

  max(nowMs: Millis): number | null {
    let max: number | null = null;
    for (const sample of this.samples)
      if (!isOver(sample, nowMs) && (max === null || sample.max > max)) max = sample.max;
    return max;
  }

  /** A second. */
  rate(nowMs: Millis): number {
    let sum = 0;
    let oldestMs = nowMs;
    for (const sample of this.samples) {
      if (isOver(sample, nowMs)) continue;
      sum += sample.sum;
      oldestMs = Math.min(oldestMs, sample.startMs);
    }
    const elapsedMs = nowMs - oldestMs;
    const missing = Math.max(0, SAMPLES - 1 - Math.floor(elapsedMs / WINDOW_MS));
    return sum / (Math.max(elapsedMs + missing * WINDOW_MS, WINDOW_MS) / 1000);
  }

  shareOrClone(): SampledStat {
    const copy = new SampledStat();
    copy.total = this.total;
    copy.samples = this.samples.map((sample) => ({ ...sample }));
    return copy;
  }
}

function isOver({ lastEventMs }: Sample, nowMs: Millis): boolean {
  return nowMs - lastEventMs >= EXPIRE_MS;
}
