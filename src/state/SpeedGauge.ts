import { TimeTransform } from './TimeTransform.ts';
import type { Micros } from '../shared/units.ts';

const WINDOW_MS = 500;
/** Below this share of what was asked the machine does not keep up; a little less is the jitter of frames. */
const KEEPS_UP = 0.9;

/** Measures what speed is really shown, over windows long enough that a single slow frame does not flicker. */
export class SpeedGauge {
  private startMs: number | null = null;
  private startUs: Micros = 0;
  private reached: number | null = null;

  /** Forgets the window: the playhead jumped, stood or was not drawn. */
  restart(): void {
    this.startMs = null;
  }

  /** The speed reached when it is less than the one asked for, else null. */
  measure(wallMs: number, playheadUs: Micros, asked: number): number | null {
    if (this.startMs === null) {
      this.startMs = wallMs;
      this.startUs = playheadUs;
    }
    const elapsedMs = wallMs - this.startMs;
    if (elapsedMs >= WINDOW_MS) {
      const speed = TimeTransform.speedFor(playheadUs - this.startUs, elapsedMs);
      this.reached = speed < asked * KEEPS_UP ? speed : null;
      this.startMs = wallMs;
      this.startUs = playheadUs;
    }
    return this.reached;
  }

  clear(): void {
    this.restart();
    this.reached = null;
  }
}
