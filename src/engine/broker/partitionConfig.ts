import { BROKER_DEFAULTS } from '../protocol/configDefaults.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import type { Bytes } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';
import { isThrottledReplica } from './isThrottledReplica.ts';
import { logConfig } from './logConfig.ts';

/** Configs of a topic as they bind one of its partitions on one broker. Kafka: `LogConfig`, `ReplicationQuotaManager` (4.2). */
export interface PartitionConfig {
  /** min.insync.replicas: of the topic, else of this broker, else of the cluster, else of the broker's file (A1). */
  readonly minInsyncReplicas: number;
  /** max.message.bytes of the topic, else message.max.bytes as above (RT7). */
  readonly maxMessageBytes: Bytes;
  /** compression.type of the topic, else of the broker or the cluster. */
  readonly compressionType: string;
  /** compression.gzip.level, likewise. */
  readonly gzipLevel: number;
  /** Whether the replica is named by leader.replication.throttled.replicas, or by follower.… (KIP-73). */
  readonly isLeaderThrottled: boolean;
  readonly isFollowerThrottled: boolean;
  /** Segments, indexes and retention. */
  readonly log: LogConfig;
}

/** Worked out for as long as no config changes: each request asks for it several times. */
export interface KnownPartitionConfig {
  readonly config: PartitionConfig;
  /** Of the configs that it was worked out from. */
  readonly generation: object;
}

export function configOf(partition: Partition, broker: BrokerInternals): PartitionConfig {
  const generation = broker.image.configGeneration;
  const known = partition.knownConfig.value;
  if (known?.generation === generation) return known.config;
  const config = partitionConfig(partition, broker);
  partition.knownConfig.value = { config, generation };
  return config;
}

function partitionConfig({ topic, topicPartition }: Partition, broker: BrokerInternals): PartitionConfig {
  const { image, config, id } = broker;
  const ofTopic = image.topicConfigs.get(topic);
  const minInsyncReplicas = image.topicConfigOn(id, topic, 'min.insync.replicas');
  const maxMessageBytes =
    ofTopic?.get('max.message.bytes') ??
    image.brokerConfigs.get(id)?.get('message.max.bytes') ??
    image.clusterConfigs.get('message.max.bytes');
  const text = (name: 'compression.type' | 'compression.gzip.level', own: string | undefined): string =>
    ofTopic?.get(name) ??
    image.brokerConfigs.get(id)?.get(name) ??
    image.clusterConfigs.get(name) ??
    own ??
    String(BROKER_DEFAULTS[name]);
  const number = Number(topicPartition.slice(topic.length + 1));
  return {
    minInsyncReplicas: minInsyncReplicas === undefined ? config.minInsyncReplicas : Number(minInsyncReplicas),
    maxMessageBytes: maxMessageBytes === undefined ? config.messageMaxBytes : Number(maxMessageBytes),
    compressionType: text('compression.type', config.compressionType),
    gzipLevel: Number(text('compression.gzip.level', config.gzipLevel)),
    isLeaderThrottled: isThrottledReplica(ofTopic?.get('leader.replication.throttled.replicas'), number, id),
    isFollowerThrottled: isThrottledReplica(
      ofTopic?.get('follower.replication.throttled.replicas'),
      number,
      id,
    ),
    log: logConfig(topic, id, image, config),
  };
}
