import type { ConfigMap, Scenario } from '../scenario/Scenario.ts';
import { NO_LEADER, type BrokerId } from '../shared/units.ts';
import { topicId } from '../shared/topicId.ts';

/** What a description is printed from: any state, as the active controller has it. */
export interface DescribableCluster {
  readonly kafkaVersion: string;
  readonly seed: number;
  readonly topics: readonly DescribableTopic[];
}

export interface DescribableTopic {
  readonly name: string;
  /** Only what was set for the topic: `--describe` prints no defaults. */
  readonly configs: ConfigMap;
  readonly replicationFactor: number;
  readonly partitions: readonly DescribablePartition[];
}

export interface DescribablePartition {
  readonly partition: number;
  readonly leader: BrokerId;
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  readonly elr: readonly BrokerId[];
  readonly lastKnownElr: readonly BrokerId[];
  /** Of a reassignment under way; absent: none. */
  readonly addingReplicas?: readonly BrokerId[];
  readonly removingReplicas?: readonly BrokerId[];
}

/**
 * `kafka-topics.sh --describe` of a cluster, to the tab (TopicDescription and PartitionDescription of
 * org.apache.kafka.tools.TopicCommand). Simplified: the ids of topics are made from their name and the seed.
 */
export function describeTopics(cluster: DescribableCluster): string {
  const lines = cluster.topics.flatMap((topic) => [
    describeTopic(topic, cluster.seed),
    ...[...topic.partitions]
      .sort((a, b) => a.partition - b.partition)
      .map((partition) => describePartition(topic.name, partition)),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** A scenario at time 0. */
export function describableScenario(scenario: Scenario): DescribableCluster {
  return {
    kafkaVersion: scenario.kafkaVersion,
    seed: scenario.seed,
    topics: scenario.topics.map((topic) => ({
      name: topic.name,
      configs: topic.configs,
      replicationFactor: topic.partitions[0]?.replicas.length ?? 0,
      partitions: topic.partitions.map(({ replicas, initial }, partition) => ({
        partition,
        replicas,
        leader: initial.leader,
        isr: initial.isr,
        elr: initial.elr,
        lastKnownElr: initial.lastKnownElr,
      })),
    })),
  };
}

function describeTopic(topic: DescribableTopic, seed: number): string {
  const configs = Object.entries(topic.configs).map(([name, value]) => `${name}=${value}`);
  return [
    `Topic: ${topic.name}`,
    `TopicId: ${topicId(topic.name, seed)}`,
    `PartitionCount: ${topic.partitions.length}`,
    `ReplicationFactor: ${topic.replicationFactor}`,
    `Configs: ${configs.join(',')}`,
  ].join('\t');
}

function describePartition(topic: string, partition: DescribablePartition): string {
  return [
    '',
    `Topic: ${topic}`,
    `Partition: ${partition.partition}`,
    `Leader: ${partition.leader === NO_LEADER ? 'none' : partition.leader}`,
    `Replicas: ${partition.replicas.join(',')}`,
    `Isr: ${partition.isr.join(',')}`,
    ...reassignmentOf(partition),
    `Elr: ${partition.elr.join(',')}`,
    `LastKnownElr: ${partition.lastKnownElr.join(',')}`,
  ].join('\t');
}

/** Both lists stand as soon as one of them has a member. */
function reassignmentOf({
  addingReplicas = [],
  removingReplicas = [],
}: DescribablePartition): readonly string[] {
  if (addingReplicas.length === 0 && removingReplicas.length === 0) return [];
  return [`Adding Replicas: ${addingReplicas.join(',')}`, `Removing Replicas: ${removingReplicas.join(',')}`];
}

/** What `--describe` calls the replication factor: newcomers of a reassignment do not count yet. */
export function describedReplicationFactor(
  partition: Pick<DescribablePartition, 'replicas' | 'addingReplicas'> | undefined,
): number {
  return (partition?.replicas.length ?? 0) - (partition?.addingReplicas?.length ?? 0);
}
