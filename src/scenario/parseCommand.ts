import { checkShape } from './checkShape.ts';
import { nearestName } from './nearestName.ts';
import { asPair, checkBetween, readTime } from './readCluster.ts';
import { unknownTopic, type PartitionCounts } from './readClients.ts';
import { readConfigs, type ReadReport } from './readConfigs.ts';
import { readQuotaEntity, readQuotaValues } from './readQuotas.ts';
import type { Command, CommandBody, Scenario } from './Scenario.ts';
import type { FileCommand } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';
import { COMMAND_SHAPE } from './scenarioShape.ts';

/** What commands may name. */
export interface ScenarioNames {
  readonly brokers: readonly number[];
  readonly topics: PartitionCounts;
  /** Producer to whether it has a workload. */
  readonly producers: ReadonlyMap<string, boolean>;
  readonly nodes: ReadonlySet<string>;
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
  if (scenario !== undefined) report.problems.push(...checkCommand(command, namesOf(scenario), path));
  return report.problems.length > 0 ? { ok: false, problems: report.problems } : { ok: true, command };
}

export function namesOf(
  scenario: Pick<Scenario, 'brokers' | 'controllers' | 'topics' | 'producers' | 'consumers'>,
): ScenarioNames {
  return {
    brokers: scenario.brokers.map((broker) => broker.nodeId),
    topics: new Map(scenario.topics.map((topic) => [topic.name, topic.partitions.length])),
    producers: new Map(scenario.producers.map((producer) => [producer.clientId, producer.workload !== null])),
    nodes: nodeNames(scenario),
  };
}

/** Entity keys of every node: what links may join. */
export function nodeNames(
  scenario: Pick<Scenario, 'brokers' | 'controllers' | 'producers' | 'consumers'>,
): ReadonlySet<string> {
  return new Set([
    ...scenario.brokers.map((broker) => `broker:${broker.nodeId}`),
    ...scenario.controllers.map((controller) => `controller:${controller.nodeId}`),
    ...scenario.producers.map((producer) => `producer:${producer.clientId}`),
    ...scenario.consumers.map((consumer) => `consumer:${consumer.clientId}`),
  ]);
}

/** A command whose shape is right. */
export function readCommand(file: FileCommand, path: string, report: ReadReport): Command {
  const when = { atUs: readTime(file.at, 0), ...(file.after === undefined ? {} : { after: file.after }) };
  return { ...when, ...readBody(file, path, report) };
}

function readBody(file: FileCommand, path: string, report: ReadReport): CommandBody {
  switch (file.kind) {
    case 'KillBroker':
    case 'StopBroker':
    case 'StartBroker':
    case 'CutPower':
      return { kind: file.kind, broker: file.broker };
    case 'CutLink':
    case 'MendLink':
      return { kind: file.kind, between: asPair(file.between) };
    case 'AlterTopicConfigs':
      return {
        kind: file.kind,
        topic: file.topic,
        configs: readConfigs('topic', file.configs, pathTo(path, 'configs'), report),
      };
    case 'AlterClientQuotas':
      return {
        kind: file.kind,
        ...readQuotaEntity(file, path, report),
        quotas: readQuotaValues(file.quotas, pathTo(path, 'quotas'), report),
      };
    case 'RestartProducer':
      return {
        kind: file.kind,
        producer: file.producer,
        configs: readConfigs('producer', file.configs, pathTo(path, 'configs'), report),
      };
    case 'PauseWorkload':
    case 'ResumeWorkload':
      return { kind: file.kind, producer: file.producer };
    case 'SendRecords':
      return { kind: file.kind, producer: file.producer, count: file.count };
  }
}

/** What a command names exists. */
export function checkCommand(
  command: Command,
  names: ScenarioNames,
  path: string,
): readonly ScenarioProblem[] {
  switch (command.kind) {
    case 'KillBroker':
    case 'StopBroker':
    case 'StartBroker':
    case 'CutPower':
      return names.brokers.includes(command.broker)
        ? []
        : [scenarioProblem('unknown-broker', pathTo(path, 'broker'), command.broker, oneOf(names.brokers))];
    case 'CutLink':
    case 'MendLink':
      return checkBetween(command.between, names.nodes, pathTo(path, 'between'));
    case 'AlterTopicConfigs':
      return names.topics.has(command.topic)
        ? []
        : [unknownTopic(command.topic, pathTo(path, 'topic'), names.topics)];
    case 'AlterClientQuotas':
      return [];
    case 'RestartProducer':
      return checkProducer(command.producer, names, path, false);
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'SendRecords':
      return checkProducer(command.producer, names, path, true);
  }
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
