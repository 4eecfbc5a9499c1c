import type { MetadataImage } from '../metadata/MetadataImage.ts';
import type { FindCoordinatorRequest, FindCoordinatorResponse } from '../protocol/requests.ts';
import { coordinatorPartition } from './coordinatorPartition.ts';

const INTERNAL_TOPICS = { GROUP: '__consumer_offsets', TRANSACTION: '__transaction_state' } as const;

/**
 * Who coordinates a group or a transactional.id, as far as this broker has heard: the leader of its partition of the internal
 * topic, if there is one and it is not fenced. Kafka: `KafkaApis.getCoordinator` (4.2).
 *
 * Errors: COORDINATOR_NOT_AVAILABLE.
 *
 * Simplified: an internal topic that is missing is not created.
 */
export function answerFindCoordinator(
  request: FindCoordinatorRequest,
  image: MetadataImage,
): FindCoordinatorResponse {
  const partitions = image.topics.get(INTERNAL_TOPICS[request.keyType]);
  const topicPartition = partitions?.[coordinatorPartition(request.key, partitions.length)];
  const leader =
    topicPartition === undefined ? undefined : image.partitions.get(topicPartition)?.registration.leader;
  const broker = leader === undefined ? undefined : image.brokers.get(leader);
  if (!broker || broker.fenced)
    return { kind: 'FindCoordinatorResponse', error: 'COORDINATOR_NOT_AVAILABLE', nodeId: -1 };
  return { kind: 'FindCoordinatorResponse', error: 'NONE', nodeId: broker.broker };
}
