import type {
  ActiveProducer,
  DescribeProducersRequest,
  DescribeProducersResponse,
} from '../protocol/requests.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { TopicPartition } from '../../shared/units.ts';
import type { Partition } from './Partition.ts';

/**
 * What a broker answers who asks for the producers of partitions (KIP-664): each replica answers from its own log, leader or not. Kafka:
 * `KafkaApis.handleDescribeProducersRequest`, `ReplicaManager.activeProducerState` (4.2).
 *
 * @param isKnown whether the metadata have that partition.
 */
export function describeProducers(
  { partitions }: DescribeProducersRequest,
  replicas: ReadonlyMap<TopicPartition, Partition>,
  isKnown: (topicPartition: TopicPartition) => boolean,
): DescribeProducersResponse {
  return {
    kind: 'DescribeProducersResponse',
    partitions: partitions.map((topicPartition) => {
      const log = replicas.get(topicPartition)?.log;
      if (log) return { topicPartition, error: 'NONE', activeProducers: activeProducers(log) };
      const error = isKnown(topicPartition) ? 'NOT_LEADER_OR_FOLLOWER' : 'UNKNOWN_TOPIC_OR_PARTITION';
      return { topicPartition, error, activeProducers: [] };
    }),
  };
}

/** In the order of their ids. Kafka: `UnifiedLog.activeProducers` (4.2). */
export function activeProducers({ producers }: UnifiedLog): ActiveProducer[] {
  return [...producers.producers.values()]
    .map(
      ({ producerId, producerEpoch, batches, lastTimestampMs, coordinatorEpoch, currentTxnFirstOffset }) => ({
        producerId,
        producerEpoch,
        lastSequence: batches[batches.length - 1]?.lastSequence ?? -1,
        lastTimestamp: lastTimestampMs,
        coordinatorEpoch: coordinatorEpoch ?? -1,
        currentTxnStartOffset: currentTxnFirstOffset ?? -1,
      }),
    )
    .sort((a, b) => a.producerId - b.producerId);
}
