import type { Bytes } from '../../shared/units.ts';
import { assignmentBytes, stringBytes, subscriptionBytes } from './ConsumerProtocol.ts';
import { consumerGroupRpcBytes } from './consumerGroupRequests.ts';
import type { CommittedPartition } from './groupRequests.ts';
import type { Rpc } from './requests.ts';

const COMMITTED_PARTITION_BYTES: Bytes = 26;

/** Bytes on the wire of what consumers and group coordinators say to each other; null: it is none of that. */
export function groupRpcBytes(rpc: Rpc): Bytes | null {
  switch (rpc.kind) {
    case 'ConsumerGroupHeartbeatRequest':
    case 'ConsumerGroupHeartbeatResponse':
      return consumerGroupRpcBytes(rpc);
    case 'OffsetCommitRequest':
    case 'TxnOffsetCommitRequest':
      return 60 + memberBytes(rpc) + committedBytes(rpc.partitions);
    case 'OffsetCommitResponse':
    case 'TxnOffsetCommitResponse':
      return 40 + 26 * rpc.partitions.length;
    case 'OffsetFetchRequest':
      return 60 + stringBytes(rpc.groupId) + 24 * (rpc.partitions?.length ?? 0);
    case 'OffsetFetchResponse':
      return rpc.partitions.reduce((sum, { metadata }) => sum + 38 + stringBytes(metadata), 40);
    case 'JoinGroupRequest':
      return rpc.protocols.reduce(
        (sum, { name, metadata }) => sum + stringBytes(name) + subscriptionBytes(metadata),
        60 + memberBytes(rpc) + stringBytes(rpc.reason),
      );
    case 'JoinGroupResponse':
      return rpc.members.reduce(
        (sum, { memberId, metadata }) => sum + stringBytes(memberId) + subscriptionBytes(metadata),
        60 + stringBytes(rpc.memberId) + stringBytes(rpc.leader),
      );
    case 'SyncGroupRequest':
      return rpc.assignments.reduce(
        (sum, { memberId, assignment }) => sum + stringBytes(memberId) + assignmentBytes(assignment),
        60 + memberBytes(rpc),
      );
    case 'SyncGroupResponse':
      return 60 + assignmentBytes(rpc.assignment);
    case 'HeartbeatRequest':
      return 40 + memberBytes(rpc);
    case 'HeartbeatResponse':
      return 30;
    case 'LeaveGroupRequest':
    case 'LeaveGroupResponse':
      return rpc.members.reduce((sum, { memberId }) => sum + stringBytes(memberId) + 10, 40);
    default:
      return null;
  }
}

function memberBytes({
  groupId,
  memberId,
  groupInstanceId,
}: {
  readonly groupId: string;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}): Bytes {
  return stringBytes(groupId) + stringBytes(memberId) + stringBytes(groupInstanceId);
}

function committedBytes(partitions: readonly CommittedPartition[]): Bytes {
  return partitions.reduce(
    (sum, { committedMetadata }) => sum + COMMITTED_PARTITION_BYTES + stringBytes(committedMetadata),
    0,
  );
}
