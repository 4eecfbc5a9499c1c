import {
  splitPartition,
  stringBytes,
  unsignedVarintBytes,
  utf8Length,
} from '../../shared/consumerProtocol.ts';
import type { Bytes, TopicPartition } from '../../shared/units.ts';
import type { ShareGroupRecord, ShareStateRecord, ShareUpdateValue } from './ShareGroupRecord.ts';

const VERSION_BYTES: Bytes = 2;
const TAGGED_FIELDS: Bytes = 1;
const TOPIC_ID: Bytes = 16;
const STATE_BATCH: Bytes = 20;
/** A tagged field: tag, length, four bytes. */
const COMPLETE_COUNT: Bytes = 6;
const CLIENT_HOST: Bytes = 11;

type Record = ShareGroupRecord | ShareStateRecord;

/** The key of a record in text; only equal keys have equal texts. */
export function shareRecordKey({ kind, key }: Record): string {
  const group = `${kind}(group=${key.groupId.length}:${key.groupId}`;
  if ('topicPartition' in key) return `${group}, partition=${key.topicPartition})`;
  return 'memberId' in key ? `${group}, member=${key.memberId})` : `${group})`;
}

/** Bytes of a record's key as Kafka's schema has it. */
export function shareRecordKeyBytes({ key }: Record): Bytes {
  const own = 'topicPartition' in key ? TOPIC_ID + 4 : 'memberId' in key ? stringBytes(key.memberId) : 0;
  return VERSION_BYTES + stringBytes(key.groupId) + own;
}

/** Bytes of its value; null: a tombstone. */
export function shareRecordValueBytes(record: Record): Bytes | null {
  if (record.value === null) return null;
  const fixed = VERSION_BYTES + TAGGED_FIELDS;
  switch (record.kind) {
    case 'ShareSnapshot':
      return fixed + 36 + shareStateBytes(record.value);
    case 'ShareUpdate':
      return fixed + 16 + shareStateBytes(record.value);
    case 'ShareGroupMetadata':
      return fixed + 12;
    case 'ShareGroupTargetAssignmentMetadata':
      return fixed + 4;
    case 'ShareGroupMemberMetadata': {
      const { rackId, clientId, subscribedTopicNames } = record.value;
      const texts = [rackId ?? '', clientId, ...subscribedTopicNames];
      const count = unsignedVarintBytes(subscribedTopicNames.length + 1);
      return texts.reduce((sum, text) => sum + compactStringBytes(text), fixed + CLIENT_HOST + count);
    }
    case 'ShareGroupTargetAssignmentMember':
      return fixed + partitionsBytes(record.value.topicPartitions, false);
    case 'ShareGroupCurrentMemberAssignment':
      return fixed + 9 + partitionsBytes(record.value.assignedPartitions, false);
    case 'ShareGroupStatePartitionMetadata': {
      const { initializingPartitions, initializedPartitions } = record.value;
      const deletingTopics = 1;
      const known =
        partitionsBytes(initializingPartitions, true) + partitionsBytes(initializedPartitions, true);
      return fixed + known + deletingTopics;
    }
  }
}

function shareStateBytes({ stateBatches, deliveryCompleteCount }: ShareUpdateValue): Bytes {
  const count = unsignedVarintBytes(stateBatches.length + 1);
  return count + STATE_BATCH * stateBatches.length + (deliveryCompleteCount < 0 ? 0 : COMPLETE_COUNT);
}

/** By topic: its id, its name where it is said, how many partitions, and each of them. */
function partitionsBytes(partitions: readonly TopicPartition[], isNamed: boolean): Bytes {
  const counts = new Map<string, number>();
  for (const topicPartition of partitions) {
    const { topic } = splitPartition(topicPartition);
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  let bytes = unsignedVarintBytes(counts.size + 1);
  for (const [topic, count] of counts)
    bytes +=
      TOPIC_ID +
      (isNamed ? compactStringBytes(topic) : 0) +
      unsignedVarintBytes(count + 1) +
      4 * count +
      TAGGED_FIELDS;
  return bytes;
}

function compactStringBytes(text: string): Bytes {
  const bytes = utf8Length(text);
  return unsignedVarintBytes(bytes + 1) + bytes;
}
