import { splitPartition } from '../../../protocol/ConsumerProtocol.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type {
  CommittedPartition,
  DeleteGroupsRequest,
  DeleteGroupsResponse,
  OffsetCommitRequest,
  OffsetDeleteRequest,
  OffsetFetchPartitionResponse,
  OffsetFetchRequest,
  OffsetFetchResponse,
  PartitionError,
  TxnOffsetCommitRequest,
} from '../../../protocol/groupRequests.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type {
  CoordinatorRecord,
  GroupMetadataRecord,
  OffsetCommitRecord,
} from '../../../storage/CoordinatorRecord.ts';
import type { Rules } from '../../../rules/Rules.ts';
import type { Millis, Offset, TopicPartition } from '../../../../shared/units.ts';
import { ClassicGroup } from './ClassicGroup.ts';
import type { GroupContext } from './GroupContext.ts';
import { missingGroupError } from './groupMemberErrors.ts';
import { isSubscribedTo } from './modern/ConsumerGroup.ts';
import { groupTombstones } from './modern/consumerGroupRecords.ts';
import { fetchEpochError } from './modern/memberEpochs.ts';
import { errorResponse } from './groupResponses.ts';
import type { GroupShard } from './GroupShard.ts';
import { isSubscribedToTopic } from './offsetExpiration.ts';
import type { OffsetAndMetadata } from './OffsetStore.ts';

/** The newest version of OffsetCommit, which clients of 4.2 send. */
const OFFSET_COMMIT_VERSION = 10;

/**
 * OffsetCommit (O1). A member of a classic group shows by it that it lives, as by a heartbeat, unless its group waits for SyncGroup. Kafka:
 * `OffsetMetadataManager.commitOffset`, `validateOffsetCommit` (4.2).
 */
export function commitOffsets(
  request: OffsetCommitRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): void {
  const { groupId, memberId, generationIdOrMemberEpoch: generationId, partitions } = request;
  const group = context.state.groups.get(groupId);
  const consumerGroup = context.state.consumerGroups.get(groupId);
  const error = consumerGroup
    ? context.host.ctx.rules.commitEpochError(consumerGroup, {
        ...request,
        memberEpoch: generationId,
        isTransactional: false,
      })
    : group
      ? context.host.ctx.rules.offsetCommitError(group, { ...request, generationId }, false)
      : missingGroupError(generationId, false, OFFSET_COMMIT_VERSION);
  if (error !== 'NONE') {
    context.traceRefusal('OffsetCommit', groupId, memberId, error);
    context.respond(replyTo, errorResponse(request, error));
    return;
  }
  if (!group && !consumerGroup) createSimpleGroup(groupId, context);
  const member = group?.members.get(memberId);
  if (group && member && (group.state === 'Stable' || group.state === 'PreparingRebalance'))
    context.rescheduleSession(group, member);
  const { records, results } = commitRecords(groupId, partitions, context, true);
  const response = { kind: 'OffsetCommitResponse', partitions: results } as const;
  context.write(records, { kind: 'Respond', replyTo, request, response }, { replays: true });
}

/** TxnOffsetCommit: the offsets wait for the marker that ends the transaction (T19). Kafka: `commitTransactionalOffset`. */
export function commitTransactionalOffsets(
  request: TxnOffsetCommitRequest,
  replyTo: ReplyAddress,
  guard: number | null,
  context: GroupContext,
): void {
  const { groupId, memberId, producerId, producerEpoch, partitions } = request;
  const group = context.state.groups.get(groupId);
  const consumerGroup = context.state.consumerGroups.get(groupId);
  const error =
    groupId === ''
      ? 'INVALID_GROUP_ID'
      : consumerGroup
        ? context.host.ctx.rules.commitEpochError(consumerGroup, {
            ...request,
            memberEpoch: request.generationId,
            isTransactional: true,
          })
        : group
          ? context.host.ctx.rules.offsetCommitError(group, request, true)
          : missingGroupError(request.generationId, true, OFFSET_COMMIT_VERSION);
  if (error !== 'NONE') {
    context.traceRefusal('TxnOffsetCommit', groupId, memberId, error);
    context.respond(replyTo, errorResponse(request, error));
    return;
  }
  if (!group && !consumerGroup) createSimpleGroup(groupId, context);
  const { records, results } = commitRecords(groupId, partitions, context, false);
  const response = { kind: 'TxnOffsetCommitResponse', partitions: results } as const;
  const writer = { producerId, producerEpoch, guard };
  context.write(records, { kind: 'Respond', replyTo, request, response }, { replays: true, writer });
}

/** A group that only has offsets: whoever commits belongs to none. */
export function createSimpleGroup(groupId: string, context: GroupContext): void {
  context.state.groups.set(groupId, new ClassicGroup(groupId, context.nowMs));
}

function commitRecords(
  group: string,
  partitions: readonly CommittedPartition[],
  context: GroupContext,
  hasTopicIds: boolean,
): { readonly records: readonly OffsetCommitRecord[]; readonly results: readonly PartitionError[] } {
  const { image, config } = context.host.broker;
  const records: OffsetCommitRecord[] = [];
  const results = partitions.map((committed): PartitionError => {
    const { topicPartition, committedOffset, committedLeaderEpoch, committedMetadata } = committed;
    const { topic, index } = splitPartition(topicPartition);
    if (!image.partitions.has(topicPartition)) return { topicPartition, error: 'UNKNOWN_TOPIC_OR_PARTITION' };
    if (committedMetadata.length > config.groups.offsetMetadataMaxBytes)
      return { topicPartition, error: 'OFFSET_METADATA_TOO_LARGE' };
    records.push(
      Object.freeze({
        kind: 'OffsetCommit',
        key: Object.freeze({ group, topic, partition: index }),
        value: Object.freeze({
          offset: committedOffset,
          leaderEpoch: committedLeaderEpoch,
          metadata: committedMetadata,
          commitTimestamp: context.nowMs,
          topicId: hasTopicIds ? (image.topicIds.get(topic) ?? -1) : -1,
        }),
      }),
    );
    return { topicPartition, error: 'NONE' };
  });
  return { records, results };
}

/**
 * OffsetFetch (O2). With `requireStable` it sees all that was written, waits until that is committed, and refuses what a transaction has
 * yet to decide over; without, it sees what is committed. Kafka: `OffsetMetadataManager.fetchOffsets`, `GroupCoordinatorService`.
 */
export function fetchOffsets(
  request: OffsetFetchRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): void {
  const { groupId, requireStable } = request;
  const { offsets, groups, consumerGroups } = context.state;
  const consumerGroup = consumerGroups.get(groupId);
  const refused = consumerGroup
    ? fetchEpochError(consumerGroup, request.memberId, request.memberEpoch)
    : 'NONE';
  if (refused !== 'NONE') {
    context.traceRefusal('OffsetFetch', groupId, request.memberId ?? '', refused);
    context.respond(replyTo, errorResponse(request, refused));
    return;
  }
  const log = context.host.broker.partitions.get(context.shard.topicPartition)?.log;
  const highWatermark = log?.highWatermark ?? 0;
  const isKnown = consumerGroup !== undefined || groups.has(groupId);
  const asked = request.partitions ?? (isKnown ? offsets.partitionsOf(groupId) : []);
  const partitions = asked.map((topicPartition): OffsetFetchPartitionResponse => {
    if (requireStable && offsets.hasPending(groupId, topicPartition))
      return { ...nothingCommitted(topicPartition), error: 'UNSTABLE_OFFSET_COMMIT' };
    const known = !isKnown
      ? null
      : requireStable
        ? offsets.get(groupId, topicPartition)
        : offsets.getCommitted(groupId, topicPartition, highWatermark);
    return known ? committed(topicPartition, known, context) : nothingCommitted(topicPartition);
  });
  // Of what is asked for without names only what there is.
  const found = request.partitions ? partitions : partitions.filter(isAnswer);
  const response: OffsetFetchResponse = { kind: 'OffsetFetchResponse', error: 'NONE', partitions: found };
  if (requireStable) context.write([], { kind: 'Respond', replyTo, request, response }, { replays: true });
  else context.respond(replyTo, response);
}

function isAnswer({ committedOffset, error }: OffsetFetchPartitionResponse): boolean {
  return committedOffset >= 0 || error !== 'NONE';
}

function nothingCommitted(topicPartition: TopicPartition): OffsetFetchPartitionResponse {
  return { topicPartition, error: 'NONE', committedOffset: -1, committedLeaderEpoch: -1, metadata: '' };
}

/** An offset of an earlier topic of the same name is none. */
function committed(
  topicPartition: TopicPartition,
  { offset, leaderEpoch, metadata, topicId }: OffsetAndMetadata,
  context: GroupContext,
): OffsetFetchPartitionResponse {
  const present = context.host.broker.image.topicIds.get(splitPartition(topicPartition).topic);
  if (topicId >= 0 && present !== undefined && topicId !== present) return nothingCommitted(topicPartition);
  return {
    topicPartition,
    error: 'NONE',
    committedOffset: offset,
    committedLeaderEpoch: leaderEpoch,
    metadata,
  };
}

/** OffsetDelete (KIP-496). Kafka: `OffsetMetadataManager.deleteOffsets`. */
export function deleteOffsets(
  request: OffsetDeleteRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): void {
  const { groupId } = request;
  const group = context.state.groups.get(groupId);
  const consumerGroup = context.state.consumerGroups.get(groupId);
  const error = consumerGroup ? 'NONE' : offsetDeleteError(groupId, group);
  if (error !== 'NONE') {
    context.respond(replyTo, errorResponse(request, error));
    return;
  }
  const { offsets } = context.state;
  const records: CoordinatorRecord[] = [];
  const partitions = request.partitions.map((topicPartition): PartitionError => {
    const { topic } = splitPartition(topicPartition);
    const isWanted = consumerGroup
      ? isSubscribedTo(consumerGroup, topic)
      : group !== undefined && isSubscribedToTopic(group, topic);
    if (isWanted) return { topicPartition, error: 'GROUP_SUBSCRIBED_TO_TOPIC' };
    if (offsets.get(groupId, topicPartition) || offsets.hasPending(groupId, topicPartition))
      records.push(offsetTombstone(groupId, topicPartition));
    return { topicPartition, error: 'NONE' };
  });
  const response = { kind: 'OffsetDeleteResponse', error: 'NONE', partitions } as const;
  context.write(records, { kind: 'Respond', replyTo, request, response }, { replays: true });
}

function offsetDeleteError(groupId: string, group: ClassicGroup | undefined): KafkaError {
  if (groupId === '') return 'INVALID_GROUP_ID';
  if (!group || group.state === 'Dead') return 'GROUP_ID_NOT_FOUND';
  return group.state !== 'Empty' && group.protocolType !== 'consumer' ? 'NON_EMPTY_GROUP' : 'NONE';
}

/** DeleteGroups, as far as they live in this shard. Kafka: `GroupCoordinatorShard.deleteGroups`. */
export function deleteGroups(
  request: DeleteGroupsRequest,
  replyTo: ReplyAddress,
  context: GroupContext,
): DeleteGroupsResponse {
  const records: CoordinatorRecord[] = [];
  const results = request.groupsNames.map((groupId) => {
    const group = context.state.groups.get(groupId);
    const consumerGroup = context.state.consumerGroups.get(groupId);
    if (!consumerGroup && (!group || group.state === 'Dead'))
      return { groupId, error: 'GROUP_ID_NOT_FOUND' as const };
    if (consumerGroup ? consumerGroup.members.size > 0 : group?.state !== 'Empty')
      return { groupId, error: 'NON_EMPTY_GROUP' as const };
    const { offsets } = context.state;
    const partitions = new Set([...offsets.partitionsOf(groupId), ...offsets.pendingPartitionsOf(groupId)]);
    for (const topicPartition of partitions) records.push(offsetTombstone(groupId, topicPartition));
    records.push(...(consumerGroup ? groupTombstones(consumerGroup) : [groupTombstone(groupId)]));
    context.traceDeletion(groupId, 'DeleteGroups');
    return { groupId, error: 'NONE' as const };
  });
  const response = { kind: 'DeleteGroupsResponse', results } as const;
  context.write(records, { kind: 'Respond', replyTo, request, response }, { replays: true });
  return response;
}

/**
 * Offsets that nobody wants any more go (O4), and with the last of them the group, if it has no members. Runs every
 * `offsets.retention.check.interval.ms`. Kafka: `GroupCoordinatorShard.cleanupGroupMetadata` (4.2).
 */
export function cleanupGroupMetadata(context: GroupContext): void {
  const { offsets, groups, consumerGroups } = context.state;
  const { offsetsRetentionMs } = context.host.broker.config.groups;
  const { nowMs } = context;
  const { rules } = context.host.ctx;
  offsets.forgetOld();
  const records: CoordinatorRecord[] = [];
  for (const [groupId, group] of groups)
    records.push(
      ...expireOffsets(
        groupId,
        (topic, commitMs) => rules.isOffsetExpired(group, topic, commitMs, nowMs, offsetsRetentionMs),
        group.state === 'Empty' ? [groupTombstone(groupId)] : [],
        context,
      ),
    );
  for (const group of consumerGroups.values())
    records.push(
      ...expireOffsets(
        group.groupId,
        (topic, commitMs) => !isSubscribedTo(group, topic) && nowMs - commitMs >= offsetsRetentionMs,
        group.members.size === 0 ? groupTombstones(group) : [],
        context,
      ),
    );
  if (records.length > 0) context.write(records, { kind: 'Stored' }, { replays: true });
}

/** Whether that would find nothing at a time, if nothing is committed before. */
export function hasNothingToCleanUp(
  { offsets, groups, consumerGroups }: GroupShard,
  nowMs: Millis,
  retentionMs: Millis,
  rules: Rules,
): boolean {
  if (!offsets.hasForgottenOld) return false;
  const isKept = (
    groupId: string,
    isEmpty: boolean,
    isExpired: (topic: string, commitMs: Millis) => boolean,
  ): boolean => {
    const partitions = offsets.partitionsOf(groupId);
    if (partitions.length === 0) return !isEmpty || offsets.pendingPartitionsOf(groupId).length > 0;
    return partitions.every((topicPartition) => {
      const value = offsets.get(groupId, topicPartition);
      return !value || !isExpired(splitPartition(topicPartition).topic, value.commitTimestamp);
    });
  };
  for (const [groupId, group] of groups) {
    const isExpired = (topic: string, commitMs: Millis) =>
      rules.isOffsetExpired(group, topic, commitMs, nowMs, retentionMs);
    if (!isKept(groupId, group.state === 'Empty', isExpired)) return false;
  }
  for (const group of consumerGroups.values()) {
    const isExpired = (topic: string, commitMs: Millis) =>
      !isSubscribedTo(group, topic) && nowMs - commitMs >= retentionMs;
    if (!isKept(group.groupId, group.members.size === 0, isExpired)) return false;
  }
  return true;
}

/** @param groupRecords what takes the group away once nothing is left of its offsets; none: it has members */
function expireOffsets(
  groupId: string,
  isExpired: (topic: string, commitTimestampMs: number) => boolean,
  groupRecords: readonly CoordinatorRecord[],
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const { offsets } = context.state;
  const { ctx, broker } = context.host;
  const partitions = offsets.partitionsOf(groupId);
  const expired = partitions.filter((topicPartition) => {
    const value = offsets.get(groupId, topicPartition);
    if (!value || offsets.hasPending(groupId, topicPartition)) return false;
    return isExpired(splitPartition(topicPartition).topic, value.commitTimestamp);
  });
  for (const topicPartition of expired) {
    const offset: Offset = offsets.get(groupId, topicPartition)?.offset ?? -1;
    ctx.trace({
      kind: 'OffsetExpired',
      group: groupId,
      broker: broker.id,
      partition: topicPartition,
      offset,
    });
  }
  broker.meters?.mark('offsetExpirations', expired.length, ctx.nowUs);
  const records: CoordinatorRecord[] = expired.map((topicPartition) =>
    offsetTombstone(groupId, topicPartition),
  );
  const isAllGone = expired.length === partitions.length && offsets.pendingPartitionsOf(groupId).length === 0;
  if (!isAllGone || groupRecords.length === 0) return records;
  context.traceDeletion(groupId, 'expired');
  return [...records, ...groupRecords];
}

/** Topics were deleted: nobody has offsets of them. Kafka: `OffsetMetadataManager.onPartitionsDeleted`. */
export function onPartitionsDeleted(
  isGone: (topicPartition: TopicPartition) => boolean,
  context: GroupContext,
): void {
  const { offsets } = context.state;
  const records = offsets.groups().flatMap((group) => {
    const partitions = new Set([...offsets.partitionsOf(group), ...offsets.pendingPartitionsOf(group)]);
    return [...partitions].filter(isGone).map((topicPartition) => offsetTombstone(group, topicPartition));
  });
  if (records.length > 0) context.write(records, { kind: 'Stored' }, { replays: true });
}

function offsetTombstone(group: string, topicPartition: TopicPartition): OffsetCommitRecord {
  const { topic, index } = splitPartition(topicPartition);
  return Object.freeze({
    kind: 'OffsetCommit',
    key: Object.freeze({ group, topic, partition: index }),
    value: null,
  });
}

function groupTombstone(group: string): GroupMetadataRecord {
  return Object.freeze({ kind: 'GroupMetadata', key: Object.freeze({ group }), value: null });
}
