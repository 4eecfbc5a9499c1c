import type { KafkaError } from '../protocol/Errors.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';

/** Stands for the high watermark in a DeleteRecords request. */
export const HIGH_WATERMARK: Offset = -1;

export interface DeleteRecordsAsked {
  readonly topicPartition: TopicPartition;
  readonly topic: string;
  /** All records before this one; −1: before the high watermark. */
  readonly offset: Offset;
  readonly broker: number;
  /** null: the broker has no log of the partition. */
  readonly partition: {
    readonly isLeader: boolean;
    readonly highWatermark: Offset;
    /** Of cleanup.policy. */
    readonly isDeleted: boolean;
    readonly isCompacted: boolean;
  } | null;
}

export type DeleteRecordsAnswer =
  | { readonly error: 'NONE'; readonly offset: Offset }
  | { readonly error: KafkaError; readonly message: string };

/**
 * Up to which offset a leader deletes what a client asked it to (RE7), or why not: only what is committed may go, and nothing of
 * a topic that is compacted only. Kafka: `ReplicaManager.deleteRecordsOnLocalLog`, `Partition.deleteRecordsOnLeader`,
 * `UnifiedLog.maybeIncrementLogStartOffset` (4.2).
 *
 * Errors: INVALID_TOPIC_EXCEPTION, UNKNOWN_TOPIC_OR_PARTITION, NOT_LEADER_OR_FOLLOWER, POLICY_VIOLATION, OFFSET_OUT_OF_RANGE.
 */
export function validateDeleteRecords(asked: DeleteRecordsAsked): DeleteRecordsAnswer {
  const { topicPartition, topic, broker, partition } = asked;
  if (INTERNAL_TOPICS.has(topic))
    return {
      error: 'INVALID_TOPIC_EXCEPTION',
      message: `Cannot delete records of internal topic ${topic}`,
    };
  if (!partition)
    return { error: 'UNKNOWN_TOPIC_OR_PARTITION', message: `Partition ${topicPartition} doesn't exist` };
  if (!partition.isLeader)
    return {
      error: 'NOT_LEADER_OR_FOLLOWER',
      message: `Leader not local for partition ${topicPartition} on broker ${broker}`,
    };
  if (partition.isCompacted && !partition.isDeleted)
    return {
      error: 'POLICY_VIOLATION',
      message: `Records of partition ${topicPartition} can not be deleted due to the configured policy`,
    };
  const { highWatermark } = partition;
  const offset = asked.offset === HIGH_WATERMARK ? highWatermark : asked.offset;
  if (offset < 0)
    return {
      error: 'OFFSET_OUT_OF_RANGE',
      message: `The offset ${offset} for partition ${topicPartition} is not valid`,
    };
  if (offset > highWatermark)
    return {
      error: 'OFFSET_OUT_OF_RANGE',
      message: `Cannot increment the log start offset to ${offset} of partition ${topicPartition} since it is larger than the high watermark ${highWatermark}`,
    };
  return { error: 'NONE', offset };
}

const INTERNAL_TOPICS: ReadonlySet<string> = new Set([
  '__consumer_offsets',
  '__transaction_state',
  '__share_group_state',
]);

/**
 * The lowest log start of all replicas that are alive, the leader's own among them; −1 while one of them has not said. Kafka:
 * `Partition.lowWatermarkIfLeader` (4.2).
 */
export function lowWatermark(
  logStartOffset: Offset,
  followers: Iterable<readonly [broker: number, state: { readonly logStartOffset: Offset }]>,
  isAlive: (broker: number) => boolean,
): Offset {
  let lowest = logStartOffset;
  for (const [broker, state] of followers)
    if (state.logStartOffset < lowest && isAlive(broker)) lowest = state.logStartOffset;
  return lowest;
}
