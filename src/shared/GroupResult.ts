import type { BrokerId, Epoch, Offset, TopicPartition } from './units.ts';

/**
 * A group as the answers to DescribeGroups or ConsumerGroupDescribe, OffsetFetch and ListOffsets have it, which is what
 * `kafka-consumer-groups.sh --describe` prints. Kafka: `ConsumerGroupCommand` (4.2).
 */
export interface GroupResult {
  readonly type: 'Classic' | 'Consumer' | 'Share';
  readonly groupState: string;
  readonly coordinator: BrokerId;
  /** Generation of a classic group. */
  readonly groupEpoch: Epoch;
  /** Of a group of the consumer protocol: the epoch that its target was computed for. */
  readonly assignmentEpoch?: Epoch;
  /** null: it has none yet, or nobody assigns. */
  readonly assignorName: string | null;
  readonly members: readonly GroupMemberResult[];
  /** By partition: what is committed, and what members have although nothing is. */
  readonly offsets: Readonly<Record<TopicPartition, GroupOffsetResult>>;
}

export interface GroupMemberResult {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  /** Of a classic group: its generation. */
  readonly memberEpoch: Epoch;
  readonly assignment: readonly TopicPartition[];
  /** Of the consumer protocol: what it is to have in the end. */
  readonly targetAssignment?: readonly TopicPartition[];
}

export interface GroupOffsetResult {
  /** CURRENT-OFFSET, of a share group START-OFFSET; null, a dash: nothing is committed. */
  readonly currentOffset: Offset | null;
  /** LEADER-EPOCH that was committed with it; null, a dash: none was, or the group is a share group. */
  readonly leaderEpoch?: Epoch | null;
  /** LOG-END-OFFSET, which is the high watermark; null: nobody leads the partition. */
  readonly logEndOffset: Offset | null;
  readonly lag: number | null;
  /** CONSUMER-ID; null: nobody has the partition. */
  readonly consumerId: string | null;
}
