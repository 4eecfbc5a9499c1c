import type { SelfCloning } from '../kernel/cloneState.ts';
import type { Digest } from '../kernel/Digest.ts';
import { power } from '../kernel/power.ts';
import type { Micros, Millis } from '../../shared/units.ts';

/** As many values as the sample of a Kafka histogram holds. Kafka: Yammer `ExponentiallyDecayingSample(1028, 0.015)`. */
const SAMPLE_SIZE = 1028;
/** e^0.015, written out: by so much a value weighs more than one of the second before. */
const GROWTH = 1.015113064615719;
/** Weights are brought down again after so many seconds, so that none becomes too large. */
const RESCALE_SECONDS = 3600;
/** Up to here each ms stands by itself; above, values of the same 64th of a power of two stand together. */
const EXACT_BELOW_MS = 128;

/**
 * How long things took, for percentiles: of the first 1 028 values exactly what Kafka's sample holds, all of them. Of more,
 * Kafka keeps a random sample that favours the last minutes; here stands what that sample is drawn from, so that the figure
 * is the one expected of it and chance has no part. What is measured decides nothing, so a digest leaves it out.
 */
export class TimeHistogram implements SelfCloning {
  private count = 0;
  /** How many values of each size; null once there are more than a sample holds. */
  private counts: Map<Millis, number> | null = new Map();
  private weights = new Map<Millis, number>();
  /** A value of this second weighs 1. */
  private landmarkSeconds = 0;
  /** The maps belong to a checkpoint as well: they are copied before the next change. */
  private isShared = false;

  add(ms: Millis, ageUs: Micros): void {
    this.own();
    const second = Math.floor(ageUs / 1_000_000);
    if (second - this.landmarkSeconds >= RESCALE_SECONDS) this.rescale(second);
    this.put(ms, 1, power(GROWTH, second - this.landmarkSeconds));
  }

  /** As if so many more had taken so long, evenly over `forUs` from that age on. */
  skip(ms: Millis, times: number, ageUs: Micros, forUs: Micros): void {
    if (times <= 0) return;
    this.own();
    const seconds = Math.max(1, Math.floor(forUs / 1_000_000));
    this.rescale(Math.floor(ageUs / 1_000_000) + seconds);
    // The sum of a second's weights over all these seconds, the last of which weighs 1.
    const sum = (1 - power(1 / GROWTH, seconds)) / (1 - 1 / GROWTH);
    this.put(ms, times, (times / seconds) * sum);
  }

  /** The value that this share of all values does not exceed, from 0 to 1; 0 before the first. Kafka: Yammer `Snapshot.getValue`. */
  quantile(share: number): Millis {
    const values = [...this.weights.keys()].sort((a, b) => a - b);
    if (this.counts === null) return this.weightedQuantile(values, share);
    if (this.count === 0) return 0;
    const position = share * (this.count + 1);
    const lower = this.valueAt(values, Math.floor(position) - 1);
    const upper = this.valueAt(values, Math.floor(position));
    if (position < 1) return this.valueAt(values, 0);
    return lower + (position - Math.floor(position)) * (upper - lower);
  }

  shareOrClone(): TimeHistogram {
    const copy = new TimeHistogram();
    copy.count = this.count;
    copy.counts = this.counts;
    copy.weights = this.weights;
    copy.landmarkSeconds = this.landmarkSeconds;
    copy.isShared = true;
    this.isShared = true;
    return copy;
  }

  digestInto(_digest: Digest): void {
    return;
  }

  private own(): void {
    if (!this.isShared) return;
    this.isShared = false;
    this.weights = new Map(this.weights);
    if (this.counts !== null) this.counts = new Map(this.counts);
  }

  private put(ms: Millis, times: number, weight: number): void {
    const value = together(ms);
    this.count += times;
    this.weights.set(value, (this.weights.get(value) ?? 0) + weight);
    if (this.count > SAMPLE_SIZE) this.counts = null;
    this.counts?.set(value, (this.counts.get(value) ?? 0) + times);
  }

  private rescale(toSeconds: number): void {
    const factor = power(1 / GROWTH, toSeconds - this.landmarkSeconds);
    this.landmarkSeconds = toSeconds;
    for (const [value, weight] of this.weights) this.weights.set(value, weight * factor);
  }

  /** The value at a place among all values in order, from 0 on; the last one beyond them. */
  private valueAt(values: readonly Millis[], place: number): Millis {
    let passed = 0;
    for (const value of values) {
      passed += this.counts?.get(value) ?? 0;
      if (place < passed) return value;
    }
    return values[values.length - 1] ?? 0;
  }

  private weightedQuantile(values: readonly Millis[], share: number): Millis {
    let total = 0;
    for (const value of values) total += this.weights.get(value) ?? 0;
    let passed = 0;
    for (const value of values) {
      passed += this.weights.get(value) ?? 0;
      if (passed >= share * total) return value;
    }
    return values[values.length - 1] ?? 0;
  }
}

function together(ms: Millis): Millis {
  if (ms < EXACT_BELOW_MS) return ms;
  const bits = 31 - Math.clz32(ms) - 6;
  return (ms >> bits) << bits;
}
