import type { MetadataSnapshot, SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { MetadataEntry, MetadataRecord } from '../metadata/records.ts';
import type { NodeContext } from '../node/Node.ts';
import type { FetchSnapshotResponse, MetadataFetchResponse } from '../protocol/requests.ts';
import { LeaderEpochCache } from '../storage/LeaderEpochCache.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset } from '../../shared/units.ts';
import { failConnection, shiftRequests, takeAnswer } from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';
import { armAt, backOffFrom, nextFetchTarget, sendFetchTo } from './raftRequests.ts';
import type { FetchingSnapshot } from './RaftState.ts';
import { reactToRaftResponse } from './reactToRaftResponse.ts';
import type { QuorumNews } from './reactToRaftResponse.ts';
import { afterSlice, fetchSnapshotRequest, newsOf } from './snapshotSlices.ts';
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
  /** The snapshot that it has to fetch before it can go on with the log. */
  private fetchingSnapshot: FetchingSnapshot | null = null;
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

  /** For checkpoints. */
  blank(): RaftObserver {
    const { nodeId, voters, epoch, leaderId, config } = this;
    return new RaftObserver(nodeId, voters, epoch, leaderId ?? -1, config);
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
    if (response.snapshotId) {
      this.startFetching(response.snapshotId, ctx);
      return [];
    }
    if (response.baseOffset !== this.endOffset) return [];
    for (const entry of response.records) {
      this.epochs.assign(entry.epoch, this.endOffset);
      this.pending.push(entry);
    }
    return this.commit(Math.min(response.highWatermark, this.endOffset));
  }

  /** Takes a slice of a snapshot, and returns the snapshot once it is whole: the image begins anew with it. */
  handleSnapshotResponse(
    response: FetchSnapshotResponse,
    source: NodeIndex,
    correlationId: number,
    ctx: NodeContext,
  ): MetadataSnapshot | null {
    const voter = ctx.directory.controllerIds.get(source);
    if (voter === undefined || !takeAnswer(this.connections, voter, correlationId)) return null;
    if (!this.learn(newsOf(response), voter, ctx) || !this.fetchingSnapshot) return null;
    this.fetchingSnapshot = afterSlice(this.fetchingSnapshot, response);
    const { snapshot } = response;
    if (this.fetchingSnapshot || !snapshot || snapshot.endOffset <= this.committedEnd) return null;
    this.startAfter(snapshot);
    const { endOffset, epoch } = snapshot;
    ctx.trace({ kind: 'MetadataSnapshotLoaded', node: `broker:${this.nodeId}`, endOffset, epoch });
    return snapshot;
  }

  /** Whether all that it has fetched was handed on, and no snapshot is under way. */
  get isSteady(): boolean {
    return (
      this.pending.length === 0 && this.fetchingSnapshot === null && this.highWatermark === this.committedEnd
    );
  }

  /** So many NoOpRecords more were fetched, with so many fetches, over `forUs` in all. */
  skip(records: number, fetches: number, forUs: Micros): void {
    this.committedEnd += records;
    this.highWatermark += records;
    this.fetchCount += fetches;
    shiftRequests(this.connections, forUs);
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
    this.fetchingSnapshot = null;
    this.connections.clear();
  }

  private startFetching(id: SnapshotId, ctx: NodeContext): void {
    this.fetchingSnapshot = { id, positionBytes: 0 };
    ctx.trace({
      kind: 'MetadataSnapshotFetched',
      node: `broker:${this.nodeId}`,
      leader: this.leaderId ?? this.nodeId,
      endOffset: id.endOffset,
      epoch: id.epoch,
      logEndOffset: this.endOffset,
    });
  }

  /** What a snapshot holds is committed, and what was fetched before it is forgotten. */
  private startAfter({ endOffset, epoch }: SnapshotId): void {
    this.pending = [];
    this.committedEnd = endOffset;
    this.highWatermark = Math.max(this.highWatermark, endOffset);
    this.epochs.clear();
    // Of the record before, which the next Fetch has to name.
    this.epochs.assign(epoch, endOffset - 1);
  }

  private fetch(voter: BrokerId, ctx: NodeContext): void {
    const { fetchingSnapshot, isLocal } = this;
    if (fetchingSnapshot && (isLocal || voter === this.leaderId)) {
      sendFetchTo(this, voter, fetchSnapshotRequest(this.nodeId, this.epoch, fetchingSnapshot, isLocal), ctx);
      return;
    }
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
        isLocal,
      },
      ctx,
    );
  }

  private learn(response: QuorumNews, voter: BrokerId, ctx: NodeContext): boolean {
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
        this.fetchingSnapshot = null;
        this.leaderId = reaction.leaderId;
        return reaction.thenHandle;
      case 'unattach':
        this.epoch = response.leaderEpoch;
        this.fetchingSnapshot = null;
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
