import {
  assignmentBytes,
  splitPartition,
  stringBytes,
  subscriptionBytes,
  unsignedVarintBytes,
  utf8Length,
} from '../../shared/consumerProtocol.ts';
import type { Bytes, TopicPartition } from '../../shared/units.ts';
import {
  consumerGroupKeyBytes,
  consumerGroupRecordKey,
  consumerGroupValueBytes,
} from './consumerGroupRecordBytes.ts';
import type { ShareGroupRecord, ShareStateRecord } from './ShareGroupRecord.ts';
import { shareRecordKey, shareRecordKeyBytes, shareRecordValueBytes } from './shareGroupRecordBytes.ts';
import type { CoordinatorRecord, GroupMetadataValue, TransactionLogValue } from './CoordinatorRecord.ts';

/** Of the schema, before every key and value. */
const VERSION_BYTES: Bytes = 2;

/** The key of a record in text, by which compaction goes; only equal keys have equal texts. */
export function coordinatorRecordKey(record: CoordinatorRecord): string {
  switch (record.kind) {
    case 'OffsetCommit': {
      const { group, topic, partition } = record.key;
      // Topics have no commas in their names, groups may have any character.
      return `OffsetCommit(topic=${topic}, partition=${partition}, group=${group})`;
    }
    case 'GroupMetadata':
      return `GroupMetadata(group=${record.key.group})`;
    case 'TransactionLog':
      return `TransactionLog(transactionalId=${record.key.transactionalId})`;
    default:
      return isOfShareGroup(record) ? shareRecordKey(record) : consumerGroupRecordKey(record);
  }
}

/** Bytes of a record's key as Kafka's schema has it. */
export function coordinatorKeyBytes(record: CoordinatorRecord): Bytes {
  switch (record.kind) {
    case 'OffsetCommit': {
      const { group, topic } = record.key;
      const partition = 4;
      return VERSION_BYTES + stringBytes(group) + stringBytes(topic) + partition;
    }
    case 'GroupMetadata':
      return VERSION_BYTES + stringBytes(record.key.group);
    case 'TransactionLog':
      return VERSION_BYTES + stringBytes(record.key.transactionalId);
    default:
      return isOfShareGroup(record) ? shareRecordKeyBytes(record) : consumerGroupKeyBytes(record);
  }
}

/**
 * Bytes of its value; null: a tombstone. Kafka 4.2 writes offsets in version 4 of their schema, classic groups in version 3,
 * transactions in version 1.
 */
export function coordinatorValueBytes(record: CoordinatorRecord): Bytes | null {
  switch (record.kind) {
    case 'OffsetCommit': {
      if (record.value === null) return null;
      const { metadata, topicId } = record.value;
      const offset = 8;
      const leaderEpoch = 4;
      const commitTimestamp = 8;
      const fixed = VERSION_BYTES + offset + leaderEpoch + commitTimestamp;
      return fixed + compactStringBytes(metadata) + taggedFieldsBytes(topicId < 0 ? [] : [16]);
    }
    case 'GroupMetadata':
      return record.value && groupMetadataBytes(record.value);
    case 'TransactionLog':
      return record.value && transactionLogBytes(record.value);
    default:
      return isOfShareGroup(record) ? shareRecordValueBytes(record) : consumerGroupValueBytes(record);
  }
}

export function isOfShareGroup(record: CoordinatorRecord): record is ShareGroupRecord | ShareStateRecord {
  return record.kind.startsWith('Share');
}

function groupMetadataBytes({ protocolType, protocol, leader, members }: GroupMetadataValue): Bytes {
  const generation = 4;
  const currentStateTimestamp = 8;
  const memberCount = 4;
  const timeouts = 8;
  let bytes = VERSION_BYTES + stringBytes(protocolType) + generation + stringBytes(protocol);
  bytes += stringBytes(leader) + currentStateTimestamp + memberCount;
  for (const member of members) {
    const { memberId, groupInstanceId, clientId, clientHost, subscription, assignment } = member;
    for (const text of [memberId, groupInstanceId, clientId, clientHost]) bytes += stringBytes(text);
    bytes += timeouts + 4 + subscriptionBytes(subscription) + 4 + assignmentBytes(assignment);
  }
  return bytes;
}

function transactionLogBytes(value: TransactionLogValue): Bytes {
  const producerId = 8;
  const producerEpoch = 2;
  const timeout = 4;
  const status = 1;
  const timestamps = 16;
  const fixed = VERSION_BYTES + producerId + producerEpoch + timeout + status + timestamps;
  const tagged: Bytes[] = [];
  if (value.previousProducerId >= 0) tagged.push(8);
  if (value.nextProducerId >= 0) tagged.push(8);
  if (value.clientTransactionVersion > 0) tagged.push(2);
  return fixed + compactPartitionsBytes(value.transactionPartitions) + taggedFieldsBytes(tagged);
}

/** By topic: its name, its partitions, and no tagged fields. */
function compactPartitionsBytes(partitions: readonly TopicPartition[]): Bytes {
  const counts = new Map<string, number>();
  for (const topicPartition of partitions) {
    const { topic } = splitPartition(topicPartition);
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  let bytes = unsignedVarintBytes(counts.size + 1);
  for (const [topic, count] of counts)
    bytes += compactStringBytes(topic) + unsignedVarintBytes(count + 1) + 4 * count + taggedFieldsBytes([]);
  return bytes;
}

function compactStringBytes(text: string): Bytes {
  const bytes = utf8Length(text);
  return unsignedVarintBytes(bytes + 1) + bytes;
}

/** Their number, and of each its tag and its length before it. */
function taggedFieldsBytes(lengths: readonly Bytes[]): Bytes {
  return lengths.reduce((sum, length) => sum + 1 + unsignedVarintBytes(length) + length, 1);
}
