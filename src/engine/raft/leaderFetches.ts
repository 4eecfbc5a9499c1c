import { idOf } from '../metadata/MetadataSnapshot.ts';
import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { MetadataFetchRequest, MetadataFetchResponse } from '../protocol/requests.ts';
import type { BrokerId, Offset } from '../../shared/units.ts';
import { checkQuorumTimeoutUs } from './checkQuorum.ts';
import { setHighWatermark } from './commitMetadata.ts';
import { answerOrPark } from './ParkedFetches.ts';
import type { ParkedFetch } from './ParkedFetches.ts';
import type { RaftListener } from './RaftListener.ts';
import { leaderRequestError } from './raftRequestError.ts';
import type { RaftError } from './raftRequestError.ts';
import type { LeaderState } from './RaftState.ts';
import { noteReplicaFetch, unknownProgress } from './replicaProgress.ts';
import type { RaftVoter } from './RaftVoter.ts';

/** A Fetch that changes nothing for its asker is parked (Q9). Kafka: `KafkaRaftClient.handleFetchRequest`. */
export function handleFetch(
  voter: RaftVoter,
  request: MetadataFetchRequest,
  replyTo: ReplyAddress,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const answer = answerFetch(voter, request, listener, ctx);
  const hasNewWatermark =
    voter.config.highWatermarkAnswersFetches && request.highWatermark < answer.highWatermark;
  const isAnsweredAtOnce =
    answer.error !== 'NONE' ||
    answer.records.length > 0 ||
    answer.divergingEpoch !== null ||
    answer.snapshotId !== null ||
    hasNewWatermark;
  answerOrPark(
    isAnsweredAtOnce,
    { replyTo, request, emptyAnswer: answer },
    voter.parked,
    voter.config.fetchMaxWaitUs,
    ctx,
  );
}

/** What these fetches waited for has come. */
export function completeFetches(
  voter: RaftVoter,
  fetches: readonly ParkedFetch[],
  listener: RaftListener,
  ctx: NodeContext,
): void {
  for (const { replyTo, request } of fetches)
    ctx.respond(replyTo, answerFetch(voter, request, listener, ctx));
}

/** It leads no more: whoever waits is told so. */
export function refuseFetches(voter: RaftVoter, ctx: NodeContext): void {
  for (const { replyTo, request } of voter.parked.takeAll())
    ctx.respond(replyTo, fetchAnswer(voter, 'NOT_LEADER_OR_FOLLOWER', request.fetchOffset));
}

/** Takes what a majority has as committed (Q3, Q4). Kafka: `LeaderState.maybeUpdateHighWatermark`. */
export function raiseLeaderWatermark(
  voter: RaftVoter,
  state: LeaderState,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const ends = [...state.voters.values()].map((progress) => progress.endOffset);
  const highWatermark = ctx.rules.quorumHighWatermark(ends, state.epochStartOffset, voter.highWatermark);
  if (highWatermark === null || highWatermark === voter.highWatermark) return;
  setHighWatermark(voter, highWatermark, listener, ctx);
  if (voter.config.highWatermarkAnswersFetches) completeFetches(voter, voter.parked.takeAll(), listener, ctx);
}

/** A voter is there: with a majority of them the leader may go on (Q8). Kafka: `LeaderState.updateCheckQuorumForFollowingVoter`. */
export function noteFetch(voter: RaftVoter, replica: BrokerId, state: LeaderState, ctx: NodeContext): void {
  if (!state.voters.has(replica) || replica === voter.nodeId) return;
  state.fetchedVoters.add(replica);
  if (!ctx.rules.isQuorumAlive(state.fetchedVoters.size, state.voters.size)) return;
  state.fetchedVoters.clear();
  state.checkQuorumEndsUs = ctx.nowUs + checkQuorumTimeoutUs(voter.config.fetchTimeoutUs);
}

/** What a Fetch gets now. A leader also learns from it how far the asker is (Q3), and that it is there (Q8). */
function answerFetch(
  voter: RaftVoter,
  request: MetadataFetchRequest,
  listener: RaftListener,
  ctx: NodeContext,
): MetadataFetchResponse {
  const { state, log } = voter;
  const error = leaderRequestError(request.currentLeaderEpoch, {
    epoch: voter.epoch,
    isLeader: state?.kind === 'Leader',
    isShuttingDown: voter.isStopping,
  });
  const { fetchOffset, lastFetchedEpoch } = request;
  if (error !== 'NONE' || state?.kind !== 'Leader') return fetchAnswer(voter, error, fetchOffset);
  const { latestSnapshot, earliestSnapshot, startOffset } = log;
  if (latestSnapshot && ctx.rules.needsSnapshot(fetchOffset, lastFetchedEpoch, startOffset, earliestSnapshot))
    return { ...fetchAnswer(voter, 'NONE', fetchOffset), snapshotId: idOf(latestSnapshot) };
  const divergingEpoch = ctx.rules.divergenceOf(
    fetchOffset,
    lastFetchedEpoch,
    log.endOfEpoch(lastFetchedEpoch),
  );
  if (divergingEpoch) return { ...fetchAnswer(voter, 'NONE', fetchOffset), divergingEpoch };
  noteProgress(voter, request.replicaId, fetchOffset, state, listener, ctx);
  const records = log.read(fetchOffset, log.endOffset);
  return { ...fetchAnswer(voter, 'NONE', fetchOffset), records };
}

function fetchAnswer(voter: RaftVoter, error: RaftError, baseOffset: Offset): MetadataFetchResponse {
  return {
    kind: 'MetadataFetchResponse',
    ...voter.header(error),
    records: [],
    baseOffset,
    highWatermark: error === 'NONE' ? (voter.highWatermark ?? -1) : -1,
    divergingEpoch: null,
    snapshotId: null,
  };
}

function noteProgress(
  voter: RaftVoter,
  replica: BrokerId,
  endOffset: Offset,
  state: LeaderState,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  if (replica === voter.nodeId) return;
  const isVoter = state.voters.has(replica);
  const of = isVoter ? state.voters : state.observers;
  const progress = of.get(replica) ?? unknownProgress();
  of.set(replica, progress);
  noteReplicaFetch(progress, endOffset, voter.log.endOffset, ctx.nowUs);
  if (!isVoter) return;
  noteFetch(voter, replica, state, ctx);
  raiseLeaderWatermark(voter, state, listener, ctx);
}
