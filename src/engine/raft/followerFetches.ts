import type { SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { NodeContext } from '../node/Node.ts';
import type { MetadataFetchResponse } from '../protocol/requests.ts';
import type { BrokerId, Micros, Offset } from '../../shared/units.ts';
import { setHighWatermark } from './commitMetadata.ts';
import { startFlush } from './flushMetadata.ts';
import type { RaftListener } from './RaftListener.ts';
import { nextFetchTarget, sendFetchTo } from './raftRequests.ts';
import type { FollowerState } from './RaftState.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { fetchSnapshotRequest } from './snapshotSlices.ts';
import { raftTruncationOffset } from './validateRaftFetch.ts';

/** Asks the leader, or whoever may know it, for what comes after its log (Q1). What is being flushed comes first. */
export function maybeFetch(voter: RaftVoter, leaderId: BrokerId | null, ctx: NodeContext): void {
  if (voter.flush) return;
  const target = nextFetchTarget(voter, leaderId, voter.others(), ctx);
  if (target.kind === 'wait') return;
  const { state } = voter;
  if (state?.kind === 'Follower' && state.fetchingSnapshot && target.voter === leaderId) {
    const request = fetchSnapshotRequest(voter.nodeId, voter.epoch, state.fetchingSnapshot, false);
    sendFetchTo(voter, target.voter, request, ctx);
    return;
  }
  sendFetchTo(
    voter,
    target.voter,
    {
      kind: 'MetadataFetchRequest',
      replicaId: voter.nodeId,
      currentLeaderEpoch: voter.epoch,
      fetchOffset: voter.log.endOffset,
      lastFetchedEpoch: voter.log.lastEpoch,
      highWatermark: voter.highWatermark ?? -1,
      isLocal: false,
    },
    ctx,
  );
}

/** When it may fetch again, if nothing happens before. */
export function nextFetchUs(voter: RaftVoter, leaderId: BrokerId | null, ctx: NodeContext): Micros {
  if (voter.flush) return Infinity;
  const target = nextFetchTarget(voter, leaderId, voter.others(), ctx);
  return target.kind === 'wait' ? target.untilUs : ctx.nowUs;
}

/** Appends what the leader sent, or cuts what the leader does not have (Q11). Kafka: `KafkaRaftClient.handleFetchResponse`. */
export function handleFetchResponse(
  voter: RaftVoter,
  response: MetadataFetchResponse,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const { state, log } = voter;
  if (state?.kind !== 'Follower' || response.error !== 'NONE') return;
  state.fetchEndsUs = ctx.nowUs + voter.config.fetchTimeoutUs;
  state.hasFetchedFromLeader = true;
  const { divergingEpoch, snapshotId, records, highWatermark } = response;
  if (divergingEpoch) {
    truncate(voter, raftTruncationOffset(divergingEpoch, log.endOfEpoch(divergingEpoch.epoch)), ctx);
    return;
  }
  if (snapshotId) {
    startFetching(voter, state, snapshotId, ctx);
    return;
  }
  if (response.baseOffset !== log.endOffset) return;
  for (const entry of records) log.append(entry);
  if (records.length > 0) voter.meters.gotRecords(records.length, ctx.nowUs);
  if (records.length === 0) learnHighWatermark(voter, highWatermark, listener, ctx);
  else startFlush(voter, highWatermark < 0 ? null : highWatermark, ctx);
}

/** A follower's high watermark is the leader's, as far as its own log goes. */
export function learnHighWatermark(
  voter: RaftVoter,
  highWatermark: Offset,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const known = Math.min(highWatermark, voter.log.endOffset);
  if (known >= 0 && known > (voter.highWatermark ?? -1)) setHighWatermark(voter, known, listener, ctx);
}

/** The leader's log does not reach back to this one's end (Q12). */
function startFetching(voter: RaftVoter, state: FollowerState, id: SnapshotId, ctx: NodeContext): void {
  state.fetchingSnapshot = voter.log.snapshot(id) ? null : { id, positionBytes: 0 };
  if (!state.fetchingSnapshot) return;
  ctx.trace({
    kind: 'MetadataSnapshotFetched',
    node: `controller:${voter.nodeId}`,
    leader: state.leaderId,
    endOffset: id.endOffset,
    epoch: id.epoch,
    logEndOffset: voter.log.endOffset,
  });
}

function truncate(voter: RaftVoter, to: Offset, ctx: NodeContext): void {
  const from = voter.log.endOffset;
  if (to >= from) return;
  voter.log.truncate(to);
  ctx.trace({ kind: 'MetadataTruncated', controller: voter.nodeId, from, to, reason: 'DivergingEpoch' });
}
