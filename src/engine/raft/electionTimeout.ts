import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';

/**
 * A timeout of an election: the config plus a random part below it, in whole ms (Q2): 1000 to 1999 ms by default.
 * `draw(n)` is a random whole number from 0 up to but without n. Kafka: `QuorumState.randomElectionTimeoutMs`.
 */
export function electionTimeoutUs(electionTimeoutUs: Micros, draw: (bound: number) => number): Micros {
  const ms = Math.floor(electionTimeoutUs / MICROS_PER_MILLI);
  return ms === 0 ? 0 : (ms + draw(ms)) * MICROS_PER_MILLI;
}
