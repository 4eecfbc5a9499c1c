import type { Micros } from '../../shared/units.ts';
import { majorityOf } from './majority.ts';

/** How long a leader goes without fetches of a majority before it resigns (Q8): 1.5 × the fetch timeout. */
export function checkQuorumTimeoutUs(fetchTimeoutUs: Micros): Micros {
  return Math.floor((fetchTimeoutUs * 3) / 2);
}

/** How often a leader announces itself to voters that do not fetch (Q2). Kafka: `LeaderState`. */
export function beginQuorumIntervalUs(fetchTimeoutUs: Micros): Micros {
  return Math.floor(fetchTimeoutUs / 2);
}

/**
 * Whether the voters that fetched are a majority together with the leader (Q8). Then the check begins anew.
 * Kafka: `LeaderState.updateCheckQuorumForFollowingVoter`.
 */
export function isQuorumAlive(fetchedVoters: number, voterCount: number): boolean {
  return fetchedVoters >= majorityOf(voterCount) - 1;
}
