import { checkShape } from './checkShape.ts';
import { nearestName } from './nearestName.ts';
import { parseBandwidth, parseSize } from './quantity.ts';
import { asPair, checkBetween, checked, readTime } from './readCluster.ts';
import { queueNodeNames } from '../shared/queueNodeNames.ts';
import { unknownTopic, type PartitionCounts } from './readClients.ts';
import { checkConsumerCall, consumerSorts, type ConsumerSort } from './reading/checkConsumerCall.ts';
import { readReadingCommand } from './reading/readingCommands.ts';
import { readConfigs, readRemovedConfigs, type ReadReport } from './readConfigs.ts';
import { readQuotaEntity, readQuotaValues } from './readQuotas.ts';
import type { Command, CommandBody, OffsetsTarget, Scenario } from './Scenario.ts';
import type { FileCommand } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';
import { COMMAND_SHAPE } from './scenarioShape.ts';

/** No broker has this id: it stands where a problem has been told already. */
const NOT_TOLD = -1;

/** What commands may name. */
export interface ScenarioNames {
  readonly brokers: readonly number[];
  readonly controllers: readonly number[];
  /** Those of commands that create topics among them; null where nobody knows which there will be. */
  readonly topics: PartitionCounts | null;
  /** Producer to whether it has a workload. */
  readonly producers: ReadonlyMap<string, boolean>;
  /** Producers that have a transactional.id, or get one from a command. */
  readonly transactional: ReadonlySet<string>;
  readonly consumers: ReadonlyMap<string, ConsumerSort>;
  readonly nodes: ReadonlySet<string>;
  readonly racks: ReadonlySet<string>;
}

export type CommandResult =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** One command on its own, as a link stores it; with a scenario, what it names must exist there. */
export function parseCommand(json: unknown, scenario?: Scenario, path = ''): CommandResult {
  const shapeProblems = checkShape(COMMAND_SHAPE, json, path);
  if (shapeProblems.length > 0) return { ok: false, problems: shapeProblems };
  const report: ReadReport = { problems: [], ignored: [] };
  const command = readCommand(json as FileCommand, path, report);
  // What was created by hand before this command is not in the scenario.
  if (scenario !== undefined)
    report.problems.push(
      ...checkCommand(command, { ...namesOf(scenario, scenario.commands), topics: null }, path),
    );
  return report.problems.length > 0 ? { ok: false, problems: report.problems } : { ok: true, command };
}

export function namesOf(
  scenario: Pick<
    Scenario,
    'brokers' | 'controllers' | 'topics' | 'producers' | 'consumers' | 'stores' | 'queueBrokers'
  >,
  commands: readonly (CommandBody | FileCommand)[],
): ScenarioNames {
  return {
    brokers: scenario.brokers.map((broker) => broker.nodeId),
    controllers: scenario.controllers.map((controller) => controller.nodeId),
    topics: new Map(scenario.topics.map((topic) => [topic.name, topic.partitions.length])),
    producers: new Map(scenario.producers.map((producer) => [producer.clientId, producer.workload !== null])),
    transactional: transactionalProducers(scenario.producers, commands),
    consumers: consumerSorts(scenario),
    nodes: nodeNames(scenario),
    racks: rackNames(scenario),
  };
}

/** Producers that have a transactional.id, at the start or from a restart on. */
export function transactionalProducers(
  producers: Scenario['producers'],
  commands: readonly (CommandBody | FileCommand)[],
): ReadonlySet<string> {
  const restarted = commands.flatMap((command) =>
    command.kind === 'RestartProducer' && 'transactional.id' in (command.configs ?? {})
      ? [command.producer]
      : [],
  );
  const given = producers.filter(({ configs }) => 'transactional.id' in configs);
  return new Set([...given.map(({ clientId }) => clientId), ...restarted]);
}

/** Entity keys of every node: what links may join. */
export function nodeNames(
  scenario: Pick<Scenario, 'brokers' | 'controllers' | 'producers' | 'consumers' | 'stores' | 'queueBrokers'>,
): ReadonlySet<string> {
  return new Set([
    ...queueNodeNames(scenario.queueBrokers),
    ...scenario.brokers.map((broker) => `broker:${broker.nodeId}`),
    ...scenario.controllers.map((controller) => `controller:${controller.nodeId}`),
    ...scenario.producers.map((producer) => `producer:${producer.clientId}`),
    ...scenario.consumers.map((consumer) => `consumer:${consumer.clientId}`),
    ...(scenario.stores ?? []).map((store) => `store:${store.name}`),
  ]);
}

/** Racks in which something stands. */
export function rackNames(
  scenario: Pick<Scenario, 'brokers' | 'producers' | 'consumers'>,
): ReadonlySet<string> {
  const racks = [...scenario.brokers, ...scenario.producers, ...scenario.consumers].map(({ rack }) => rack);
  return new Set(racks.filter((rack) => rack !== null));
}

/** A command whose shape is right. */
export function readCommand(file: FileCommand, path: string, report: ReadReport): Command {
  const when = {
    atUs: readTime(file.at, 0),
    ...(file.after === undefined ? {} : { after: file.after }),
    ...(file.repeat === undefined
      ? {}
      : { repeat: { everyUs: readTime(file.repeat.every, 0), times: file.repeat.times } }),
  };
  if (file.repeat !== undefined && when.repeat?.everyUs === 0)
    report.problems.push(
      scenarioProblem('no-time', pathTo(pathTo(path, 'repeat'), 'every'), file.repeat.every),
    );
  return { ...when, ...readBody(file, path, report) };
}

function readBody(file: FileCommand, path: string, report: ReadReport): CommandBody {
  switch (file.kind) {
    case 'KillController':
    case 'StopController':
    case 'StartController':
    case 'CutControllerPower':
      return { kind: file.kind, controller: file.controller };
    case 'KillBroker':
    case 'StopBroker':
    case 'StartBroker':
    case 'FailDisk':
    case 'ReplaceDisk':
    case 'MendDisk':
    case 'UnregisterBroker':
      return { kind: file.kind, broker: file.broker };
    case 'CutPower':
      if ((file.broker === undefined) === (file.rack === undefined))
        report.problems.push(scenarioProblem('broker-or-rack', path, null));
      return file.rack === undefined
        ? { kind: file.kind, broker: file.broker ?? NOT_TOLD }
        : { kind: file.kind, rack: file.rack };
    case 'PauseProcess':
      return {
        kind: file.kind,
        node: file.node,
        forUs: file.for === undefined ? null : readTime(file.for, 0),
      };
    case 'ResumeProcess':
      return { kind: file.kind, node: file.node };
    case 'SlowDisk':
      return { kind: file.kind, broker: file.broker, factor: file.factor };
    case 'ResetConnections':
      return { kind: file.kind, between: asPair(file.between) };
    case 'CutLink':
    case 'MendLink':
      return { kind: file.kind, between: asPair(file.between), ...readDirection(file.direction) };
    case 'SlowLink':
      if (
        file.latency === undefined &&
        file.jitter === undefined &&
        file.bandwidth === undefined &&
        file.lossPercent === undefined
      )
        report.problems.push(scenarioProblem('missing-key', pathTo(path, 'latency'), undefined));
      return {
        kind: file.kind,
        between: asPair(file.between),
        ...readDirection(file.direction),
        latencyUs: file.latency === undefined ? null : readTime(file.latency, 0),
        jitterUs: readTime(file.jitter, 0),
        bandwidthBitsPerSecond: file.bandwidth === undefined ? null : checked(parseBandwidth(file.bandwidth)),
        lossPercent: file.lossPercent ?? 0,
      };
    case 'SetClock':
      return {
        kind: file.kind,
        node: file.node,
        offsetUs: readTime(file.offset, 0),
        driftPpm: file.driftPpm ?? 0,
      };
    case 'KillClient':
    case 'CloseClient':
    case 'StartClient':
      return { kind: file.kind, client: file.client };
    case 'StallConsumer':
    case 'UnstallConsumer':
      return { kind: file.kind, consumer: file.consumer };
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
    case 'AlterGroupConfigs':
    case 'DeleteGroups':
    case 'AlterShareGroupOffsets':
    case 'DeleteShareGroupOffsets':
      return readReadingCommand(file, path, report);
    case 'AlterTopicConfigs':
      return {
        kind: file.kind,
        topic: file.topic,
        configs: readConfigs('topic', file.configs, pathTo(path, 'configs'), report),
        ...readRemoved('topic', file.remove, path, report),
      };
    case 'AlterClientQuotas':
      return {
        kind: file.kind,
        ...readQuotaEntity(file, path, report),
        quotas: readQuotaValues(file.quotas, pathTo(path, 'quotas'), report),
      };
    case 'AlterBrokerConfigs':
      return {
        kind: file.kind,
        broker: file.broker,
        configs: readConfigs('broker', file.configs, pathTo(path, 'configs'), report),
        ...readRemoved('broker', file.remove, path, report),
      };
    case 'AlterClusterConfigs':
      return {
        kind: file.kind,
        configs: readConfigs('broker', file.configs, pathTo(path, 'configs'), report),
        ...readRemoved('broker', file.remove, path, report),
      };
    case 'CreateTopic':
      return {
        kind: file.kind,
        topic: file.topic,
        partitions: file.partitions ?? -1,
        replicationFactor: file['replication.factor'] ?? -1,
        replicas: file.replicas ?? null,
        configs: readConfigs('topic', file.configs, pathTo(path, 'configs'), report),
      };
    case 'DeleteTopic':
      return { kind: file.kind, topic: file.topic };
    case 'CreatePartitions':
      return { kind: file.kind, topic: file.topic, count: file.count, replicas: file.replicas ?? null };
    case 'ElectLeaders':
      return {
        kind: file.kind,
        electionType: file.electionType === 'UNCLEAN' ? 'UNCLEAN' : 'PREFERRED',
        partitions: file.partitions ?? null,
      };
    case 'AlterPartitionReassignments':
      return { kind: file.kind, reassignments: file.reassignments };
    case 'DeleteRecords':
      return { kind: file.kind, partition: file.partition, offset: file.offset };
    case 'ResetOffsets':
      return {
        kind: file.kind,
        group: file.group,
        partitions: file.partitions ?? null,
        to: file.to as OffsetsTarget['to'],
        value: file.value ?? 0,
      };
    case 'FailLogDir':
      return { kind: file.kind, broker: file.broker, logDir: file.logDir ?? null };
    case 'ResizeDisk':
      return {
        kind: file.kind,
        broker: file.broker,
        logDir: file.logDir ?? null,
        capacityBytes: file.capacity === undefined ? null : checked(parseSize(file.capacity)),
      };
    case 'RestartProducer':
      return {
        kind: file.kind,
        producer: file.producer,
        configs: readConfigs('producer', file.configs, pathTo(path, 'configs'), report),
      };
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      return { kind: file.kind, producer: file.producer };
    case 'KillQueueBroker':
    case 'StartQueueBroker':
      return { kind: file.kind, queueBroker: file.queueBroker };
    case 'PublishMessages':
      return { kind: file.kind, publisher: file.publisher, count: file.count };
    case 'SendRecords':
      return { kind: file.kind, producer: file.producer, count: file.count };
  }
}

function readDirection(direction: string | undefined): { readonly direction?: 'forward' } {
  return direction === 'forward' ? { direction } : {};
}

function readRemoved(
  place: 'topic' | 'broker',
  remove: readonly string[] | undefined,
  path: string,
  report: ReadReport,
): { readonly remove?: readonly string[] } {
  if (remove === undefined || remove.length === 0) return {};
  return { remove: readRemovedConfigs(place, remove, pathTo(path, 'remove'), report) };
}

/** What a command names exists. Whether topics and partitions do is for the controller to say where it is asked for them, or for who leads them. */
export function checkCommand(
  command: Command,
  names: ScenarioNames,
  path: string,
): readonly ScenarioProblem[] {
  switch (command.kind) {
    case 'KillController':
    case 'StopController':
    case 'StartController':
    case 'CutControllerPower':
      return checkController(command.controller, names, path);
    case 'KillBroker':
    case 'StopBroker':
    case 'StartBroker':
    case 'FailDisk':
    case 'ReplaceDisk':
    case 'SlowDisk':
    case 'MendDisk':
    case 'AlterBrokerConfigs':
    case 'UnregisterBroker':
    case 'FailLogDir':
    case 'ResizeDisk':
      return checkBroker(command.broker, names, path);
    case 'CutPower':
      return 'rack' in command
        ? checkRack(command.rack, names, path)
        : checkBroker(command.broker, names, path);
    case 'PauseProcess':
    case 'ResumeProcess':
    case 'SetClock':
      return checkNode(command.node, [...names.nodes], pathTo(path, 'node'));
    case 'KillClient':
    case 'CloseClient':
    case 'StartClient':
      return checkNode(command.client, clientsOf(names), pathTo(path, 'client'));
    case 'StallConsumer':
    case 'UnstallConsumer':
      return checkConsumer(command.consumer, names, path);
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
      return [
        ...checkConsumer(command.consumer, names, path),
        ...checkConsumerCall(command, names.consumers, path),
      ];
    case 'ResetConnections':
    case 'CutLink':
    case 'MendLink':
    case 'SlowLink':
      return checkBetween(command.between, names.nodes, pathTo(path, 'between'));
    case 'AlterTopicConfigs':
      return names.topics === null || names.topics.has(command.topic)
        ? []
        : [unknownTopic(command.topic, pathTo(path, 'topic'), names.topics)];
    case 'AlterGroupConfigs':
    case 'DeleteGroups':
    case 'AlterShareGroupOffsets':
    case 'DeleteShareGroupOffsets':
    case 'AlterClientQuotas':
    case 'AlterClusterConfigs':
    case 'CreateTopic':
    case 'DeleteTopic':
    case 'CreatePartitions':
    case 'ElectLeaders':
    case 'AlterPartitionReassignments':
    case 'DeleteRecords':
    case 'ResetOffsets':
      return [];
    case 'KillQueueBroker':
    case 'StartQueueBroker':
      return checkOfQueues('queueBroker', command.queueBroker, names, path);
    case 'PublishMessages':
      return checkOfQueues('publisher', command.publisher, names, path);
    case 'RestartProducer':
      return checkProducer(command.producer, names, path, false);
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'SendRecords':
      return checkProducer(command.producer, names, path, true);
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      return checkTransactional(command.producer, names, path);
  }
}

function checkBroker(broker: number, names: ScenarioNames, path: string): readonly ScenarioProblem[] {
  return broker === NOT_TOLD || names.brokers.includes(broker)
    ? []
    : [scenarioProblem('unknown-broker', pathTo(path, 'broker'), broker, oneOf(names.brokers))];
}

function checkController(controller: number, names: ScenarioNames, path: string): readonly ScenarioProblem[] {
  return names.controllers.includes(controller)
    ? []
    : [
        scenarioProblem(
          'unknown-controller',
          pathTo(path, 'controller'),
          controller,
          oneOf(names.controllers),
        ),
      ];
}

function checkRack(rack: string, names: ScenarioNames, path: string): readonly ScenarioProblem[] {
  if (names.racks.has(rack)) return [];
  const known = [...names.racks];
  return [
    scenarioProblem('unknown-rack', pathTo(path, 'rack'), rack, oneOf(known), nearestName(rack, known)),
  ];
}

function checkNode(name: string, known: readonly string[], path: string): readonly ScenarioProblem[] {
  return known.includes(name)
    ? []
    : [scenarioProblem('unknown-node', path, name, oneOf(known), nearestName(name, known))];
}

function checkConsumer(consumer: string, names: ScenarioNames, path: string): readonly ScenarioProblem[] {
  const known = clientsOf(names).flatMap((name) =>
    name.startsWith('consumer:') ? [name.slice('consumer:'.length)] : [],
  );
  return known.includes(consumer)
    ? []
    : [
        scenarioProblem(
          'unknown-consumer',
          pathTo(path, 'consumer'),
          consumer,
          oneOf(known),
          nearestName(consumer, known),
        ),
      ];
}

/** A queue broker, or who publishes to one. */
function checkOfQueues(
  role: 'queueBroker' | 'publisher',
  name: string,
  { nodes }: ScenarioNames,
  path: string,
): readonly ScenarioProblem[] {
  const known = [...nodes].flatMap((node) =>
    node.startsWith(`${role}:`) ? [node.slice(role.length + 1)] : [],
  );
  const code = role === 'publisher' ? 'unknown-publisher' : 'unknown-queue-broker';
  return known.includes(name)
    ? []
    : [scenarioProblem(code, pathTo(path, role), name, oneOf(known), nearestName(name, known))];
}

function clientsOf(names: ScenarioNames): readonly string[] {
  return [...names.nodes].filter((name) => /^(producer|consumer|publisher|queueConsumer):/.test(name));
}

/** Whether it has a transactional.id; a command before this one may have given it another. */
function checkTransactional(
  producer: string,
  names: ScenarioNames,
  path: string,
): readonly ScenarioProblem[] {
  const unknown = checkProducer(producer, names, path, false);
  if (unknown.length > 0 || names.transactional.has(producer)) return unknown;
  return [scenarioProblem('not-transactional', pathTo(path, 'producer'), producer)];
}

function checkProducer(
  producer: string,
  names: ScenarioNames,
  path: string,
  needsWorkload: boolean,
): readonly ScenarioProblem[] {
  const hasWorkload = names.producers.get(producer);
  const at = pathTo(path, 'producer');
  if (hasWorkload === undefined) {
    const known = [...names.producers.keys()];
    return [scenarioProblem('unknown-producer', at, producer, oneOf(known), nearestName(producer, known))];
  }
  return needsWorkload && !hasWorkload ? [scenarioProblem('no-workload', at, producer)] : [];
}
