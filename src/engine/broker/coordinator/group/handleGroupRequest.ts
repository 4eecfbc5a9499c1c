import type { ReplyAddress } from '../../../node/Node.ts';
import type { GroupRequest } from '../../../protocol/groupRequests.ts';
import { verifyOffsetCommit } from '../../verifyProduce.ts';
import type { CoordinatorHost } from '../CoordinatorShard.ts';
import { offsetsPartitionOf } from '../internalTopics.ts';
import { GROUP_COORDINATOR } from './groupCoordinator.ts';
import { GroupContext } from './GroupContext.ts';
import { errorResponse } from './groupResponses.ts';
import { joinGroup } from './joinGroup.ts';
import { handleConsumerGroupHeartbeat } from './modern/handleConsumerGroupHeartbeat.ts';
import { handleShareGroupHeartbeat } from './share/handleShareGroupHeartbeat.ts';
import { heartbeat, leaveGroup, syncGroup } from './memberRequests.ts';
import {
  commitOffsets,
  commitTransactionalOffsets,
  deleteGroups,
  deleteOffsets,
  fetchOffsets,
} from './offsetRequests.ts';

/**
 * A request to the coordinator of a group: the broker that leads its partition of `__consumer_offsets` carries it out; another sends
 * the client away with NOT_COORDINATOR, and one that still reads its log with COORDINATOR_LOAD_IN_PROGRESS. Kafka:
 * `GroupCoordinatorService` (4.2).
 *
 * Simplified: DeleteGroups takes groups of one coordinator partition a request.
 */
export function handleGroupRequest(
  request: GroupRequest,
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  if (
    (request.kind === 'OffsetCommitRequest' || request.kind === 'TxnOffsetCommitRequest') &&
    !request.partitions.some(({ topicPartition }) => broker.image.partitions.has(topicPartition))
  ) {
    broker.answer(replyTo, errorForAll(request), ctx);
    return;
  }
  const groupId = request.kind === 'DeleteGroupsRequest' ? (request.groupsNames[0] ?? '') : request.groupId;
  const topicPartition = offsetsPartitionOf(groupId, broker.image);
  const shard = process.coordinators.groups.activeShard(topicPartition);
  if (typeof shard === 'string') {
    broker.answer(replyTo, errorResponse(request, shard), ctx);
    return;
  }
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  switch (request.kind) {
    case 'ConsumerGroupHeartbeatRequest':
      handleConsumerGroupHeartbeat(request, replyTo, context);
      return;
    case 'ShareGroupHeartbeatRequest':
      handleShareGroupHeartbeat(request, replyTo, context);
      return;
    case 'JoinGroupRequest':
      joinGroup(request, replyTo, context);
      return;
    case 'SyncGroupRequest':
      syncGroup(request, replyTo, context);
      return;
    case 'HeartbeatRequest':
      heartbeat(request, replyTo, context);
      return;
    case 'LeaveGroupRequest':
      leaveGroup(request, replyTo, context);
      return;
    case 'OffsetCommitRequest':
      commitOffsets(request, replyTo, context);
      return;
    case 'TxnOffsetCommitRequest':
      if (broker.config.verification.isEnabled)
        verifyOffsetCommit(request, shard.topicPartition, replyTo, process, broker, ctx);
      else commitTransactionalOffsets(request, replyTo, null, context);
      return;
    case 'OffsetFetchRequest':
      fetchOffsets(request, replyTo, context);
      return;
    case 'OffsetDeleteRequest':
      deleteOffsets(request, replyTo, context);
      return;
    case 'DeleteGroupsRequest':
      deleteGroups(request, replyTo, context);
  }
}

/** Of what is asked nothing exists: no coordinator is needed to say so. */
function errorForAll(
  request: Extract<GroupRequest, { kind: 'OffsetCommitRequest' | 'TxnOffsetCommitRequest' }>,
) {
  const partitions = request.partitions.map(({ topicPartition }) => ({
    topicPartition,
    error: 'UNKNOWN_TOPIC_OR_PARTITION' as const,
  }));
  return request.kind === 'OffsetCommitRequest'
    ? ({ kind: 'OffsetCommitResponse', partitions } as const)
    : ({ kind: 'TxnOffsetCommitResponse', partitions } as const);
}
