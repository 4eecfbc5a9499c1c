import { checkConfig } from '../scenario/configs/kafkaConfigs.ts';
import { REMOVED_TOPIC_CONFIGS } from '../scenario/configs/topicConfigs.ts';
import type { Contradiction, ImportNotice } from '../scenario/ImportReport.ts';
import type { FileInitial, FileTopic, ScenarioFile } from '../scenario/ScenarioFile.ts';
import { NO_LEADER, type BrokerId } from '../shared/units.ts';
import { brokersOf, stoppedBrokers } from './diagnoseTopics.ts';
import type { FoundPartition, FoundTopic } from './readDescription.ts';

/**
 * What was found as a scenario: the cluster alone, no clients. Where the text contradicts itself or Kafka, what was made of
 * it is told. Topics without a single row are left out by the caller.
 */
export function draftScenario(topics: readonly FoundTopic[], notices: ImportNotice[]): ScenarioFile {
  const brokers = brokersOf(topics);
  const stopped = stoppedBrokers(topics);
  return {
    highwater: 1,
    brokers: brokers.map((id) => ({ 'node.id': id, ...(stopped.includes(id) ? { state: 'stopped' } : {}) })),
    topics: topics.map((topic) => draftTopic(topic, brokers.length, notices)),
  };
}

function draftTopic(topic: FoundTopic, brokerCount: number, notices: ImportNotice[]): FileTopic {
  const lengths = new Set(topic.partitions.map((row) => row.replicas.length));
  const [length] = lengths;
  const listed = new Set(topic.partitions.map((row) => row.partition));
  const placed = Array.from({ length: topic.partitionCount }, (_, i) => i).filter((i) => !listed.has(i));
  if (placed.length > 0)
    notices.push({ level: 'warn', code: 'replicas-placed', topic: topic.name, partitions: placed });
  // Lists of different lengths (a running reassignment) leave no single factor to state.
  const factor = lengths.size === 1 ? length : undefined;
  return {
    name: topic.name,
    partitions: topic.partitionCount,
    ...(factor === undefined ? {} : { 'replication.factor': Math.min(factor, brokerCount) }),
    replicas: Object.fromEntries(topic.partitions.map((row) => [row.partition, row.replicas])),
    configs: draftConfigs(topic, notices),
    initial: Object.fromEntries(
      topic.partitions.map((row) => [row.partition, draftInitial(topic.name, row, notices)]),
    ),
  };
}

function draftConfigs(topic: FoundTopic, notices: ImportNotice[]): Readonly<Record<string, string>> {
  const kept: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(topic.configs)) {
    const check = checkConfig('topic', name, value);
    if (check.ok) kept.push([name, check.value]);
    else {
      const code =
        check.fault === 'bad-config-value'
          ? 'config-value'
          : REMOVED_TOPIC_CONFIGS.includes(name)
            ? 'config-removed'
            : 'config-unknown';
      notices.push({ level: 'warn', code, topic: topic.name, name, value });
    }
  }
  return Object.fromEntries(kept);
}

function draftInitial(topic: string, row: FoundPartition, notices: ImportNotice[]): FileInitial {
  const tell = (what: Contradiction, brokers: readonly BrokerId[]): void => {
    if (brokers.length > 0)
      notices.push({ level: 'warn', code: 'contradiction', topic, partition: row.partition, what, brokers });
  };
  const isReplica = (id: BrokerId): boolean => row.replicas.includes(id);
  const outside = (ids: readonly BrokerId[]): readonly BrokerId[] => ids.filter((id) => !isReplica(id));

  tell('isr-not-a-replica', outside(row.isr));
  const inReplicas = row.isr.filter(isReplica);
  const foreign = row.leader !== NO_LEADER && !isReplica(row.leader);
  if (foreign) tell('leader-not-a-replica', [row.leader]);
  const leader = foreign ? NO_LEADER : row.leader;
  const joins = leader !== NO_LEADER && !inReplicas.includes(leader);
  if (joins) tell('leader-not-in-isr', [leader]);
  const isr = joins ? [leader, ...inReplicas] : inReplicas;

  const shownElr = row.elr ?? [];
  tell('elr-not-a-replica', outside([...shownElr, ...(row.lastKnownElr ?? [])]));
  tell(
    'in-isr-and-elr',
    shownElr.filter((id) => isr.includes(id)),
  );
  return {
    leader,
    isr,
    elr: shownElr.filter((id) => isReplica(id) && !isr.includes(id)),
    lastKnownElr: (row.lastKnownElr ?? []).filter(isReplica),
  };
}
