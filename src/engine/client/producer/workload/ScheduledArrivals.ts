import type { Micros } from '../../../../shared/units.ts';
import type { CallTimes } from './CallTimes.ts';
import { countBefore, scheduledUs } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** Calls by a schedule that goes on whether they are made or not: what was due in a pause is never made. */
export class ScheduledArrivals implements CallTimes {
  private readonly schedule: Schedule;
  private readonly startUs: Micros;
  private readonly endUs: Micros | null;
  private next = 0;
  private isPaused = false;

  constructor(schedule: Schedule, startUs: Micros, endUs: Micros | null) {
    this.schedule = schedule;
    this.startUs = startUs;
    this.endUs = endUs;
  }

  get paused(): boolean {
    return this.isPaused;
  }

  nextUs(): Micros {
    return this.timeOf(0);
  }

  timeOf(ahead: number): Micros {
    if (this.isPaused) return Infinity;
    const timeUs = this.startUs + scheduledUs(this.schedule, this.next + ahead);
    return this.endUs !== null && timeUs >= this.endUs ? Infinity : timeUs;
  }

  take(count: number): void {
    this.next += count;
  }

  skipTo(nowUs: Micros): void {
    this.next = Math.max(this.next, countBefore(this.schedule, nowUs - this.startUs));
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(nowUs: Micros): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.skipTo(nowUs);
  }
}
