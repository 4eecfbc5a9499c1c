import type { Millis } from '../../../shared/units.ts';

/** How a quota looks at the past: `samples` windows of `windowMs` each. */
export interface QuotaWindow {
  readonly samples: number;
  readonly windowMs: Millis;
}

interface Sample {
  startMs: Millis;
  lastEventMs: Millis;
  value: number;
}

/**
 * Whether a rate counts at least `samples` − 1 whole windows as past, so that a short burst reads as spread over ten seconds
 * (client quotas), or the time that truly passed, but at least one window (replication quotas). Kafka: `Rate`, `SimpleRate`.
 */
export type RateKind = 'Rate' | 'SimpleRate';

/**
 * An amount per second over the last few windows. Kafka: `SampledStat`, `Rate`, `SimpleRate` (4.2).
 *
 * A sample is a window in which something was recorded; it begins with the first record after the last one ended. A sample
 * falls away as a whole once its last record is `samples` windows old: that is why a rate stays high for ten seconds after a
 * burst and is 0 in the eleventh.
 */
export class SampledRate {
  private readonly kind: RateKind;
  /** Oldest first. */
  private samples: Sample[] = [];

  constructor(kind: RateKind) {
    this.kind = kind;
  }

  /** For checkpoints. */
  blank(): SampledRate {
    return new SampledRate(this.kind);
  }

  record(value: number, nowMs: Millis, window: QuotaWindow): void {
    let sample = this.samples.at(-1);
    if (!sample || nowMs - sample.startMs >= window.windowMs) {
      sample = { startMs: nowMs, lastEventMs: nowMs, value: 0 };
      this.samples.push(sample);
      // One more than the window holds: the oldest may overlap its edge.
      if (this.samples.length > window.samples + 1) this.samples.shift();
    }
    sample.value += value;
    sample.lastEventMs = nowMs;
  }

  /** Amount per second. */
  perSecond(nowMs: Millis, window: QuotaWindow): number {
    const windowMs = this.windowSizeMs(nowMs, window);
    let sum = 0;
    for (const sample of this.samples) sum += sample.value;
    return sum / (windowMs / 1000);
  }

  /** The time that the amount is divided by. */
  windowSizeMs(nowMs: Millis, window: QuotaWindow): Millis {
    this.purge(nowMs, window);
    const elapsedMs = nowMs - (this.samples[0]?.startMs ?? nowMs);
    if (this.kind === 'SimpleRate') return Math.max(elapsedMs, window.windowMs);
    const missing = Math.max(0, window.samples - 1 - Math.floor(elapsedMs / window.windowMs));
    return Math.max(elapsedMs + missing * window.windowMs, window.windowMs);
  }

  /** What was recorded was recorded later by so much. */
  shift(byMs: Millis): void {
    for (const sample of this.samples) {
      sample.startMs += byMs;
      sample.lastEventMs += byMs;
    }
  }

  private purge(nowMs: Millis, window: QuotaWindow): void {
    const expireMs = window.samples * window.windowMs;
    if (this.samples.some((sample) => nowMs - sample.lastEventMs >= expireMs))
      this.samples = this.samples.filter((sample) => nowMs - sample.lastEventMs < expireMs);
  }
}
