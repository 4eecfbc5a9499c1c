import type { Micros } from '../../../shared/units.ts';

/**
 * What the application does with the records that poll() returned: one after the other, each for the same time, and only then
 * it polls again. Ours; Kafka leaves that to the application.
 */
export class Processing {
  /** 0: it takes no time, and every record at once. */
  readonly perRecordUs: Micros;
  private busyUntilUs: Micros = 0;
  private begunUs: Micros = 0;

  constructor(perRecordUs: Micros) {
    this.perRecordUs = perRecordUs;
  }

  get takesTime(): boolean {
    return this.perRecordUs > 0;
  }

  isBusy(nowUs: Micros): boolean {
    return nowUs < this.busyUntilUs;
  }

  /** When the application polls again; Infinity when it waits for records. */
  pollsAgainUs(nowUs: Micros): Micros {
    return this.isBusy(nowUs) ? this.busyUntilUs : Infinity;
  }

  begin(count: number, nowUs: Micros): void {
    this.busyUntilUs = nowUs + count * this.perRecordUs;
    this.begunUs += count * this.perRecordUs;
  }

  /** The process is gone in the midst of it. */
  stop(nowUs: Micros): void {
    this.begunUs = this.busyUs(nowUs);
    this.busyUntilUs = Math.min(this.busyUntilUs, nowUs);
  }

  /** Records that were taken and are not done, the one at work included. */
  remaining(nowUs: Micros): number {
    return this.isBusy(nowUs) ? Math.ceil((this.busyUntilUs - nowUs) / this.perRecordUs) : 0;
  }

  /** How long the application has been at work in all. */
  busyUs(nowUs: Micros): Micros {
    return this.begunUs - Math.max(0, this.busyUntilUs - nowUs);
  }
}
