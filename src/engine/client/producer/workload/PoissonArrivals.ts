import { Derived } from '../../../kernel/Derived.ts';
import { mix32 } from '../../../kernel/hash.ts';
import { MICROS_PER_SECOND } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import type { CallTimes } from './CallTimes.ts';
import { EXPONENTIAL_ONE, unitExponential } from './exponential.ts';

/** Calls of a Poisson process: gaps of the exponential distribution, each decided by the seed and the number of the call. */
export class PoissonArrivals implements CallTimes {
  private readonly drawSeed: number;
  private readonly unitsPerMicro: number;
  private readonly endUs: Micros | null;
  private baseUs: Micros;
  /** Number of the next call, of all there ever were. */
  private next = 0;
  /** From the base to the next call, in gaps of mean length times `EXPONENTIAL_ONE`. */
  private units: number;
  private isPaused = false;
  /** The same for the calls from the next one on, as far as anybody asked. */
  private readonly ahead = new Derived<number[]>();

  constructor(drawSeed: number, recordsPerSecond: number, startUs: Micros, endUs: Micros | null) {
    this.drawSeed = drawSeed;
    this.unitsPerMicro = (recordsPerSecond * EXPONENTIAL_ONE) / MICROS_PER_SECOND;
    this.baseUs = startUs;
    this.endUs = endUs;
    this.units = this.gap(0);
  }

  get paused(): boolean {
    return this.isPaused;
  }

  nextUs(): Micros {
    return this.timeOf(0);
  }

  timeOf(ahead: number): Micros {
    if (this.isPaused || this.unitsPerMicro === 0) return Infinity;
    const timeUs = this.baseUs + Math.floor(this.unitsOf(ahead) / this.unitsPerMicro);
    return this.endUs !== null && timeUs >= this.endUs ? Infinity : timeUs;
  }

  take(count: number): void {
    if (count === 0) return;
    this.units = this.unitsOf(count);
    this.next += count;
    this.ahead.value?.splice(0, count);
  }

  /** The process has no memory: it begins anew, with the gaps to come. */
  skipTo(nowUs: Micros): void {
    if (this.nextUs() < nowUs) this.beginAt(nowUs);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(nowUs: Micros): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.beginAt(nowUs);
  }

  private beginAt(nowUs: Micros): void {
    this.baseUs = nowUs;
    this.units = this.gap(this.next);
    this.ahead.value = null;
  }

  private unitsOf(ahead: number): number {
    const known = (this.ahead.value ??= [this.units]);
    for (let n = known.length; n <= ahead; n++)
      known.push((known[n - 1] as number) + this.gap(this.next + n));
    return known[ahead] as number;
  }

  private gap(n: number): number {
    return unitExponential(mix32(mix32(this.drawSeed) ^ n));
  }
}
