import type { BrokerId } from '../../shared/units.ts';
import type { RaftState } from './RaftState.ts';

/** Why a vote was refused. */
export type VoteRefusal =
  | 'LogBehind'
  | 'IsLeader'
  | 'IsCandidate'
  | 'HasResigned'
  | 'KnowsLeader'
  | 'HasFetchedFromLeader'
  | 'VotedForAnother';

/**
 * Whether a voter gives its vote or its pre-vote to an asker whose epoch it has taken over already; null grants (Q5, Q7).
 * A pre-vote binds nobody, so only the log counts, and whether this voter still hears its leader.
 * Kafka: `canGrantVote` of the classes of `EpochState` (4.2, KIP-996).
 *
 * | state                   | pre-vote                                                   | vote                                     |
 * | ----------------------- | ---------------------------------------------------------- | ---------------------------------------- |
 * | Leader                  | no                                                         | no                                       |
 * | Follower                | if it has not fetched from its leader and the log is good  | no                                       |
 * | Unattached, Prospective | if the log is good                                         | again to whom it voted for; else, if it  |
 * |                         |                                                            | knows no leader and the log is good      |
 * | Candidate, Resigned     | if the log is good                                         | no                                       |
 */
export function voteRefusal(
  state: RaftState,
  asker: BrokerId,
  isLogUpToDate: boolean,
  isPreVote: boolean,
): VoteRefusal | null {
  const byLog = isLogUpToDate ? null : 'LogBehind';
  switch (state.kind) {
    case 'Leader':
      return 'IsLeader';
    case 'Follower':
      if (!isPreVote) return 'KnowsLeader';
      return state.hasFetchedFromLeader ? 'HasFetchedFromLeader' : byLog;
    case 'Candidate':
      return isPreVote ? byLog : 'IsCandidate';
    case 'Resigned':
      return isPreVote ? byLog : 'HasResigned';
    case 'Unattached':
    case 'Prospective':
      if (isPreVote) return byLog;
      if (state.votedId !== null) return state.votedId === asker ? null : 'VotedForAnother';
      return state.leaderId === null ? byLog : 'KnowsLeader';
  }
}
