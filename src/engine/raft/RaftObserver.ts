import type { MetadataEntry, MetadataRecord } from '../metadata/records.ts';
import type { NodeContext } from '../node/Node.ts';
import type { MetadataFetchResponse } from '../protocol/requests.ts';
import { LeaderEpochCache } from '../storage/LeaderEpochCache.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset } from '../../shared/units.ts';
import { failConnection, takeAnswer } from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';
import { armAt, backOffFrom, nextFetchTarget, sendFetchTo } from './raftRequests.ts';
import { reactToRaftResponse } from './reactToRaftResponse.ts';
import { raftTruncationOffset } from './validateRaftFetch.ts';

export const OBSERVER_TIMER = 'metadataFetch';

/** Frozen: shared by checkpoints. */
export interface RaftObserverConfig {
  readonly requestTimeoutUs: Micros;
  readonly retryBackoffUs: Micros;
}

/**
 * A broker's part in the quorum: it fetches the metadata log from the leader and hands on what is committed (Q1, Q13).
 * Kafka: `KafkaRaftClient` as an observer, `MetadataLoader` (4.2).
 *
 * While it knows no leader, or the leader does not answer, it asks any voter, and learns who leads from the answer. In a process
 * that is a controller too it reads the log of that one, in step with it.
 *
 * Simplified: what was fetched and is not committed yet is dropped when the process ends, and fetched again.
 */
export class RaftObserver {
  readonly nodeId: BrokerId;
  /** Whom it may ask: the voters, or only the controller of its own process. */
  readonly voters: readonly BrokerId[];
  readonly isLocal: boolean;
  readonly config: RaftObserverConfig;
  /** Of the quorum, as far as it has heard. */
  epoch: Epoch;
  leaderId: BrokerId | null;
  /** End of what is committed and was handed on. */
  committedEnd: Offset = 0;
  private readonly epochs = new LeaderEpochCache();
  /** What was fetched from there on. */
  private pending: MetadataEntry[] = [];
  private highWatermark: Offset = -1;
  readonly connections: RaftConnections = new Map();
  fetchCount = 0;

  constructor(
    nodeId: BrokerId,
    voters: readonly BrokerId[],
    epoch: Epoch,
    leaderId: BrokerId,
    config: RaftObserverConfig,
  ) {
    this.nodeId = nodeId;
    this.isLocal = voters.includes(nodeId);
    this.voters = Object.freeze(this.isLocal ? [nodeId] : [...voters]);
    this.epoch = epoch;
    this.leaderId = leaderId;
    this.config = config;
  }

  get endOffset(): Offset {
    return this.committedEnd + this.pending.length;
  }

  /** What the log held before the scenario began. */
  bootstrap(endOffset: Offset): void {
    this.committedEnd = endOffset;
    this.highWatermark = endOffset;
    this.epochs.assign(this.epoch, 0);
  }

  /** Sends the next fetch, unless one is under way or has to wait. */
  poll(ctx: NodeContext): void {
    const leaderId = this.isLocal ? this.nodeId : this.leaderId;
    const target = nextFetchTarget(this, leaderId, this.voters, ctx);
    if (target.kind === 'send') this.fetch(target.voter, ctx);
    const next = nextFetchTarget(this, leaderId, this.voters, ctx);
    armAt(OBSERVER_TIMER, next.kind === 'wait' ? next.untilUs : ctx.nowUs, ctx);
  }

  /** Takes an answer, and returns what has become known as committed by it. */
  handleResponse(
    response: MetadataFetchResponse,
    source: NodeIndex,
    correlationId: number,
    ctx: NodeContext,
  ): readonly MetadataRecord[] {
    const voter = ctx.directory.controllerIds.get(source);
    if (voter === undefined || !takeAnswer(this.connections, voter, correlationId)) return [];
    if (!this.learn(response, voter, ctx) || response.error !== 'NONE') return [];
    const { divergingEpoch } = response;
    if (divergingEpoch) {
      this.truncate(raftTruncationOffset(divergingEpoch, this.endOfEpoch(divergingEpoch.epoch)));
      return [];
    }
    if (response.baseOffset !== this.endOffset) return [];
    for (const entry of response.records) {
      this.epochs.assign(entry.epoch, this.endOffset);
      this.pending.push(entry);
    }
    return this.commit(Math.min(response.highWatermark, this.endOffset));
  }

  /** False when nothing was under way with that node. */
  onDisconnected(peer: NodeIndex, ctx: NodeContext): boolean {
    const voter = ctx.directory.controllerIds.get(peer);
    return voter !== undefined && failConnection(this.connections, voter, ctx.nowUs);
  }

  /** An empty disk in place of the one that had the log; only while no process runs. */
  loseDisk(): void {
    this.committedEnd = 0;
    this.truncate(0);
    this.epochs.clear();
  }

  endProcess(): void {
    this.truncate(this.committedEnd);
    this.highWatermark = -1;
    this.connections.clear();
  }

  private fetch(voter: BrokerId, ctx: NodeContext): void {
    sendFetchTo(
      this,
      voter,
      {
        kind: 'MetadataFetchRequest',
        replicaId: this.nodeId,
        currentLeaderEpoch: this.epoch,
        fetchOffset: this.endOffset,
        lastFetchedEpoch: this.epochs.latestEpoch() ?? 0,
        highWatermark: this.highWatermark,
        isLocal: this.isLocal,
      },
      ctx,
    );
  }

  private learn(response: MetadataFetchResponse, voter: BrokerId, ctx: NodeContext): boolean {
    if (this.isLocal) {
      this.epoch = response.leaderEpoch;
      this.leaderId = response.leaderId;
      return true;
    }
    const reaction = reactToRaftResponse(response, this);
    switch (reaction.kind) {
      case 'handle':
        return true;
      case 'ignore':
        if (reaction.failed) backOffFrom(this, voter, ctx);
        return false;
      case 'follow':
        this.epoch = response.leaderEpoch;
        this.leaderId = reaction.leaderId;
        return reaction.thenHandle;
      case 'unattach':
        this.epoch = response.leaderEpoch;
        this.leaderId = null;
        return false;
    }
  }

  private commit(highWatermark: Offset): readonly MetadataRecord[] {
    if (highWatermark < 0) return [];
    this.highWatermark = Math.max(this.highWatermark, highWatermark);
    const count = Math.max(0, highWatermark - this.committedEnd);
    const committed = this.pending.slice(0, count).map((entry) => entry.record);
    this.pending = this.pending.slice(count);
    this.committedEnd += count;
    return committed;
  }

  private truncate(endOffset: Offset): void {
    const kept = Math.max(0, endOffset - this.committedEnd);
    if (kept < this.pending.length) this.pending = this.pending.slice(0, kept);
    this.epochs.truncateFromEnd(this.endOffset);
  }

  private endOfEpoch(epoch: Epoch) {
    const latest = this.epochs.latestEpoch() ?? 0;
    return epoch > latest
      ? { epoch: latest, endOffset: this.endOffset }
      : this.epochs.endOffsetFor(epoch, this.endOffset);
  }
}
