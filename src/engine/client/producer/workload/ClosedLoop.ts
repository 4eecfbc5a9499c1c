import type { Micros } from '../../../../shared/units.ts';
import type { CallTimes } from './CallTimes.ts';

/**
 * So many callers of send(), each of which waits for the callback of its record, thinks, and sends the next: load that gives way when
 * answers are slow.
 */
export class ClosedLoop implements CallTimes {
  private readonly senders: number;
  private readonly thinkUs: Micros;
  private readonly endUs: Micros | null;
  /** When each of those that wait for nothing calls next, in rising order. */
  private free: Micros[];
  /** Those whose callback has not fired. */
  private waiting = 0;
  private isPaused = false;

  constructor(senders: number, thinkUs: Micros, startUs: Micros, endUs: Micros | null) {
    this.senders = senders;
    this.thinkUs = thinkUs;
    this.endUs = endUs;
    this.free = new Array<Micros>(senders).fill(startUs);
  }

  get paused(): boolean {
    return this.isPaused;
  }

  nextUs(): Micros {
    return this.timeOf(0);
  }

  timeOf(ahead: number): Micros {
    if (this.isPaused) return Infinity;
    const timeUs = this.free[ahead] ?? Infinity;
    return this.endUs !== null && timeUs >= this.endUs ? Infinity : timeUs;
  }

  take(count: number): void {
    this.free.splice(0, count);
    this.waiting += count;
  }

  /** A process that ended took its callers along; these are those of the next one. */
  skipTo(nowUs: Micros): void {
    const first = this.free[0];
    if (this.waiting === 0 && first !== undefined && first >= nowUs) return;
    this.waiting = 0;
    this.free = new Array<Micros>(this.senders).fill(nowUs);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(nowUs: Micros): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.free = this.free.map((timeUs) => Math.max(timeUs, nowUs));
  }

  /** Records that SendRecords handed over are nobody's: no more are free again than were waiting. */
  completed(count: number, nowUs: Micros): void {
    const freed = Math.min(count, this.waiting);
    this.waiting -= freed;
    for (let n = 0; n < freed; n++) this.free.push(nowUs + this.thinkUs);
  }
}
