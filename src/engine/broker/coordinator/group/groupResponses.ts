import { NO_ASSIGNMENT } from '../../../protocol/ConsumerProtocol.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type {
  GroupRequest,
  GroupResponse,
  JoinGroupResponse,
  SyncGroupResponse,
} from '../../../protocol/groupRequests.ts';
import { clientError } from './GroupOperation.ts';

/** A JoinGroup that is refused. */
export function joinGroupError(error: KafkaError, memberId: string): JoinGroupResponse {
  return {
    kind: 'JoinGroupResponse',
    error,
    generationId: -1,
    protocolType: null,
    protocolName: null,
    leader: '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}

export function syncGroupErrorResponse(error: KafkaError): SyncGroupResponse {
  return {
    kind: 'SyncGroupResponse',
    error,
    protocolType: null,
    protocolName: null,
    assignment: NO_ASSIGNMENT,
  };
}

/** The answer to a request that the coordinator could not carry out, with the error that clients are told for it. */
export function errorResponse(request: GroupRequest, cause: KafkaError): GroupResponse {
  const error = clientError(cause);
  switch (request.kind) {
    case 'OffsetCommitRequest':
      return { kind: 'OffsetCommitResponse', partitions: withError(request.partitions, error) };
    case 'TxnOffsetCommitRequest':
      return { kind: 'TxnOffsetCommitResponse', partitions: withError(request.partitions, error) };
    case 'OffsetFetchRequest':
      // Versions before 9 of the consumer know no COORDINATOR_NOT_AVAILABLE here.
      return {
        kind: 'OffsetFetchResponse',
        error: cause === 'REQUEST_TIMED_OUT' || cause === 'NOT_ENOUGH_REPLICAS' ? 'NOT_COORDINATOR' : error,
        partitions: [],
      };
    case 'JoinGroupRequest':
      return joinGroupError(error, request.memberId);
    case 'SyncGroupRequest':
      return syncGroupErrorResponse(error);
    case 'HeartbeatRequest':
      // While it loads it takes any heartbeat.
      return {
        kind: 'HeartbeatResponse',
        error: error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'NONE' : error,
      };
    case 'LeaveGroupRequest':
      if (error !== 'UNKNOWN_MEMBER_ID') return { kind: 'LeaveGroupResponse', error, members: [] };
      return {
        kind: 'LeaveGroupResponse',
        error: 'NONE',
        members: request.members.map(({ memberId, groupInstanceId }) => ({
          memberId,
          groupInstanceId,
          error,
        })),
      };
    case 'OffsetDeleteRequest':
      return { kind: 'OffsetDeleteResponse', error, partitions: [] };
    case 'ConsumerGroupHeartbeatRequest':
      return {
        kind: 'ConsumerGroupHeartbeatResponse',
        error,
        memberId: '',
        memberEpoch: 0,
        heartbeatIntervalMs: 0,
        assignment: null,
      };
    case 'ShareGroupHeartbeatRequest':
      return {
        kind: 'ShareGroupHeartbeatResponse',
        error,
        memberId: '',
        memberEpoch: 0,
        heartbeatIntervalMs: 0,
        assignment: null,
      };
    case 'DeleteGroupsRequest':
      return {
        kind: 'DeleteGroupsResponse',
        results: request.groupsNames.map((groupId) => ({ groupId, error })),
      };
  }
}

function withError(
  partitions: readonly { readonly topicPartition: string }[],
  error: KafkaError,
): readonly { readonly topicPartition: string; readonly error: KafkaError }[] {
  return partitions.map(({ topicPartition }) => ({ topicPartition, error }));
}
