import type { MetadataImage } from '../../metadata/MetadataImage.ts';
import type { CoordinatorKeyType } from '../../protocol/groupRequests.ts';
import { coordinatorPartition } from '../coordinatorPartition.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import type { GroupCoordinatorConfig } from './GroupCoordinatorConfig.ts';

export const OFFSETS_TOPIC = '__consumer_offsets';
export const TRANSACTION_STATE_TOPIC = '__transaction_state';
export const SHARE_GROUP_STATE_TOPIC = '__share_group_state';

/** The topic in which coordinators keep what they know. */
export function internalTopicOf(keyType: CoordinatorKeyType): string {
  if (keyType === 'SHARE') return SHARE_GROUP_STATE_TOPIC;
  return keyType === 'GROUP' ? OFFSETS_TOPIC : TRANSACTION_STATE_TOPIC;
}

/** Topics that no client writes to and that patterns do not match. Kafka: `Topic.isInternal` (4.2). */
export function isInternalTopic(topic: string): boolean {
  return topic === OFFSETS_TOPIC || topic === TRANSACTION_STATE_TOPIC || topic === SHARE_GROUP_STATE_TOPIC;
}

/** The partition of `__consumer_offsets` that holds a group; undefined while there is no such topic. */
export function offsetsPartitionOf(groupId: string, image: MetadataImage): TopicPartition | undefined {
  const partitions = image.topics.get(OFFSETS_TOPIC) ?? [];
  return partitions[coordinatorPartition(groupId, partitions.length)];
}

/** A topic as a broker asks the controller to create it. */
export interface CreatableTopic {
  readonly name: string;
  /** −1: as the controller's configs say. */
  readonly numPartitions: number;
  readonly replicationFactor: number;
  readonly configs: Readonly<Record<string, string>>;
}

/**
 * What a topic that is created because it is needed looks like. Kafka: `DefaultAutoTopicCreationManager.creatableTopic`,
 * `GroupCoordinatorService.groupMetadataTopicConfigs`, `TransactionStateManager.transactionTopicConfigs` (4.2).
 */
export function creatableTopic(name: string, config: GroupCoordinatorConfig): CreatableTopic {
  switch (name) {
    case OFFSETS_TOPIC:
      return {
        name,
        numPartitions: config.offsetsTopicPartitions,
        replicationFactor: config.offsetsTopicReplicationFactor,
        configs: {
          'cleanup.policy': 'compact',
          'compression.type': 'producer',
          'segment.bytes': String(config.offsetsTopicSegmentBytes),
        },
      };
    case TRANSACTION_STATE_TOPIC:
      return {
        name,
        numPartitions: config.transactionTopicPartitions,
        replicationFactor: config.transactionTopicReplicationFactor,
        configs: {
          'cleanup.policy': 'compact',
          'compression.type': 'uncompressed',
          'min.insync.replicas': String(config.transactionTopicMinIsr),
          'segment.bytes': String(config.transactionTopicSegmentBytes),
          'unclean.leader.election.enable': 'false',
        },
      };
    case SHARE_GROUP_STATE_TOPIC:
      return {
        name,
        numPartitions: config.shareStateTopicPartitions,
        replicationFactor: config.shareStateTopicReplicationFactor,
        configs: {
          'cleanup.policy': 'delete',
          'compression.type': 'producer',
          'min.insync.replicas': String(config.shareStateTopicMinIsr),
          'retention.ms': '-1',
          'segment.bytes': String(config.shareStateTopicSegmentBytes),
        },
      };
    default:
      return { name, numPartitions: -1, replicationFactor: -1, configs: {} };
  }
}
