import type { MetadataImage } from '../metadata/MetadataImage.ts';
import type { MetadataRequest, MetadataResponse } from '../protocol/requests.ts';
import type { BrokerId } from '../../shared/units.ts';

/** What a broker tells a client of the cluster, as far as it has heard itself. Kafka: `KRaftMetadataCache`. */
export function answerMetadata(
  request: MetadataRequest,
  image: MetadataImage,
  controller: BrokerId,
): MetadataResponse {
  const brokers: BrokerId[] = [];
  for (const broker of image.brokers.values()) if (!broker.fenced) brokers.push(broker.broker);
  return {
    kind: 'MetadataResponse',
    brokers,
    controller,
    topics: request.topics.map((topic) => {
      const partitions = image.topics.get(topic);
      if (!partitions) return { topic, error: 'UNKNOWN_TOPIC_OR_PARTITION', partitions: [] };
      return {
        topic,
        error: 'NONE',
        partitions: partitions.map((topicPartition, partition) => {
          const registration = image.partitions.get(topicPartition)?.registration;
          return {
            topicPartition,
            partition,
            leader: registration?.leader ?? -1,
            leaderEpoch: registration?.leaderEpoch ?? -1,
          };
        }),
      };
    }),
  };
}
