import { coordinatorErrorOfAppend } from '../coordinatorErrorOfAppend.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { ConsumerProtocolAssignment } from '../../../protocol/ConsumerProtocol.ts';
import type { GroupRequest, GroupResponse, JoinGroupProtocol } from '../../../protocol/groupRequests.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type {
  ShareGroupHeartbeatRequest,
  ShareGroupHeartbeatResponse,
} from '../../../protocol/shareRequests.ts';
import type { ShareAdminChange } from '../../share/SharePersister.ts';
import type { Epoch, Millis, TopicPartition } from '../../../../shared/units.ts';

/** What a group coordinator does once what it wrote is committed, or it is known that it will not be. */
export type GroupOperation =
  | {
      /** Answers a request. */
      readonly kind: 'Respond';
      readonly replyTo: ReplyAddress;
      readonly request: GroupRequest;
      readonly response: GroupResponse;
    }
  | {
      /** Answers a member of a share group once the share coordinator knows of its new share partitions. */
      readonly kind: 'ShareHeartbeat';
      readonly replyTo: ReplyAddress;
      readonly request: ShareGroupHeartbeatRequest;
      readonly response: ShareGroupHeartbeatResponse;
      readonly initialize: readonly TopicPartition[];
      readonly groupEpoch: Epoch;
    }
  /** What an admin client asked of a share group is in the log: now the share coordinator is told. */
  | { readonly kind: 'ShareAdmin'; readonly change: ShareAdminChange }
  | {
      /** The leader's assignments are stored: all who wait for theirs get them. */
      readonly kind: 'AssignmentStored';
      readonly groupId: string;
      readonly generationId: number;
      readonly memberId: string;
      readonly assignments: readonly {
        readonly memberId: string;
        readonly assignment: ConsumerProtocolAssignment;
      }[];
    }
  | {
      /** A static member that came back to a stable group is stored under its new id. */
      readonly kind: 'StaticMemberStored';
      readonly groupId: string;
      readonly groupInstanceId: string;
      readonly oldMemberId: string;
      readonly newMemberId: string;
      readonly before: {
        readonly protocols: readonly JoinGroupProtocol[];
        readonly rebalanceTimeoutMs: Millis;
        readonly sessionTimeoutMs: Millis;
      };
    }
  /** A group that somebody joined is in the log; without that there is no such group. */
  | { readonly kind: 'GroupCreated'; readonly groupId: string }
  /** Nobody waits. */
  | { readonly kind: 'Stored' };

/** What the coordinator's errors are to clients (O6). Kafka: `CoordinatorOperationExceptionHelper`, `appendGroupMetadataErrorToResponseError` (4.2). */
export function clientError(error: KafkaError): KafkaError {
  switch (error) {
    case 'NETWORK_EXCEPTION':
      return 'COORDINATOR_LOAD_IN_PROGRESS';
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
      return error;
    default:
      return coordinatorErrorOfAppend(error);
  }
}
