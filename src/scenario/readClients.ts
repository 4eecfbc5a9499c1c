import { DEFAULTS } from './defaults.ts';
import { isTransactional } from './isTransactional.ts';
import { LIMITS } from './limits.ts';
import { nearestName } from './nearestName.ts';
import { parseSize } from './quantity.ts';
import { checked, readTime } from './readCluster.ts';
import { checkConsumerConfigs, checkProducerConfigs, readConfigs, type ReadReport } from './readConfigs.ts';
import type { ConfigMap, ConsumerSpec, ProducerSpec, TopicSpec, Workload } from './Scenario.ts';
import type { FileProducer, FileConsumer, FileWorkload, ScenarioFile } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem } from './ScenarioProblem.ts';
import { readOutput } from './readOutput.ts';
import { readOutside } from './outside/readOutside.ts';
import { readShare } from './share/readShare.ts';
import { readArrivals, readPartitioner, readWorkloadExtras } from './workload/readWorkloadExtras.ts';

const DEFAULT_RETRIES = 3;
const DEFAULT_RETRY_BACKOFF_US = 1_000_000;

/** Topic to its number of partitions. */
export type PartitionCounts = ReadonlyMap<string, number>;

export function countPartitions(topics: readonly TopicSpec[]): PartitionCounts {
  return new Map(topics.map((topic) => [topic.name, topic.partitions.length]));
}

/** The same with what the commands of the file create: clients may wait for it. A default number counts as one. */
export function withCreatedTopics(topics: PartitionCounts, file: ScenarioFile): PartitionCounts {
  const counts = new Map(topics);
  for (const command of file.commands ?? []) {
    if (command.kind === 'CreateTopic') {
      const created = command.replicas?.length ?? Math.max(1, command.partitions ?? 1);
      counts.set(command.topic, Math.max(created, counts.get(command.topic) ?? 0));
    } else if (command.kind === 'CreatePartitions') {
      const known = counts.get(command.topic);
      if (known !== undefined) counts.set(command.topic, Math.max(known, command.count));
    }
  }
  return counts;
}

/** Clients count together against their limit. */
export function checkClientCount(file: ScenarioFile, report: ReadReport): void {
  const count = (file.producers?.length ?? 0) + (file.consumers?.length ?? 0);
  if (count > LIMITS.clients) {
    report.problems.push(
      scenarioProblem('too-many', 'producers', count, { kind: 'range', min: 0, max: LIMITS.clients }),
    );
  }
}

export function readProducers(
  file: ScenarioFile,
  topics: PartitionCounts,
  report: ReadReport,
): readonly ProducerSpec[] {
  const seen = new Set<string>();
  checkBooks(file, report);
  return (file.producers ?? []).map((producer, i) => {
    const path = pathTo('producers', i);
    const clientId = producer['client.id'];
    if (seen.has(clientId))
      report.problems.push(scenarioProblem('duplicate', pathTo(path, 'client.id'), clientId));
    seen.add(clientId);
    const configs = readConfigs('producer', producer.configs, pathTo(path, 'configs'), report);
    checkProducerConfigs(configs, pathTo(path, 'configs'), report);
    const { workload, partitioner } = producer;
    return {
      clientId,
      rack: producer.rack ?? null,
      configs,
      workload:
        workload === undefined || workload === null
          ? null
          : readWorkload(
              workload,
              pathTo(path, 'workload'),
              topics,
              isTransactional(file, clientId, configs),
              report,
            ),
      ...readHosts(producer, configs, path, file, report),
      ...(partitioner === undefined ? {} : { partitioner: readPartitioner(partitioner) }),
    };
  });
}

/** Accounts are one set of books, whoever sends: one currency, and one opening balance. */
function checkBooks({ producers = [] }: ScenarioFile, report: ReadReport): void {
  const first = producers.find(({ workload }) => workload?.transfers !== undefined)?.workload?.transfers;
  producers.forEach(({ workload }, i) => {
    const transfers = workload?.transfers;
    if (!transfers || !first) return;
    const path = ['producers', i, 'workload', 'transfers'].reduce<string>(pathTo, '');
    for (const name of ['currency', 'opening'] as const)
      if (transfers[name] !== first[name])
        report.problems.push(scenarioProblem('other-books', pathTo(path, name), transfers[name]));
  });
}

/** The names that a machine knows: they lead to brokers of the file, and a bootstrap server is among them. */
function readHosts(
  { hosts }: FileProducer,
  configs: ConfigMap,
  path: string,
  file: ScenarioFile,
  report: ReadReport,
): Pick<ProducerSpec, 'hosts'> {
  if (hosts === undefined) return {};
  const brokers = (file.brokers ?? []).map((broker) => broker['node.id']);
  hosts.forEach(({ broker }, i) => {
    const at = pathTo(pathTo(pathTo(path, 'hosts'), i), 'broker');
    if (!brokers.includes(broker))
      report.problems.push(scenarioProblem('unknown-broker', at, broker, oneOf(brokers)));
  });
  const servers = configs['bootstrap.servers'] ?? '';
  const isKnown = servers
    .split(',')
    .some((server) => hosts.some(({ name }) => server.trim().split(':')[0] === name));
  if (!isKnown)
    report.problems.push(
      scenarioProblem(
        'no-bootstrap-server',
        pathTo(path, 'hosts'),
        servers,
        oneOf(hosts.map(({ name }) => name)),
      ),
    );
  return { hosts };
}

export function readConsumers(
  file: ScenarioFile,
  topics: PartitionCounts,
  report: ReadReport,
): readonly ConsumerSpec[] {
  const seen = new Set<string>();
  return (file.consumers ?? []).map((consumer, i) => {
    const path = pathTo('consumers', i);
    const clientId = consumer['client.id'];
    if (seen.has(clientId))
      report.problems.push(scenarioProblem('duplicate', pathTo(path, 'client.id'), clientId));
    seen.add(clientId);
    const assign = consumer.assign ?? [];
    const subscribe = consumer.subscribe ?? [];
    const configs = readConfigs('consumer', consumer.configs, pathTo(path, 'configs'), report);
    checkConsumerConfigs(configs, pathTo(path, 'configs'), report);
    assign.forEach((name, at) => checkAssigned(name, pathTo(pathTo(path, 'assign'), at), topics, report));
    subscribe.forEach((topic, at) => {
      if (!topics.has(topic))
        report.problems.push(unknownTopic(topic, pathTo(pathTo(path, 'subscribe'), at), topics));
    });
    checkGroup(consumer, configs, path, report);
    return {
      clientId,
      rack: consumer.rack ?? null,
      configs,
      assign,
      subscribe,
      perRecordUs: readTime(consumer.processing?.perRecord, 0),
      commit: (consumer.processing?.commit ?? null) as ConsumerSpec['commit'],
      commitWhen: (consumer.processing?.commitWhen ?? 'after') as ConsumerSpec['commitWhen'],
      workers: consumer.processing?.workers ?? 0,
      ...readHeartbeats(consumer, configs, path, report),
      ...readCommitEvery(consumer, path, report),
      ...readWorkTimes(consumer.processing),
      ...readOutput(file, i, report),
      ...readShare(consumer, configs, path, report),
      ...readOutside(file, i, topics, report),
    };
  });
}

/** An event loop keeps heartbeats waiting, so it takes a group; that of a process with a producer, or of a share consumer, is not modelled. */
function readHeartbeats(
  { processing, share }: FileConsumer,
  configs: ConfigMap,
  path: string,
  report: ReadReport,
): Pick<ConsumerSpec, 'heartbeats'> {
  const { heartbeats, output } = processing ?? {};
  if (heartbeats !== 'eventLoop') return {};
  const at = pathTo(pathTo(path, 'processing'), 'heartbeats');
  if ((configs['group.id'] ?? '') === '') report.problems.push(scenarioProblem('no-group', at, heartbeats));
  else if (output || share) report.problems.push(scenarioProblem('event-loop-alone', at, heartbeats));
  return { heartbeats };
}

/** Who commits by the record works on them itself, and commits afterwards. */
function readCommitEvery(
  { processing, share }: FileConsumer,
  path: string,
  report: ReadReport,
): Pick<ConsumerSpec, 'commitEvery'> {
  const { commitEvery, commit, commitWhen, workers = 0, output } = processing ?? {};
  if (commitEvery === undefined) return {};
  if (commit === undefined || commitWhen === 'before' || workers > 0 || output || share)
    report.problems.push(
      scenarioProblem('commit-every-alone', pathTo(pathTo(path, 'processing'), 'commitEvery'), commitEvery),
    );
  return { commitEvery };
}

function readWorkTimes(processing: FileConsumer['processing']): Pick<ConsumerSpec, 'spread' | 'failures'> {
  const { spread, failures } = processing ?? {};
  return {
    ...(spread === 'exponential' && { spread }),
    ...(failures && {
      failures: {
        percent: failures.percent,
        retries: failures.retries ?? DEFAULT_RETRIES,
        backoffUs: readTime(failures.backoff, DEFAULT_RETRY_BACKOFF_US),
      },
    }),
  };
}

/** Kafka: `KafkaConsumer.maybeThrowInvalidGroupIdException`: nobody subscribes or commits without a group. */
function checkGroup(consumer: FileConsumer, configs: ConfigMap, path: string, report: ReadReport): void {
  const subscribe = consumer.subscribe ?? [];
  if (subscribe.length > 0 && (consumer.assign ?? []).length > 0)
    report.problems.push(scenarioProblem('assign-and-subscribe', pathTo(path, 'subscribe'), subscribe));
  if ((configs['group.id'] ?? '') !== '') return;
  if (subscribe.length > 0)
    report.problems.push(scenarioProblem('no-group', pathTo(path, 'subscribe'), subscribe));
  const { commit, output } = consumer.processing ?? {};
  if (output !== undefined)
    report.problems.push(
      scenarioProblem('no-group', pathTo(pathTo(path, 'processing'), 'output'), output.producer),
    );
  if (commit !== undefined)
    report.problems.push(scenarioProblem('no-group', pathTo(pathTo(path, 'processing'), 'commit'), commit));
}

function readWorkload(
  file: FileWorkload,
  path: string,
  topics: PartitionCounts,
  isTransactional: boolean,
  report: ReadReport,
): Workload {
  const count = topics.get(file.topic);
  const partition = file.partition ?? null;
  if (count === undefined) report.problems.push(unknownTopic(file.topic, pathTo(path, 'topic'), topics));
  else if (partition !== null && partition >= count) {
    report.problems.push(
      scenarioProblem('unknown-partition', pathTo(path, 'partition'), partition, {
        kind: 'range',
        min: 0,
        max: count - 1,
      }),
    );
  }
  const startUs = readTime(file.start, 0);
  const endUs = file.end === undefined || file.end === null ? null : readTime(file.end, 0);
  if (endUs !== null && endUs <= startUs)
    report.problems.push(scenarioProblem('end-before-start', pathTo(path, 'end'), file.end));

  const key = file.key ?? null;
  if (file.keys !== undefined && file.keys > 1 && key?.includes('{n}') !== true) {
    report.problems.push(scenarioProblem('keys-without-placeholder', pathTo(path, 'keys'), file.keys));
  }
  const tombstoneEvery = file.tombstoneEvery ?? null;
  if (tombstoneEvery !== null && key === null && file.keyList === undefined)
    report.problems.push(
      scenarioProblem('tombstones-without-key', pathTo(path, 'tombstoneEvery'), tombstoneEvery),
    );
  return {
    topic: file.topic,
    partition,
    arrivals: readArrivals(file.arrivals, pathTo(path, 'arrivals'), report),
    key,
    keyCount: file.keys ?? DEFAULTS.keyCount,
    valueBytes: file.valueBytes === undefined ? DEFAULTS.valueBytes : checked(parseSize(file.valueBytes)),
    tombstoneEvery,
    startUs,
    endUs,
    ...readWorkloadExtras(file, path, report),
    ...readTransaction(file.transaction, pathTo(path, 'transaction'), isTransactional, report),
  };
}

function readTransaction(
  file: FileWorkload['transaction'],
  path: string,
  isTransactional: boolean,
  report: ReadReport,
): Pick<Workload, 'transaction'> {
  if (file === undefined || file === null) return {};
  if (!isTransactional) report.problems.push(scenarioProblem('transaction-without-id', path, undefined));
  const lastsUs = readTime(file.lasts, 0);
  if (file.records === undefined && lastsUs === 0)
    report.problems.push(scenarioProblem('transaction-without-end', path, undefined));
  return {
    transaction: {
      records: file.records ?? null,
      lastsUs,
      abortEvery: file.abortEvery ?? null,
      restartAfterUs: file.restartAfter === undefined ? null : readTime(file.restartAfter, 0),
    },
  };
}

function checkAssigned(name: string, path: string, topics: PartitionCounts, report: ReadReport): void {
  const dash = name.lastIndexOf('-');
  const topic = name.slice(0, dash);
  const partition = Number(name.slice(dash + 1));
  const count = topics.get(topic);
  if (count === undefined) {
    const near = nearestName(topic, [...topics.keys()]);
    const likely = near === null ? null : `${near}-${partition}`;
    report.problems.push(scenarioProblem('unknown-topic', path, name, oneOf([...topics.keys()]), likely));
  } else if (partition >= count || String(partition) !== name.slice(dash + 1)) {
    report.problems.push(
      scenarioProblem('unknown-partition', path, name, { kind: 'range', min: 0, max: count - 1 }),
    );
  }
}

export function unknownTopic(name: string, path: string, topics: PartitionCounts) {
  const names = [...topics.keys()];
  return scenarioProblem('unknown-topic', path, name, oneOf(names), nearestName(name, names));
}
