import type { MetadataImage } from '../../../../metadata/MetadataImage.ts';

/**
 * What a group's members may have to be assigned anew for: which of the topics exist, how many partitions they have, and in which
 * racks these stand. Kafka hashes it to 64 bits; here it is the text. Kafka: `ModernGroup.computeMetadataHash`, `Utils.computeTopicHash`
 * (4.2).
 */
export function topicsHash(topics: Iterable<string>, image: MetadataImage): string {
  const texts: string[] = [];
  for (const topic of topics) {
    const partitions = image.topics.get(topic);
    if (!partitions) continue;
    const racks = partitions.map((topicPartition) => {
      const replicas = image.partitions.get(topicPartition)?.registration.replicas ?? [];
      return replicas
        .flatMap((broker) => image.brokers.get(broker)?.rack ?? [])
        .sort()
        .join('+');
    });
    const same = racks.every((rack) => rack === racks[0]) ? [racks[0]] : racks;
    texts.push(`${topic}#${image.topicIds.get(topic) ?? -1}:${partitions.length}:${same.join(',')}`);
  }
  return texts.join(';');
}
