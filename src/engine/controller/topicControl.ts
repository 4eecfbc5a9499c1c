import type { NodeContext } from '../node/Node.ts';
import type { AdminControl, AdminError } from './AdminControl.ts';
import { adminError } from './AdminControl.ts';
import { applyPartitionChangeQuota } from './applyPartitionChangeQuota.ts';
import { JavaRandom } from './javaRandom.ts';
import { additionalPartitions, newTopic } from './newPartitions.ts';
import type { NewPartitions, PartitionSite, PartitionsRequest, TopicRequest } from './newPartitions.ts';
import { isActive } from './ReplicationControl.ts';

const SEEDS = 4_294_967_296;

/** Version of the request; absent: the newest. */
interface Versioned {
  readonly apiVersion?: number;
}

/** CreateTopics: the topic, its configs, then its partitions, all or nothing. Kafka: `ReplicationControlManager.createTopics`. */
export function createTopic(
  control: AdminControl,
  request: TopicRequest & Versioned & { readonly configs: Readonly<Record<string, string>> },
  ctx: NodeContext,
): AdminError | null {
  const { topic, configs } = request;
  const created = newTopic(request, control.image.topics.keys(), control.config, siteOf(control, ctx));
  if ('error' in created) return created;
  const partitions = created.partitions.length;
  const { apiVersion } = request;
  const refusal = applyPartitionChangeQuota(
    control,
    { request: 'CreateTopics', topic, partitions, apiVersion },
    ctx,
  );
  if (refusal) return refusal;
  const replicationFactor = created.partitions[0]?.replicas.length ?? 0;
  ctx.trace({ kind: 'TopicCreated', topic, partitions, replicationFactor });
  control.append({ kind: 'TopicRecord', topic }, ctx);
  for (const [name, value] of Object.entries(configs))
    control.append({ kind: 'ConfigRecord', topic, name, value }, ctx);
  appendPartitions(control, topic, 0, created.partitions, ctx);
  return null;
}

/** DeleteTopics. Brokers delete the logs once they hear of it. Kafka: `ReplicationControlManager.deleteTopic`. */
export function deleteTopic(
  control: AdminControl,
  { topic, apiVersion }: Versioned & { readonly topic: string },
  ctx: NodeContext,
): AdminError | null {
  const present = control.image.topics.get(topic);
  if (!present)
    return adminError('UNKNOWN_TOPIC_OR_PARTITION', 'This server does not host this topic-partition.');
  const refusal = applyPartitionChangeQuota(
    control,
    { request: 'DeleteTopics', topic, partitions: present.length, apiVersion },
    ctx,
  );
  if (refusal) return refusal;
  ctx.trace({ kind: 'TopicDeleted', topic });
  control.append({ kind: 'RemoveTopicRecord', topic }, ctx);
  return null;
}

/** CreatePartitions. Kafka: `ReplicationControlManager.createPartitions`. */
export function createPartitions(
  control: AdminControl,
  request: PartitionsRequest & Versioned,
  ctx: NodeContext,
): AdminError | null {
  const { image } = control;
  const { topic } = request;
  const present = image.topics
    .get(topic)
    ?.flatMap((topicPartition) => image.partitions.get(topicPartition)?.registration ?? []);
  const created = additionalPartitions(request, present, siteOf(control, ctx));
  if ('error' in created) return created;
  const added = created.partitions.length;
  const { apiVersion } = request;
  const refusal = applyPartitionChangeQuota(
    control,
    { request: 'CreatePartitions', topic, partitions: added, apiVersion },
    ctx,
  );
  if (refusal) return refusal;
  ctx.trace({
    kind: 'PartitionsCreated',
    topic,
    added,
    partitions: request.count,
  });
  appendPartitions(control, topic, present?.length ?? 0, created.partitions, ctx);
  return null;
}

function appendPartitions(
  control: AdminControl,
  topic: string,
  first: number,
  partitions: Extract<NewPartitions, { readonly partitions: unknown }>['partitions'],
  ctx: NodeContext,
): void {
  for (const [i, registration] of partitions.entries())
    control.append({ kind: 'PartitionRecord', topic, partition: first + i, registration }, ctx);
}

/** Brokers in controlled shutdown get no new replicas. Kafka: `BrokerHeartbeatManager.usableBrokers`. */
function siteOf(control: AdminControl, ctx: NodeContext): PartitionSite {
  const { image } = control;
  const brokers = [...image.brokers.values()].sort((a, b) => a.broker - b.broker);
  return {
    usableBrokers: brokers
      .filter((broker) => !broker.inControlledShutdown)
      .map(({ broker, rack, fenced }) => ({ id: broker, rack, fenced })),
    isRegistered: (broker) => image.brokers.has(broker),
    isActive: (broker) => isActive(image, broker),
    random: new JavaRandom(ctx.rng('replicaPlacer').int(SEEDS)),
  };
}
