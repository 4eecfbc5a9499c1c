import type { Millis } from '../../shared/units.ts';

/** Kafka: `MetricConfig` with `metrics.num.samples` and `metrics.sample.window.ms` as they are by default. */
export const METRIC_WINDOW = Object.freeze({ samples: 2, windowMs: 30_000 });

interface Sample {
  readonly startMs: Millis;
  lastEventMs: Millis;
  count: number;
  sumMs: Millis;
  maxMs: Millis;
}

/** Mean and maximum of what was measured in the last 30 to 60 s. Kafka: `SampledStat`, `Avg`, `Max` (4.2). */
export class SampledTimes {
  private samples: readonly Sample[] = [];

  record(tookMs: Millis, nowMs: Millis): void {
    let sample = this.samples.at(-1);
    if (!sample || nowMs - sample.startMs >= METRIC_WINDOW.windowMs) {
      sample = { startMs: nowMs, lastEventMs: nowMs, count: 0, sumMs: 0, maxMs: 0 };
      // One more than the window holds: the oldest may overlap its edge.
      this.samples = [...this.samples, sample].slice(-(METRIC_WINDOW.samples + 1));
    }
    sample.lastEventMs = nowMs;
    sample.count += 1;
    sample.sumMs += tookMs;
    sample.maxMs = Math.max(sample.maxMs, tookMs);
  }

  /** What was measured was measured later by so much. */
  shift(byMs: Millis): void {
    this.samples = this.samples.map((sample) => ({
      ...sample,
      startMs: sample.startMs + byMs,
      lastEventMs: sample.lastEventMs + byMs,
    }));
  }

  /** Null when nothing was measured for so long; Kafka reports NaN. */
  now(nowMs: Millis): { readonly avgMs: Millis; readonly maxMs: Millis } | null {
    const expireMs = METRIC_WINDOW.samples * METRIC_WINDOW.windowMs;
    let count = 0;
    let sumMs = 0;
    let maxMs = 0;
    for (const sample of this.samples) {
      if (nowMs - sample.lastEventMs >= expireMs) continue;
      count += sample.count;
      sumMs += sample.sumMs;
      maxMs = Math.max(maxMs, sample.maxMs);
    }
    return count === 0 ? null : { avgMs: sumMs / count, maxMs };
  }
}
