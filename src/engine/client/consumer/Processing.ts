import type { Micros } from '../../../shared/units.ts';
import { workOnRecordUs } from './workTimes.ts';
import type { WorkTimes } from './workTimes.ts';

/**
 * What the application does with the records that poll() returned: one after the other, each for the same time unless
 * it is said otherwise, and only then it polls again. Ours; Kafka leaves that to the application.
 */
export class Processing {
  /** 0: it takes no time, and every record at once. */
  readonly perRecordUs: Micros;
  private busyUntilUs: Micros = 0;
  private begunUs: Micros = 0;
  /** Left out: every record takes the same. */
  declare private times?: WorkTimes;
  /** With those: when each record of the last poll() is done, and how many there were before. */
  declare private endsUs?: readonly Micros[];
  declare private taken?: number;

  constructor(perRecordUs: Micros) {
    this.perRecordUs = perRecordUs;
  }

  /** For checkpoints. */
  blank(): Processing {
    return new Processing(this.perRecordUs);
  }

  get takesTime(): boolean {
    return this.perRecordUs > 0 || this.times !== undefined;
  }

  /** Records take different times from now on. */
  vary(times: WorkTimes): void {
    this.times = times;
    this.endsUs = [];
    this.taken = 0;
  }

  isBusy(nowUs: Micros): boolean {
    return nowUs < this.busyUntilUs;
  }

  /** When the application polls again; Infinity when it waits for records. */
  pollsAgainUs(nowUs: Micros): Micros {
    return this.isBusy(nowUs) ? this.busyUntilUs : Infinity;
  }

  begin(count: number, nowUs: Micros): void {
    const workUs = this.times ? this.plan(this.times, count, nowUs) : count * this.perRecordUs;
    this.busyUntilUs = nowUs + workUs;
    this.begunUs += workUs;
  }

  /** The process is gone in the midst of it. */
  stop(nowUs: Micros): void {
    this.begunUs = this.busyUs(nowUs);
    this.busyUntilUs = Math.min(this.busyUntilUs, nowUs);
  }

  /** Records that were taken and are not done, the one at work included. */
  remaining(nowUs: Micros): number {
    if (!this.isBusy(nowUs)) return 0;
    if (this.endsUs) return this.endsUs.filter((endUs) => endUs > nowUs).length;
    return Math.ceil((this.busyUntilUs - nowUs) / this.perRecordUs);
  }

  /** How long the application has been at work in all. */
  busyUs(nowUs: Micros): Micros {
    return this.begunUs - Math.max(0, this.busyUntilUs - nowUs);
  }

  private plan(times: WorkTimes, count: number, nowUs: Micros): Micros {
    const first = this.taken ?? 0;
    let workUs = 0;
    this.endsUs = Array.from({ length: count }, (_, i) => {
      workUs += workOnRecordUs(times, first + i);
      return nowUs + workUs;
    });
    this.taken = first + count;
    return workUs;
  }
}
