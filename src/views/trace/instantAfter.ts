import type { Instant } from '../SimulationContext.tsx';

/** The first instant at which what happened at `timeUs` is done: a fact is gone to in order to see it done. */
export function instantAfter(timeUs: number): Instant {
  return { timeUs: timeUs + 1, after: 0 };
}
