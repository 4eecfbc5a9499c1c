import type { ReplyAddress } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { GroupResponse, OffsetCommitRequest } from '../../../protocol/groupRequests.ts';
import type { CoordinatorRecord } from '../../../storage/CoordinatorRecord.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Millis } from '../../../../shared/units.ts';
import type { TransactionalWriter } from '../coordinatorBatch.ts';
import type { CoordinatorHost, CoordinatorKind, CoordinatorShard } from '../CoordinatorShard.ts';
import { writeRecords } from '../runCoordinator.ts';
import type { ClassicGroup, ClassicGroupMember } from './ClassicGroup.ts';
import type { ClassicGroupState } from './ClassicGroupState.ts';
import type { GroupOperation } from './GroupOperation.ts';
import type { GroupShard } from './GroupShard.ts';

/** Timers of groups, after the prefix of the coordinator. */
export const JOIN_TIMER = 'join/';
export const SYNC_TIMER = 'sync/';
export const SESSION_TIMER = 'session/';
/** Of the consumer protocol: a member is to have given its partitions up. */
export const REBALANCE_TIMER = 'rebalance/';
export const EXPIRATION_TIMER = 'expiration/';

/** Of a request that no client waits for: a tool's. */
export const NOBODY: ReplyAddress = Object.freeze({ source: -1, correlationId: -1, connection: -1 });

/** Where requests to a group are carried out: its shard, and the broker that holds it. Made for one event, and no state. */
export class GroupContext {
  readonly kind: CoordinatorKind<GroupShard, GroupOperation>;
  readonly shard: CoordinatorShard<GroupShard, GroupOperation>;
  readonly host: CoordinatorHost;

  constructor(
    kind: CoordinatorKind<GroupShard, GroupOperation>,
    shard: CoordinatorShard<GroupShard, GroupOperation>,
    host: CoordinatorHost,
  ) {
    this.kind = kind;
    this.shard = shard;
    this.host = host;
  }

  get state(): GroupShard {
    return this.shard.state;
  }

  get nowMs(): Millis {
    return this.host.ctx.clockMs();
  }

  respond(replyTo: ReplyAddress, response: GroupResponse): void {
    if (replyTo === NOBODY || replyTo.source < 0) return;
    this.host.broker.answer(replyTo, response, this.host.ctx);
  }

  /** Writes records; what is to be done once they are committed, or cannot be, is the operation. */
  write(
    records: readonly CoordinatorRecord[],
    operation: GroupOperation,
    how: { readonly replays: boolean; readonly writer?: TransactionalWriter },
  ): void {
    const error = writeRecords(this.kind, this.shard, { records, operation, ...how }, this.host);
    if (error !== 'NONE') this.fail(operation, error);
  }

  fail(operation: GroupOperation, error: KafkaError): void {
    this.kind.complete(operation, error, this.shard, this.host);
  }

  /** Writes what a group is now, with nobody who waits for it; nothing when there is nothing to write. */
  store(records: readonly CoordinatorRecord[]): void {
    if (records.length > 0) this.write(records, { kind: 'Stored' }, { replays: false });
  }

  transition(group: ClassicGroup, state: ClassicGroupState, reason: string): void {
    group.transitionTo(state, this.nowMs);
    this.traceState(group, reason);
  }

  traceState(group: ClassicGroup, reason: string): void {
    const { groupId, state, generationId, members } = group;
    this.host.ctx.trace({
      kind: 'GroupStateChanged',
      group: groupId,
      broker: this.host.broker.id,
      state,
      generation: generationId,
      members: members.size,
      reason,
    });
  }

  traceRefusal(request: string, group: string, member: string, error: KafkaError): void {
    this.host.ctx.trace({
      kind: 'GroupRequestRefused',
      request,
      group,
      member,
      broker: this.host.broker.id,
      error,
    });
  }

  /** The offsets of a request are committed. */
  traceCommits(request: OffsetCommitRequest, response: GroupResponse): void {
    if (response.kind !== 'OffsetCommitResponse') return;
    const { ctx, broker } = this.host;
    let committed = 0;
    request.partitions.forEach(({ topicPartition, committedOffset }, i) => {
      if (response.partitions[i]?.error !== 'NONE') return;
      committed += 1;
      ctx.trace({
        kind: 'OffsetCommitted',
        group: request.groupId,
        member: request.memberId,
        generation: request.generationIdOrMemberEpoch,
        broker: broker.id,
        partition: topicPartition,
        offset: committedOffset,
      });
    });
    broker.meters?.mark('offsetCommits', committed, ctx.nowUs);
  }

  traceDeletion(group: string, reason: 'DeleteGroups' | 'expired'): void {
    this.host.ctx.trace({ kind: 'GroupDeleted', group, broker: this.host.broker.id, reason });
  }

  /** A group that was never stored is gone. */
  forgetGroup(group: ClassicGroup): void {
    this.cancelTimers(group);
    this.state.groups.delete(group.groupId);
  }

  // Timers. Their keys name the shard too: a broker may hold the same group again after others did.

  setGroupTimer(timer: string, { groupId }: ClassicGroup, delayUs: Micros): void {
    this.host.ctx.setTimer(this.groupKey(timer, groupId), delayUs);
  }

  cancelGroupTimer(timer: string, { groupId }: ClassicGroup): void {
    this.host.ctx.cancelTimer(this.groupKey(timer, groupId));
  }

  /** A member lives for its session timeout from now on, or as long as said. Kafka: `rescheduleClassicGroupMemberHeartbeat`. */
  rescheduleSession(
    group: ClassicGroup,
    member: ClassicGroupMember,
    timeoutMs = member.sessionTimeoutMs,
  ): void {
    this.setSessionTimer(group.groupId, member.memberId, timeoutMs);
  }

  setSessionTimer(groupId: string, memberId: string, timeoutMs: Millis): void {
    this.host.ctx.setTimer(this.sessionKey(groupId, memberId), timeoutMs * MICROS_PER_MILLI);
  }

  setRebalanceTimer(groupId: string, memberId: string, timeoutMs: Millis): void {
    this.host.ctx.setTimer(this.rebalanceKey(groupId, memberId), timeoutMs * MICROS_PER_MILLI);
  }

  cancelRebalance(groupId: string, memberId: string): void {
    this.host.ctx.cancelTimer(this.rebalanceKey(groupId, memberId));
  }

  /** All that are about a group and its members. */
  cancelTimers(group: ClassicGroup): void {
    this.cancelGroupTimer(JOIN_TIMER, group);
    this.cancelGroupTimer(SYNC_TIMER, group);
    for (const memberId of group.members.keys()) this.cancelSession(group.groupId, memberId);
    for (const memberId of group.pendingJoinMembers) this.cancelSession(group.groupId, memberId);
  }

  /** Every `offsets.retention.check.interval.ms` after the shard was loaded. */
  setExpirationTimer(): void {
    const { offsetsRetentionCheckIntervalUs } = this.host.broker.config.groups;
    this.host.ctx.setTimer(this.expirationKey(), offsetsRetentionCheckIntervalUs);
  }

  cancelExpirationTimer(): void {
    this.host.ctx.cancelTimer(this.expirationKey());
  }

  cancelSession(groupId: string, memberId: string): void {
    this.host.ctx.cancelTimer(this.sessionKey(groupId, memberId));
  }

  private rebalanceKey(groupId: string, memberId: string): string {
    return (
      this.kind.timerPrefix + REBALANCE_TIMER + groupTimerKey(this.shard.topicPartition, groupId, memberId)
    );
  }

  private expirationKey(): string {
    return expirationTimerKey(this.kind.timerPrefix, this.shard.topicPartition);
  }

  private groupKey(timer: string, groupId: string): string {
    return this.kind.timerPrefix + timer + groupTimerKey(this.shard.topicPartition, groupId);
  }

  private sessionKey(groupId: string, memberId: string): string {
    return sessionTimerKey(this.kind.timerPrefix, this.shard.topicPartition, groupId, memberId);
  }
}

/** The timer that ends the session of a member. */
export function sessionTimerKey(
  prefix: string,
  topicPartition: string,
  groupId: string,
  memberId: string,
): string {
  return prefix + SESSION_TIMER + groupTimerKey(topicPartition, groupId, memberId);
}

/** The timer that looks for offsets to expire, of one shard. */
export function expirationTimerKey(prefix: string, topicPartition: string): string {
  return prefix + EXPIRATION_TIMER + groupTimerKey(topicPartition, '');
}

/** Ids may hold any character: the length of the group's says where it ends. */
function groupTimerKey(topicPartition: string, groupId: string, memberId = ''): string {
  return `${topicPartition}/${groupId.length}/${groupId}${memberId}`;
}

/** The other way round. */
export function parseGroupTimerKey(key: string): {
  readonly topicPartition: string;
  readonly groupId: string;
  readonly memberId: string;
} {
  const first = key.indexOf('/');
  const second = key.indexOf('/', first + 1);
  const start = second + 1;
  const end = start + Number(key.slice(first + 1, second));
  return {
    topicPartition: key.slice(0, first),
    groupId: key.slice(start, end),
    memberId: key.slice(end),
  };
}
