import type { Micros } from '../../shared/units.ts';

interface Arrived {
  readonly atUs: Micros;
  count: number;
}

/**
 * How many stood in a queue and for how long, over a time, each counted by itself: the length as it was at every instant, the stay from
 * when each came to when one left. Who of them left does not matter, for the sum of their stays is the same.
 */
export class QueueTally {
  readonly lengthAtStart: number;
  private readonly startUs: Micros;
  private lastUs: Micros;
  /** Oldest first. What was there at the start came nobody knows when. */
  private readonly inside: Arrived[] = [];
  private length: number;
  private unknown: number;
  private area = 0;
  private arrivals = 0;
  private left = 0;
  private stayedUs = 0;

  constructor(startUs: Micros, lengthAtStart: number) {
    this.startUs = startUs;
    this.lastUs = startUs;
    this.length = lengthAtStart;
    this.lengthAtStart = lengthAtStart;
    this.unknown = lengthAtStart;
  }

  /** Time goes on; nothing came or left meanwhile. */
  passTo(nowUs: Micros): void {
    this.area += this.length * (nowUs - this.lastUs);
    this.lastUs = nowUs;
  }

  /** Some came at an instant that may be a little before the last look. */
  enter(count: number, atUs: Micros): void {
    if (count <= 0) return;
    const cameUs = Math.max(this.startUs, Math.min(atUs, this.lastUs));
    this.area += count * (this.lastUs - cameUs);
    this.inside.push({ atUs: cameUs, count });
    this.length += count;
    this.arrivals += count;
  }

  leave(count: number): void {
    this.length -= count;
    const ofUnknown = Math.min(count, this.unknown);
    this.unknown -= ofUnknown;
    for (let rest = count - ofUnknown; rest > 0;) {
      const [first] = this.inside;
      if (!first) return;
      const part = Math.min(rest, first.count);
      this.left += part;
      this.stayedUs += part * (this.lastUs - first.atUs);
      rest -= part;
      first.count -= part;
      if (first.count === 0) this.inside.shift();
    }
  }

  figures(): {
    readonly arrivals: number;
    readonly meanStayUs: Micros | null;
    readonly meanLength: number;
    readonly lengthAtStart: number;
    readonly lengthAtEnd: number;
  } {
    const { arrivals, left, stayedUs, area, lastUs, startUs, lengthAtStart, length } = this;
    return {
      arrivals,
      meanStayUs: left === 0 ? null : stayedUs / left,
      meanLength: lastUs === startUs ? length : area / (lastUs - startUs),
      lengthAtStart,
      lengthAtEnd: length,
    };
  }
}
