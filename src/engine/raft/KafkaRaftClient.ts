import type { MetadataRecord } from '../metadata/records.ts';
import type { Envelope, NodeContext, ReplyAddress } from '../node/Node.ts';
import type {
  BeginQuorumEpochRequest,
  EndQuorumEpochRequest,
  MetadataFetchRequest,
  MetadataFetchResponse,
  Request,
  Response,
  VoteRequest,
  VoteResponse,
} from '../protocol/requests.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset } from '../../shared/units.ts';
import { beginQuorumIntervalUs, checkQuorumTimeoutUs } from './checkQuorum.ts';
import { chooseFetchTarget } from './chooseFetchTarget.ts';
import type { FetchTarget } from './chooseFetchTarget.ts';
import { electionTimeoutUs } from './electionTimeout.ts';
import { endQuorumBackoffUs, successorsOf } from './endQuorumBackoff.ts';
import { initialRaftState } from './initialRaftState.ts';
import type { QuorumStateFile } from './initialRaftState.ts';
import { isLogUpToDate } from './isLogUpToDate.ts';
import { ParkedFetches } from './ParkedFetches.ts';
import type { ParkedFetch } from './ParkedFetches.ts';
import {
  connectionTo,
  dropTimedOut,
  failConnection,
  isReady,
  readyAtUs,
  resetConnections,
  takeAnswer,
} from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';
import type { RaftConfig } from './RaftConfig.ts';
import { RaftLog } from './RaftLog.ts';
import { leaderRequestError, voterRequestError } from './raftRequestError.ts';
import type { RaftError } from './raftRequestError.ts';
import { leaderOf, votedOf } from './RaftState.ts';
import type { CandidateState, LeaderState, ProspectiveState, RaftState } from './RaftState.ts';
import { reactToRaftResponse } from './reactToRaftResponse.ts';
import type { QuorumNews } from './reactToRaftResponse.ts';
import { raftTruncationOffset } from './validateRaftFetch.ts';
import { followerFlushUs } from './followerFlush.ts';
import { grantingVoters, isBeaten, newTally, openVoters } from './voteTally.ts';

export const RAFT_TIMER = 'raft/';
const POLL_TIMER = 'raft/poll';
const LINGER_TIMER = 'raft/appendLinger';
const FLUSH_TIMER = 'raft/flush';
const PARKED_TIMER = 'raft/parkedFetches';
/** Not a config: how long a process that stops waits for the next leader. Kafka: `KafkaRaftManager.shutdown`. */
const SHUTDOWN_TIMEOUT_US = 5_000_000;

/** Whoever writes and reads the log through a client. Kafka: `RaftClient.Listener`. */
export interface RaftListener {
  /** Everything below `end` is committed. */
  handleCommit(end: Offset, ctx: NodeContext): void;
  /** Called for its own leadership only once all earlier epochs' records were handed over as committed. */
  handleLeaderChange(leaderId: BrokerId | null, epoch: Epoch, ctx: NodeContext): void;
  /** The process may end: somebody else leads, or waiting any longer is no use. */
  handleShutdownComplete(ctx: NodeContext): void;
}

/**
 * One voter of the controller quorum: elections, and the log of `__cluster_metadata` (Q1–Q11). Kafka: `KafkaRaftClient`,
 * `QuorumState` (4.2), KIP-595, KIP-996, KIP-1166.
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
export class KafkaRaftClient {
  readonly nodeId: BrokerId;
  readonly voters: readonly BrokerId[];
  readonly config: RaftConfig;

  // The disk
  readonly log = new RaftLog();
  quorumState: QuorumStateFile = Object.freeze({ epoch: 0, leaderId: null, votedId: null });

  // The process
  /** null while no process runs. */
  state: RaftState | null = null;
  /** As the state knows it; a new leader knows none before it has committed something itself. */
  highWatermark: Offset | null = null;
  /** Everything below was handed to the listener as committed. */
  committedEnd: Offset = 0;
  private readonly connections: RaftConnections = new Map();
  private readonly parked = new ParkedFetches();
  private readonly parkedLocal = new ParkedFetches();
  /** The flush under way, and the high watermark that came with what is flushed. */
  private flush: { readonly to: Offset; readonly highWatermark: Offset | null } | null = null;
  private notified: { readonly leaderId: BrokerId | null; readonly epoch: Epoch } = {
    leaderId: null,
    epoch: -1,
  };
  private shutdownEndsUs: Micros | null = null;
  private fetchCount = 0;
  private flushCount = 0;

  constructor(nodeId: BrokerId, voters: readonly BrokerId[], config: RaftConfig) {
    this.nodeId = nodeId;
    this.voters = Object.freeze([...voters]);
    this.config = config;
  }

  get epoch(): Epoch {
    return this.state?.epoch ?? this.quorumState.epoch;
  }

  get leaderId(): BrokerId | null {
    return this.state && leaderOf(this.state, this.nodeId);
  }

  get isLeader(): boolean {
    return this.state?.kind === 'Leader';
  }

  /** Offset of the next record that the leader decides: after all that is written or gathered. */
  get nextWriteOffset(): Offset {
    const gathered = this.state?.kind === 'Leader' ? this.state.accumulator.length : 0;
    return this.log.endOffset + gathered;
  }

  /** A record that was written or gathered. */
  recordAt(offset: Offset): MetadataRecord | null {
    if (offset < this.log.endOffset) return this.log.entries.at(offset).record;
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
    const { fetchTimeoutUs } = this.config;
    this.state =
      leaderId === this.nodeId
        ? {
            kind: 'Leader',
            epoch,
            epochStartOffset: 0,
            voters: new Map(this.voters.map((voter) => [voter, { endOffset: end, lastFetchUs: 0 }])),
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
          };
  }

  /** Goes on with what was bootstrapped. */
  resume(listener: RaftListener, ctx: NodeContext): void {
    this.poll(listener, ctx);
  }

  /** A process starts with what the disk has. */
  start(listener: RaftListener, ctx: NodeContext): void {
    const initial = initialRaftState(this.quorumState, this.nodeId, this.log.lastEpoch);
    switch (initial.kind) {
      case 'Unattached':
        this.state = { ...initial, leaderId: null, electionEndsUs: this.electionEndsUs(ctx) };
        break;
      case 'Resigned':
        this.state = {
          ...initial,
          successors: [],
          unackedVoters: new Set(this.others()),
          electionEndsUs: this.electionEndsUs(ctx),
        };
        break;
      case 'Candidate':
        this.state = {
          ...initial,
          votes: newTally(this.voters, this.nodeId),
          electionEndsUs: this.electionEndsUs(ctx),
        };
        break;
      case 'Follower':
        this.state = {
          ...initial,
          fetchEndsUs: ctx.nowUs + this.config.fetchTimeoutUs,
          hasFetchedFromLeader: false,
        };
    }
    this.traceState(this.state, ctx);
    this.persist();
    if (this.voters.length === 1 && this.state.kind !== 'Candidate') this.becomeProspective(ctx);
    this.maybeGoForward(ctx);
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

  /** SIGTERM: a leader resigns first, so that the others need not wait for a timeout (Q8). */
  shutdown(listener: RaftListener, ctx: NodeContext): void {
    if (!this.state || this.shutdownEndsUs !== null) return;
    this.shutdownEndsUs = ctx.nowUs + SHUTDOWN_TIMEOUT_US;
    this.poll(listener, ctx);
  }

  // The listener's side

  /** Gathers a record for the log; it counts once it is committed. Only the leader may (Q10). */
  prepareAppend(record: MetadataRecord, ctx: NodeContext): void {
    const { state } = this;
    if (state?.kind !== 'Leader') return;
    state.accumulator.push(record);
    state.drainAtUs ??= ctx.nowUs + this.config.appendLingerUs;
    this.armAt(LINGER_TIMER, state.drainAtUs, ctx);
  }

  // What comes in

  /** False when the request is none of the quorum's. */
  receiveRequest(request: Request, replyTo: ReplyAddress, listener: RaftListener, ctx: NodeContext): boolean {
    switch (request.kind) {
      case 'MetadataFetchRequest':
        if (request.isLocal) this.handleLocalFetch(request, replyTo, ctx);
        else this.handleFetch(request, replyTo, listener, ctx);
        break;
      case 'VoteRequest':
        this.handleVote(request, replyTo, ctx);
        break;
      case 'BeginQuorumEpochRequest':
        this.handleBeginQuorumEpoch(request, replyTo, ctx);
        break;
      case 'EndQuorumEpochRequest':
        this.handleEndQuorumEpoch(request, replyTo, ctx);
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
        if (this.learn(response, voter, ctx)) this.handleFetchResponse(response, listener, ctx);
        break;
      case 'VoteResponse':
        if (this.learn(response, voter, ctx)) this.handleVoteResponse(response, voter, ctx);
        break;
      case 'BeginQuorumEpochResponse':
        this.learn(response, voter, ctx);
        break;
      case 'EndQuorumEpochResponse':
        if (this.learn(response, voter, ctx) && this.state.kind === 'Resigned')
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
    if (key === FLUSH_TIMER) this.finishFlush(listener, ctx);
    if (key === PARKED_TIMER) {
      for (const fetch of [...this.parked.takeExpired(ctx.nowUs), ...this.parkedLocal.takeExpired(ctx.nowUs)])
        ctx.respond(fetch.replyTo, fetch.emptyAnswer);
    }
    this.poll(listener, ctx);
  }

  // Fetches

  private handleFetch(
    request: MetadataFetchRequest,
    replyTo: ReplyAddress,
    listener: RaftListener,
    ctx: NodeContext,
  ): void {
    const answer = this.answerFetch(request, listener, ctx);
    const hasNewWatermark =
      this.config.highWatermarkAnswersFetches && request.highWatermark < answer.highWatermark;
    const isAnsweredAtOnce =
      answer.error !== 'NONE' ||
      answer.records.length > 0 ||
      answer.divergingEpoch !== null ||
      hasNewWatermark;
    if (isAnsweredAtOnce) {
      ctx.respond(replyTo, answer);
      return;
    }
    const endsUs = ctx.nowUs + this.config.fetchMaxWaitUs;
    this.parked.park({ replyTo, request, emptyAnswer: answer, endsUs });
  }

  /** What a Fetch gets now. A leader also learns from it how far the asker is (Q3), and that it is there (Q8). */
  private answerFetch(
    request: MetadataFetchRequest,
    listener: RaftListener,
    ctx: NodeContext,
  ): MetadataFetchResponse {
    const { state } = this;
    const error = leaderRequestError(request.currentLeaderEpoch, {
      epoch: this.epoch,
      isLeader: state?.kind === 'Leader',
      isShuttingDown: this.shutdownEndsUs !== null,
    });
    if (error !== 'NONE' || state?.kind !== 'Leader') return this.fetchAnswer(error, request.fetchOffset);
    const { fetchOffset, lastFetchedEpoch } = request;
    const divergingEpoch = ctx.rules.divergenceOf(
      fetchOffset,
      lastFetchedEpoch,
      this.log.endOfEpoch(lastFetchedEpoch),
    );
    if (divergingEpoch) return { ...this.fetchAnswer('NONE', fetchOffset), divergingEpoch };
    this.noteProgress(request.replicaId, fetchOffset, state, listener, ctx);
    const records = this.log.read(fetchOffset, this.log.endOffset);
    return { ...this.fetchAnswer('NONE', fetchOffset), records };
  }

  private fetchAnswer(error: RaftError, baseOffset: Offset): MetadataFetchResponse {
    return {
      kind: 'MetadataFetchResponse',
      ...this.header(error),
      records: [],
      baseOffset,
      highWatermark: error === 'NONE' ? (this.highWatermark ?? -1) : -1,
      divergingEpoch: null,
    };
  }

  private noteProgress(
    replica: BrokerId,
    endOffset: Offset,
    state: LeaderState,
    listener: RaftListener,
    ctx: NodeContext,
  ): void {
    const progress = state.voters.get(replica);
    if (!progress || replica === this.nodeId) return;
    progress.endOffset = endOffset;
    progress.lastFetchUs = ctx.nowUs;
    state.fetchedVoters.add(replica);
    if (ctx.rules.isQuorumAlive(state.fetchedVoters.size, state.voters.size)) {
      state.fetchedVoters.clear();
      state.checkQuorumEndsUs = ctx.nowUs + checkQuorumTimeoutUs(this.config.fetchTimeoutUs);
    }
    this.raiseLeaderWatermark(state, listener, ctx);
  }

  private raiseLeaderWatermark(state: LeaderState, listener: RaftListener, ctx: NodeContext): void {
    const ends = [...state.voters.values()].map((voter) => voter.endOffset);
    const highWatermark = ctx.rules.quorumHighWatermark(ends, state.epochStartOffset, this.highWatermark);
    if (highWatermark === null || highWatermark === this.highWatermark) return;
    this.setHighWatermark(highWatermark, listener, ctx);
    if (this.config.highWatermarkAnswersFetches) this.completeFetches(this.parked.takeAll(), listener, ctx);
  }

  private completeFetches(fetches: readonly ParkedFetch[], listener: RaftListener, ctx: NodeContext): void {
    for (const { replyTo, request } of fetches)
      ctx.respond(replyTo, this.answerFetch(request, listener, ctx));
  }

  private refuseFetches(ctx: NodeContext): void {
    for (const { replyTo, request } of this.parked.takeAll())
      ctx.respond(replyTo, this.fetchAnswer('NOT_LEADER_OR_FOLLOWER', request.fetchOffset));
  }

  private handleFetchResponse(
    response: MetadataFetchResponse,
    listener: RaftListener,
    ctx: NodeContext,
  ): void {
    const { state } = this;
    if (state?.kind !== 'Follower' || response.error !== 'NONE') return;
    state.fetchEndsUs = ctx.nowUs + this.config.fetchTimeoutUs;
    state.hasFetchedFromLeader = true;
    const { divergingEpoch, records, highWatermark } = response;
    if (divergingEpoch) {
      this.truncate(raftTruncationOffset(divergingEpoch, this.log.endOfEpoch(divergingEpoch.epoch)), ctx);
      return;
    }
    if (response.baseOffset !== this.log.endOffset) return;
    for (const entry of records) this.log.append(entry);
    if (records.length === 0) this.learnHighWatermark(highWatermark, listener, ctx);
    else this.startFlush(highWatermark < 0 ? null : highWatermark, ctx);
  }

  private learnHighWatermark(highWatermark: Offset, listener: RaftListener, ctx: NodeContext): void {
    const known = Math.min(highWatermark, this.log.endOffset);
    if (known >= 0 && known > (this.highWatermark ?? -1)) this.setHighWatermark(known, listener, ctx);
  }

  private setHighWatermark(highWatermark: Offset, listener: RaftListener, ctx: NodeContext): void {
    this.highWatermark = highWatermark;
    if (highWatermark <= this.committedEnd) return;
    this.committedEnd = highWatermark;
    listener.handleCommit(highWatermark, ctx);
    for (const { replyTo, request } of this.parkedLocal.takeBelow(highWatermark))
      ctx.respond(replyTo, this.localAnswer(request));
  }

  /** The broker of the same process reads what is committed, whoever leads. */
  private handleLocalFetch(request: MetadataFetchRequest, replyTo: ReplyAddress, ctx: NodeContext): void {
    const answer = this.localAnswer(request);
    if (answer.records.length > 0 || request.currentLeaderEpoch !== answer.leaderEpoch) {
      ctx.respond(replyTo, answer);
      return;
    }
    const endsUs = ctx.nowUs + this.config.fetchMaxWaitUs;
    this.parkedLocal.park({ replyTo, request, emptyAnswer: answer, endsUs });
  }

  private localAnswer(request: MetadataFetchRequest): MetadataFetchResponse {
    const { fetchOffset } = request;
    return {
      kind: 'MetadataFetchResponse',
      ...this.header('NONE'),
      records: this.log.read(fetchOffset, this.committedEnd),
      baseOffset: fetchOffset,
      highWatermark: this.committedEnd,
      divergingEpoch: null,
    };
  }

  // Elections

  private handleVote(request: VoteRequest, replyTo: ReplyAddress, ctx: NodeContext): void {
    const { replicaId, replicaEpoch, preVote } = request;
    const error = voterRequestError(replicaEpoch, this.epoch);
    if (error !== 'NONE') {
      ctx.respond(replyTo, { kind: 'VoteResponse', ...this.header(error), voteGranted: false });
      return;
    }
    if (replicaEpoch > this.epoch) this.becomeUnattached(replicaEpoch, null, ctx);
    const state = this.runningState();
    const asker = { epoch: request.lastOffsetEpoch, offset: request.lastOffset };
    const refusal = ctx.rules.voteRefusal(state, replicaId, isLogUpToDate(asker, this.log.end), preVote);
    const isFirstVote =
      (state.kind === 'Unattached' || state.kind === 'Prospective') && state.votedId === null;
    if (refusal === null && !preVote && isFirstVote) {
      state.votedId = replicaId;
      // Whom it voted for has at least as good a chance as it has itself.
      state.electionEndsUs = this.electionEndsUs(ctx);
      this.persist();
    }
    ctx.trace({
      kind: 'VoteAnswered',
      controller: this.nodeId,
      candidate: replicaId,
      epoch: replicaEpoch,
      preVote,
      granted: refusal === null,
      reason: refusal ?? '',
    });
    ctx.respond(replyTo, { kind: 'VoteResponse', ...this.header('NONE'), voteGranted: refusal === null });
  }

  private handleVoteResponse(response: VoteResponse, voter: BrokerId, ctx: NodeContext): void {
    const { state } = this;
    if (state?.kind !== 'Prospective' && state?.kind !== 'Candidate') return;
    state.votes.set(voter, response.voteGranted);
    if (response.voteGranted) this.maybeGoForward(ctx);
    else if (state.kind === 'Prospective' && isBeaten(state.votes)) this.giveUpProspect(state, ctx);
  }

  private handleBeginQuorumEpoch(
    request: BeginQuorumEpochRequest,
    replyTo: ReplyAddress,
    ctx: NodeContext,
  ): void {
    const error = voterRequestError(request.leaderEpoch, this.epoch);
    if (error === 'NONE') this.maybeFollow(request.leaderEpoch, request.leaderId, ctx);
    ctx.respond(replyTo, { kind: 'BeginQuorumEpochResponse', ...this.header(error) });
  }

  private handleEndQuorumEpoch(
    request: EndQuorumEpochRequest,
    replyTo: ReplyAddress,
    ctx: NodeContext,
  ): void {
    const { leaderEpoch, leaderId, preferredSuccessors } = request;
    const error = voterRequestError(leaderEpoch, this.epoch);
    if (error === 'NONE') {
      this.maybeFollow(leaderEpoch, leaderId, ctx);
      if (this.state?.kind === 'Follower' && this.state.leaderId === leaderId) {
        const { electionBackoffMaxUs } = this.config;
        const backoffUs = endQuorumBackoffUs(preferredSuccessors, this.nodeId, electionBackoffMaxUs);
        this.state.fetchEndsUs = ctx.nowUs + backoffUs;
      }
    }
    ctx.respond(replyTo, { kind: 'EndQuorumEpochResponse', ...this.header(error) });
  }

  /** Takes over what an answer tells of epoch and leader; true when the rest of it counts as well. */
  private learn(news: QuorumNews, voter: BrokerId, ctx: NodeContext): boolean {
    const reaction = reactToRaftResponse(news, { epoch: this.epoch, leaderId: this.leaderId });
    switch (reaction.kind) {
      case 'handle':
        return true;
      case 'ignore':
        if (reaction.failed)
          connectionTo(this.connections, voter).readyAtUs = ctx.nowUs + this.config.retryBackoffUs;
        return false;
      case 'follow':
        if (reaction.leaderId === this.nodeId) return false;
        this.becomeFollower(news.leaderEpoch, reaction.leaderId, ctx);
        return reaction.thenHandle;
      case 'unattach':
        this.becomeUnattached(news.leaderEpoch, null, ctx);
        return false;
    }
  }

  private maybeFollow(epoch: Epoch, leaderId: BrokerId, ctx: NodeContext): void {
    if (leaderId === this.nodeId) return;
    if (epoch > this.epoch || this.leaderId === null) this.becomeFollower(epoch, leaderId, ctx);
  }

  // States

  private becomeUnattached(epoch: Epoch, leaderId: BrokerId | null, ctx: NodeContext): void {
    const before = this.runningState();
    const keepsTimer =
      before.kind === 'Candidate' ||
      before.kind === 'Unattached' ||
      before.kind === 'Resigned' ||
      (before.kind === 'Prospective' && !isBeaten(before.votes));
    this.enter(
      {
        kind: 'Unattached',
        epoch,
        leaderId,
        votedId: epoch === before.epoch ? votedOf(before, this.nodeId) : null,
        electionEndsUs: keepsTimer ? before.electionEndsUs : this.electionEndsUs(ctx),
      },
      ctx,
    );
  }

  private becomeFollower(epoch: Epoch, leaderId: BrokerId, ctx: NodeContext): void {
    const before = this.runningState();
    this.enter(
      {
        kind: 'Follower',
        epoch,
        leaderId,
        votedId: epoch === before.epoch ? votedOf(before, this.nodeId) : null,
        fetchEndsUs: ctx.nowUs + this.config.fetchTimeoutUs,
        hasFetchedFromLeader: false,
      },
      ctx,
    );
    this.refuseFetches(ctx);
  }

  private becomeProspective(ctx: NodeContext): void {
    const before = this.runningState();
    this.enter(
      {
        kind: 'Prospective',
        epoch: before.epoch,
        leaderId: leaderOf(before, this.nodeId),
        votedId: votedOf(before, this.nodeId),
        votes: newTally(this.voters, this.nodeId),
        electionEndsUs: this.electionEndsUs(ctx),
      },
      ctx,
    );
  }

  /** The pre-vote is lost: the leader was there after all, or it will be asked for again. */
  private giveUpProspect(state: ProspectiveState, ctx: NodeContext): void {
    if (state.leaderId !== null && state.leaderId !== this.nodeId)
      this.becomeFollower(state.epoch, state.leaderId, ctx);
    else this.becomeUnattached(state.epoch, state.leaderId, ctx);
  }

  /** From Prospective to Candidate to Leader, as far as the votes go. */
  private maybeGoForward(ctx: NodeContext): void {
    if (this.state?.kind === 'Prospective' && ctx.rules.isElected(this.state.votes)) {
      this.enter(
        {
          kind: 'Candidate',
          epoch: this.state.epoch + 1,
          votes: newTally(this.voters, this.nodeId),
          electionEndsUs: this.electionEndsUs(ctx),
        },
        ctx,
      );
    }
    if (this.state?.kind === 'Candidate' && ctx.rules.isElected(this.state.votes))
      this.becomeLeader(this.state, ctx);
  }

  private becomeLeader(candidate: CandidateState, ctx: NodeContext): void {
    const { fetchTimeoutUs } = this.config;
    const nobodyYet = { endOffset: null, lastFetchUs: -Infinity };
    const state: LeaderState = {
      kind: 'Leader',
      epoch: candidate.epoch,
      epochStartOffset: this.log.endOffset,
      voters: new Map(this.voters.map((voter) => [voter, { ...nobodyYet }])),
      fetchedVoters: new Set(),
      checkQuorumEndsUs: ctx.nowUs + checkQuorumTimeoutUs(fetchTimeoutUs),
      nextBeginQuorumUs: ctx.nowUs,
      // A record of its own epoch, so that it can commit what came before (Q4).
      accumulator: [
        {
          kind: 'LeaderChangeMessage',
          leaderId: this.nodeId,
          voters: this.voters,
          grantingVoters: grantingVoters(candidate.votes),
        },
      ],
      drainAtUs: ctx.nowUs,
    };
    // What it knew to be committed it may not tell before a majority is there again.
    this.highWatermark = null;
    this.enter(state, ctx);
  }

  private resign(state: LeaderState, ctx: NodeContext): void {
    const successors = successorsOf(state.voters, this.nodeId);
    this.highWatermark = null;
    this.enter(
      {
        kind: 'Resigned',
        epoch: state.epoch,
        successors,
        unackedVoters: new Set(this.others()),
        electionEndsUs: this.electionEndsUs(ctx),
      },
      ctx,
    );
    this.refuseFetches(ctx);
  }

  private enter(state: RaftState, ctx: NodeContext): void {
    this.state = state;
    this.persist();
    resetConnections(this.connections);
    this.traceState(state, ctx);
  }

  private traceState(state: RaftState, ctx: NodeContext): void {
    ctx.trace({
      kind: 'QuorumStateChanged',
      controller: this.nodeId,
      state: state.kind,
      epoch: state.epoch,
      leader: leaderOf(state, this.nodeId) ?? -1,
    });
  }

  private persist(): void {
    const state = this.runningState();
    // What only lives in memory leaves the file as it was.
    if (state.kind === 'Prospective' && state.epoch === this.quorumState.epoch && state.votedId === null)
      return;
    const leaderId = leaderOf(state, this.nodeId);
    this.quorumState = Object.freeze({ epoch: state.epoch, leaderId, votedId: votedOf(state, this.nodeId) });
  }

  // Polling

  private poll(listener: RaftListener, ctx: NodeContext): void {
    if (!this.state) return;
    if (this.maybeCompleteShutdown(listener, ctx)) return;
    while (this.pollState(this.runningState(), listener, ctx));
    this.tellLeader(listener, ctx);
    // The listener may have ended the process.
    if (this.isRunning()) this.armTimers(ctx);
  }

  private isRunning(): boolean {
    return this.state !== null;
  }

  /** Sends what is due; true when the state became another, which is polled in turn. */
  private pollState(state: RaftState, listener: RaftListener, ctx: NodeContext): boolean {
    const isStopping = this.shutdownEndsUs !== null;
    switch (state.kind) {
      case 'Leader':
        return this.pollLeader(state, listener, ctx);
      case 'Follower':
        if (isStopping) return false;
        if (state.fetchEndsUs > ctx.nowUs) {
          this.maybeFetch(state.leaderId, ctx);
          return false;
        }
        this.blame(state.leaderId, ctx);
        this.becomeProspective(ctx);
        this.maybeGoForward(ctx);
        return true;
      case 'Unattached':
        if (isStopping) return false;
        if (state.electionEndsUs > ctx.nowUs) {
          this.maybeFetch(null, ctx);
          return false;
        }
        this.becomeProspective(ctx);
        this.maybeGoForward(ctx);
        return true;
      case 'Prospective':
      case 'Candidate':
        if (isStopping || state.electionEndsUs > ctx.nowUs) {
          this.askForVotes(state, ctx);
          return false;
        }
        if (state.kind === 'Candidate') this.becomeProspective(ctx);
        else this.giveUpProspect(state, ctx);
        return true;
      case 'Resigned':
        if (!isStopping && state.electionEndsUs <= ctx.nowUs) {
          // A new epoch, so that it cannot be taken for the leader of the old one any more.
          this.becomeUnattached(state.epoch + 1, null, ctx);
          return true;
        }
        for (const voter of state.unackedVoters)
          this.maybeSend(
            voter,
            {
              kind: 'EndQuorumEpochRequest',
              leaderId: this.nodeId,
              leaderEpoch: state.epoch,
              preferredSuccessors: state.successors,
            },
            ctx,
          );
        return false;
    }
  }

  private pollLeader(state: LeaderState, listener: RaftListener, ctx: NodeContext): boolean {
    const hasLostQuorum = state.voters.size > 1 && state.checkQuorumEndsUs <= ctx.nowUs;
    if (hasLostQuorum || this.shutdownEndsUs !== null) {
      if (hasLostQuorum) {
        const silent = this.others().find((voter) => !state.fetchedVoters.has(voter));
        if (silent !== undefined) this.blame(silent, ctx);
      }
      this.resign(state, ctx);
      return true;
    }
    this.maybeDrain(state, listener, ctx);
    if (state.nextBeginQuorumUs > ctx.nowUs) return false;
    const intervalUs = beginQuorumIntervalUs(this.config.fetchTimeoutUs);
    state.nextBeginQuorumUs = ctx.nowUs + intervalUs;
    for (const voter of this.others()) {
      const lastFetchUs = state.voters.get(voter)?.lastFetchUs ?? -Infinity;
      if (ctx.nowUs - lastFetchUs < intervalUs) continue;
      const { epoch: leaderEpoch } = state;
      this.maybeSend(voter, { kind: 'BeginQuorumEpochRequest', leaderId: this.nodeId, leaderEpoch }, ctx);
    }
    return false;
  }

  /** Writes what was gathered. Parked fetches get it before it is flushed; it counts here only afterwards. */
  private maybeDrain(state: LeaderState, listener: RaftListener, ctx: NodeContext): void {
    if (state.drainAtUs === null || state.drainAtUs > ctx.nowUs || this.flush) return;
    for (const record of state.accumulator) this.log.append({ epoch: state.epoch, record });
    state.accumulator = [];
    state.drainAtUs = null;
    this.startFlush(null, ctx);
    this.completeFetches(this.parked.takeBelow(this.log.endOffset), listener, ctx);
  }

  private startFlush(highWatermark: Offset | null, ctx: NodeContext): void {
    this.flush = { to: this.log.endOffset, highWatermark };
    this.flushCount += 1;
    const jitter = this.state?.kind === 'Follower' ? ctx.jitter('fsync', this.flushCount) : 0.5;
    ctx.setTimer(FLUSH_TIMER, followerFlushUs(this.config.fsyncUs, jitter));
  }

  private finishFlush(listener: RaftListener, ctx: NodeContext): void {
    const { flush, state } = this;
    if (!flush) return;
    this.flush = null;
    const to = Math.min(flush.to, this.log.endOffset);
    this.log.flushedOffset = Math.max(this.log.flushedOffset, to);
    if (state?.kind === 'Leader') {
      const own = state.voters.get(this.nodeId);
      if (own) own.endOffset = this.log.flushedOffset;
      this.raiseLeaderWatermark(state, listener, ctx);
    } else if (state?.kind === 'Follower' && flush.highWatermark !== null)
      this.learnHighWatermark(Math.min(flush.highWatermark, to), listener, ctx);
  }

  private truncate(to: Offset, ctx: NodeContext): void {
    const from = this.log.endOffset;
    if (to >= from) return;
    this.log.truncate(to);
    ctx.trace({ kind: 'MetadataTruncated', controller: this.nodeId, from, to, reason: 'DivergingEpoch' });
  }

  /** The machine lost its power: what was not flushed is gone. */
  losePower(ctx: NodeContext): void {
    const from = this.log.endOffset;
    const to = this.log.flushedOffset;
    if (to >= from) return;
    this.log.truncate(to);
    ctx.trace({ kind: 'MetadataTruncated', controller: this.nodeId, from, to, reason: 'PowerLost' });
  }

  private maybeFetch(leaderId: BrokerId | null, ctx: NodeContext): void {
    if (this.flush) return;
    const target = this.chooseTarget(leaderId, ctx);
    if (target.kind === 'wait') return;
    this.fetchCount += 1;
    dropTimedOut(this.connections, ctx.nowUs, this.config.requestTimeoutUs);
    this.send(
      target.voter,
      {
        kind: 'MetadataFetchRequest',
        replicaId: this.nodeId,
        currentLeaderEpoch: this.epoch,
        fetchOffset: this.log.endOffset,
        lastFetchedEpoch: this.log.lastEpoch,
        highWatermark: this.highWatermark ?? -1,
        isLocal: false,
      },
      ctx,
    );
  }

  private chooseTarget(leaderId: BrokerId | null, ctx: NodeContext): FetchTarget {
    const voters = this.others();
    return chooseFetchTarget({
      leaderId,
      voters,
      connections: this.connections,
      nowUs: ctx.nowUs,
      requestTimeoutUs: this.config.requestTimeoutUs,
      // A hash, not a draw: without a majority this loop turns for ever.
      startIndex: Math.floor(ctx.jitter('bootstrapServer', this.fetchCount) * voters.length),
    });
  }

  private askForVotes(state: ProspectiveState | CandidateState, ctx: NodeContext): void {
    if (isBeaten(state.votes)) return;
    const request: VoteRequest = {
      kind: 'VoteRequest',
      replicaId: this.nodeId,
      replicaEpoch: state.epoch,
      lastOffsetEpoch: this.log.lastEpoch,
      lastOffset: this.log.endOffset,
      preVote: state.kind === 'Prospective',
    };
    for (const voter of openVoters(state.votes)) this.maybeSend(voter, request, ctx);
  }

  private maybeSend(voter: BrokerId, request: Request, ctx: NodeContext): void {
    if (isReady(this.connections.get(voter), ctx.nowUs, this.config.requestTimeoutUs))
      this.send(voter, request, ctx);
  }

  private send(voter: BrokerId, request: Request, ctx: NodeContext): void {
    const target = ctx.directory.controllers.get(voter);
    if (target === undefined) return;
    const connection = connectionTo(this.connections, voter);
    connection.correlationId = ctx.request(target, request);
    connection.sentAtUs = ctx.nowUs;
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
    for (const { replyTo, request } of this.parkedLocal.takeAll())
      ctx.respond(replyTo, this.localAnswer(request));
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
    this.armAt(POLL_TIMER, Math.min(this.shutdownEndsUs ?? Infinity, this.nextPollUs(state, ctx)), ctx);
    const drainAtUs = state.kind === 'Leader' && !this.flush ? state.drainAtUs : null;
    if (drainAtUs === null) ctx.cancelTimer(LINGER_TIMER);
    else this.armAt(LINGER_TIMER, drainAtUs, ctx);
    const parkedEndUs = Math.min(this.parked.nextEndUs ?? Infinity, this.parkedLocal.nextEndUs ?? Infinity);
    this.armAt(PARKED_TIMER, parkedEndUs, ctx);
  }

  /** When the state has something to do by time alone. */
  private nextPollUs(state: RaftState, ctx: NodeContext): Micros {
    const isStopping = this.shutdownEndsUs !== null;
    switch (state.kind) {
      case 'Leader':
        return state.voters.size > 1 ? Math.min(state.checkQuorumEndsUs, state.nextBeginQuorumUs) : Infinity;
      case 'Follower':
        return isStopping ? Infinity : Math.min(state.fetchEndsUs, this.nextFetchUs(state.leaderId, ctx));
      case 'Unattached':
        return isStopping ? Infinity : Math.min(state.electionEndsUs, this.nextFetchUs(null, ctx));
      case 'Prospective':
      case 'Candidate': {
        const readyUs = isBeaten(state.votes) ? Infinity : this.nextReadyUs(openVoters(state.votes));
        return isStopping ? readyUs : Math.min(state.electionEndsUs, readyUs);
      }
      case 'Resigned': {
        const readyUs = this.nextReadyUs([...state.unackedVoters]);
        return isStopping ? readyUs : Math.min(state.electionEndsUs, readyUs);
      }
    }
  }

  private nextFetchUs(leaderId: BrokerId | null, ctx: NodeContext): Micros {
    if (this.flush) return Infinity;
    const target = this.chooseTarget(leaderId, ctx);
    return target.kind === 'wait' ? target.untilUs : ctx.nowUs;
  }

  private nextReadyUs(voters: readonly BrokerId[]): Micros {
    let nextUs = Infinity;
    for (const voter of voters)
      nextUs = Math.min(nextUs, readyAtUs(this.connections.get(voter), this.config.requestTimeoutUs));
    return nextUs;
  }

  private armAt(key: string, atUs: Micros, ctx: NodeContext): void {
    if (atUs === Infinity) ctx.cancelTimer(key);
    else if (ctx.timerAtUs(key) !== atUs) ctx.setTimer(key, atUs - ctx.nowUs);
  }

  private header(error: RaftError) {
    return { error, leaderId: this.leaderId, leaderEpoch: this.epoch };
  }

  private electionEndsUs(ctx: NodeContext): Micros {
    const rng = ctx.rng('election');
    return ctx.nowUs + electionTimeoutUs(this.config.electionTimeoutUs, (bound) => rng.int(bound));
  }

  private blame(voter: BrokerId, ctx: NodeContext): void {
    const node = ctx.directory.controllers.get(voter);
    if (node !== undefined) ctx.blame(node);
  }

  private others(): BrokerId[] {
    return this.voters.filter((voter) => voter !== this.nodeId);
  }

  private runningState(): RaftState {
    return this.state as RaftState;
  }
}
