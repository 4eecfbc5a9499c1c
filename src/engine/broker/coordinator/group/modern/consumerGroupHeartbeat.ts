import type { Epoch, Millis, TopicPartition } from '../../../../../shared/units.ts';
import type {
  ConsumerGroupHeartbeatRequest,
  ConsumerGroupHeartbeatResponse,
} from '../../../../protocol/consumerGroupRequests.ts';
import type { KafkaError } from '../../../../protocol/Errors.ts';
import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import { PartitionAssignorError } from './assignors/GroupSpec.ts';
import { SERVER_ASSIGNORS } from './assignors/assignTarget.ts';
import {
  newConsumerGroup,
  ownedPartitions,
  staticMember,
  targetOf,
  type ConsumerGroup,
} from './ConsumerGroup.ts';
import {
  isReconciledTo,
  JOIN_GROUP_MEMBER_EPOCH,
  LEAVE_GROUP_MEMBER_EPOCH,
  LEAVE_GROUP_STATIC_MEMBER_EPOCH,
  newMember,
  type ConsumerGroupMember,
} from './ConsumerGroupMember.ts';
import {
  currentAssignmentRecord,
  groupEpochRecord,
  memberSubscriptionRecord,
  memberTombstones,
  targetAssignmentRecord,
} from './consumerGroupRecords.ts';
import { heartbeatEpochError } from './memberEpochs.ts';
import { reconcileMember } from './reconcileMember.ts';
import { computeTargetAssignment, membersWith } from './targetAssignment.ts';

/** A timer of a member that the heartbeat sets or takes back. */
export type MemberTimer =
  | { readonly kind: 'ScheduleSession'; readonly memberId: string }
  | {
      readonly kind: 'ScheduleRebalance';
      readonly memberId: string;
      readonly memberEpoch: Epoch;
      readonly timeoutMs: Millis;
    }
  | { readonly kind: 'CancelRebalance'; readonly memberId: string }
  | { readonly kind: 'CancelAll'; readonly memberId: string };

/** What a coordinator does about a request, or about a timer, which nobody is answered. */
export interface GroupChange<Response> {
  readonly records: readonly ConsumerGroupRecord[];
  readonly timers: readonly MemberTimer[];
  readonly response: Response;
}

/** What a heartbeat needs to know of the world beside its group. */
export interface HeartbeatWorld {
  /** group.consumer.heartbeat.interval.ms */
  readonly heartbeatIntervalMs: Millis;
  /** group.consumer.max.size */
  readonly maxSize: number;
  /** How many partitions a topic has; undefined: there is no such topic, as far as this broker has heard. */
  readonly partitionCount: (topic: string) => number | undefined;
  /** Of the topics that are wanted; it changes with their partitions and where these are. */
  readonly metadataHash: (topics: Iterable<string>) => string;
  /** As before 4.1; see `GroupSpec`. */
  readonly extrasGoToTheFirst?: boolean;
  /** How a member goes towards its target; left out: Kafka's rule. */
  readonly reconcile?: typeof reconcileMember;
}

type Outcome = GroupChange<ConsumerGroupHeartbeatResponse> | KafkaError;

/**
 * What is wrong with a request by itself. Kafka: `throwIfConsumerGroupHeartbeatRequestIsInvalid` (4.2).
 *
 * Errors: INVALID_REQUEST, UNSUPPORTED_ASSIGNOR.
 */
export function heartbeatRequestError(request: ConsumerGroupHeartbeatRequest): KafkaError {
  const { groupId, memberId, memberEpoch, instanceId, rackId, serverAssignor } = request;
  if (memberId === '' || groupId === '' || instanceId === '' || rackId === '') return 'INVALID_REQUEST';
  if (memberEpoch === JOIN_GROUP_MEMBER_EPOCH) {
    if (request.rebalanceTimeoutMs === -1) return 'INVALID_REQUEST';
    if (request.topicPartitions?.length !== 0) return 'INVALID_REQUEST';
    if (request.subscribedTopicNames === null) return 'INVALID_REQUEST';
  } else if (memberEpoch === LEAVE_GROUP_STATIC_MEMBER_EPOCH) {
    if (instanceId === null) return 'INVALID_REQUEST';
  } else if (memberEpoch < LEAVE_GROUP_STATIC_MEMBER_EPOCH) return 'INVALID_REQUEST';
  const known: readonly (string | null)[] = [...SERVER_ASSIGNORS, null];
  return known.includes(serverAssignor) ? 'NONE' : 'UNSUPPORTED_ASSIGNOR';
}

/**
 * What a heartbeat changes in its group (KIP-848): a member that joins, leaves or wants something else, or a topic that is another than
 * it was, raises the group's epoch; an epoch without a target gets one; and the member takes its next step towards its own of it.
 * Kafka: `GroupMetadataManager.consumerGroupHeartbeat` (4.2).
 *
 * Errors: GROUP_ID_NOT_FOUND, UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH, FENCED_INSTANCE_ID, UNRELEASED_INSTANCE_ID,
 * GROUP_MAX_SIZE_REACHED, UNKNOWN_SERVER_ERROR when the assignor fails.
 */
export function consumerGroupHeartbeat(
  known: ConsumerGroup | undefined,
  request: ConsumerGroupHeartbeatRequest,
  world: HeartbeatWorld,
): Outcome {
  const { memberEpoch } = request;
  if (memberEpoch === LEAVE_GROUP_MEMBER_EPOCH || memberEpoch === LEAVE_GROUP_STATIC_MEMBER_EPOCH)
    return leave(known, request, world);
  if (!known && memberEpoch !== JOIN_GROUP_MEMBER_EPOCH) return 'GROUP_ID_NOT_FOUND';
  const group = known ?? newConsumerGroup(request.groupId);
  if (group.members.size >= world.maxSize && !group.members.has(request.memberId))
    return 'GROUP_MAX_SIZE_REACHED';
  const found = memberOfRequest(group, request);
  if (typeof found === 'string') return found;
  return heartbeatOf(found.member, found.records, group, request, world);
}

interface FoundMember {
  readonly member: ConsumerGroupMember;
  readonly records: readonly ConsumerGroupRecord[];
}

/** For whom a request speaks: a member, a new one, or one that takes the place of a static member that left for a while. */
function memberOfRequest(
  group: ConsumerGroup,
  request: ConsumerGroupHeartbeatRequest,
): FoundMember | KafkaError {
  const { groupId, memberId, memberEpoch, instanceId, topicPartitions } = request;
  const joins = memberEpoch === JOIN_GROUP_MEMBER_EPOCH;
  if (instanceId === null) {
    const member = group.members.get(memberId) ?? (joins ? newMember(memberId) : undefined);
    if (!member) return 'UNKNOWN_MEMBER_ID';
    const error = heartbeatEpochError(member, memberEpoch, topicPartitions);
    return error === 'NONE' ? { member, records: [] } : error;
  }
  const existing = staticMember(group, instanceId);
  if (!joins) {
    if (!existing) return 'UNKNOWN_MEMBER_ID';
    if (existing.memberId !== memberId) return 'FENCED_INSTANCE_ID';
    const error = heartbeatEpochError(existing, memberEpoch, topicPartitions);
    return error === 'NONE' ? { member: existing, records: [] } : error;
  }
  if (!existing) return { member: group.members.get(memberId) ?? newMember(memberId), records: [] };
  if (existing.memberEpoch !== LEAVE_GROUP_STATIC_MEMBER_EPOCH) return 'UNRELEASED_INSTANCE_ID';
  const member = { ...existing, memberId, memberEpoch: 0, previousMemberEpoch: 0 };
  return {
    member,
    records: [
      ...memberTombstones(groupId, existing.memberId),
      memberSubscriptionRecord(groupId, member),
      targetAssignmentRecord(groupId, memberId, group.targetAssignment.get(existing.memberId) ?? []),
      currentAssignmentRecord(groupId, member),
    ],
  };
}

function heartbeatOf(
  member: ConsumerGroupMember,
  firstRecords: readonly ConsumerGroupRecord[],
  group: ConsumerGroup,
  request: ConsumerGroupHeartbeatRequest,
  world: HeartbeatWorld,
): Outcome {
  const { groupId } = request;
  const records = [...firstRecords];
  const updated = updatedBy(member, request);
  if (!isSameMetadata(member, updated)) records.push(memberSubscriptionRecord(groupId, updated));
  const subscriptionChanged = !isSameList(member.subscribedTopicNames, updated.subscribedTopicNames);

  let { groupEpoch } = group;
  const metadataHash = world.metadataHash(subscribedTopics(membersWith(group, updated).values()));
  if (groupEpoch === 0 || subscriptionChanged || metadataHash !== group.metadataHash) {
    groupEpoch += 1;
    records.push(groupEpochRecord(groupId, groupEpoch, metadataHash));
  }

  let target: readonly TopicPartition[];
  try {
    if (groupEpoch > group.assignmentEpoch) {
      const computed = computeTargetAssignment(
        group,
        groupEpoch,
        updated,
        world.partitionCount,
        world.extrasGoToTheFirst,
      );
      records.push(...computed.records);
      target = computed.target;
    } else target = targetOf(group, updated);
  } catch (error) {
    if (error instanceof PartitionAssignorError) return 'UNKNOWN_SERVER_ERROR';
    throw error;
  }
  const targetEpoch = Math.max(groupEpoch, group.assignmentEpoch);

  const timers: MemberTimer[] = [];
  let next: ConsumerGroupMember = updated;
  if (subscriptionChanged || !isReconciledTo(updated, targetEpoch)) {
    const owned = ownedPartitions(group);
    const step = (world.reconcile ?? reconcileMember)({
      member: updated,
      targetEpoch,
      target,
      ownedPartitions: request.topicPartitions,
      subscriptionChanged,
      exists: (topic) => world.partitionCount(topic) !== undefined,
      isOwned: (topicPartition) => owned.has(topicPartition),
    });
    if (typeof step === 'string') return step;
    next = step;
    if (!isSameAssignment(updated, next)) {
      records.push(currentAssignmentRecord(groupId, next));
      timers.push(rebalanceTimer(next));
    }
  }
  timers.push({ kind: 'ScheduleSession', memberId: next.memberId });

  const isFullRequest =
    request.rebalanceTimeoutMs !== -1 &&
    request.subscribedTopicNames !== null &&
    request.topicPartitions !== null;
  const tellsAssignment =
    request.memberEpoch === JOIN_GROUP_MEMBER_EPOCH ||
    isFullRequest ||
    !isSameList(member.assignedPartitions, next.assignedPartitions);
  return {
    records,
    timers,
    response: {
      kind: 'ConsumerGroupHeartbeatResponse',
      error: 'NONE',
      memberId: next.memberId,
      memberEpoch: next.memberEpoch,
      heartbeatIntervalMs: world.heartbeatIntervalMs,
      assignment: tellsAssignment ? next.assignedPartitions : null,
    },
  };
}

function rebalanceTimer({
  memberId,
  memberEpoch,
  state,
  rebalanceTimeoutMs,
}: ConsumerGroupMember): MemberTimer {
  return state === 'UNREVOKED_PARTITIONS'
    ? { kind: 'ScheduleRebalance', memberId, memberEpoch, timeoutMs: rebalanceTimeoutMs }
    : { kind: 'CancelRebalance', memberId };
}

/** Kafka: `GroupMetadataManager.consumerGroupLeave`. */
function leave(
  group: ConsumerGroup | undefined,
  { groupId, memberId, memberEpoch, instanceId }: ConsumerGroupHeartbeatRequest,
  world: HeartbeatWorld,
): Outcome {
  if (!group) return 'GROUP_ID_NOT_FOUND';
  const member = instanceId === null ? group.members.get(memberId) : staticMember(group, instanceId);
  if (!member) return 'UNKNOWN_MEMBER_ID';
  if (member.memberId !== memberId) return 'FENCED_INSTANCE_ID';
  const response: ConsumerGroupHeartbeatResponse = {
    kind: 'ConsumerGroupHeartbeatResponse',
    error: 'NONE',
    memberId,
    memberEpoch,
    heartbeatIntervalMs: 0,
    assignment: null,
  };
  if (memberEpoch === LEAVE_GROUP_STATIC_MEMBER_EPOCH) {
    const away = { ...member, memberEpoch, partitionsPendingRevocation: [] };
    return { records: [currentAssignmentRecord(groupId, away)], timers: [], response };
  }
  return { ...fenceMember(group, memberId, world), response };
}

/**
 * A member goes: everything of it is forgotten, and the group's epoch rises; the next heartbeat of anybody computes the target of that.
 * Kafka: `GroupMetadataManager.consumerGroupFenceMember`.
 */
export function fenceMember(
  group: ConsumerGroup,
  memberId: string,
  { metadataHash }: HeartbeatWorld,
): GroupChange<null> {
  const { groupId, groupEpoch } = group;
  const others = [...group.members.values()].filter((member) => member.memberId !== memberId);
  return {
    records: [
      ...memberTombstones(groupId, memberId),
      groupEpochRecord(groupId, groupEpoch + 1, metadataHash(subscribedTopics(others))),
    ],
    timers: [{ kind: 'CancelAll', memberId }],
    response: null,
  };
}

/** All topics that somebody wants, by name. */
function subscribedTopics(members: Iterable<ConsumerGroupMember>): string[] {
  const topics = new Set<string>();
  for (const { subscribedTopicNames } of members) for (const topic of subscribedTopicNames) topics.add(topic);
  return [...topics].sort();
}

/** A member as a request says that it is; what it leaves out stays. */
function updatedBy(member: ConsumerGroupMember, request: ConsumerGroupHeartbeatRequest): ConsumerGroupMember {
  return {
    ...member,
    instanceId: request.instanceId ?? member.instanceId,
    rackId: request.rackId ?? member.rackId,
    rebalanceTimeoutMs:
      request.rebalanceTimeoutMs === -1 ? member.rebalanceTimeoutMs : request.rebalanceTimeoutMs,
    serverAssignorName: request.serverAssignor ?? member.serverAssignorName,
    subscribedTopicNames: request.subscribedTopicNames
      ? [...new Set(request.subscribedTopicNames)].sort()
      : member.subscribedTopicNames,
    clientId: request.clientId,
  };
}

function isSameMetadata(a: ConsumerGroupMember, b: ConsumerGroupMember): boolean {
  return (
    a.instanceId === b.instanceId &&
    a.rackId === b.rackId &&
    a.rebalanceTimeoutMs === b.rebalanceTimeoutMs &&
    a.serverAssignorName === b.serverAssignorName &&
    a.clientId === b.clientId &&
    isSameList(a.subscribedTopicNames, b.subscribedTopicNames)
  );
}

function isSameAssignment(a: ConsumerGroupMember, b: ConsumerGroupMember): boolean {
  return (
    a.state === b.state &&
    a.memberEpoch === b.memberEpoch &&
    a.previousMemberEpoch === b.previousMemberEpoch &&
    isSameList(a.assignedPartitions, b.assignedPartitions) &&
    isSameList(a.partitionsPendingRevocation, b.partitionsPendingRevocation)
  );
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((item, place) => item === b[place]));
}
