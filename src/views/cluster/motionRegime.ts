/** Screens are taken for 60 frames a second: only the order of magnitude matters here. */
const FRAMES_PER_SECOND = 60;

/** Wall frames that one hop takes to cross at this speed. */
export function framesPerHop(hopLatencyUs: number, microsPerSecond: number): number {
  return microsPerSecond <= 0 ? Infinity : (hopLatencyUs * FRAMES_PER_SECOND) / microsPerSecond;
}

/** Strength of single RPCs, 0 to 1; ribbons have the rest. Between 2 and 4 frames a hop both are drawn, so it is never a jump. */
export function dotStrength(frames: number): number {
  return Math.min(1, Math.max(0, (frames - 2) / 2));
}

/** The speed at which the two are equally strong. */
export function regimeBoundary(hopLatencyUs: number): number {
  return (hopLatencyUs * FRAMES_PER_SECOND) / 3;
}
