import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { VoteRequest, VoteResponse } from '../protocol/requests.ts';
import type { BrokerId } from '../../shared/units.ts';
import { isLogUpToDate } from './isLogUpToDate.ts';
import { voterRequestError } from './raftRequestError.ts';
import { maybeSendTo } from './raftRequests.ts';
import type { CandidateState, ProspectiveState } from './RaftState.ts';
import { becomeUnattached, giveUpProspect, giveVote, maybeGoForward } from './raftTransitions.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { isBeaten, openVoters } from './voteTally.ts';

/** Votes, or says what it would vote (Q5, Q7). Kafka: `KafkaRaftClient.handleVoteRequest`. */
export function handleVote(
  voter: RaftVoter,
  request: VoteRequest,
  replyTo: ReplyAddress,
  ctx: NodeContext,
): void {
  const { replicaId, replicaEpoch, preVote } = request;
  const error = voterRequestError(replicaEpoch, voter.epoch);
  if (error !== 'NONE') {
    ctx.respond(replyTo, { kind: 'VoteResponse', ...voter.header(error), voteGranted: false });
    return;
  }
  if (replicaEpoch > voter.epoch) becomeUnattached(voter, replicaEpoch, null, ctx);
  const state = voter.runningState();
  const asker = { epoch: request.lastOffsetEpoch, offset: request.lastOffset };
  const refusal = ctx.rules.voteRefusal(state, replicaId, isLogUpToDate(asker, voter.log.end), preVote);
  const mayVote = state.kind === 'Unattached' || state.kind === 'Prospective';
  if (refusal === null && !preVote && mayVote && state.votedId === null)
    giveVote(voter, state, replicaId, ctx);
  ctx.trace({
    kind: 'VoteAnswered',
    controller: voter.nodeId,
    candidate: replicaId,
    epoch: replicaEpoch,
    preVote,
    granted: refusal === null,
    reason: refusal ?? '',
  });
  ctx.respond(replyTo, { kind: 'VoteResponse', ...voter.header('NONE'), voteGranted: refusal === null });
}

/** Counts a vote (Q6). Kafka: `KafkaRaftClient.handleVoteResponse`. */
export function handleVoteResponse(
  voter: RaftVoter,
  response: VoteResponse,
  from: BrokerId,
  ctx: NodeContext,
): void {
  const { state } = voter;
  if (state?.kind !== 'Prospective' && state?.kind !== 'Candidate') return;
  state.votes.set(from, response.voteGranted);
  if (response.voteGranted) maybeGoForward(voter, ctx);
  else if (state.kind === 'Prospective' && isBeaten(state.votes)) giveUpProspect(voter, state, ctx);
}

/** Asks everybody who has not answered yet. Kafka: `KafkaRaftClient.maybeSendVoteRequests`. */
export function askForVotes(
  voter: RaftVoter,
  state: ProspectiveState | CandidateState,
  ctx: NodeContext,
): void {
  if (isBeaten(state.votes)) return;
  const request: VoteRequest = {
    kind: 'VoteRequest',
    replicaId: voter.nodeId,
    replicaEpoch: state.epoch,
    lastOffsetEpoch: voter.log.lastEpoch,
    lastOffset: voter.log.endOffset,
    preVote: state.kind === 'Prospective',
  };
  for (const open of openVoters(state.votes)) maybeSendTo(voter, open, request, ctx);
}
