import type { MetadataImage } from '../metadata/MetadataImage.ts';
import type { FindCoordinatorRequest, FindCoordinatorResponse } from '../protocol/requests.ts';
import type { NodeContext } from '../node/Node.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { coordinatorPartition } from './coordinatorPartition.ts';
import type { Coordinators } from './coordinator/Coordinators.ts';
import { internalTopicOf } from './coordinator/internalTopics.ts';

/**
 * FindCoordinator: an internal topic that is missing is created first; meanwhile there is no coordinator. Kafka:
 * `KafkaApis.getCoordinator` (4.2).
 */
export function findCoordinator(
  request: FindCoordinatorRequest,
  { topicCreation }: Coordinators,
  broker: BrokerInternals,
  ctx: NodeContext,
): FindCoordinatorResponse {
  const topic = internalTopicOf(request.keyType);
  if (!broker.image.topics.has(topic)) topicCreation.createTopic(topic, broker, ctx);
  return answerFindCoordinator(request, broker.image);
}

/**
 * Who coordinates a group or a transactional.id, as far as this broker has heard: the leader of its partition of the internal
 * topic, if there is one and it is not fenced. Kafka: `KafkaApis.getCoordinator` (4.2).
 *
 * Errors: COORDINATOR_NOT_AVAILABLE.
 */
export function answerFindCoordinator(
  request: FindCoordinatorRequest,
  image: MetadataImage,
): FindCoordinatorResponse {
  const partitions = image.topics.get(internalTopicOf(request.keyType));
  const topicPartition = partitions?.[coordinatorPartition(request.key, partitions.length)];
  const leader =
    topicPartition === undefined ? undefined : image.partitions.get(topicPartition)?.registration.leader;
  const broker = leader === undefined ? undefined : image.brokers.get(leader);
  if (!broker || broker.fenced)
    return { kind: 'FindCoordinatorResponse', error: 'COORDINATOR_NOT_AVAILABLE', nodeId: -1 };
  return { kind: 'FindCoordinatorResponse', error: 'NONE', nodeId: broker.broker };
}
