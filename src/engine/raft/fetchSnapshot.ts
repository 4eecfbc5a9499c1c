import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { FetchSnapshotRequest, FetchSnapshotResponse } from '../protocol/requests.ts';
import { learnHighWatermark } from './followerFetches.ts';
import { noteFetch } from './leaderFetches.ts';
import type { RaftListener } from './RaftListener.ts';
import { leaderRequestError } from './raftRequestError.ts';
import type { RaftError } from './raftRequestError.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { afterSlice } from './snapshotSlices.ts';

/**
 * Answers with a slice of a snapshot, or that it is gone by now (Q12). Who fetches one shows that it is there (Q8), but not how far
 * its log is. Kafka: `KafkaRaftClient.handleFetchSnapshotRequest` (4.2).
 */
export function handleFetchSnapshot(
  voter: RaftVoter,
  request: FetchSnapshotRequest,
  replyTo: ReplyAddress,
  ctx: NodeContext,
): void {
  const { state } = voter;
  const own = { epoch: voter.epoch, isLeader: state?.kind === 'Leader', isShuttingDown: voter.isStopping };
  const error = request.isLocal ? 'NONE' : leaderRequestError(request.currentLeaderEpoch, own);
  const answer = error === 'NONE' ? sliceAnswer(voter, request) : refusal(voter, request, error);
  if (answer.error === 'NONE' && state?.kind === 'Leader') noteFetch(voter, request.replicaId, state, ctx);
  ctx.respond(replyTo, answer);
}

/** The follower's snapshot grows by a slice; once it is whole, it takes the place of the log. */
export function handleFetchSnapshotResponse(
  voter: RaftVoter,
  response: FetchSnapshotResponse,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const { state, log } = voter;
  if (state?.kind !== 'Follower' || !state.fetchingSnapshot) return;
  state.fetchEndsUs = ctx.nowUs + voter.config.fetchTimeoutUs;
  state.hasFetchedFromLeader = true;
  state.fetchingSnapshot = afterSlice(state.fetchingSnapshot, response);
  const { snapshot } = response;
  if (!snapshot || state.fetchingSnapshot || log.snapshot(snapshot)) return;
  log.addSnapshot(snapshot);
  if (log.truncateToLatestSnapshot()) learnHighWatermark(voter, snapshot.endOffset, listener, ctx);
}

function sliceAnswer(voter: RaftVoter, request: FetchSnapshotRequest): FetchSnapshotResponse {
  const { snapshotId, position, maxBytes } = request;
  const snapshot = voter.log.snapshot(snapshotId);
  if (!snapshot) return refusal(voter, request, 'SNAPSHOT_NOT_FOUND');
  const { sizeBytes } = snapshot;
  if (position < 0 || position >= sizeBytes) return refusal(voter, request, 'POSITION_OUT_OF_RANGE');
  const sliceBytes = Math.min(maxBytes, sizeBytes - position);
  return { ...refusal(voter, request, 'NONE'), sizeBytes, sliceBytes, snapshot };
}

function refusal(voter: RaftVoter, request: FetchSnapshotRequest, error: RaftError): FetchSnapshotResponse {
  return {
    kind: 'FetchSnapshotResponse',
    ...voter.header(error),
    snapshotId: request.snapshotId,
    sizeBytes: 0,
    position: request.position,
    sliceBytes: 0,
    snapshot: null,
  };
}
