import { DEFAULTS, placeReplicas } from './defaults.ts';
import { configsUnlessEmpty } from './formatConfigs.ts';
import { resolveInitial, type PartitionSetting } from './initialPartition.ts';
import { formatTime } from './quantity.ts';
import type { InitialPartition, PartitionSpec, Scenario, TopicSpec } from './Scenario.ts';
import type { FileInitial, FileReplica, FileTopic } from './ScenarioFile.ts';

/** The shortest entry in `topics` that is read back as this topic. */
export function formatTopic(topic: TopicSpec, cluster: Pick<Scenario, 'brokers' | 'features'>): FileTopic {
  const brokers = cluster.brokers.filter((broker) => broker.state !== 'new').map((broker) => broker.nodeId);
  const running = new Set(
    cluster.brokers.filter((broker) => broker.state === 'running').map((broker) => broker.nodeId),
  );
  const factor = topic.partitions[0]?.replicas.length ?? DEFAULTS.replicationFactor;
  const sameFactor = topic.partitions.every((partition) => partition.replicas.length === factor);

  const replicas: Record<string, readonly number[]> = {};
  const initial: Record<string, FileInitial> = {};
  topic.partitions.forEach((partition, i) => {
    const placed = placeReplicas(brokers, i, factor);
    if (!sameFactor || !sameList(partition.replicas, placed)) replicas[i] = partition.replicas;
    const part = formatInitial(partition, {
      replicas: partition.replicas,
      isRunning: (broker) => running.has(broker),
      elrOn: cluster.features['eligible.leader.replicas.version'] === 1,
    });
    if (Object.keys(part).length > 0) initial[i] = part;
  });
  return {
    name: topic.name,
    ...(topic.partitions.length === 1 ? {} : { partitions: topic.partitions.length }),
    ...(sameFactor && factor !== DEFAULTS.replicationFactor ? { 'replication.factor': factor } : {}),
    ...(Object.keys(replicas).length === 0 ? {} : { replicas }),
    ...configsUnlessEmpty(topic.configs),
    ...(Object.keys(initial).length === 0 ? {} : { initial }),
  };
}

/** Says everything, then leaves out each key without which the same is read back. */
function formatInitial(partition: PartitionSpec, setting: PartitionSetting): FileInitial {
  const { initial } = partition;
  let shortest: FileInitial = sayEverything(initial, setting);
  for (const key of Object.keys(shortest) as (keyof FileInitial)[]) {
    const { [key]: _left, ...shorter } = shortest;
    if (sameInitial(resolveInitial(shorter, setting), initial)) shortest = shorter;
  }
  return shortest;
}

function sayEverything(initial: InitialPartition, setting: PartitionSetting): FileInitial {
  const replicas: Record<string, FileReplica> = {};
  for (const [broker, stands] of initial.replicas) {
    const ownEnd = stands.logEndOffset === initial.logEndOffset ? {} : { logEndOffset: stands.logEndOffset };
    const known = Math.min(initial.highWatermark, stands.logEndOffset);
    replicas[broker] = {
      ...ownEnd,
      ...(stands.highWatermark === known ? {} : { highWatermark: stands.highWatermark }),
    };
  }
  // In the order in which they are tried: the leader follows from the ISR most often, so the ISR is what stays.
  return {
    leader: initial.leader,
    leaderEpoch: initial.leaderEpoch,
    partitionEpoch: initial.partitionEpoch,
    lastKnownElr: initial.lastKnownElr,
    elr: initial.elr,
    isr: initial.isr,
    logStartOffset: initial.logStartOffset,
    records: initial.logEndOffset - initial.logStartOffset,
    from: formatTime(initial.fromUs),
    highWatermark: initial.highWatermark,
    replicas: setting.replicas.some((broker) => initial.replicas.has(broker)) ? replicas : {},
  };
}

function sameInitial(a: InitialPartition, b: InitialPartition): boolean {
  return (
    a.leader === b.leader &&
    a.leaderEpoch === b.leaderEpoch &&
    a.partitionEpoch === b.partitionEpoch &&
    sameList(a.isr, b.isr) &&
    sameList(a.elr, b.elr) &&
    sameList(a.lastKnownElr, b.lastKnownElr) &&
    a.logStartOffset === b.logStartOffset &&
    a.logEndOffset === b.logEndOffset &&
    a.fromUs === b.fromUs &&
    a.highWatermark === b.highWatermark &&
    a.replicas.size === b.replicas.size &&
    [...a.replicas].every(([broker, stands]) => {
      const other = b.replicas.get(broker);
      return other?.logEndOffset === stands.logEndOffset && other.highWatermark === stands.highWatermark;
    })
  );
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
