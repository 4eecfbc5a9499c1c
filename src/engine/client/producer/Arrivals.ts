import { MICROS_PER_SECOND } from '../../../shared/units.ts';
import type { Micros } from '../../../shared/units.ts';
import type { CallTimes } from './workload/CallTimes.ts';

/**
 * When the application calls send(). Record n of a constant rate comes at a time that n alone decides, so any number of calls
 * can be made up for at once.
 */
export class Arrivals implements CallTimes {
  private readonly recordsPerSecond: number;
  private readonly endUs: Micros | null;
  private baseUs: Micros;
  private sinceBase = 0;
  private isPaused = false;

  /** @param recordsPerSecond 0 for none. */
  constructor(recordsPerSecond: number, startUs: Micros, endUs: Micros | null) {
    this.recordsPerSecond = recordsPerSecond;
    this.baseUs = startUs;
    this.endUs = endUs;
  }

  /** For checkpoints. */
  blank(): Arrivals {
    return new Arrivals(this.recordsPerSecond, this.baseUs, this.endUs);
  }

  get paused(): boolean {
    return this.isPaused;
  }

  /** Time of the next call; Infinity when there is none. */
  nextUs(): Micros {
    return this.timeOf(0);
  }

  /** Time of the call that comes `ahead` calls after the next one. */
  timeOf(ahead: number): Micros {
    if (this.isPaused || this.recordsPerSecond === 0) return Infinity;
    const timeUs =
      this.baseUs + Math.floor(((this.sinceBase + ahead) * MICROS_PER_SECOND) / this.recordsPerSecond);
    return this.endUs !== null && timeUs >= this.endUs ? Infinity : timeUs;
  }

  take(count: number): void {
    this.sinceBase += count;
  }

  /** Calls that were due before are never made: there was no application to make them. */
  skipTo(nowUs: Micros): void {
    if (this.nextUs() >= nowUs) return;
    this.baseUs = nowUs;
    this.sinceBase = 0;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(nowUs: Micros): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.baseUs = nowUs;
    this.sinceBase = 0;
  }
}
