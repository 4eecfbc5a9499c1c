import type { Epoch, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { ConsumerGroupRecord } from './ConsumerGroupRecord.ts';
import type { ShareGroupRecord, ShareStateRecord } from './ShareGroupRecord.ts';
import type {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '../../shared/consumerProtocol.ts';

/**
 * What a record of an internal topic says, by Kafka's names: its key, and its value, which is null in a tombstone. Kafka:
 * `CoordinatorRecord` (4.2).
 */
export type CoordinatorRecord =
  | OffsetCommitRecord
  | GroupMetadataRecord
  | ConsumerGroupRecord
  | ShareGroupRecord
  | ShareStateRecord
  | TransactionLogRecord;

interface Keyed<Kind extends string, Key, Value> {
  readonly kind: Kind;
  readonly key: Key;
  readonly value: Value | null;
}

// `__consumer_offsets`

export type OffsetCommitRecord = Keyed<'OffsetCommit', OffsetCommitKey, OffsetCommitValue>;
export type GroupMetadataRecord = Keyed<'GroupMetadata', GroupMetadataKey, GroupMetadataValue>;

export interface OffsetCommitKey {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
}

export interface OffsetCommitValue {
  readonly offset: Offset;
  /** −1: not known. */
  readonly leaderEpoch: Epoch;
  readonly metadata: string;
  readonly commitTimestamp: Millis;
  /** −1: the one who committed did not name it. */
  readonly topicId: number;
}

export interface GroupMetadataKey {
  readonly group: string;
}

export interface GroupMetadataValue {
  readonly protocolType: string;
  readonly generation: number;
  readonly protocol: string | null;
  readonly leader: string | null;
  /** −1: none. */
  readonly currentStateTimestamp: Millis;
  readonly members: readonly {
    readonly memberId: string;
    readonly groupInstanceId: string | null;
    readonly clientId: string;
    readonly clientHost: string;
    readonly rebalanceTimeout: Millis;
    readonly sessionTimeout: Millis;
    readonly subscription: ConsumerProtocolSubscription;
    readonly assignment: ConsumerProtocolAssignment;
  }[];
}

// `__transaction_state`

export type TransactionLogRecord = Keyed<'TransactionLog', TransactionLogKey, TransactionLogValue>;

export interface TransactionLogKey {
  readonly transactionalId: string;
}

export interface TransactionLogValue {
  readonly producerId: number;
  readonly previousProducerId: number;
  readonly nextProducerId: number;
  readonly producerEpoch: Epoch;
  readonly transactionTimeoutMs: Millis;
  /** As Kafka's `TransactionState` names it. */
  readonly transactionStatus:
    | 'Empty'
    | 'Ongoing'
    | 'PrepareCommit'
    | 'PrepareAbort'
    | 'CompleteCommit'
    | 'CompleteAbort'
    | 'PrepareEpochFence'
    | 'Dead';
  readonly transactionPartitions: readonly TopicPartition[];
  readonly transactionLastUpdateTimestampMs: Millis;
  readonly transactionStartTimestampMs: Millis;
  readonly clientTransactionVersion: number;
}
