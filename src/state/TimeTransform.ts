import type { Micros } from '../shared/units.ts';

/**
 * Relates wall time to simulated time; nothing else does. A straight line from an anchor: it is anchored anew when the
 * speed changes, and when the simulation could not follow, so that what was missed is never caught up with a jump.
 */
export class TimeTransform {
  private wallMs = 0;
  private simulatedUs: Micros = 0;
  private usPerMs = 0;

  /** From this moment on the wall shows this time, moving at this many simulated µs a second. */
  anchor(wallMs: number, simulatedUs: Micros, microsPerSecond: number): void {
    this.wallMs = wallMs;
    this.simulatedUs = simulatedUs;
    this.usPerMs = microsPerSecond / 1000;
  }

  /** What the wall shows at a moment; fractions of µs count, or the slowest speeds would stand still. */
  simulatedAt(wallMs: number): Micros {
    return this.simulatedUs + (wallMs - this.wallMs) * this.usPerMs;
  }

  /** How long the wall takes for a stretch of simulated time at a speed, in ms. */
  static wallMsFor(stretchUs: Micros, microsPerSecond: number): number {
    return (stretchUs / microsPerSecond) * 1000;
  }

  /** How much simulated time a stretch of wall time shows at a speed. */
  static simulatedFor(wallMs: number, microsPerSecond: number): Micros {
    return (wallMs / 1000) * microsPerSecond;
  }

  /** Speed that shows a stretch in a given wall time. */
  static speedFor(stretchUs: Micros, wallMs: number): number {
    return (stretchUs / wallMs) * 1000;
  }
}
