import type { MetadataRecord } from '../metadata/records.ts';
import type { Envelope, NodeContext, ReplyAddress } from '../node/Node.ts';
import type { Request, Response } from '../protocol/requests.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset } from '../../shared/units.ts';
import { beginQuorumIntervalUs, checkQuorumTimeoutUs } from './checkQuorum.ts';
import { handleVote, handleVoteResponse } from './elections.ts';
import { FLUSH_TIMER, LINGER_TIMER } from './flushMetadata.ts';
import { handleFetchSnapshot, handleFetchSnapshotResponse } from './fetchSnapshot.ts';
import { handleFetchResponse } from './followerFetches.ts';
import { handleBeginQuorumEpoch, handleEndQuorumEpoch } from './leaderAnnouncements.ts';
import { handleFetch } from './leaderFetches.ts';
import { learnQuorumNews } from './learnQuorumNews.ts';
import { answerLocalFetches, handleLocalFetch } from './localFetches.ts';
import { cleanMetadataLog, nextCleanUs, resetSnapshotCounters } from './metadataSnapshots.ts';
import { nextPollUs, pollVoter } from './pollVoter.ts';
import { failConnection, takeAnswer } from './raftConnections.ts';
import type { RaftListener } from './RaftListener.ts';
import { RaftMeters } from './RaftMeters.ts';
import { armAt } from './raftRequests.ts';
import { leaderOf } from './RaftState.ts';
import { becomeProspective, enterInitialState, maybeGoForward } from './raftTransitions.ts';
import { RaftVoter } from './RaftVoter.ts';
import { newsOf } from './snapshotSlices.ts';
import { finishFlush, gather } from './writeMetadata.ts';

export const RAFT_TIMER = 'raft/';
const POLL_TIMER = 'raft/poll';
const PARKED_TIMER = 'raft/parkedFetches';
const CLEAN_TIMER = 'raft/clean';
/** Not a config: how long a process that stops waits for the next leader. Kafka: `KafkaRaftManager.shutdown`. */
const SHUTDOWN_TIMEOUT_US = 5_000_000;

/**
 * One voter of the controller quorum: elections, and the log of `__cluster_metadata` (Q1–Q12). Kafka: `KafkaRaftClient`,
 * `QuorumState` (4.2), KIP-595, KIP-630, KIP-996, KIP-1166.
 *
 *   Unattached → Prospective → Candidate → Leader → Resigned → Unattached
 *   Prospective → Follower (pre-vote lost, leader known) | Unattached (pre-vote lost);  Candidate → Prospective (in time)
 *   any → Follower (a leader is known) | Unattached (a newer epoch)
 *
 * As in Kafka, after every message and timer the state is polled: it sends what is due, and may lead to another.
 *
 * Simplified: the voters never change (KIP-853), and the thread that writes does not block while the disk flushes. What is
 * being flushed does not count, and the next Fetch waits for it.
 */
export class KafkaRaftClient extends RaftVoter {
  /** Offset of the next record that the leader decides: after all that is written or gathered. */
  get nextWriteOffset(): Offset {
    const gathered = this.state?.kind === 'Leader' ? this.state.accumulator.length : 0;
    return this.log.endOffset + gathered;
  }

  /** A record that was written or gathered. */
  recordAt(offset: Offset): MetadataRecord | null {
    if (offset < this.log.startOffset) return null;
    if (offset < this.log.endOffset) return this.log.entryAt(offset).record;
    return this.state?.kind === 'Leader'
      ? (this.state.accumulator[offset - this.log.endOffset] ?? null)
      : null;
  }

  // Life of the process

  /** A quorum that has run: everybody has the log, and `leaderId` leads it in the epoch of its records. */
  bootstrap(records: readonly MetadataRecord[], epoch: Epoch, leaderId: BrokerId): void {
    for (const record of records) this.log.append({ epoch, record });
    this.log.flushedOffset = this.log.endOffset;
    this.quorumState = Object.freeze({ epoch, leaderId, votedId: null });
    const end = this.log.endOffset;
    this.highWatermark = end;
    this.committedEnd = end;
    this.notified = { leaderId, epoch };
    this.snapshotCounters = { sinceUs: 0, bytes: this.log.sizeBytes };
    const { fetchTimeoutUs } = this.config;
    this.state =
      leaderId === this.nodeId
        ? {
            kind: 'Leader',
            epoch,
            epochStartOffset: 0,
            voters: new Map(
              this.voters.map((voter) => [
                voter,
                { endOffset: end, lastFetchUs: 0, lastCaughtUpUs: 0, leaderEndAtLastFetch: end },
              ]),
            ),
            observers: new Map(),
            fetchedVoters: new Set(),
            checkQuorumEndsUs: checkQuorumTimeoutUs(fetchTimeoutUs),
            nextBeginQuorumUs: beginQuorumIntervalUs(fetchTimeoutUs),
            accumulator: [],
            drainAtUs: null,
          }
        : {
            kind: 'Follower',
            epoch,
            leaderId,
            votedId: null,
            fetchEndsUs: fetchTimeoutUs,
            hasFetchedFromLeader: true,
            fetchingSnapshot: null,
          };
  }

  /** Goes on with what was bootstrapped. */
  resume(listener: RaftListener, ctx: NodeContext): void {
    this.poll(listener, ctx);
  }

  /** A process starts with what the disk has. */
  start(listener: RaftListener, ctx: NodeContext): void {
    this.startedUs = ctx.nowUs;
    this.meters = new RaftMeters();
    resetSnapshotCounters(this, ctx);
    // After a power loss a snapshot may be ahead of what the disk has of the log.
    this.log.truncateToLatestSnapshot();
    enterInitialState(this, ctx);
    if (this.voters.length === 1 && this.state?.kind !== 'Candidate') becomeProspective(this, ctx);
    maybeGoForward(this, ctx);
    this.poll(listener, ctx);
  }

  /** The process ends, in whatever way: only the disk remains. */
  endProcess(): void {
    this.state = null;
    this.highWatermark = null;
    this.committedEnd = 0;
    this.connections.clear();
    this.parked.takeAll();
    this.parkedLocal.takeAll();
    this.flush = null;
    this.notified = { leaderId: null, epoch: -1 };
    this.shutdownEndsUs = null;
  }

  /** The machine lost its power: what was not flushed is gone. */
  losePower(ctx: NodeContext): void {
    const from = this.log.endOffset;
    const to = this.log.flushedOffset;
    if (to >= from) return;
    this.log.truncate(to);
    ctx.trace({ kind: 'MetadataTruncated', controller: this.nodeId, from, to, reason: 'PowerLost' });
  }

  /** SIGTERM: a leader resigns first, so that the others need not wait for a timeout (Q8). */
  shutdown(listener: RaftListener, ctx: NodeContext): void {
    if (!this.state || this.isStopping) return;
    this.shutdownEndsUs = ctx.nowUs + SHUTDOWN_TIMEOUT_US;
    this.poll(listener, ctx);
  }

  // The listener's side

  /** Gathers a record for the log; it counts once it is committed. Only the leader may (Q10). */
  prepareAppend(record: MetadataRecord, ctx: NodeContext): void {
    gather(this, record, ctx);
  }

  // What comes in

  /** False when the request is none of the quorum's. */
  receiveRequest(request: Request, replyTo: ReplyAddress, listener: RaftListener, ctx: NodeContext): boolean {
    switch (request.kind) {
      case 'MetadataFetchRequest':
        if (request.isLocal) handleLocalFetch(this, request, replyTo, ctx);
        else handleFetch(this, request, replyTo, listener, ctx);
        break;
      case 'VoteRequest':
        handleVote(this, request, replyTo, ctx);
        break;
      case 'BeginQuorumEpochRequest':
        handleBeginQuorumEpoch(this, request, replyTo, ctx);
        break;
      case 'FetchSnapshotRequest':
        handleFetchSnapshot(this, request, replyTo, ctx);
        break;
      case 'EndQuorumEpochRequest':
        handleEndQuorumEpoch(this, request, replyTo, ctx);
        break;
      default:
        return false;
    }
    this.poll(listener, ctx);
    return true;
  }

  receiveResponse(response: Response, envelope: Envelope, listener: RaftListener, ctx: NodeContext): void {
    const voter = ctx.directory.controllerIds.get(envelope.source);
    if (voter === undefined || !this.state) return;
    if (!takeAnswer(this.connections, voter, envelope.correlationId)) return;
    switch (response.kind) {
      case 'MetadataFetchResponse':
        if (learnQuorumNews(this, response, voter, ctx)) handleFetchResponse(this, response, listener, ctx);
        break;
      case 'VoteResponse':
        if (learnQuorumNews(this, response, voter, ctx)) handleVoteResponse(this, response, voter, ctx);
        break;
      case 'BeginQuorumEpochResponse':
        learnQuorumNews(this, response, voter, ctx);
        break;
      case 'FetchSnapshotResponse':
        if (learnQuorumNews(this, newsOf(response), voter, ctx))
          handleFetchSnapshotResponse(this, response, listener, ctx);
        break;
      case 'EndQuorumEpochResponse':
        if (learnQuorumNews(this, response, voter, ctx) && this.state.kind === 'Resigned')
          this.state.unackedVoters.delete(voter);
        break;
      default:
        return;
    }
    this.poll(listener, ctx);
  }

  onDisconnected(peer: NodeIndex, listener: RaftListener, ctx: NodeContext): void {
    const voter = ctx.directory.controllerIds.get(peer);
    if (voter === undefined || !this.state) return;
    if (failConnection(this.connections, voter, ctx.nowUs)) this.poll(listener, ctx);
  }

  onTimer(key: string, listener: RaftListener, ctx: NodeContext): void {
    if (!this.state) return;
    if (key === CLEAN_TIMER) {
      // By another thread, in Kafka as well: it says nothing about what is to be sent.
      cleanMetadataLog(this, ctx);
      armAt(CLEAN_TIMER, nextCleanUs(this, ctx), ctx);
      return;
    }
    if (key === FLUSH_TIMER) finishFlush(this, listener, ctx);
    if (key === PARKED_TIMER) {
      for (const fetch of [...this.parked.takeExpired(ctx.nowUs), ...this.parkedLocal.takeExpired(ctx.nowUs)])
        ctx.respond(fetch.replyTo, fetch.emptyAnswer);
    }
    this.poll(listener, ctx);
  }

  // Polling

  private poll(listener: RaftListener, ctx: NodeContext): void {
    if (!this.state) return;
    if (this.maybeCompleteShutdown(listener, ctx)) return;
    while (pollVoter(this, this.runningState(), listener, ctx));
    this.tellLeader(listener, ctx);
    // The listener may have ended the process.
    if (this.isRunning()) this.armTimers(ctx);
  }

  private isRunning(): boolean {
    return this.state !== null;
  }

  /** Tells the listener of a new leader or epoch. Its own leadership begins when it has all that was committed before (Q14). */
  private tellLeader(listener: RaftListener, ctx: NodeContext): void {
    const { state, notified } = this;
    if (!state) return;
    if (state.kind === 'Leader' && this.committedEnd < state.epochStartOffset) return;
    const leaderId = state.kind === 'Resigned' ? null : leaderOf(state, this.nodeId);
    if (notified.leaderId === leaderId && notified.epoch === state.epoch) return;
    this.notified = { leaderId, epoch: state.epoch };
    listener.handleLeaderChange(leaderId, state.epoch, ctx);
    answerLocalFetches(this, this.parkedLocal.takeAll(), ctx);
  }

  private maybeCompleteShutdown(listener: RaftListener, ctx: NodeContext): boolean {
    if (this.shutdownEndsUs === null) return false;
    const hasRemoteLeader = this.leaderId !== null && this.leaderId !== this.nodeId;
    if (this.voters.length > 1 && !hasRemoteLeader && ctx.nowUs < this.shutdownEndsUs) return false;
    listener.handleShutdownComplete(ctx);
    return true;
  }

  private armTimers(ctx: NodeContext): void {
    const state = this.runningState();
    armAt(POLL_TIMER, Math.min(this.shutdownEndsUs ?? Infinity, nextPollUs(this, state, ctx)), ctx);
    armAt(LINGER_TIMER, this.nextDrainUs(), ctx);
    const parkedEndUs = Math.min(this.parked.nextEndUs ?? Infinity, this.parkedLocal.nextEndUs ?? Infinity);
    armAt(PARKED_TIMER, parkedEndUs, ctx);
    // One that is due in this very µs is not put off by what came before it.
    const cleanUs = nextCleanUs(this, ctx);
    armAt(CLEAN_TIMER, Math.min(cleanUs, cleanUs < Infinity ? (ctx.timerAtUs(CLEAN_TIMER) ?? Infinity) : Infinity), ctx);
  }

  private nextDrainUs(): Micros {
    return this.state?.kind === 'Leader' && !this.flush ? (this.state.drainAtUs ?? Infinity) : Infinity;
  }
}
