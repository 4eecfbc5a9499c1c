import { Derived } from '../kernel/Derived.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { NodeContext } from '../node/Node.ts';
import type { AlterPartitionItem, FetchPartition } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Offset } from '../../shared/units.ts';
import { AlterPartitionManager } from './AlterPartitionManager.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { onHighWatermark } from './coordinator/coordinatorEvents.ts';
import type { DelayedFetch, FetchParams } from './DelayedFetch.ts';
import { completeDeletes, lowWatermarkOf } from './deleteRecords.ts';
import type { DelayedDeleteRecords } from './deleteRecords.ts';
import type { DelayedProduce } from './DelayedProduce.ts';
import { FetchSessionCache } from './FetchSessionCache.ts';
import { completeFetches } from './fetchRequests.ts';
import { wakeSessions } from './fetchSessions.ts';
import { committedIsr, isInflight, proposedIsr } from './isrState.ts';
import type { AlterPartitionAnswer, PendingIsrState } from './isrState.ts';
import type { FollowerBroker } from './needsExpandIsr.ts';
import type { BrokerLookup, LeaderRole, Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import { completeProduces } from './produceRequests.ts';
import { Purgatory } from './Purgatory.ts';
import type { FollowerFetch } from './replicaState.ts';
import { ReplicationQuotaManager } from './ReplicationQuotaManager.ts';

const UNKNOWN_BROKER: FollowerBroker = { isFenced: true, isInControlledShutdown: false, brokerEpoch: null };

/**
 * Everything that happens to partitions on a running broker: leadership, high watermarks, ISR, and the requests that wait for
 * them. Kafka: `ReplicaManager` (4.2). Lives as long as the process.
 */
export class ReplicaManager {
  readonly produces = new Purgatory<DelayedProduce>();
  readonly fetches = new Purgatory<DelayedFetch>();
  readonly deletes = new Purgatory<DelayedDeleteRecords>();
  readonly sessions = new FetchSessionCache();
  readonly leaderQuota = new ReplicationQuotaManager('leader');
  readonly followerQuota = new ReplicationQuotaManager('follower');
  readonly alterPartition = new AlterPartitionManager();
  /** Fetches that wait for remote storage, in the order in which it will answer. */
  remoteReads: readonly { readonly delayed: DelayedFetch; readonly dueUs: Micros }[] = [];
  private readonly lookUp = new Derived<BrokerLookup>();
  private lastOperationId = 0;

  nextOperationId(): number {
    this.lastOperationId += 1;
    return this.lastOperationId;
  }

  /** So many operations more have come and gone. */
  skipOperations(count: number): void {
    this.lastOperationId += count;
  }

  /** How many operations there were. */
  get operationCount(): number {
    return this.lastOperationId;
  }

  becomeLeader(
    partition: Partition,
    registration: PartitionRegistration,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { topicPartition } = partition;
    // An answer to AlterPartition may have told of a newer state than the metadata log does.
    if (partition.leader && registration.partitionEpoch < partition.leader.partitionEpoch) return;
    wakeSessions(partition, this);
    const isNewLeader = partition.makeLeader(registration, ctx.nowUs, ctx.rules);
    if (isNewLeader) {
      const startOffset = partition.log.logEndOffset;
      ctx.trace({
        kind: 'BecameLeader',
        partition: topicPartition,
        broker: broker.id,
        leaderEpoch: registration.leaderEpoch,
        startOffset,
      });
    }
    this.afterIsrCommit(partition, broker, ctx);
  }

  becomeFollower(
    partition: Partition,
    registration: PartitionRegistration,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): boolean {
    const wasLeader = partition.leader !== null;
    wakeSessions(partition, this);
    const isChanged = partition.makeFollower(registration);
    if (!isChanged) return false;
    const { leader, leaderEpoch } = registration;
    ctx.trace({
      kind: 'BecameFollower',
      partition: partition.topicPartition,
      broker: broker.id,
      leader,
      leaderEpoch,
    });
    if (wasLeader) completeProduces(this, partition, broker, ctx);
    completeFetches(this, partition, broker, ctx);
    return true;
  }

  /** The leader's log grew: the watermark may follow at once, and parked fetches have something to read. */
  afterAppend(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
    this.maybeIncrementHighWatermark(partition, broker, ctx);
    completeFetches(this, partition, broker, ctx);
  }

  /** Credits a follower's fetch: it may join the ISR, and if it is further than before the watermark may move (I1, I5, H3). */
  recordFollowerFetch(
    partition: Partition,
    follower: BrokerId,
    fetch: FollowerFetch,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const before = this.deletes.size > 0 ? lowWatermarkOf(partition, broker) : 0;
    const isFurther = partition.recordFollowerFetch(follower, fetch, ctx.nowUs, ctx.rules);
    this.maybeExpandIsr(partition, follower, broker, ctx);
    if (this.deletes.size > 0 && lowWatermarkOf(partition, broker) > before)
      completeDeletes(this, partition, broker, ctx);
    if (isFurther && this.maybeIncrementHighWatermark(partition, broker, ctx))
      completeFetches(this, partition, broker, ctx);
  }

  /** The controller's answer to the ISR that the partition proposed, if it still stands by that proposal (I8). */
  settleIsr(
    partition: Partition,
    asked: AlterPartitionItem,
    answer: AlterPartitionAnswer,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { leader } = partition;
    if (!leader || !isInflight(leader.isrState) || !isProposalOf(leader, asked)) return;
    const { isrState, leaderEpoch, partitionEpoch } = leader;
    const result = ctx.rules.isrAfterAlterPartitionResponse(isrState, answer, leaderEpoch, partitionEpoch);
    const changed = isrState.kind === 'PendingExpandIsr' ? 'isrExpands' : 'isrShrinks';
    broker.meters?.mark(result.outcome === 'committed' ? changed : 'failedIsrUpdates', 1, ctx.nowUs);
    leader.isrState = result.state;
    leader.partitionEpoch = result.partitionEpoch;
    if (result.outcome === 'committed') this.afterIsrCommit(partition, broker, ctx);
    if (result.outcome === 'resend') this.alterPartition.submit(partition, broker, ctx);
  }

  /** The ISR is another, or the leader is new: what waits may go on or be refused. */
  afterIsrCommit(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
    this.maybeIncrementHighWatermark(partition, broker, ctx);
    completeProduces(this, partition, broker, ctx);
    completeFetches(this, partition, broker, ctx);
  }

  /** Removes followers that lag from the ISR (I3); runs every half `replica.lag.time.max.ms`. */
  maybeShrinkIsrs(broker: BrokerInternals, ctx: NodeContext): void {
    const lagUs = broker.config.replicaLagTimeMaxMs * MICROS_PER_MILLI;
    for (const partition of broker.partitions.values()) {
      const { leader } = partition;
      if (!leader) continue;
      const out = ctx.rules.outOfSyncReplicas(
        leader.isrState,
        broker.id,
        leader.followers,
        partition.log.logEndOffset,
        ctx.nowUs,
        lagUs,
      );
      const [first] = out;
      if (first === undefined) continue;
      ctx.blame(ctx.directory.brokers.get(first) ?? ctx.self);
      const pending: PendingIsrState = {
        kind: 'PendingShrinkIsr',
        isr: committedIsr(leader.isrState),
        outOfSyncReplicaIds: out,
      };
      this.proposeIsr(partition, pending, broker, ctx);
    }
  }

  /** When a follower whose partition is quiet in its session fetched last; 0 when there is no such session. */
  quietFetchUs(partition: Partition, follower: BrokerId): number {
    let latestUs = 0;
    for (const id of this.sessions.holdersOf(partition.topicPartition)) {
      const session = this.sessions.get(id);
      if (session?.replicaId !== follower || session.partitions.get(partition.topicPartition)?.isActive)
        continue;
      latestUs = Math.max(latestUs, session.lastFetchUs);
    }
    return latestUs;
  }

  /** How many partitions a parked fetch watches. */
  watchedCount({ context }: DelayedFetch): number {
    if (context.kind !== 'incremental') return context.partitions.length;
    return this.sessions.get(context.sessionId)?.partitions.size ?? 0;
  }

  /** The first partition of a parked fetch, for pictures. */
  firstAsked(delayed: DelayedFetch): FetchPartition | undefined {
    const { context } = delayed;
    if (context.kind !== 'incremental') return context.partitions[0];
    const cached = this.sessions.get(context.sessionId)?.partitions.values().next().value;
    return cached?.request;
  }

  /** Whether a replication quota keeps this follower's records back (KIP-73). */
  mustLeaderThrottle(
    params: FetchParams,
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): boolean {
    const { leader } = partition;
    if (params.replicaId < 0 || !leader || !this.leaderQuota.isThrottled(partition, broker)) return false;
    // A member of the ISR is never held back: it would leave the ISR for it.
    const isInSync = committedIsr(leader.isrState).includes(params.replicaId);
    return !isInSync && this.leaderQuota.isExceeded(broker, ctx.clockMs());
  }

  private maybeExpandIsr(
    partition: Partition,
    follower: BrokerId,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { leader, log } = partition;
    const state = leader?.followers.get(follower);
    if (!leader || !state) return;
    const { isrState, leaderEpochStartOffset } = leader;
    // Of a member nothing is asked: it cannot join again.
    if (committedIsr(isrState).includes(follower)) return;
    const isEligible = ctx.rules.isReplicaIsrEligible(state, this.brokerOf(follower, broker));
    if (
      !ctx.rules.needsExpandIsr(
        { isrState, highWatermark: log.highWatermark, leaderEpochStartOffset },
        follower,
        state,
        isEligible,
      )
    )
      return;
    this.proposeIsr(
      partition,
      { kind: 'PendingExpandIsr', isr: committedIsr(isrState), newInSyncReplicaId: follower },
      broker,
      ctx,
    );
  }

  private proposeIsr(
    partition: Partition,
    pending: PendingIsrState,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { leader } = partition;
    if (!leader) return;
    leader.isrState = pending;
    if (this.alterPartition.submit(partition, broker, ctx)) return;
    leader.isrState = { kind: 'CommittedPartitionState', isr: committedIsr(pending) };
  }

  private maybeIncrementHighWatermark(
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): boolean {
    const from = partition.log.highWatermark;
    // As after most fetches of followers that keep up: there is nothing that it could come to.
    if (from >= partition.log.logEndOffset) return false;
    const lagUs = broker.config.replicaLagTimeMaxMs * MICROS_PER_MILLI;
    const lookup = (this.lookUp.value ??= (id: BrokerId): FollowerBroker => this.brokerOf(id, broker));
    const minIsr = this.minIsrOf(partition, broker, ctx.rules);
    const stableFrom = stableOffsetOf(partition, ctx.rules);
    if (!partition.maybeIncrementHighWatermark(minIsr, lagUs, ctx.nowUs, lookup, ctx.rules)) return false;
    const to = partition.log.highWatermark;
    const stableTo = stableOffsetOf(partition, ctx.rules);
    ctx.trace({
      kind: 'HighWatermarkAdvanced',
      partition: partition.topicPartition,
      broker: broker.id,
      role: 'leader',
      from,
      to,
    });
    if (stableFrom !== null && stableTo !== null && stableTo > stableFrom)
      ctx.trace({
        kind: 'LastStableOffsetAdvanced',
        partition: partition.topicPartition,
        broker: broker.id,
        from: stableFrom,
        to: stableTo,
      });
    completeProduces(this, partition, broker, ctx);
    if (this.deletes.size > 0) completeDeletes(this, partition, broker, ctx);
    onHighWatermark(partition, broker, ctx);
    return true;
  }

  /** min.insync.replicas as it binds this partition (A1). */
  minIsrOf(partition: Partition, broker: BrokerInternals, rules: Rules): number {
    const { minInsyncReplicas } = configOf(partition, broker);
    return rules.effectiveMinIsr(minInsyncReplicas, partition.leader?.replicas.length ?? minInsyncReplicas);
  }

  private brokerOf(id: BrokerId, broker: BrokerInternals): FollowerBroker {
    const registration = broker.image.brokers.get(id);
    if (!registration) return UNKNOWN_BROKER;
    const { fenced, inControlledShutdown, brokerEpoch } = registration;
    return { isFenced: fenced, isInControlledShutdown: inControlledShutdown, brokerEpoch };
  }
}

/** null: it never had a transaction, and what is below its high watermark is stable. */
function stableOffsetOf({ log }: Partition, rules: Rules): Offset | null {
  return log.producers.transactions ? rules.lastStableOffset(log) : null;
}

/** Whether what was asked of the controller is what the leader proposes now, metadata having brought nothing newer. */
function isProposalOf(leader: LeaderRole, asked: AlterPartitionItem): boolean {
  if (!isInflight(leader.isrState)) return false;
  const proposed = proposedIsr(leader.isrState);
  return (
    leader.leaderEpoch === asked.leaderEpoch &&
    leader.partitionEpoch === asked.partitionEpoch &&
    proposed.length === asked.newIsr.length &&
    asked.newIsr.every(({ brokerId }, i) => brokerId === proposed[i])
  );
}
