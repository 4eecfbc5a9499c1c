import type { KafkaError } from '../../../../protocol/Errors.ts';
import type {
  ShareGroupHeartbeatRequest,
  ShareGroupHeartbeatResponse,
} from '../../../../protocol/shareRequests.ts';
import type { ShareGroupRecord } from '../../../../storage/ShareGroupRecord.ts';
import { comparePartitions, splitPartition } from '../../../../protocol/ConsumerProtocol.ts';
import { textsInJavaHashOrder } from '../../../../kernel/javaHashOrder.ts';
import type { Epoch, Millis, TopicPartition } from '../../../../../shared/units.ts';
import { newShareGroup, newShareMember, type ShareGroup, type ShareGroupMember } from './ShareGroup.ts';
import { simpleAssignor } from './simpleAssignor.ts';

/** What a heartbeat needs to know of the world beside its group. */
export interface ShareHeartbeatWorld {
  readonly heartbeatIntervalMs: Millis;
  /** group.share.max.size */
  readonly maxSize: number;
  readonly partitionCount: (topic: string) => number | undefined;
  readonly metadataHash: (topics: Iterable<string>) => string;
}

export interface ShareGroupChange {
  readonly records: readonly ShareGroupRecord[];
  readonly response: ShareGroupHeartbeatResponse;
  /** Share partitions that the share coordinator must be told of first; the answer waits for it. */
  readonly initialize: readonly TopicPartition[];
  readonly groupEpoch: Epoch;
  /** Whose session begins anew, or ends. */
  readonly session: 'begins' | 'ends';
}

/** Kafka: `throwIfShareGroupHeartbeatRequestIsInvalid` (4.2). */
export function shareHeartbeatRequestError(request: ShareGroupHeartbeatRequest): KafkaError {
  const { memberId, groupId, memberEpoch, subscribedTopicNames, rackId } = request;
  if (memberId === '' || groupId === '' || rackId === '' || memberEpoch < -1) return 'INVALID_REQUEST';
  if (memberEpoch === 0 && (subscribedTopicNames === null || subscribedTopicNames.length === 0))
    return 'INVALID_REQUEST';
  return 'NONE';
}

/**
 * What a heartbeat changes in its share group (KIP-932). There is nothing to give up and nobody to wait for: a member goes to the
 * group's epoch and its target at once (SG7). A share partition that is new is first made known to the share coordinator, and given
 * out with the next heartbeat. Kafka: `GroupMetadataManager.shareGroupHeartbeat` (4.2).
 *
 * Errors: GROUP_ID_NOT_FOUND, UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH, GROUP_MAX_SIZE_REACHED.
 */
export function shareGroupHeartbeat(
  known: ShareGroup | undefined,
  request: ShareGroupHeartbeatRequest,
  world: ShareHeartbeatWorld,
): ShareGroupChange | KafkaError {
  const { groupId, memberId, memberEpoch } = request;
  if (memberEpoch === -1) return leave(known, request, world);
  if (!known && memberEpoch !== 0) return 'GROUP_ID_NOT_FOUND';
  const group = known ?? newShareGroup(groupId);
  const before = group.members.get(memberId);
  if (!before && group.members.size >= world.maxSize) return 'GROUP_MAX_SIZE_REACHED';
  if (!before && memberEpoch !== 0) return 'UNKNOWN_MEMBER_ID';
  const member = before ?? newShareMember(memberId);
  if (
    before &&
    (memberEpoch > member.memberEpoch ||
      (memberEpoch !== 0 && memberEpoch < member.memberEpoch && memberEpoch !== member.previousMemberEpoch))
  )
    return 'FENCED_MEMBER_EPOCH';

  const records: ShareGroupRecord[] = [];
  const topics = request.subscribedTopicNames ?? member.subscribedTopicNames;
  const updated: ShareGroupMember = {
    ...member,
    rackId: request.rackId ?? member.rackId,
    clientId: request.clientId,
    subscribedTopicNames: [...new Set(topics)].sort(),
  };
  const subscriptionChanged = updated.subscribedTopicNames.join() !== member.subscribedTopicNames.join();
  const { rackId, clientId, subscribedTopicNames } = updated;
  if (!before || subscriptionChanged || rackId !== before.rackId || clientId !== before.clientId)
    records.push({
      kind: 'ShareGroupMemberMetadata',
      key: { groupId, memberId },
      value: { rackId, clientId, subscribedTopicNames },
    });

  const members = new Map(group.members).set(memberId, updated);
  const wanted = wantedTopics(members.values());
  const metadataHash = world.metadataHash(wanted);
  let { groupEpoch } = group;
  const isPending = group.assignmentEpoch >= groupEpoch && hasUnassigned(group, wanted);
  if (!before || subscriptionChanged || isPending || metadataHash !== group.metadataHash) {
    groupEpoch += 1;
    records.push({
      kind: 'ShareGroupMetadata',
      key: { groupId },
      value: { epoch: groupEpoch, metadataHash },
    });
  }
  let target = group.targetAssignment.get(memberId) ?? [];
  if (groupEpoch > group.assignmentEpoch) {
    const computed = computeTarget(group, members, world);
    for (const [id, partitions] of computed)
      if (group.targetAssignment.get(id)?.join() !== partitions.join())
        records.push({
          kind: 'ShareGroupTargetAssignmentMember',
          key: { groupId, memberId: id },
          value: { topicPartitions: partitions },
        });
    records.push({
      kind: 'ShareGroupTargetAssignmentMetadata',
      key: { groupId },
      value: { assignmentEpoch: groupEpoch },
    });
    target = computed.get(memberId) ?? [];
  }
  let next = updated;
  if (updated.memberEpoch !== groupEpoch || subscriptionChanged) {
    next = {
      ...updated,
      memberEpoch: groupEpoch,
      previousMemberEpoch: updated.memberEpoch,
      assignedPartitions: target,
    };
    records.push(currentAssignment(groupId, next));
  }
  const initialize = uninitialized(group, wanted, world);
  if (initialize.length > 0)
    records.push(statePartitionMetadata(groupId, [...group.initializing, ...initialize], group.initialized));
  const tells =
    memberEpoch === 0 ||
    request.subscribedTopicNames !== null ||
    next.assignedPartitions.join() !== member.assignedPartitions.join();
  return {
    records,
    initialize,
    groupEpoch,
    session: 'begins',
    response: {
      kind: 'ShareGroupHeartbeatResponse',
      error: 'NONE',
      memberId,
      memberEpoch: next.memberEpoch,
      heartbeatIntervalMs: world.heartbeatIntervalMs,
      assignment: tells ? next.assignedPartitions : null,
    },
  };
}

function leave(
  group: ShareGroup | undefined,
  { memberId, memberEpoch }: ShareGroupHeartbeatRequest,
  world: ShareHeartbeatWorld,
): ShareGroupChange | KafkaError {
  if (!group) return 'GROUP_ID_NOT_FOUND';
  if (!group.members.has(memberId)) return 'UNKNOWN_MEMBER_ID';
  return {
    records: fenceShareMember(group, memberId, world),
    initialize: [],
    groupEpoch: group.groupEpoch + 1,
    session: 'ends',
    response: {
      kind: 'ShareGroupHeartbeatResponse',
      error: 'NONE',
      memberId,
      memberEpoch,
      heartbeatIntervalMs: 0,
      assignment: null,
    },
  };
}

/** A member goes, and the group's epoch rises. Kafka: `shareGroupFenceMember`. */
export function fenceShareMember(
  { groupId, groupEpoch, members }: ShareGroup,
  memberId: string,
  { metadataHash }: Pick<ShareHeartbeatWorld, 'metadataHash'>,
): readonly ShareGroupRecord[] {
  const key = { groupId, memberId };
  const others = [...members.values()].filter((member) => member.memberId !== memberId);
  return [
    { kind: 'ShareGroupCurrentMemberAssignment', key, value: null },
    { kind: 'ShareGroupTargetAssignmentMember', key, value: null },
    { kind: 'ShareGroupMemberMetadata', key, value: null },
    {
      kind: 'ShareGroupMetadata',
      key: { groupId },
      value: { epoch: groupEpoch + 1, metadataHash: metadataHash(wantedTopics(others)) },
    },
  ];
}

export function statePartitionMetadata(
  groupId: string,
  initializing: readonly TopicPartition[],
  initialized: readonly TopicPartition[],
): ShareGroupRecord {
  return {
    kind: 'ShareGroupStatePartitionMetadata',
    key: { groupId },
    value: {
      initializingPartitions: [...initializing].sort(comparePartitions),
      initializedPartitions: [...initialized].sort(comparePartitions),
    },
  };
}

function currentAssignment(groupId: string, member: ShareGroupMember): ShareGroupRecord {
  const { memberId, memberEpoch, previousMemberEpoch, assignedPartitions } = member;
  return {
    kind: 'ShareGroupCurrentMemberAssignment',
    key: { groupId, memberId },
    value: { memberEpoch, previousMemberEpoch, assignedPartitions },
  };
}

function wantedTopics(members: Iterable<ShareGroupMember>): string[] {
  const topics = new Set<string>();
  for (const { subscribedTopicNames } of members) for (const topic of subscribedTopicNames) topics.add(topic);
  return [...topics].sort();
}

/** Share partitions that are known to the share coordinator since, and that nobody has. Kafka: `initializedAssignmentPending`. */
function hasUnassigned(
  { initialized, targetAssignment, members }: ShareGroup,
  wanted: readonly string[],
): boolean {
  if (members.size === 0) return false;
  const assigned = new Set([...targetAssignment.values()].flat());
  return initialized.some((name) => wanted.includes(splitPartition(name).topic) && !assigned.has(name));
}

function uninitialized(
  { initializing, initialized }: ShareGroup,
  wanted: readonly string[],
  { partitionCount }: ShareHeartbeatWorld,
): TopicPartition[] {
  return wanted.flatMap((topic) =>
    Array.from({ length: partitionCount(topic) ?? 0 }, (_, i) => `${topic}-${i}`).filter(
      (name) => !initializing.includes(name) && !initialized.includes(name),
    ),
  );
}

function computeTarget(
  group: ShareGroup,
  members: ReadonlyMap<string, ShareGroupMember>,
  { partitionCount }: ShareHeartbeatWorld,
): ReadonlyMap<string, readonly TopicPartition[]> {
  const specs = new Map(
    textsInJavaHashOrder(members.keys()).map((id) => [
      id,
      {
        subscribedTopics: (members.get(id)?.subscribedTopicNames ?? []).filter(
          (topic) => partitionCount(topic) !== undefined,
        ),
        assigned: group.targetAssignment.get(id) ?? [],
      },
    ]),
  );
  return simpleAssignor(specs, group.initialized);
}
