import {
  DEFAULT_TIMES,
  DEFAULTS,
  defaultControllerId,
  defaultFeatures,
  defaultLatencyAcrossRacksUs,
} from './defaults.ts';
import { configsUnlessEmpty, formatConfigs } from './formatConfigs.ts';
import { formatTopic } from './formatTopic.ts';
import { formatBandwidth, formatFineTime, formatSize, formatTime } from './quantity.ts';
import type {
  ClientQuotaKey,
  ClientQuotaSpec,
  Command,
  ConsumerSpec,
  LinkSlowness,
  NetworkSpec,
  OutputSpec,
  ProducerSpec,
  ProcessingTimes,
  Scenario,
  TransactionSpec,
  Workload,
} from './Scenario.ts';
import type {
  FileBroker,
  FileCommand,
  FileConsumer,
  FileNetwork,
  FileOutput,
  FileProducer,
  FileQuota,
  FileQuotaValues,
  FileTimes,
  FileTransaction,
  FileWorkload,
  ScenarioFile,
} from './ScenarioFile.ts';
import { formatQueueBroker } from './queue/formatQueueBrokers.ts';
import { formatOutside, formatStore } from './outside/formatOutside.ts';
import { formatReadingCommand } from './reading/formatReadingCommand.ts';
import { formatGroup, formatShare } from './share/formatShare.ts';
import { formatArrivals, formatPartitioner, formatWorkloadExtras } from './workload/formatWorkloadExtras.ts';

/**
 * The shortest file that `parseScenario` reads back as an equal scenario: what equals a default is left out. The Kafka
 * version always stands, for whoever reads the file.
 */
export function formatScenario(scenario: Scenario): ScenarioFile {
  const features = defaultFeatures(scenario.kafkaVersion);
  const brokerIds = scenario.brokers.map((broker) => broker.nodeId);
  const [controller, ...more] = scenario.controllers;
  const plainController = more.length === 0 && controller?.nodeId === defaultControllerId(brokerIds);
  const { 'eligible.leader.replicas.version': elr, ...versions } = scenario.features;
  return {
    highwater: 1,
    ...(scenario.title === null ? {} : { title: scenario.title }),
    ...(scenario.description === null ? {} : { description: scenario.description }),
    ...listUnlessEmpty(
      'sources',
      scenario.sources.map(({ title, url }) => ({ title, ...(url === null ? {} : { url }) })),
    ),
    ...(scenario.openAtUs === null ? {} : { openAt: formatTime(scenario.openAtUs) }),
    'kafka.version': scenario.kafkaVersion,
    ...unless(scenario.seed === DEFAULTS.seed, { seed: scenario.seed }),
    ...(scenario.untilUs === null ? {} : { until: formatTime(scenario.untilUs) }),
    ...unlessEmpty('features', {
      ...unless(elr === features['eligible.leader.replicas.version'], {
        'eligible.leader.replicas.version': elr,
      }),
      ...versions,
    }),
    ...configsUnlessEmpty(scenario.configs),
    ...unlessEmpty('network', formatNetwork(scenario.network)),
    ...unlessEmpty('times', formatTimes(scenario.times)),
    ...unless(plainController, {
      controllers: scenario.controllers.map(({ nodeId }) => ({ 'node.id': nodeId })),
    }),
    ...listUnlessEmpty('brokers', scenario.brokers.map(formatBroker)),
    ...listUnlessEmpty(
      'topics',
      scenario.topics.map((topic) => formatTopic(topic, scenario)),
    ),
    ...listUnlessEmpty('quotas', scenario.quotas.map(formatQuota)),
    ...listUnlessEmpty('groups', (scenario.groups ?? []).map(formatGroup)),
    ...listUnlessEmpty('producers', scenario.producers.map(formatProducer)),
    ...listUnlessEmpty('consumers', scenario.consumers.map(formatConsumer)),
    ...listUnlessEmpty('queueBrokers', (scenario.queueBrokers ?? []).map(formatQueueBroker)),
    ...listUnlessEmpty('stores', (scenario.stores ?? []).map(formatStore)),
    ...listUnlessEmpty('commands', scenario.commands.map(formatCommand)),
  };
}

/** One command as `parseCommand` reads it. */
export function formatCommand(command: Command): FileCommand {
  const when = {
    at: formatTime(command.atUs),
    ...(command.after === undefined ? {} : { after: command.after }),
    ...(command.repeat === undefined
      ? {}
      : { repeat: { every: formatTime(command.repeat.everyUs), times: command.repeat.times } }),
  };
  switch (command.kind) {
    case 'KillController':
    case 'StopController':
    case 'StartController':
    case 'CutControllerPower':
      return { ...when, kind: command.kind, controller: command.controller };
    case 'KillBroker':
    case 'StopBroker':
    case 'StartBroker':
    case 'FailDisk':
    case 'ReplaceDisk':
    case 'MendDisk':
    case 'UnregisterBroker':
      return { ...when, kind: command.kind, broker: command.broker };
    case 'CutPower':
      return 'rack' in command
        ? { ...when, kind: command.kind, rack: command.rack }
        : { ...when, kind: command.kind, broker: command.broker };
    case 'PauseProcess':
      return {
        ...when,
        kind: command.kind,
        node: command.node,
        ...(command.forUs === null ? {} : { for: formatTime(command.forUs) }),
      };
    case 'ResumeProcess':
      return { ...when, kind: command.kind, node: command.node };
    case 'SlowDisk':
      return { ...when, kind: command.kind, broker: command.broker, factor: command.factor };
    case 'ResetConnections':
      return { ...when, kind: command.kind, between: command.between };
    case 'CutLink':
    case 'MendLink':
      return { ...when, kind: command.kind, between: command.between, ...directionOf(command) };
    case 'SlowLink':
      return {
        ...when,
        kind: command.kind,
        between: command.between,
        ...directionOf(command),
        ...formatSlowness(command),
      };
    case 'SetClock':
      return {
        ...when,
        kind: command.kind,
        node: command.node,
        ...unless(command.offsetUs === 0, { offset: formatTime(command.offsetUs) }),
        ...unless(command.driftPpm === 0, { driftPpm: command.driftPpm }),
      };
    case 'KillClient':
    case 'CloseClient':
    case 'StartClient':
      return { ...when, kind: command.kind, client: command.client };
    case 'StallConsumer':
    case 'UnstallConsumer':
      return { ...when, kind: command.kind, consumer: command.consumer };
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
    case 'AlterGroupConfigs':
    case 'DeleteGroups':
    case 'AlterShareGroupOffsets':
    case 'DeleteShareGroupOffsets':
      return { ...when, ...formatReadingCommand(command) };
    case 'AlterTopicConfigs':
      return {
        ...when,
        kind: command.kind,
        topic: command.topic,
        configs: formatConfigs(command.configs),
        ...listUnlessEmpty('remove', command.remove ?? []),
      };
    case 'AlterBrokerConfigs':
      return {
        ...when,
        kind: command.kind,
        broker: command.broker,
        ...configsUnlessEmpty(command.configs),
        ...listUnlessEmpty('remove', command.remove ?? []),
      };
    case 'AlterClusterConfigs':
      return {
        ...when,
        kind: command.kind,
        ...configsUnlessEmpty(command.configs),
        ...listUnlessEmpty('remove', command.remove ?? []),
      };
    case 'CreateTopic':
      return {
        ...when,
        kind: command.kind,
        topic: command.topic,
        ...unless(command.partitions === -1, { partitions: command.partitions }),
        ...unless(command.replicationFactor === -1, { 'replication.factor': command.replicationFactor }),
        ...(command.replicas === null ? {} : { replicas: command.replicas }),
        ...configsUnlessEmpty(command.configs),
      };
    case 'DeleteTopic':
      return { ...when, kind: command.kind, topic: command.topic };
    case 'CreatePartitions':
      return {
        ...when,
        kind: command.kind,
        topic: command.topic,
        count: command.count,
        ...(command.replicas === null ? {} : { replicas: command.replicas }),
      };
    case 'ElectLeaders':
      return {
        ...when,
        kind: command.kind,
        electionType: command.electionType,
        ...(command.partitions === null ? {} : { partitions: command.partitions }),
      };
    case 'AlterPartitionReassignments':
      return { ...when, kind: command.kind, reassignments: command.reassignments };
    case 'DeleteRecords':
      return { ...when, kind: command.kind, partition: command.partition, offset: command.offset };
    case 'ResetOffsets':
      return {
        ...when,
        kind: command.kind,
        group: command.group,
        ...(command.partitions === null ? {} : { partitions: command.partitions }),
        to: command.to,
        ...(command.value === 0 ? {} : { value: command.value }),
      };
    case 'FailLogDir':
      return {
        ...when,
        kind: command.kind,
        broker: command.broker,
        ...(command.logDir === null ? {} : { logDir: command.logDir }),
      };
    case 'ResizeDisk':
      return {
        ...when,
        kind: command.kind,
        broker: command.broker,
        ...(command.logDir === null ? {} : { logDir: command.logDir }),
        ...(command.capacityBytes === null ? {} : { capacity: formatSize(command.capacityBytes) }),
      };
    case 'AlterClientQuotas':
      return {
        ...when,
        kind: command.kind,
        ...formatQuotaEntity(command),
        quotas: formatQuotaValues(command.quotas),
      };
    case 'RestartProducer':
      return {
        ...when,
        kind: command.kind,
        producer: command.producer,
        ...configsUnlessEmpty(command.configs),
      };
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      return { ...when, kind: command.kind, producer: command.producer };
    case 'KillQueueBroker':
    case 'StartQueueBroker':
      return { ...when, kind: command.kind, queueBroker: command.queueBroker };
    case 'PublishMessages':
      return { ...when, kind: command.kind, publisher: command.publisher, count: command.count };
    case 'SendRecords':
      return { ...when, kind: command.kind, producer: command.producer, count: command.count };
  }
}

function formatQuota(quota: ClientQuotaSpec): FileQuota {
  return { ...formatQuotaEntity(quota), ...formatQuotaValues(quota.quotas) };
}

function formatQuotaEntity({ user, clientId }: Pick<ClientQuotaSpec, 'user' | 'clientId'>): FileQuota {
  return {
    ...(user === null ? {} : { user }),
    ...(clientId === null ? {} : { 'client-id': clientId }),
  };
}

function formatQuotaValues(quotas: readonly (readonly [ClientQuotaKey, number | null])[]): FileQuotaValues {
  const entries = quotas.map(([key, value]) => {
    const isBytes = key === 'producer_byte_rate' || key === 'consumer_byte_rate';
    return [key, isBytes && value !== null ? formatSize(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function directionOf(command: { readonly direction?: 'forward' }): { readonly direction?: 'forward' } {
  return command.direction === undefined ? {} : { direction: command.direction };
}

function formatSlowness(slow: LinkSlowness): {
  readonly latency?: string;
  readonly jitter?: string;
  readonly bandwidth?: string;
  readonly lossPercent?: number;
} {
  return {
    ...(slow.latencyUs === null ? {} : { latency: formatTime(slow.latencyUs) }),
    ...(slow.jitterUs === 0 ? {} : { jitter: formatTime(slow.jitterUs) }),
    ...(slow.bandwidthBitsPerSecond === null
      ? {}
      : { bandwidth: formatBandwidth(slow.bandwidthBitsPerSecond) }),
    ...(slow.lossPercent === 0 ? {} : { lossPercent: slow.lossPercent }),
  };
}

function formatNetwork(network: NetworkSpec): FileNetwork {
  const links = network.links.map((link) => ({
    between: link.between,
    ...(link.latencyUs === undefined ? {} : { latency: formatTime(link.latencyUs) }),
    ...(link.bandwidthBitsPerSecond === undefined
      ? {}
      : { bandwidth: formatBandwidth(link.bandwidthBitsPerSecond) }),
  }));
  return {
    ...unless(network.latencyUs === DEFAULTS.latencyUs, { latency: formatTime(network.latencyUs) }),
    ...unless(network.latencyAcrossRacksUs === defaultLatencyAcrossRacksUs(network.latencyUs), {
      latencyAcrossRacks: formatTime(network.latencyAcrossRacksUs),
    }),
    ...unless(network.bandwidthBitsPerSecond === DEFAULTS.bandwidthBitsPerSecond, {
      bandwidth: formatBandwidth(network.bandwidthBitsPerSecond),
    }),
    ...listUnlessEmpty('links', links),
  };
}

function formatTimes(times: ProcessingTimes): FileTimes {
  return {
    ...unless(times.requestUs === DEFAULT_TIMES.requestUs, { request: formatTime(times.requestUs) }),
    ...unless(times.requestPerKiBUs === DEFAULT_TIMES.requestPerKiBUs, {
      requestPerKiB: formatFineTime(times.requestPerKiBUs),
    }),
    ...unless(times.networkThreadUs === DEFAULT_TIMES.networkThreadUs, {
      networkThread: formatTime(times.networkThreadUs),
    }),
    ...unless(times.networkThreadPerKiBUs === DEFAULT_TIMES.networkThreadPerKiBUs, {
      networkThreadPerKiB: formatFineTime(times.networkThreadPerKiBUs),
    }),
    ...unless(times.appendUs === DEFAULT_TIMES.appendUs, { append: formatTime(times.appendUs) }),
    ...unless(times.appendPerKiBUs === DEFAULT_TIMES.appendPerKiBUs, {
      appendPerKiB: formatFineTime(times.appendPerKiBUs),
    }),
    ...unless(times.fsyncUs === DEFAULT_TIMES.fsyncUs, { fsync: formatTime(times.fsyncUs) }),
    ...unless(times.brokerStartUs === DEFAULT_TIMES.brokerStartUs, {
      brokerStart: formatTime(times.brokerStartUs),
    }),
    ...unless(times.pageCacheExpireUs === DEFAULT_TIMES.pageCacheExpireUs, {
      pageCacheExpire: formatTime(times.pageCacheExpireUs),
    }),
    ...unless(times.recoveryPerMiBUs === DEFAULT_TIMES.recoveryPerMiBUs, {
      recoveryPerMiB: formatTime(times.recoveryPerMiBUs),
    }),
    ...unless(times.remoteCopyPerMiBUs === DEFAULT_TIMES.remoteCopyPerMiBUs, {
      remoteCopyPerMiB: formatTime(times.remoteCopyPerMiBUs),
    }),
    ...unless(times.remoteReadUs === DEFAULT_TIMES.remoteReadUs, {
      remoteRead: formatTime(times.remoteReadUs),
    }),
  };
}

function formatBroker(broker: Scenario['brokers'][number]): FileBroker {
  return {
    'node.id': broker.nodeId,
    ...(broker.rack === null ? {} : { 'broker.rack': broker.rack }),
    ...unless(broker.state === 'running', { state: broker.state }),
    ...configsUnlessEmpty(broker.configs),
    ...listUnlessEmpty(
      'disks',
      broker.disks.map(({ logDir, capacityBytes }) => ({
        ...(logDir === null ? {} : { logDir }),
        capacity: formatSize(capacityBytes),
      })),
    ),
  };
}

function formatProducer(producer: ProducerSpec): FileProducer {
  return {
    'client.id': producer.clientId,
    ...(producer.rack === null ? {} : { rack: producer.rack }),
    ...configsUnlessEmpty(producer.configs),
    ...(producer.workload === null ? {} : { workload: formatWorkload(producer.workload) }),
    ...(producer.hosts === undefined ? {} : { hosts: producer.hosts }),
    ...(producer.partitioner === undefined ? {} : { partitioner: formatPartitioner(producer.partitioner) }),
  };
}

function formatWorkload(workload: Workload): FileWorkload {
  const arrivals = formatArrivals(workload.arrivals);
  return {
    topic: workload.topic,
    ...(workload.partition === null ? {} : { partition: workload.partition }),
    ...(arrivals === null ? {} : { arrivals }),
    ...(workload.key === null ? {} : { key: workload.key }),
    ...unless(workload.keyCount === DEFAULTS.keyCount, { keys: workload.keyCount }),
    ...unless(workload.valueBytes === DEFAULTS.valueBytes, { valueBytes: formatSize(workload.valueBytes) }),
    ...(workload.tombstoneEvery === null ? {} : { tombstoneEvery: workload.tombstoneEvery }),
    ...unless(workload.startUs === 0, { start: formatTime(workload.startUs) }),
    ...(workload.endUs === null ? {} : { end: formatTime(workload.endUs) }),
    ...formatWorkloadExtras(workload),
    ...(workload.transaction ? { transaction: formatTransaction(workload.transaction) } : {}),
  };
}

function formatTransaction(transaction: TransactionSpec): FileTransaction {
  const { records, lastsUs, abortEvery, restartAfterUs } = transaction;
  return {
    ...(records === null ? {} : { records }),
    ...unless(lastsUs === 0, { lasts: formatTime(lastsUs) }),
    ...(abortEvery === null ? {} : { abortEvery }),
    ...(restartAfterUs === null ? {} : { restartAfter: formatTime(restartAfterUs) }),
  };
}

function formatConsumer(consumer: ConsumerSpec): FileConsumer {
  return {
    'client.id': consumer.clientId,
    ...(consumer.rack === null ? {} : { rack: consumer.rack }),
    ...configsUnlessEmpty(consumer.configs),
    ...listUnlessEmpty('assign', consumer.assign),
    ...listUnlessEmpty('subscribe', consumer.subscribe),
    ...unlessEmpty('processing', {
      ...unless(consumer.perRecordUs === 0, { perRecord: formatTime(consumer.perRecordUs) }),
      ...(consumer.commit === null ? {} : { commit: consumer.commit }),
      ...unless(consumer.commitWhen === 'after', { commitWhen: consumer.commitWhen }),
      ...(consumer.commitEvery === undefined ? {} : { commitEvery: consumer.commitEvery }),
      ...unless(consumer.workers === 0, { workers: consumer.workers }),
      ...(consumer.heartbeats && { heartbeats: consumer.heartbeats }),
      ...(consumer.spread && { spread: consumer.spread }),
      ...(consumer.failures && {
        failures: {
          percent: consumer.failures.percent,
          retries: consumer.failures.retries,
          backoff: formatTime(consumer.failures.backoffUs),
        },
      }),
      ...(consumer.output === undefined ? {} : { output: formatOutput(consumer.output) }),
      ...formatOutside(consumer),
    }),
    ...(consumer.share === undefined ? {} : { share: formatShare(consumer.share) }),
  };
}

function formatOutput({ producer, restartAfterUs }: OutputSpec): FileOutput {
  return { producer, ...(restartAfterUs === null ? {} : { restartAfter: formatTime(restartAfterUs) }) };
}

function unless<T extends object>(isDefault: boolean, part: T): T | Partial<Record<keyof T, never>> {
  return isDefault ? {} : part;
}

function unlessEmpty<K extends string, T extends object>(key: K, part: T): { readonly [key in K]?: T } {
  return Object.keys(part).length === 0 ? {} : ({ [key]: part } as { readonly [key in K]?: T });
}

function listUnlessEmpty<K extends string, T>(
  key: K,
  list: readonly T[],
): { readonly [key in K]?: readonly T[] } {
  return list.length === 0 ? {} : ({ [key]: list } as { readonly [key in K]?: readonly T[] });
}
