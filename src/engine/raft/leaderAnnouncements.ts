import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { BeginQuorumEpochRequest, EndQuorumEpochRequest } from '../protocol/requests.ts';
import type { BrokerId, Epoch } from '../../shared/units.ts';
import { beginQuorumIntervalUs } from './checkQuorum.ts';
import { endQuorumBackoffUs } from './endQuorumBackoff.ts';
import { voterRequestError } from './raftRequestError.ts';
import { maybeSendTo } from './raftRequests.ts';
import type { LeaderState, ResignedState } from './RaftState.ts';
import { becomeFollower } from './raftTransitions.ts';
import type { RaftVoter } from './RaftVoter.ts';

/** A leader says that it leads (Q2). Kafka: `KafkaRaftClient.handleBeginQuorumEpochRequest`. */
export function handleBeginQuorumEpoch(
  voter: RaftVoter,
  request: BeginQuorumEpochRequest,
  replyTo: ReplyAddress,
  ctx: NodeContext,
): void {
  const error = voterRequestError(request.leaderEpoch, voter.epoch);
  if (error === 'NONE') maybeFollow(voter, request.leaderEpoch, request.leaderId, ctx);
  ctx.respond(replyTo, { kind: 'BeginQuorumEpochResponse', ...voter.header(error) });
}

/** A leader says that it leads no more, and who may go first (Q8). Kafka: `KafkaRaftClient.handleEndQuorumEpochRequest`. */
export function handleEndQuorumEpoch(
  voter: RaftVoter,
  request: EndQuorumEpochRequest,
  replyTo: ReplyAddress,
  ctx: NodeContext,
): void {
  const { leaderEpoch, leaderId, preferredSuccessors } = request;
  const error = voterRequestError(leaderEpoch, voter.epoch);
  if (error === 'NONE') {
    maybeFollow(voter, leaderEpoch, leaderId, ctx);
    if (voter.state?.kind === 'Follower' && voter.state.leaderId === leaderId) {
      const { electionBackoffMaxUs } = voter.config;
      const backoffUs = endQuorumBackoffUs(preferredSuccessors, voter.nodeId, electionBackoffMaxUs);
      voter.state.fetchEndsUs = ctx.nowUs + backoffUs;
    }
  }
  ctx.respond(replyTo, { kind: 'EndQuorumEpochResponse', ...voter.header(error) });
}

/** Tells the voters that do not fetch who leads; where there is no other voter, nobody. */
export function announceLeader(voter: RaftVoter, state: LeaderState, ctx: NodeContext): void {
  if (state.nextBeginQuorumUs > ctx.nowUs || state.voters.size === 1) return;
  const intervalUs = beginQuorumIntervalUs(voter.config.fetchTimeoutUs);
  state.nextBeginQuorumUs = ctx.nowUs + intervalUs;
  for (const other of voter.others()) {
    const lastFetchUs = state.voters.get(other)?.lastFetchUs ?? -Infinity;
    if (ctx.nowUs - lastFetchUs < intervalUs) continue;
    const { epoch: leaderEpoch } = state;
    maybeSendTo(voter, other, { kind: 'BeginQuorumEpochRequest', leaderId: voter.nodeId, leaderEpoch }, ctx);
  }
}

/** Tells the voters that have not confirmed it yet that it leads no more. */
export function announceResignation(voter: RaftVoter, state: ResignedState, ctx: NodeContext): void {
  for (const other of state.unackedVoters)
    maybeSendTo(
      voter,
      other,
      {
        kind: 'EndQuorumEpochRequest',
        leaderId: voter.nodeId,
        leaderEpoch: state.epoch,
        preferredSuccessors: state.successors,
      },
      ctx,
    );
}

function maybeFollow(voter: RaftVoter, epoch: Epoch, leaderId: BrokerId, ctx: NodeContext): void {
  if (leaderId === voter.nodeId) return;
  if (epoch > voter.epoch || voter.leaderId === null) becomeFollower(voter, epoch, leaderId, ctx);
}
