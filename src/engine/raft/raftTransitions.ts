import type { NodeContext } from '../node/Node.ts';
import type { BrokerId, Epoch, Micros } from '../../shared/units.ts';
import { checkQuorumTimeoutUs } from './checkQuorum.ts';
import { electionTimeoutUs } from './electionTimeout.ts';
import { successorsOf } from './endQuorumBackoff.ts';
import { initialRaftState } from './initialRaftState.ts';
import { refuseFetches } from './leaderFetches.ts';
import { resetConnections } from './raftConnections.ts';
import { leaderOf, votedOf } from './RaftState.ts';
import type { CandidateState, LeaderState, ProspectiveState, RaftState } from './RaftState.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { unknownProgress } from './replicaProgress.ts';
import { grantingVoters, isBeaten, newTally } from './voteTally.ts';

// From one state of a voter to the next (Q1). Kafka: `QuorumState.transitionTo…`.

/** What a process is that begins with what stands on its disk (Q7). */
export function enterInitialState(voter: RaftVoter, ctx: NodeContext): void {
  const initial = initialRaftState(voter.quorumState, voter.nodeId, voter.log.lastEpoch);
  switch (initial.kind) {
    case 'Unattached':
      voter.state = { ...initial, leaderId: null, electionEndsUs: drawElectionEndUs(voter, ctx) };
      break;
    case 'Resigned':
      voter.state = {
        ...initial,
        successors: [],
        unackedVoters: new Set(voter.others()),
        electionEndsUs: drawElectionEndUs(voter, ctx),
      };
      break;
    case 'Candidate':
      voter.state = {
        ...initial,
        votes: newTally(voter.voters, voter.nodeId),
        electionEndsUs: drawElectionEndUs(voter, ctx),
      };
      break;
    case 'Follower':
      voter.state = {
        ...initial,
        fetchEndsUs: ctx.nowUs + voter.config.fetchTimeoutUs,
        hasFetchedFromLeader: false,
        fetchingSnapshot: null,
      };
  }
  traceState(voter, voter.state, ctx);
  persist(voter);
}

export function becomeUnattached(
  voter: RaftVoter,
  epoch: Epoch,
  leaderId: BrokerId | null,
  ctx: NodeContext,
): void {
  const before = voter.runningState();
  const keepsTimer =
    before.kind === 'Candidate' ||
    before.kind === 'Unattached' ||
    before.kind === 'Resigned' ||
    (before.kind === 'Prospective' && !isBeaten(before.votes));
  enter(
    voter,
    {
      kind: 'Unattached',
      epoch,
      leaderId,
      votedId: epoch === before.epoch ? votedOf(before, voter.nodeId) : null,
      electionEndsUs: keepsTimer ? before.electionEndsUs : drawElectionEndUs(voter, ctx),
    },
    ctx,
  );
}

export function becomeFollower(voter: RaftVoter, epoch: Epoch, leaderId: BrokerId, ctx: NodeContext): void {
  const before = voter.runningState();
  enter(
    voter,
    {
      kind: 'Follower',
      epoch,
      leaderId,
      votedId: epoch === before.epoch ? votedOf(before, voter.nodeId) : null,
      fetchEndsUs: ctx.nowUs + voter.config.fetchTimeoutUs,
      hasFetchedFromLeader: false,
      fetchingSnapshot: null,
    },
    ctx,
  );
  voter.meters.electionEnded(ctx.nowUs);
  refuseFetches(voter, ctx);
}

/** Asks for pre-votes (Q5); the only voter has all it needs, and goes on at once. */
export function becomeProspective(voter: RaftVoter, ctx: NodeContext): void {
  const before = voter.runningState();
  enter(
    voter,
    {
      kind: 'Prospective',
      epoch: before.epoch,
      leaderId: leaderOf(before, voter.nodeId),
      votedId: votedOf(before, voter.nodeId),
      votes: newTally(voter.voters, voter.nodeId),
      electionEndsUs: drawElectionEndUs(voter, ctx),
    },
    ctx,
  );
}

/** The pre-vote is lost: the leader was there after all, or it will be asked for again. */
export function giveUpProspect(voter: RaftVoter, state: ProspectiveState, ctx: NodeContext): void {
  if (state.leaderId !== null && state.leaderId !== voter.nodeId)
    becomeFollower(voter, state.epoch, state.leaderId, ctx);
  else becomeUnattached(voter, state.epoch, state.leaderId, ctx);
}

/** From Prospective to Candidate to Leader, as far as the votes go (Q6). */
export function maybeGoForward(voter: RaftVoter, ctx: NodeContext): void {
  if (voter.state?.kind === 'Prospective' && ctx.rules.isElected(voter.state.votes)) {
    enter(
      voter,
      {
        kind: 'Candidate',
        epoch: voter.state.epoch + 1,
        votes: newTally(voter.voters, voter.nodeId),
        electionEndsUs: drawElectionEndUs(voter, ctx),
      },
      ctx,
    );
  }
  if (voter.state?.kind === 'Candidate' && ctx.rules.isElected(voter.state.votes))
    becomeLeader(voter, voter.state, ctx);
}

/** A leader gives up (Q8): it was left without a majority, or its process ends. */
export function resign(voter: RaftVoter, state: LeaderState, ctx: NodeContext): void {
  voter.highWatermark = null;
  enter(
    voter,
    {
      kind: 'Resigned',
      epoch: state.epoch,
      successors: successorsOf(state.voters, voter.nodeId),
      unackedVoters: new Set(voter.others()),
      electionEndsUs: drawElectionEndUs(voter, ctx),
    },
    ctx,
  );
  refuseFetches(voter, ctx);
}

/** Gives its first vote of the epoch (Q7). Whom it goes to has at least as good a chance as the voter has itself. */
export function giveVote(
  voter: RaftVoter,
  state: Extract<RaftState, { readonly kind: 'Unattached' | 'Prospective' }>,
  candidate: BrokerId,
  ctx: NodeContext,
): void {
  state.votedId = candidate;
  state.electionEndsUs = drawElectionEndUs(voter, ctx);
  persist(voter);
}

function becomeLeader(voter: RaftVoter, candidate: CandidateState, ctx: NodeContext): void {
  const state: LeaderState = {
    kind: 'Leader',
    epoch: candidate.epoch,
    epochStartOffset: voter.log.endOffset,
    voters: new Map(voter.voters.map((id) => [id, unknownProgress()])),
    observers: new Map(),
    fetchedVoters: new Set(),
    checkQuorumEndsUs: ctx.nowUs + checkQuorumTimeoutUs(voter.config.fetchTimeoutUs),
    nextBeginQuorumUs: ctx.nowUs,
    // A record of its own epoch, so that it can commit what came before (Q4).
    accumulator: [
      {
        kind: 'LeaderChangeMessage',
        leaderId: voter.nodeId,
        voters: voter.voters,
        grantingVoters: grantingVoters(candidate.votes),
      },
    ],
    drainAtUs: ctx.nowUs,
  };
  // What it knew to be committed it may not tell before a majority is there again.
  voter.highWatermark = null;
  enter(voter, state, ctx);
  voter.meters.electionEnded(ctx.nowUs);
}

function enter(voter: RaftVoter, state: RaftState, ctx: NodeContext): void {
  voter.state = state;
  if (state.kind !== 'Leader') voter.meters.gaveUp();
  // The only voter is elected at once, and that is no election.
  const isElection = state.kind === 'Prospective' || state.kind === 'Candidate';
  if (isElection && voter.voters.length > 1) voter.meters.electionBegan(ctx.nowUs);
  persist(voter);
  resetConnections(voter.connections);
  traceState(voter, state, ctx);
}

function traceState(voter: RaftVoter, state: RaftState, ctx: NodeContext): void {
  ctx.trace({
    kind: 'QuorumStateChanged',
    controller: voter.nodeId,
    state: state.kind,
    epoch: state.epoch,
    leader: leaderOf(state, voter.nodeId) ?? -1,
  });
}

function persist(voter: RaftVoter): void {
  const state = voter.runningState();
  // What only lives in memory leaves the file as it was.
  if (state.kind === 'Prospective' && state.epoch === voter.quorumState.epoch && state.votedId === null)
    return;
  const leaderId = leaderOf(state, voter.nodeId);
  voter.quorumState = Object.freeze({ epoch: state.epoch, leaderId, votedId: votedOf(state, voter.nodeId) });
}

function drawElectionEndUs(voter: RaftVoter, ctx: NodeContext): Micros {
  const rng = ctx.rng('election');
  return ctx.nowUs + electionTimeoutUs(voter.config.electionTimeoutUs, (bound) => rng.int(bound));
}
