import type { ReplyAddress } from '../../../../node/Node.ts';
import type { ShareGroupHeartbeatRequest } from '../../../../protocol/shareRequests.ts';
import type { CoordinatorRecord } from '../../../../storage/CoordinatorRecord.ts';
import type { BrokerInternals } from '../../../BrokerInternals.ts';
import type { Millis, TopicPartition } from '../../../../../shared/units.ts';
import { ownConfigOf } from '../../../share/ShareGroupConfig.ts';
import { initializeShareState } from '../../../share/persister.ts';
import type { GroupContext } from '../GroupContext.ts';
import type { GroupOperation } from '../GroupOperation.ts';
import { errorResponse } from '../groupResponses.ts';
import { topicsHash } from '../modern/topicsHash.ts';
import { shareGroupState, type ShareGroup } from './ShareGroup.ts';
import {
  fenceShareMember,
  shareGroupHeartbeat,
  shareHeartbeatRequestError,
  statePartitionMetadata,
  type ShareHeartbeatWorld,
} from './shareGroupHeartbeat.ts';

// Share groups on their coordinator (KIP-932): requests, sessions, and what they write.

/** Kafka: `GroupCoordinatorService.shareGroupHeartbeat` (4.2). */
export function handleShareGroupHeartbeat(
  request: ShareGroupHeartbeatRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): void {
  const { groupId, memberId } = request;
  const { groups, consumerGroups, shareGroups } = context.state;
  const { share } = context.host.broker.config.groups;
  const classic = groups.get(groupId);
  const isTaken = consumerGroups.has(groupId) || (classic !== undefined && classic.state !== 'Empty');
  const invalid = share.isEnabled ? shareHeartbeatRequestError(request) : 'UNSUPPORTED_VERSION';
  const before = shareGroups.get(groupId);
  const change =
    invalid === 'NONE'
      ? isTaken
        ? 'GROUP_ID_NOT_FOUND'
        : shareGroupHeartbeat(before, request, worldOf(groupId, context))
      : invalid;
  if (typeof change === 'string') {
    context.traceRefusal('ShareGroupHeartbeat', groupId, memberId, change);
    context.respond(replyTo, errorResponse(request, change));
    return;
  }
  const records: CoordinatorRecord[] = [...change.records];
  if (classic && records.length > 0)
    records.unshift(
      Object.freeze({ kind: 'GroupMetadata', key: Object.freeze({ group: groupId }), value: null }),
    );
  if (change.session === 'begins')
    context.setSessionTimer(groupId, memberId, sessionTimeoutMs(groupId, context));
  else context.cancelSession(groupId, memberId);
  const { response, initialize, groupEpoch } = change;
  const operation: GroupOperation =
    initialize.length === 0
      ? { kind: 'Respond', replyTo, request, response }
      : { kind: 'ShareHeartbeat', replyTo, request, response, initialize, groupEpoch };
  context.write(records, operation, { replays: true });
  traceChange(before, groupId, reasonOf(request, before), context);
}

/** The group's records are committed: now the share coordinator is told of the new share partitions, and the member waits for that. */
export function onShareHeartbeatStored(
  operation: Extract<GroupOperation, { kind: 'ShareHeartbeat' }>,
  context: GroupContext,
): void {
  const { replyTo, request, response, initialize, groupEpoch } = operation;
  const shard = context.shard.topicPartition;
  initializeShareState(
    request.groupId,
    initialize,
    groupEpoch,
    { kind: 'GroupInitialized', shard, replyTo, request, response },
    context.host,
  );
}

/** The share coordinator knows of share partitions, or not of all: those are tried again with the next heartbeat. */
export function onShareStateInitialized(
  replyTo: ReplyAddress,
  request: ShareGroupHeartbeatRequest,
  response: Extract<GroupOperation, { kind: 'Respond' }>['response'],
  asked: readonly TopicPartition[],
  initialized: readonly TopicPartition[],
  context: GroupContext,
): void {
  const { groupId } = request;
  const group = context.state.shareGroups.get(groupId);
  if (!group) {
    context.respond(replyTo, response);
    return;
  }
  const initializing = group.initializing.filter((name) => !asked.includes(name));
  const record = statePartitionMetadata(groupId, initializing, [...group.initialized, ...initialized]);
  context.write([record], { kind: 'Respond', replyTo, request, response }, { replays: true });
}

export function onShareSessionTimer(group: ShareGroup, memberId: string, context: GroupContext): void {
  if (!group.members.has(memberId)) return;
  const records = fenceShareMember(group, memberId, worldOf(group.groupId, context));
  context.write(records, { kind: 'Stored' }, { replays: true });
  const reason = `member ${memberId} fenced because the member session expired`;
  traceChange(group, group.groupId, reason, context);
}

/** After its log was read, every member has a whole session. */
export function onShareGroupsLoaded(context: GroupContext): void {
  for (const { groupId, members } of context.state.shareGroups.values())
    for (const memberId of members.keys())
      context.setSessionTimer(groupId, memberId, sessionTimeoutMs(groupId, context));
}

/** As long as it is configured now: what changes counts from the next heartbeat on. */
function sessionTimeoutMs(groupId: string, { host }: GroupContext): Millis {
  const { image, config } = host.broker;
  return ownConfigOf(image, groupId).sessionTimeoutMs ?? config.groups.share.sessionTimeoutMs;
}

export function onShareGroupsUnloaded(context: GroupContext): void {
  for (const { groupId, members } of context.state.shareGroups.values())
    for (const memberId of members.keys()) context.cancelSession(groupId, memberId);
}

type World = Pick<BrokerInternals, 'image' | 'config'>;

/** Whether a heartbeat would change nothing in its group. */
export function isSettledIn(group: ShareGroup, request: ShareGroupHeartbeatRequest, broker: World): boolean {
  const change = shareGroupHeartbeat(group, request, worldOf(group.groupId, { host: { broker } }));
  return typeof change !== 'string' && change.records.length + change.initialize.length === 0;
}

function worldOf(
  groupId: string,
  { host }: { readonly host: { readonly broker: World } },
): ShareHeartbeatWorld {
  const { image, config } = host.broker;
  const { share } = config.groups;
  return {
    heartbeatIntervalMs: ownConfigOf(image, groupId).heartbeatIntervalMs ?? share.heartbeatIntervalMs,
    maxSize: share.maxSize,
    partitionCount: (topic) => image.topics.get(topic)?.length,
    metadataHash: (topics) => topicsHash(topics, image),
  };
}

/** In the words of Kafka's log. */
function reasonOf(
  { memberId, memberEpoch }: ShareGroupHeartbeatRequest,
  before: ShareGroup | undefined,
): string {
  if (memberEpoch === -1) return `member ${memberId} left the share group`;
  return before?.members.has(memberId) === true
    ? `heartbeat of member ${memberId}`
    : `member ${memberId} joins the share group`;
}

function traceChange(
  before: ShareGroup | undefined,
  groupId: string,
  reason: string,
  { state, host }: GroupContext,
): void {
  const group = state.shareGroups.get(groupId);
  if (!group || group === before || before?.groupEpoch === group.groupEpoch) return;
  host.ctx.trace({
    kind: 'GroupStateChanged',
    group: groupId,
    broker: host.broker.id,
    state: shareGroupState(group),
    generation: group.groupEpoch,
    members: group.members.size,
    reason,
  });
}
