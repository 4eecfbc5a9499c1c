import { NO_ASSIGNMENT, splitPartition } from '../../../shared/consumerProtocol.ts';
import type {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '../../../shared/consumerProtocol.ts';
import type { ConsumerGroupRecord } from '../../../engine/storage/ConsumerGroupRecord.ts';
import type { CoordinatorRecord, TransactionLogValue } from '../../../engine/storage/CoordinatorRecord.ts';
import { isOfShareGroup } from '../../../engine/storage/coordinatorRecordBytes.ts';
import type {
  ShareGroupRecord,
  ShareStateRecord,
  ShareUpdateValue,
} from '../../../engine/storage/ShareGroupRecord.ts';
import { hashText } from '../../../engine/kernel/hash.ts';
import type { Millis, TopicPartition } from '../../../shared/units.ts';
import { utf8Bytes } from '../../../shared/utf8.ts';
import { encodeRecord } from './RecordSchema.ts';
import type { RecordSchema, SchemaField, SchemaValue, SchemaValues } from './RecordSchema.ts';
import {
  CONSUMER_OFFSETS,
  DELIVERY_STATES,
  MEMBER_STATES,
  SHARE_GROUP_STATE,
  TRANSACTION_STATE,
  TRANSACTION_STATES,
} from './schemas.ts';
import type { KindOfRecord } from './schemas.ts';

/** What a record of an internal topic says that a run does not: ids of topics, and when it is. */
interface CoordinatorNames {
  readonly topicIdOf: (topic: string) => string;
  readonly clockOriginMs: Millis;
}

/** Where Kafka's log says that a client is; a run knows no addresses. */
const CLIENT_HOST = '/127.0.0.1';
const CONSUMER_PROTOCOL_VERSION = 3;

/** Key and value of a record of an internal topic, as its coordinator writes them. */
export function coordinatorRecordBytes(
  record: CoordinatorRecord,
  names: CoordinatorNames,
): { readonly key: Uint8Array; readonly value: Uint8Array | null } {
  const { key: keySchema, values } = kindOf(record);
  const value = valuesOf(record, names);
  return {
    key: encodeRecord(keySchema, keyOf(record, names)),
    value: value && encodeRecord(values[0] as RecordSchema, value),
  };
}

function kindOf({ kind }: CoordinatorRecord): KindOfRecord {
  switch (kind) {
    case 'TransactionLog':
      return TRANSACTION_STATE.TransactionLog;
    case 'ShareSnapshot':
    case 'ShareUpdate':
      return SHARE_GROUP_STATE[kind];
    default:
      return CONSUMER_OFFSETS[kind];
  }
}

function keyOf({ key }: CoordinatorRecord, { topicIdOf }: CoordinatorNames): SchemaValues {
  if (!('topicPartition' in key)) return key as unknown as SchemaValues;
  const { topic, index } = splitPartition(key.topicPartition);
  return { groupId: key.groupId, topicId: topicIdOf(topic), partition: index };
}

/** null: a tombstone. */
function valuesOf(record: CoordinatorRecord, names: CoordinatorNames): SchemaValues | null {
  const { clockOriginMs, topicIdOf } = names;
  switch (record.kind) {
    case 'OffsetCommit': {
      if (record.value === null) return null;
      const { topicId, commitTimestamp, ...value } = record.value;
      return {
        ...value,
        commitTimestamp: commitTimestamp + clockOriginMs,
        ...(topicId >= 0 && { topicId: topicIdOf(record.key.topic) }),
      };
    }
    case 'GroupMetadata': {
      if (record.value === null) return null;
      const { members, currentStateTimestamp, ...value } = record.value;
      return {
        ...value,
        currentStateTimestamp: realTime(currentStateTimestamp, clockOriginMs),
        members: members.map((member) => ({
          ...member,
          subscription: subscriptionOf(member.subscription),
          assignment: assignmentOf(member.assignment),
        })),
      };
    }
    case 'TransactionLog':
      return record.value && transactionLog(record.value, clockOriginMs);
    default:
      return isOfShareGroup(record) ? shareValues(record, topicIdOf) : consumerGroupValues(record, topicIdOf);
  }
}

function shareValues(
  record: ShareGroupRecord | ShareStateRecord,
  topicIdOf: CoordinatorNames['topicIdOf'],
): SchemaValues | null {
  if (record.value === null) return null;
  switch (record.kind) {
    case 'ShareGroupMetadata':
      return { epoch: record.value.epoch, metadataHash: hashText(record.value.metadataHash) };
    case 'ShareGroupTargetAssignmentMetadata':
      return { ...record.value };
    case 'ShareGroupMemberMetadata':
      return { ...record.value, clientHost: CLIENT_HOST };
    case 'ShareGroupTargetAssignmentMember':
      return { topicPartitions: byId(record.value.topicPartitions, topicIdOf) };
    case 'ShareGroupCurrentMemberAssignment': {
      const { assignedPartitions, ...epochs } = record.value;
      const state = 0; // STABLE: members of share groups are always.
      return { ...epochs, state, assignedPartitions: byId(assignedPartitions, topicIdOf) };
    }
    case 'ShareGroupStatePartitionMetadata': {
      const named = (partitions: readonly TopicPartition[]): SchemaValue =>
        byTopic(partitions, 'partitions').map(({ topic, partitions: own }) => ({
          topicId: topicIdOf(topic as string),
          topicName: topic ?? null,
          partitions: own ?? [],
        }));
      const { initializingPartitions, initializedPartitions } = record.value;
      return {
        initializingTopics: named(initializingPartitions),
        initializedTopics: named(initializedPartitions),
        deletingTopics: [],
      };
    }
    case 'ShareSnapshot': {
      const { snapshotEpoch, stateEpoch, leaderEpoch, startOffset } = record.value;
      // A run does not keep when a state was created or written.
      const times = { createTimestamp: 0, writeTimestamp: 0 };
      return { snapshotEpoch, stateEpoch, leaderEpoch, startOffset, ...times, ...shareState(record.value) };
    }
    case 'ShareUpdate': {
      const { snapshotEpoch, leaderEpoch, startOffset } = record.value;
      return { snapshotEpoch, leaderEpoch, startOffset, ...shareState(record.value) };
    }
  }
}

function shareState({ stateBatches, deliveryCompleteCount }: ShareUpdateValue): SchemaValues {
  return {
    stateBatches: stateBatches.map(({ deliveryState, ...batch }) => ({
      ...batch,
      deliveryState: DELIVERY_STATES.find(([, name]) => name === deliveryState)?.[0] ?? 0,
    })),
    ...(deliveryCompleteCount >= 0 && { deliveryCompleteCount }),
  };
}

function transactionLog(value: TransactionLogValue, clockOriginMs: Millis): SchemaValues {
  const { transactionPartitions, previousProducerId, nextProducerId, clientTransactionVersion } = value;
  return {
    producerId: value.producerId,
    producerEpoch: value.producerEpoch,
    transactionTimeoutMs: value.transactionTimeoutMs,
    transactionStatus: TRANSACTION_STATES.indexOf(value.transactionStatus),
    transactionPartitions:
      value.transactionStatus === 'Empty' ? null : byTopic(transactionPartitions, 'partitionIds'),
    transactionLastUpdateTimestampMs: realTime(value.transactionLastUpdateTimestampMs, clockOriginMs),
    transactionStartTimestampMs: realTime(value.transactionStartTimestampMs, clockOriginMs),
    ...(previousProducerId >= 0 && { previousProducerId }),
    ...(nextProducerId >= 0 && { nextProducerId }),
    ...(clientTransactionVersion > 0 && { clientTransactionVersion }),
  };
}

function consumerGroupValues(
  record: ConsumerGroupRecord,
  topicIdOf: CoordinatorNames['topicIdOf'],
): SchemaValues | null {
  if (record.value === null) return null;
  switch (record.kind) {
    case 'ConsumerGroupMetadata':
      return { epoch: record.value.epoch, metadataHash: hashText(record.value.metadataHash) };
    case 'ConsumerGroupTargetAssignmentMetadata':
      return { ...record.value };
    case 'ConsumerGroupTargetAssignmentMember':
      return { topicPartitions: byId(record.value.topicPartitions, topicIdOf) };
    case 'ConsumerGroupCurrentMemberAssignment': {
      const { state, assignedPartitions, partitionsPendingRevocation, ...epochs } = record.value;
      return {
        ...epochs,
        state: MEMBER_STATES.find(([, name]) => name === state)?.[0] ?? 127,
        assignedPartitions: byId(assignedPartitions, topicIdOf),
        partitionsPendingRevocation: byId(partitionsPendingRevocation, topicIdOf),
      };
    }
    case 'ConsumerGroupMemberMetadata':
      return { ...record.value, clientHost: CLIENT_HOST, subscribedTopicRegex: null };
  }
}

function byId(partitions: readonly TopicPartition[], topicIdOf: CoordinatorNames['topicIdOf']): SchemaValue {
  return byTopic(partitions, 'partitions').map(({ topic, partitions: own }) => ({
    topicId: topicIdOf(topic as string),
    partitions: own ?? [],
  }));
}

function byTopic(partitions: readonly TopicPartition[], name: string): Record<string, SchemaValue>[] {
  const topics = new Map<string, number[]>();
  for (const topicPartition of partitions) {
    const { topic, index } = splitPartition(topicPartition);
    const own = topics.get(topic) ?? [];
    topics.set(topic, own);
    own.push(index);
  }
  return [...topics].map(([topic, indexes]) => ({ topic, [name]: indexes }));
}

const PARTITIONS: SchemaField[1] = {
  arrayOf: [
    ['topic', 'string'],
    ['partitions', { arrayOf: 'int32' }],
  ],
};

function subscriptionOf(subscription: ConsumerProtocolSubscription): Uint8Array {
  const { topics, userData, ownedPartitions, generationId, rackId } = subscription;
  return encodeRecord(
    {
      name: 'ConsumerProtocolSubscription',
      version: CONSUMER_PROTOCOL_VERSION,
      isFlexible: false,
      fields: [
        ['topics', { arrayOf: 'string' }],
        ['userData', 'nullableBytes'],
        ['ownedPartitions', PARTITIONS],
        ['generationId', 'int32'],
        ['rackId', 'nullableString'],
      ],
    },
    {
      topics,
      userData: userData === null ? null : utf8Bytes(userData),
      ownedPartitions: byTopic(ownedPartitions, 'partitions'),
      generationId,
      rackId,
    },
  );
}

function assignmentOf(assignment: ConsumerProtocolAssignment): Uint8Array {
  if (assignment === NO_ASSIGNMENT) return new Uint8Array();
  const { assignedPartitions, userData } = assignment;
  return encodeRecord(
    {
      name: 'ConsumerProtocolAssignment',
      version: CONSUMER_PROTOCOL_VERSION,
      isFlexible: false,
      fields: [
        ['assignedPartitions', PARTITIONS],
        ['userData', 'nullableBytes'],
      ],
    },
    {
      assignedPartitions: byTopic(assignedPartitions, 'partitions'),
      userData: userData === null ? null : utf8Bytes(userData),
    },
  );
}

/** −1 is no time. */
function realTime(timestampMs: Millis, clockOriginMs: Millis): Millis {
  return timestampMs < 0 ? timestampMs : timestampMs + clockOriginMs;
}
