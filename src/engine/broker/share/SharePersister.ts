import type { ReplyAddress } from '../../node/Node.ts';
import type {
  PersistedStateBatch,
  ShareGroupHeartbeatRequest,
  ShareGroupHeartbeatResponse,
} from '../../protocol/shareRequests.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../../shared/units.ts';
import { InterBrokerChannel, SHARE_STATE_CHANNEL } from '../InterBrokerChannel.ts';
import type { StateBatch } from './ShareState.ts';

/** What is asked of the share coordinator about one share partition, and what is to be done with the answer. Plain data. */
export type PersisterCall = PersisterCallBody & {
  readonly groupId: string;
  readonly topicPartition: TopicPartition;
  readonly leaderEpoch: Epoch;
  readonly attempts: number;
  /** Not before. */
  readonly dueUs: Micros;
};

export type PersisterCallBody =
  | { readonly kind: 'Read' }
  | {
      readonly kind: 'Write';
      readonly stateEpoch: Epoch;
      readonly startOffset: Offset;
      readonly deliveryCompleteCount: number;
      readonly stateBatches: readonly PersistedStateBatch[];
      /** Records whose change holds once this is written; empty after a lock has ended, for then it holds already. */
      readonly changing: readonly StateBatch[];
      /** Who waits for it; null: nobody. */
      readonly callId: number | null;
    }
  | {
      readonly kind: 'Initialize';
      readonly stateEpoch: Epoch;
      /** Left out: it goes by share.auto.offset.reset. */
      readonly startOffset?: Offset;
      /** Which of the persister's initializations it is a part of. */
      readonly initialization: number;
    }
  /** The same for what is to be forgotten. */
  | { readonly kind: 'Delete'; readonly initialization: number };

/** What the share coordinator knows of a share partition. */
export interface ReadShareState {
  readonly stateEpoch: number;
  readonly startOffset: Offset;
  readonly stateBatches: readonly StateBatch[];
}

/** A group coordinator that waits until share partitions are known to the share coordinator. */
export interface GroupInitialized {
  readonly kind: 'GroupInitialized';
  /** The partition of `__consumer_offsets` of the group. */
  readonly shard: TopicPartition;
  readonly replyTo: ReplyAddress;
  readonly request: ShareGroupHeartbeatRequest;
  readonly response: ShareGroupHeartbeatResponse;
}

/** A change of a share group that an admin client asked for, once the share coordinator has it. */
export interface ShareAdminDone {
  readonly kind: 'ShareAdminDone';
  readonly shard: TopicPartition;
  readonly change: ShareAdminChange;
}

/** What an admin client asks of a share group that nobody is in. Frozen. */
export type ShareAdminChange =
  | {
      readonly kind: 'AlterOffsets';
      readonly groupId: string;
      readonly stateEpoch: Epoch;
      readonly offsets: readonly { readonly topicPartition: TopicPartition; readonly offset: Offset }[];
    }
  | {
      readonly kind: 'DeleteOffsets' | 'DeleteGroup';
      readonly groupId: string;
      readonly partitions: readonly TopicPartition[];
    };

export interface Initialization {
  readonly asked: readonly TopicPartition[];
  readonly done: readonly TopicPartition[];
  left: number;
  readonly then: GroupInitialized | ShareAdminDone;
}

/**
 * Asks share coordinators on behalf of share partitions that this broker leads, and of groups that it coordinates: one request at a
 * time to each broker, with all that came up meanwhile about the same group and the same partition of `__share_group_state`. Kafka:
 * `DefaultStatePersister`, `PersisterStateManager` (4.2).
 */
export class SharePersister {
  readonly channel = new InterBrokerChannel('shareState', SHARE_STATE_CHANNEL);
  /** In the order in which they came up. */
  queue: readonly PersisterCall[] = [];
  /** By correlation id. */
  readonly inFlight = new Map<
    number,
    { readonly broker: BrokerId; readonly calls: readonly PersisterCall[] }
  >();
  readonly initializations = new Map<number, Initialization>();
  lastInitialization = 0;
  backoffs = 0;

  get isDormant(): boolean {
    return this.channel.isDormant && this.queue.length === 0 && this.lastInitialization === 0;
  }
}
