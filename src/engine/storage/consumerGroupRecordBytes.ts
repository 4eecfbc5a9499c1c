import {
  splitPartition,
  stringBytes,
  unsignedVarintBytes,
  utf8Length,
} from '../../shared/consumerProtocol.ts';
import type { Bytes, TopicPartition } from '../../shared/units.ts';
import type { ConsumerGroupRecord } from './ConsumerGroupRecord.ts';

const VERSION_BYTES: Bytes = 2;
const TAGGED_FIELDS: Bytes = 1;

/** The key of a record in text, by which compaction goes; only equal keys have equal texts. */
export function consumerGroupRecordKey({ kind, key }: ConsumerGroupRecord): string {
  // Ids may hold any character: the length of the group's says where it ends.
  const member = 'memberId' in key ? `, member=${key.memberId}` : '';
  return `${kind}(group=${key.groupId.length}:${key.groupId}${member})`;
}

/** Bytes of a record's key as Kafka's schema has it. */
export function consumerGroupKeyBytes({ key }: ConsumerGroupRecord): Bytes {
  return VERSION_BYTES + stringBytes(key.groupId) + ('memberId' in key ? stringBytes(key.memberId) : 0);
}

/** Bytes of its value, whose schemas are all flexible and of version 0; null: a tombstone. */
export function consumerGroupValueBytes(record: ConsumerGroupRecord): Bytes | null {
  if (record.value === null) return null;
  const fixed = VERSION_BYTES + TAGGED_FIELDS;
  switch (record.kind) {
    case 'ConsumerGroupMetadata': {
      const epoch = 4;
      const metadataHash = 10;
      return fixed + epoch + metadataHash;
    }
    case 'ConsumerGroupTargetAssignmentMetadata':
      return fixed + 4;
    case 'ConsumerGroupTargetAssignmentMember':
      return fixed + partitionsBytes(record.value.topicPartitions);
    case 'ConsumerGroupCurrentMemberAssignment': {
      const epochsAndState = 9;
      const { assignedPartitions, partitionsPendingRevocation } = record.value;
      return (
        fixed +
        epochsAndState +
        partitionsBytes(assignedPartitions) +
        partitionsBytes(partitionsPendingRevocation)
      );
    }
    case 'ConsumerGroupMemberMetadata': {
      const { instanceId, rackId, clientId, subscribedTopicNames, serverAssignor } = record.value;
      const texts = [instanceId, rackId, clientId, serverAssignor, ...subscribedTopicNames];
      const clientHost = 11;
      const regexAndTimeout = 1 + 4;
      return (
        fixed +
        clientHost +
        regexAndTimeout +
        unsignedVarintBytes(subscribedTopicNames.length + 1) +
        texts.reduce((sum, text) => sum + compactBytes(text), 0)
      );
    }
  }
}

function compactBytes(text: string | null): Bytes {
  const bytes = text === null ? 0 : utf8Length(text);
  return unsignedVarintBytes(bytes + 1) + bytes;
}

/** By topic: its id, how many partitions, and each of them. */
function partitionsBytes(partitions: readonly TopicPartition[]): Bytes {
  const counts = new Map<string, number>();
  for (const name of partitions) {
    const { topic } = splitPartition(name);
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  let bytes = unsignedVarintBytes(counts.size + 1) + 4 * partitions.length;
  for (const count of counts.values()) bytes += 16 + unsignedVarintBytes(count + 1) + TAGGED_FIELDS;
  return bytes;
}
