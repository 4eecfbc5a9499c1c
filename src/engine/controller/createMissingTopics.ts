import type { NodeContext } from '../node/Node.ts';
import type { CreateTopicsRequest, CreateTopicsResponse } from '../protocol/requests.ts';
import type { AdminControl } from './AdminControl.ts';
import { createTopic } from './topicControl.ts';

/**
 * Topics that a broker misses, mostly internal ones: those that are to be had are created, the others say why not. That another broker
 * was faster is no failure. Kafka: `QuorumController.createTopics`, asked by `AutoTopicCreationManager` (4.2).
 */
export function createMissingTopics(
  control: AdminControl,
  request: CreateTopicsRequest,
  ctx: NodeContext,
): CreateTopicsResponse {
  const topics = request.topics.map(({ name, numPartitions, replicationFactor, configs }) => {
    const topic = { topic: name, partitions: numPartitions, replicationFactor, replicas: null, configs };
    const fault = createTopic(control, topic, ctx);
    if (!fault) return { name, error: 'NONE' as const };
    const { error, message } = fault;
    if (error !== 'TOPIC_ALREADY_EXISTS')
      ctx.trace({ kind: 'AdminRequestFailed', request: 'CreateTopics', resource: name, error, message });
    return { name, error };
  });
  return { kind: 'CreateTopicsResponse', error: 'NONE', topics };
}
