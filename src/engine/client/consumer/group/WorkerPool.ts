import type { Micros } from '../../../../shared/units.ts';

/** Records that were handed over together, and the workers as they were then. */
interface Handed<Work> {
  readonly work: Work;
  readonly count: number;
  readonly atUs: Micros;
  /** When each worker is free, soonest first. Frozen. */
  readonly freeUs: readonly Micros[];
  /** Records of it that were said to be done. */
  told: number;
}

/**
 * Threads of an application that work on records in the order in which they were handed over, each on one at a time, while the thread
 * that polls goes on. All records take the same time.
 */
export class WorkerPool<Work> {
  private readonly perRecordUs: Micros;
  /** When each worker is free, soonest first. */
  private freeUs: readonly Micros[];
  private handed: Handed<Work>[] = [];

  constructor(workers: number, perRecordUs: Micros) {
    this.perRecordUs = perRecordUs;
    this.freeUs = Object.freeze(Array.from({ length: workers }, () => 0));
  }

  /** When the last record is done; 0: nothing was ever handed over. */
  get busyUntilUs(): Micros {
    return this.freeUs.at(-1) ?? 0;
  }

  handOver(work: Work, count: number, nowUs: Micros): void {
    const { freeUs } = this;
    this.handed.push({ work, count, atUs: nowUs, freeUs, told: 0 });
    const one = { count, atUs: nowUs, freeUs };
    const next = freeUs.map((free, i) => {
      const turns = Math.ceil((count - i) / freeUs.length);
      return turns <= 0 ? free : this.doneUs(one, i + (turns - 1) * freeUs.length);
    });
    this.freeUs = Object.freeze(next.sort((a, b) => a - b));
  }

  /** Records that are done by now and were not said to be; oldest first. */
  takeDone(nowUs: Micros, tell: (work: Work, first: number, count: number) => void): void {
    for (const one of this.handed) {
      const done = this.doneOf(one, nowUs);
      if (done > one.told) tell(one.work, one.told, done - one.told);
      one.told = done;
    }
    this.handed = this.handed.filter(({ told, count }) => told < count);
  }

  /** Records that were handed over and are not done. */
  remaining(nowUs: Micros): number {
    return this.handed.reduce((sum, one) => sum + one.count - this.doneOf(one, nowUs), 0);
  }

  /** The process is gone: what was not done by then never is. */
  stop(): void {
    this.handed = [];
    this.freeUs = Object.freeze(this.freeUs.map(() => 0));
  }

  /** When the i-th record of a hand-over is done: the workers take turns, the one that is free soonest first. */
  private doneUs({ atUs, freeUs }: Pick<Handed<Work>, 'atUs' | 'freeUs'>, i: number): Micros {
    const free = freeUs[i % freeUs.length] ?? 0;
    return Math.max(atUs, free) + (Math.floor(i / freeUs.length) + 1) * this.perRecordUs;
  }

  private doneOf(one: Handed<Work>, nowUs: Micros): number {
    let low = one.told;
    let high = one.count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.doneUs(one, middle) <= nowUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
