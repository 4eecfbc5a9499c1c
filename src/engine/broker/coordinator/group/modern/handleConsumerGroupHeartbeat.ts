import type { ReplyAddress } from '../../../../node/Node.ts';
import type { ConsumerGroupHeartbeatRequest } from '../../../../protocol/consumerGroupRequests.ts';
import type { MetadataImage } from '../../../../metadata/MetadataImage.ts';
import type { CoordinatorRecord } from '../../../../storage/CoordinatorRecord.ts';
import type { Epoch } from '../../../../../shared/units.ts';
import type { GroupContext } from '../GroupContext.ts';
import { errorResponse } from '../groupResponses.ts';
import { consumerGroupState, type ConsumerGroup } from './ConsumerGroup.ts';
import {
  consumerGroupHeartbeat,
  fenceMember,
  heartbeatRequestError,
  type HeartbeatWorld,
  type MemberTimer,
} from './consumerGroupHeartbeat.ts';
import { topicsHash } from './topicsHash.ts';

// Groups of the consumer protocol on their coordinator (KIP-848): requests, timers, and what they write.

/** Kafka: `GroupCoordinatorService.consumerGroupHeartbeat` (4.2). */
export function handleConsumerGroupHeartbeat(
  request: ConsumerGroupHeartbeatRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): void {
  const { groupId, memberId } = request;
  const { groups, consumerGroups } = context.state;
  const invalid = heartbeatRequestError(request);
  const classic = groups.get(groupId);
  // A share group, and a classic group that somebody is in, keeps its protocol.
  const isTaken =
    context.state.shareGroups.has(groupId) || (classic !== undefined && classic.state !== 'Empty');
  const before = consumerGroups.get(groupId);
  const change =
    invalid === 'NONE'
      ? isTaken
        ? 'GROUP_ID_NOT_FOUND'
        : consumerGroupHeartbeat(before, request, worldOf(groupId, context))
      : invalid;
  if (typeof change === 'string') {
    context.traceRefusal('ConsumerGroupHeartbeat', groupId, memberId, change);
    context.respond(replyTo, errorResponse(request, change));
    return;
  }
  const records: CoordinatorRecord[] = [...change.records];
  if (classic && records.length > 0)
    records.unshift(
      Object.freeze({ kind: 'GroupMetadata', key: Object.freeze({ group: groupId }), value: null }),
    );
  setTimers(groupId, change.timers, context);
  context.write(records, { kind: 'Respond', replyTo, request, response: change.response }, { replays: true });
  traceChange(before, groupId, reasonOf(request, before), context);
}

/** The session of a member has ended, or the time in which it was to give its partitions up. */
export function onConsumerGroupTimer(
  kind: 'session' | 'rebalance',
  group: ConsumerGroup,
  memberId: string,
  context: GroupContext,
): void {
  const member = group.members.get(memberId);
  if (!member) return;
  if (kind === 'rebalance' && member.state !== 'UNREVOKED_PARTITIONS') return;
  const change = fenceMember(group, memberId, worldOf(group.groupId, context));
  setTimers(group.groupId, change.timers, context);
  context.write(change.records, { kind: 'Stored' }, { replays: true });
  const why =
    kind === 'session'
      ? 'the member session expired'
      : `it failed to transition from epoch ${member.memberEpoch} within ${member.rebalanceTimeoutMs}ms`;
  traceChange(group, group.groupId, `member ${memberId} fenced because ${why}`, context);
}

/** After its log was read, every member has a whole session. Kafka: `GroupMetadataManager.onLoaded`. */
export function onConsumerGroupsLoaded(context: GroupContext): void {
  for (const { groupId, members } of context.state.consumerGroups.values())
    for (const { memberId, memberEpoch, state, rebalanceTimeoutMs: timeoutMs } of members.values()) {
      const timers: MemberTimer[] = [{ kind: 'ScheduleSession', memberId }];
      if (state === 'UNREVOKED_PARTITIONS')
        timers.push({ kind: 'ScheduleRebalance', memberId, memberEpoch, timeoutMs });
      setTimers(groupId, timers, context);
    }
}

export function onConsumerGroupsUnloaded(context: GroupContext): void {
  for (const { groupId, members } of context.state.consumerGroups.values())
    for (const memberId of members.keys()) setTimers(groupId, [{ kind: 'CancelAll', memberId }], context);
}

export function worldOf(groupId: string, { host }: GroupContext): HeartbeatWorld {
  const { image, config } = host.broker;
  return {
    heartbeatIntervalMs:
      groupNumber(image, groupId, 'consumer.heartbeat.interval.ms') ??
      config.groups.consumerGroupHeartbeatIntervalMs,
    maxSize: config.groups.consumerGroupMaxSize,
    partitionCount: (topic) => image.topics.get(topic)?.length,
    metadataHash: (topics) => topicsHash(topics, image),
    reconcile: host.ctx.rules.reconcileMember,
    extrasGoToTheFirst: config.groups.uniformAssignorOf40,
  };
}

function setTimers(groupId: string, timers: readonly MemberTimer[], context: GroupContext): void {
  const { image, config } = context.host.broker;
  for (const timer of timers) {
    const { memberId } = timer;
    if (timer.kind === 'ScheduleSession')
      context.setSessionTimer(
        groupId,
        memberId,
        groupNumber(image, groupId, 'consumer.session.timeout.ms') ??
          config.groups.consumerGroupSessionTimeoutMs,
      );
    else if (timer.kind === 'ScheduleRebalance')
      context.setRebalanceTimer(groupId, memberId, timer.timeoutMs);
    else context.cancelRebalance(groupId, memberId);
    if (timer.kind === 'CancelAll') context.cancelSession(groupId, memberId);
  }
}

/** What a group is given of its own; null: nothing, the broker's holds. Kafka: `GroupConfigManager` (4.2). */
function groupNumber({ groupConfigs }: MetadataImage, groupId: string, name: string): number | null {
  const value = groupConfigs?.get(groupId)?.get(name);
  return value === undefined ? null : Number(value);
}

/** In the words of Kafka's log. */
function reasonOf(
  { memberId, memberEpoch }: ConsumerGroupHeartbeatRequest,
  before: ConsumerGroup | undefined,
): string {
  if (memberEpoch === -1) return `member ${memberId} left the consumer group`;
  if (memberEpoch === -2) return `member ${memberId} temporarily left the consumer group`;
  const known: Epoch | undefined = before?.members.get(memberId)?.memberEpoch;
  return known === undefined
    ? `member ${memberId} joins the consumer group`
    : `heartbeat of member ${memberId}`;
}

function traceChange(
  before: ConsumerGroup | undefined,
  groupId: string,
  reason: string,
  { state, host }: GroupContext,
): void {
  const group = state.consumerGroups.get(groupId);
  if (!group || group === before) return;
  const stateAfter = consumerGroupState(group);
  if (before && stateAfter === consumerGroupState(before) && before.groupEpoch === group.groupEpoch) return;
  host.ctx.trace({
    kind: 'GroupStateChanged',
    group: groupId,
    broker: host.broker.id,
    state: stateAfter,
    generation: group.groupEpoch,
    members: group.members.size,
    reason,
  });
}
