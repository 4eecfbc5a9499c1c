/** The ladder, in simulated µs a second: from 0.1 ms to 12 days. */
export const SLOWEST_SPEED = 100;
export const FASTEST_SPEED = 12 * 86_400 * 1_000_000;
export const DEFAULT_SPEED = 2000;

export function clampSpeed(microsPerSecond: number): number {
  return Math.min(FASTEST_SPEED, Math.max(SLOWEST_SPEED, microsPerSecond));
}
