import type { BrokerRegistration, MetadataImage } from './MetadataImage.ts';
import type { MetadataRecord } from './records.ts';

/**
 * The fewest records that add up to an image: what was deleted or set anew is not among them. Kafka: `MetadataImage.write` and the
 * `write` of its parts.
 *
 * Simplified: whether a broker is fenced stands in a record of its own, as in the log.
 */
export function snapshotRecords(image: MetadataImage): MetadataRecord[] {
  return [
    ...featureRecords(image),
    ...[...image.brokers.values()].flatMap(brokerRecords),
    ...topicRecords(image),
    ...configRecords(image),
    ...quotaRecords(image),
    // Of no broker: the next block begins there.
    ...(image.nextProducerId === 0
      ? []
      : [{ kind: 'ProducerIdsRecord', broker: -1, nextProducerId: image.nextProducerId } as const]),
  ];
}

function featureRecords(image: MetadataImage): MetadataRecord[] {
  return [...image.features].map(([name, level]) => ({ kind: 'FeatureLevelRecord', name, level }));
}

function brokerRecords(registration: BrokerRegistration): MetadataRecord[] {
  const { broker, incarnationId, brokerEpoch, rack, fenced, inControlledShutdown, offlineReplicas } =
    registration;
  const registered: MetadataRecord = {
    kind: 'RegisterBrokerRecord',
    broker,
    incarnationId,
    brokerEpoch,
    rack,
    ...(offlineReplicas ? { offlineReplicas } : {}),
  };
  if (fenced && !inControlledShutdown) return [registered];
  return [
    registered,
    { kind: 'BrokerRegistrationChangeRecord', broker, brokerEpoch, fenced, inControlledShutdown },
  ];
}

function topicRecords(image: MetadataImage): MetadataRecord[] {
  return [...image.topics].flatMap(([topic, partitions]) => [
    { kind: 'TopicRecord', topic, topicId: image.topicIds.get(topic) ?? -1 } as const,
    ...partitions.flatMap((topicPartition): MetadataRecord[] => {
      const entry = image.partitions.get(topicPartition);
      if (!entry) return [];
      const { partition, registration } = entry;
      return [{ kind: 'PartitionRecord', topic, partition, registration }];
    }),
  ]);
}

function configRecords(image: MetadataImage): MetadataRecord[] {
  const ofCluster = [...image.clusterConfigs].map(
    ([name, value]) => ({ kind: 'ConfigRecord', topic: null, name, value }) as const,
  );
  const ofBrokers = [...image.brokerConfigs].flatMap(([broker, configs]) =>
    [...configs].map(
      ([name, value]) => ({ kind: 'ConfigRecord', topic: null, broker, name, value }) as const,
    ),
  );
  const ofTopics = [...image.topicConfigs].flatMap(([topic, configs]) =>
    [...configs].map(([name, value]) => ({ kind: 'ConfigRecord', topic, name, value }) as const),
  );
  const ofGroups = [...(image.groupConfigs ?? [])].flatMap(([group, configs]) =>
    [...configs].map(([name, value]) => ({ kind: 'ConfigRecord', topic: null, group, name, value }) as const),
  );
  return [...ofCluster, ...ofBrokers, ...ofTopics, ...ofGroups];
}

function quotaRecords(image: MetadataImage): MetadataRecord[] {
  return [...image.clientQuotas.values()].map(({ user, clientId, key, value }) => ({
    kind: 'ClientQuotaRecord',
    entity: { user, clientId },
    key,
    value,
  }));
}
