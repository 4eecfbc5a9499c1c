import type { Epoch, Micros, TopicPartition } from '../../../shared/units.ts';
import type { ShareState } from './ShareState.ts';

/**
 * A share group's view of a partition, on the broker that leads it. Kafka: `SharePartition` (4.2).
 *
 *   INITIALIZING (the share coordinator is asked) → ACTIVE → gone, when the broker leads the partition no more, or is told that
 *   another one does
 */
export class SharePartition {
  readonly groupId: string;
  readonly topicPartition: TopicPartition;
  /** Under which the broker led the partition when the group first came. */
  readonly leaderEpoch: Epoch;
  stateEpoch: Epoch = 0;
  status: 'INITIALIZING' | 'ACTIVE' = 'INITIALIZING';
  /** Of when nothing is known yet there is none. */
  records: ShareState = NOTHING;
  /** When the first lock ends; Infinity: nobody has any. */
  nextLockEndUs: Micros = Infinity;

  constructor(groupId: string, topicPartition: TopicPartition, leaderEpoch: Epoch) {
    this.groupId = groupId;
    this.topicPartition = topicPartition;
    this.leaderEpoch = leaderEpoch;
  }
}

const NOTHING: ShareState = Object.freeze({
  startOffset: 0,
  endOffset: 0,
  batches: Object.freeze([]),
  gap: null,
});

/** A topic's name has no slash. */
export function sharePartitionKey(groupId: string, topicPartition: TopicPartition): string {
  return `${topicPartition}/${groupId}`;
}
