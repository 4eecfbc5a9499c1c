import type { BrokerId } from '../../shared/units.ts';
import { majorityOf } from './majority.ts';

/** Votes of one election; null: not answered yet. Kafka: `EpochElection`. */
export type VoteTally = Map<BrokerId, boolean | null>;

/** An election that nobody but the asker has voted in. */
export function newTally(voters: readonly BrokerId[], self: BrokerId): VoteTally {
  return new Map(voters.map((voter) => [voter, voter === self ? true : null]));
}

export function isElected(votes: VoteTally): boolean {
  return count(votes, true) >= majorityOf(votes.size);
}

/** Even if all that are open were for it, it could not win any more. */
export function isBeaten(votes: VoteTally): boolean {
  return count(votes, true) + count(votes, null) < majorityOf(votes.size);
}

export function openVoters(votes: VoteTally): BrokerId[] {
  return [...votes].filter(([, vote]) => vote === null).map(([voter]) => voter);
}

export function grantingVoters(votes: VoteTally): BrokerId[] {
  return [...votes].filter(([, vote]) => vote === true).map(([voter]) => voter);
}

function count(votes: VoteTally, wanted: boolean | null): number {
  let found = 0;
  for (const vote of votes.values()) if (vote === wanted) found += 1;
  return found;
}
