import type { BrokerId } from '../shared/units.ts';
import { DEFAULTS, placeReplicas } from './defaults.ts';
import { checkInitial, resolveInitial, type PartitionSetting } from './initialPartition.ts';
import { LIMITS } from './limits.ts';
import { readConfigs, type ReadReport } from './readConfigs.ts';
import type { BrokerSpec, Features, PartitionSpec, TopicSpec } from './Scenario.ts';
import type { FileTopic, ScenarioFile } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem } from './ScenarioProblem.ts';

export function readTopics(
  file: ScenarioFile,
  brokers: readonly BrokerSpec[],
  features: Features,
  report: ReadReport,
): readonly TopicSpec[] {
  const topics = file.topics ?? [];
  const partitionCount = topics.reduce((sum, topic) => sum + (topic.partitions ?? 1), 0);
  if (partitionCount > LIMITS.partitions) {
    report.problems.push(
      scenarioProblem('too-many', 'topics', partitionCount, {
        kind: 'range',
        min: 0,
        max: LIMITS.partitions,
      }),
    );
    return [];
  }
  const names = new Set<string>();
  return topics.map((topic, i) => {
    const path = pathTo('topics', i);
    if (names.has(topic.name))
      report.problems.push(scenarioProblem('duplicate', pathTo(path, 'name'), topic.name));
    names.add(topic.name);
    return readTopic(topic, path, brokers, features, report);
  });
}

function readTopic(
  topic: FileTopic,
  path: string,
  brokers: readonly BrokerSpec[],
  features: Features,
  report: ReadReport,
): TopicSpec {
  const count = topic.partitions ?? 1;
  checkPartitionKeys(topic.replicas, count, pathTo(path, 'replicas'), report);
  checkPartitionKeys(topic.initial, count, pathTo(path, 'initial'), report);

  const brokerIds = brokers.filter((broker) => broker.state !== 'new').map((broker) => broker.nodeId);
  const running = new Set(
    brokers.filter((broker) => broker.state === 'running').map((broker) => broker.nodeId),
  );
  const factor = readReplicationFactor(topic, brokerIds, path, report);
  const partitions = Array.from({ length: count }, (_, partition): PartitionSpec => {
    const given = topic.replicas?.[partition];
    if (given !== undefined)
      checkReplicas(given, topic, brokerIds, pathTo(pathTo(path, 'replicas'), String(partition)), report);
    const setting: PartitionSetting = {
      replicas: given ?? placeReplicas(brokerIds, partition, factor),
      isRunning: (broker) => running.has(broker),
      elrOn: features['eligible.leader.replicas.version'] === 1,
    };
    const fileInitial = topic.initial?.[partition] ?? {};
    const initial = resolveInitial(fileInitial, setting);
    report.problems.push(
      ...checkInitial(fileInitial, initial, setting, pathTo(pathTo(path, 'initial'), String(partition))),
    );
    return { replicas: setting.replicas, initial };
  });
  return {
    name: topic.name,
    partitions,
    configs: readConfigs('topic', topic.configs, pathTo(path, 'configs'), report),
  };
}

/** What is stated, or what the lists say, or Kafka's default. */
export function replicationFactorOf(topic: FileTopic): number {
  return (
    topic['replication.factor'] ??
    Object.values(topic.replicas ?? {})[0]?.length ??
    DEFAULTS.replicationFactor
  );
}

function readReplicationFactor(
  topic: FileTopic,
  brokers: readonly BrokerId[],
  path: string,
  report: ReadReport,
): number {
  const factor = replicationFactorOf(topic);
  if (factor > brokers.length) {
    const at = pathTo(
      path,
      topic['replication.factor'] === undefined && topic.replicas !== undefined
        ? 'replicas'
        : 'replication.factor',
    );
    report.problems.push(
      scenarioProblem('out-of-range', at, factor, { kind: 'range', min: 1, max: brokers.length }),
    );
  }
  return factor;
}

function checkPartitionKeys(
  map: Readonly<Record<string, unknown>> | undefined,
  count: number,
  path: string,
  report: ReadReport,
): void {
  for (const key of Object.keys(map ?? {})) {
    if (Number(key) >= count) {
      report.problems.push(
        scenarioProblem('unknown-partition', pathTo(path, key), Number(key), {
          kind: 'range',
          min: 0,
          max: count - 1,
        }),
      );
    }
  }
}

function checkReplicas(
  replicas: readonly BrokerId[],
  topic: FileTopic,
  brokers: readonly BrokerId[],
  path: string,
  report: ReadReport,
): void {
  if (replicas.length === 0) report.problems.push(scenarioProblem('empty-list', path, replicas));
  replicas.forEach((broker, i) => {
    if (!brokers.includes(broker))
      report.problems.push(scenarioProblem('unknown-broker', pathTo(path, i), broker, oneOf(brokers)));
  });
  const stated = topic['replication.factor'];
  if (stated !== undefined && replicas.length > 0 && replicas.length !== stated) {
    report.problems.push(scenarioProblem('replication-factor-differs', path, replicas, oneOf([stated])));
  }
}
