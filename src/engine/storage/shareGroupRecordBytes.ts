import { splitPartition, stringBytes, utf8Length } from '../../shared/consumerProtocol.ts';
import type { Bytes, TopicPartition } from '../../shared/units.ts';
import type { ShareGroupRecord, ShareStateRecord } from './ShareGroupRecord.ts';

const VERSION_BYTES: Bytes = 2;
const TAGGED_FIELDS: Bytes = 1;
const TOPIC_ID: Bytes = 16;
const STATE_BATCH: Bytes = 20;

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
      return fixed + 41 + STATE_BATCH * record.value.stateBatches.length;
    case 'ShareUpdate':
      return fixed + 21 + STATE_BATCH * record.value.stateBatches.length;
    case 'ShareGroupMetadata':
      return fixed + 12;
    case 'ShareGroupTargetAssignmentMetadata':
      return fixed + 4;
    case 'ShareGroupMemberMetadata': {
      const { rackId, clientId, subscribedTopicNames } = record.value;
      const clientHost = 11;
      return [rackId ?? '', clientId, ...subscribedTopicNames].reduce(
        (sum, text) => sum + 1 + utf8Length(text),
        fixed + clientHost + 1,
      );
    }
    case 'ShareGroupTargetAssignmentMember':
      return fixed + partitionsBytes(record.value.topicPartitions);
    case 'ShareGroupCurrentMemberAssignment':
      return fixed + 9 + partitionsBytes(record.value.assignedPartitions);
    case 'ShareGroupStatePartitionMetadata':
      return (
        fixed +
        partitionsBytes(record.value.initializingPartitions) +
        partitionsBytes(record.value.initializedPartitions)
      );
  }
}

/** By topic: its id, how many partitions, and each of them. */
function partitionsBytes(partitions: readonly TopicPartition[]): Bytes {
  const topics = new Set(partitions.map((name) => splitPartition(name).topic));
  return 1 + topics.size * (TOPIC_ID + 1 + TAGGED_FIELDS) + 4 * partitions.length;
}
