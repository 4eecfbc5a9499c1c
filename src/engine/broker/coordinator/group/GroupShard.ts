import type { TopicPartition } from '../../../../shared/units.ts';
import type { ClassicGroup } from './ClassicGroup.ts';
import { ConsumerGroups } from './modern/ConsumerGroups.ts';
import { ShareGroups } from './share/ShareGroup.ts';
import { OffsetStore } from './OffsetStore.ts';

/** What a group coordinator knows of the groups in one partition of `__consumer_offsets`. Kafka: `GroupCoordinatorShard` (4.2). */
export class GroupShard {
  readonly topicPartition: TopicPartition;
  readonly offsets = new OffsetStore();
  readonly groups = new Map<string, ClassicGroup>();
  /** Those of the consumer protocol (KIP-848); no group is in both. */
  readonly consumerGroups = new ConsumerGroups();
  /** Those of KIP-932. */
  readonly shareGroups = new ShareGroups();
  /** How many member ids it gave out. */
  memberIds = 0;

  constructor(topicPartition: TopicPartition) {
    this.topicPartition = topicPartition;
  }
}
