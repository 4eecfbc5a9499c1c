import type { SelfCloning } from '../../kernel/cloneState.ts';
import { MICROS_PER_SECOND } from '../../../shared/units.ts';
import type { Micros } from '../../../shared/units.ts';

/** `metrics.sample.window.ms` and `metrics.num.samples` of a client that sets neither. */
const WINDOW_US: Micros = 30 * MICROS_PER_SECOND;
const SAMPLES = 2;

interface Sample {
  startUs: Micros;
  lastUs: Micros;
  count: number;
  sum: number;
  max: number;
}

/**
 * What was recorded in the last half minute to minute: how often, how much, on average and at most; and the sum since its start. Kafka: `SampledStat`, `Avg`, `Max`,
 * `Rate`, `WindowedCount` (4.2). A sample is a window in which something was recorded; it falls away as a whole once its last record is
 * two windows old.
 */
export class SampledStat implements SelfCloning {
  /** Of all that was recorded since its start. Kafka: `CumulativeSum`. */
  total = 0;
  /** Oldest first. */
  private samples: Sample[] = [];

  record(value: number, nowUs: Micros, times = 1): void {
    this.total += value * times;
    const last = this.samples.at(-1);
    if (last && nowUs - last.startUs < WINDOW_US) {
      last.count += times;
      last.sum += value * times;
      last.max = Math.max(last.max, value);
      last.lastUs = nowUs;
      return;
    }
    this.samples.push({ startUs: nowUs, lastUs: nowUs, count: times, sum: value * times, max: value });
    // One more than the window holds: the oldest may overlap its edge.
    if (this.samples.length > SAMPLES + 1) this.samples.shift();
  }

  /** null: nothing was recorded. */
  average(nowUs: Micros): number | null {
    const { count, sum } = this.past(nowUs);
    return count === 0 ? null : sum / count;
  }

  /** null: nothing was recorded. */
  largest(nowUs: Micros): number | null {
    const { count, max } = this.past(nowUs);
    return count === 0 ? null : max;
  }

  /** How often a second. */
  timesPerSecond(nowUs: Micros): number {
    return this.past(nowUs).count / this.windowSeconds(nowUs);
  }

  /** How much a second. */
  perSecond(nowUs: Micros): number {
    return this.past(nowUs).sum / this.windowSeconds(nowUs);
  }

  /** What was recorded was recorded later by so much. */
  shift(byUs: Micros): void {
    for (const sample of this.samples) {
      sample.startUs += byUs;
      sample.lastUs += byUs;
    }
  }

  shareOrClone(): SampledStat {
    const copy = new SampledStat();
    copy.total = this.total;
    copy.samples = this.samples.map((sample) => ({ ...sample }));
    return copy;
  }

  private past(nowUs: Micros): { readonly count: number; readonly sum: number; readonly max: number } {
    let [count, sum, max] = [0, 0, -Infinity];
    for (const sample of this.samples) {
      if (nowUs - sample.lastUs >= SAMPLES * WINDOW_US) continue;
      count += sample.count;
      sum += sample.sum;
      max = Math.max(max, sample.max);
    }
    return { count, sum, max };
  }

  /** At least all windows but one count as past, so that what has just begun reads as spread over them. */
  private windowSeconds(nowUs: Micros): number {
    const oldest = this.samples.find(({ lastUs }) => nowUs - lastUs < SAMPLES * WINDOW_US);
    const elapsedUs = nowUs - (oldest?.startUs ?? nowUs);
    const missing = Math.max(0, SAMPLES - 1 - Math.floor(elapsedUs / WINDOW_US));
    return Math.max(elapsedUs + missing * WINDOW_US, WINDOW_US) / MICROS_PER_SECOND;
  }
}
