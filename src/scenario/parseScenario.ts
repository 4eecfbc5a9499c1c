import { checkShape } from './checkShape.ts';
import { LIMITS } from './limits.ts';
import { DEFAULTS } from './defaults.ts';
import { findJsonFault, lineAndColumn } from './findJsonFault.ts';
import { checkCommand, namesOf, nodeNames, readCommand, type ScenarioNames } from './parseCommand.ts';
import {
  checkClientCount,
  countPartitions,
  readConsumers,
  readProducers,
  withCreatedTopics,
} from './readClients.ts';
import {
  readBrokers,
  readControllers,
  readFeatures,
  readNetwork,
  readTime,
  readTimes,
} from './readCluster.ts';
import { checkProducerConfigs, readConfigs, type IgnoredConfig, type ReadReport } from './readConfigs.ts';
import { readQuotas } from './readQuotas.ts';
import { readStores } from './outside/readOutside.ts';
import { readGroups } from './share/readShare.ts';
import { readQueueBrokers } from './queue/readQueueBrokers.ts';
import { readTopics } from './readTopics.ts';
import type { Command, ConfigMap, KafkaVersion, Scenario } from './Scenario.ts';
import type { ScenarioFile } from './ScenarioFile.ts';
import { pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';
import { SCENARIO_SHAPE } from './scenarioShape.ts';

export type ParsedScenario =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      /** The same as it was written. */
      readonly file: ScenarioFile;
      /** Configs that Kafka knows and this engine does not act on. */
      readonly ignored: readonly IgnoredConfig[];
    }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** A scenario file as text. A text that is not JSON, or names a key twice, is told with its line and column. */
export function parseScenarioText(text: string): ParsedScenario {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const fault = findJsonFault(json);
  if (fault === null) return parseScenario(JSON.parse(json));
  const code = fault.kind === 'duplicate-key' ? 'duplicate-key' : 'not-json';
  const problem = scenarioProblem(code, '', fault.key);
  const value = fault.key === undefined ? excerptOf(json, fault.offset) : problem.value;
  return { ok: false, problems: [{ ...problem, value, ...lineAndColumn(json, fault.offset) }] };
}

const EXCERPT_CHARACTERS = 24;

/** What stands there, to the end of its line; null at the end of the text. */
function excerptOf(text: string, offset: number): string | null {
  const rest = text.slice(offset, offset + EXCERPT_CHARACTERS + 1).split(/[\r\n]/)[0] ?? '';
  if (offset >= text.length) return null;
  return rest.length > EXCERPT_CHARACTERS ? `“${rest.slice(0, EXCERPT_CHARACTERS)}…”` : `“${rest}”`;
}

/**
 * The one door: a JSON value as a scenario in which every default is filled in and everything named exists. First the shape
 * is checked, with all that is wrong with it; a file of the right shape is read, with all that contradicts itself.
 */
export function parseScenario(json: unknown): ParsedScenario {
  const shapeProblems = checkShape(SCENARIO_SHAPE, json, '');
  if (shapeProblems.length > 0) return { ok: false, problems: shapeProblems };
  const file = json as ScenarioFile;
  const report: ReadReport = { problems: [], ignored: [] };
  const scenario = readScenario(file, report);
  return report.problems.length > 0
    ? { ok: false, problems: report.problems }
    : { ok: true, scenario, file, ignored: report.ignored };
}

function readScenario(file: ScenarioFile, report: ReadReport): Scenario {
  const kafkaVersion = (file['kafka.version'] ?? DEFAULTS.kafkaVersion) as KafkaVersion;
  const features = readFeatures(file, kafkaVersion);
  const configs = readConfigs('broker', file.configs, 'configs', report);
  const brokers = readBrokers(file, report);
  const controllers = readControllers(file, brokers, report);
  const topics = readTopics(file, brokers, features, report);
  const partitionCounts = withCreatedTopics(countPartitions(topics), file);
  checkClientCount(file, report);
  const producers = readProducers(file, partitionCounts, report);
  const consumers = readConsumers(file, partitionCounts, report);
  const nodes = {
    brokers,
    controllers,
    topics,
    producers,
    consumers,
    ...readStores(file, report),
    ...readQueueBrokers(file, report),
  };
  return {
    title: file.title ?? null,
    description: file.description ?? null,
    sources: (file.sources ?? []).map(({ title, url }) => ({ title, url: url ?? null })),
    openAtUs: file.openAt === undefined ? null : readTime(file.openAt, 0),
    kafkaVersion,
    seed: file.seed ?? DEFAULTS.seed,
    untilUs: file.until === undefined ? null : readTime(file.until, 0),
    features,
    configs,
    network: readNetwork(file, nodeNames(nodes), report),
    times: readTimes(file),
    ...nodes,
    ...readGroups(file, report),
    quotas: readQuotas(file, report),
    commands: readCommands(
      file,
      { ...namesOf(nodes, file.commands ?? []), topics: partitionCounts },
      new Map(producers.map((producer) => [producer.clientId, producer.configs])),
      report,
    ),
  };
}

/** In order of time; those of one instant stay as they were written. */
function readCommands(
  file: ScenarioFile,
  names: ScenarioNames,
  producerConfigs: Map<string, ConfigMap>,
  report: ReadReport,
): readonly Command[] {
  const read = (file.commands ?? []).map((written, i) => {
    const path = pathTo('commands', i);
    const command = readCommand(written, path, report);
    report.problems.push(...checkCommand(command, names, path));
    return { command, path };
  });
  const given = read.reduce((sum, { command }) => sum + (command.repeat?.times ?? 1), 0);
  if (given > LIMITS.commands) {
    const allowed = { kind: 'range', min: 0, max: LIMITS.commands } as const;
    report.problems.push(scenarioProblem('too-many', 'commands', given, allowed));
  }
  read.sort((a, b) => a.command.atUs - b.command.atUs || (a.command.after ?? 0) - (b.command.after ?? 0));
  for (const { command, path } of read) {
    if (command.kind !== 'RestartProducer') continue;
    const configs = { ...producerConfigs.get(command.producer), ...command.configs };
    producerConfigs.set(command.producer, configs);
    checkProducerConfigs(configs, pathTo(path, 'configs'), report);
  }
  return read.map(({ command }) => command);
}
