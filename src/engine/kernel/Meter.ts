import type { SelfCloning } from './cloneState.ts';
import type { Digest } from './Digest.ts';
import { power } from './power.ts';
import type { Micros } from '../../shared/units.ts';

const TICK_US = 5_000_000;
const TICK_SECONDS = 5;
/** 1 − e^(−5 s ÷ 60 s), written out: e to a power need not come to the same bits everywhere. */
const ONE_MINUTE_ALPHA = 0.07995558537067671;

/**
 * Counts, and tells how fast: a moving average that forgets over a minute, moved every 5 s from the start on. As the meter of
 * Yammer Metrics 2 does it, but without a clock: ticks that are due are made up for at the next mark or look. Ages are µs since
 * the meter began. What is measured decides nothing, so a digest leaves it out.
 */
export class Meter implements SelfCloning {
  count = 0;
  /** Marked since the last tick. */
  private uncounted = 0;
  private ticks = 0;
  private ratePerSecond = 0;

  mark(amount: number, ageUs: Micros): void {
    const ticks = Math.floor(ageUs / TICK_US);
    if (ticks > this.ticks) {
      this.ratePerSecond = this.rateAfter(ticks);
      this.ticks = ticks;
      this.uncounted = 0;
    }
    this.count += amount;
    this.uncounted += amount;
  }

  /** A second, forgetting over a minute; 0 before the first tick, however much was marked. */
  oneMinuteRate(ageUs: Micros): number {
    if (this.count === 0) return 0;
    const ticks = Math.floor(ageUs / TICK_US);
    return ticks > this.ticks ? this.rateAfter(ticks) : this.ratePerSecond;
  }

  /** Whether there is a rate yet. */
  hasTicked(ageUs: Micros): boolean {
    return ageUs >= TICK_US;
  }

  /** A second, over the whole time. */
  meanRate(ageUs: Micros): number {
    return ageUs <= 0 ? 0 : (this.count * 1_000_000) / ageUs;
  }

  /** As if so much had been marked evenly over `forUs` from that age on, beside what else was marked so over the same time. */
  skip(amount: number, ageUs: Micros, forUs: Micros): void {
    this.mark(0, ageUs);
    const ticks = Math.max(this.ticks, Math.floor((ageUs + forUs) / TICK_US));
    const evenly = (amount * 1_000_000) / forUs;
    const share = 1 - power(1 - ONE_MINUTE_ALPHA, ticks - Math.floor(ageUs / TICK_US));
    this.ratePerSecond =
      this.ratePerSecond * power(1 - ONE_MINUTE_ALPHA, ticks - this.ticks) + evenly * share;
    this.ticks = ticks;
    this.count += amount;
  }

  /** For checkpoints: a broker has dozens. */
  shareOrClone(): Meter {
    const copy = new Meter();
    copy.count = this.count;
    copy.uncounted = this.uncounted;
    copy.ticks = this.ticks;
    copy.ratePerSecond = this.ratePerSecond;
    return copy;
  }

  digestInto(_digest: Digest): void {
    return;
  }

  private rateAfter(ticks: number): number {
    const instant = this.uncounted / TICK_SECONDS;
    // The very first tick takes over what it finds, the later ones move towards it.
    const first =
      this.ticks === 0 ? instant : this.ratePerSecond + ONE_MINUTE_ALPHA * (instant - this.ratePerSecond);
    return first * power(1 - ONE_MINUTE_ALPHA, ticks - this.ticks - 1);
  }
}
