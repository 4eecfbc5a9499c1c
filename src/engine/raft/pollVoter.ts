import type { NodeContext } from '../node/Node.ts';
import type { BrokerId, Micros } from '../../shared/units.ts';
import { askForVotes } from './elections.ts';
import { maybeFetch, nextFetchUs } from './followerFetches.ts';
import { announceLeader, announceResignation } from './leaderAnnouncements.ts';
import { readyAtUs } from './raftConnections.ts';
import type { RaftListener } from './RaftListener.ts';
import type { LeaderState, RaftState } from './RaftState.ts';
import {
  becomeProspective,
  becomeUnattached,
  giveUpProspect,
  maybeGoForward,
  resign,
} from './raftTransitions.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { isBeaten, openVoters } from './voteTally.ts';
import { maybeDrain } from './writeMetadata.ts';

/**
 * Sends what is due; true when the state became another, which is polled in turn.
 * Kafka: `KafkaRaftClient.pollCurrentState` (4.2).
 */
export function pollVoter(
  voter: RaftVoter,
  state: RaftState,
  listener: RaftListener,
  ctx: NodeContext,
): boolean {
  switch (state.kind) {
    case 'Leader':
      return pollLeader(voter, state, listener, ctx);
    case 'Follower':
      if (voter.isStopping) return false;
      if (state.fetchEndsUs > ctx.nowUs) {
        maybeFetch(voter, state.leaderId, ctx);
        return false;
      }
      blame(state.leaderId, ctx);
      askForOffice(voter, ctx);
      return true;
    case 'Unattached':
      if (voter.isStopping) return false;
      if (state.electionEndsUs > ctx.nowUs) {
        maybeFetch(voter, null, ctx);
        return false;
      }
      askForOffice(voter, ctx);
      return true;
    case 'Prospective':
    case 'Candidate':
      if (voter.isStopping || state.electionEndsUs > ctx.nowUs) {
        askForVotes(voter, state, ctx);
        return false;
      }
      if (state.kind === 'Candidate') becomeProspective(voter, ctx);
      else giveUpProspect(voter, state, ctx);
      return true;
    case 'Resigned':
      if (!voter.isStopping && state.electionEndsUs <= ctx.nowUs) {
        // A new epoch, so that it cannot be taken for the leader of the old one any more.
        becomeUnattached(voter, state.epoch + 1, null, ctx);
        return true;
      }
      announceResignation(voter, state, ctx);
      return false;
  }
}

/** When the state has something to do by time alone. */
export function nextPollUs(voter: RaftVoter, state: RaftState, ctx: NodeContext): Micros {
  const { isStopping } = voter;
  switch (state.kind) {
    case 'Leader':
      return state.voters.size > 1 ? Math.min(state.checkQuorumEndsUs, state.nextBeginQuorumUs) : Infinity;
    case 'Follower':
      return isStopping ? Infinity : Math.min(state.fetchEndsUs, nextFetchUs(voter, state.leaderId, ctx));
    case 'Unattached':
      return isStopping ? Infinity : Math.min(state.electionEndsUs, nextFetchUs(voter, null, ctx));
    case 'Prospective':
    case 'Candidate': {
      const readyUs = isBeaten(state.votes) ? Infinity : nextReadyUs(voter, openVoters(state.votes));
      return isStopping ? readyUs : Math.min(state.electionEndsUs, readyUs);
    }
    case 'Resigned': {
      const readyUs = nextReadyUs(voter, [...state.unackedVoters]);
      return isStopping ? readyUs : Math.min(state.electionEndsUs, readyUs);
    }
  }
}

function askForOffice(voter: RaftVoter, ctx: NodeContext): void {
  becomeProspective(voter, ctx);
  maybeGoForward(voter, ctx);
}

function pollLeader(voter: RaftVoter, state: LeaderState, listener: RaftListener, ctx: NodeContext): boolean {
  const hasLostQuorum = state.voters.size > 1 && state.checkQuorumEndsUs <= ctx.nowUs;
  if (hasLostQuorum || voter.isStopping) {
    if (hasLostQuorum) {
      const silent = voter.others().find((other) => !state.fetchedVoters.has(other));
      if (silent !== undefined) blame(silent, ctx);
    }
    resign(voter, state, ctx);
    return true;
  }
  maybeDrain(voter, state, listener, ctx);
  announceLeader(voter, state, ctx);
  return false;
}

function nextReadyUs(voter: RaftVoter, others: readonly BrokerId[]): Micros {
  let nextUs = Infinity;
  for (const other of others)
    nextUs = Math.min(nextUs, readyAtUs(voter.connections.get(other), voter.config.requestTimeoutUs));
  return nextUs;
}

function blame(voter: BrokerId, ctx: NodeContext): void {
  const node = ctx.directory.controllers.get(voter);
  if (node !== undefined) ctx.blame(node);
}
