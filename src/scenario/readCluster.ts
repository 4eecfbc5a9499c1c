import type { BrokerId, Micros } from '../shared/units.ts';
import {
  DEFAULT_TIMES,
  DEFAULTS,
  defaultControllerId,
  defaultFeatures,
  defaultLatencyAcrossRacksUs,
} from './defaults.ts';
import { parseBandwidth, parseFineTime, parseTime, type Quantity } from './quantity.ts';
import { readDisks } from './readDisks.ts';
import { readConfigs, type ReadReport } from './readConfigs.ts';
import type {
  BrokerSpec,
  ControllerSpec,
  Features,
  KafkaVersion,
  LinkSpec,
  NetworkSpec,
  ProcessingTimes,
} from './Scenario.ts';
import type { FileTime, ScenarioFile } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';
import { nearestName } from './nearestName.ts';

/** Reads quantities that the shape has checked already. */
export function readTime(value: FileTime | undefined, otherwise: Micros): Micros {
  return value === undefined ? otherwise : checked(parseTime(value, { negative: true }));
}

/** The value of a quantity that has passed the shape. */
export function checked(quantity: Quantity): number {
  return quantity.ok ? quantity.value : 0;
}

export function readFeatures(file: ScenarioFile, version: KafkaVersion): Features {
  const {
    'eligible.leader.replicas.version': elr,
    'share.version': share,
    'transaction.version': transactions,
  } = file.features ?? {};
  return {
    ...(elr === undefined
      ? defaultFeatures(version)
      : { 'eligible.leader.replicas.version': elr === 0 ? 0 : 1 }),
    ...(share === undefined ? {} : { 'share.version': share === 0 ? 0 : 1 }),
    ...(transactions === 0 || transactions === 1 ? { 'transaction.version': transactions } : {}),
  };
}

export function readTimes(file: ScenarioFile): ProcessingTimes {
  const times = file.times ?? {};
  const fine = (value: FileTime | undefined, otherwise: number): number =>
    value === undefined ? otherwise : checked(parseFineTime(value));
  return {
    requestUs: readTime(times.request, DEFAULT_TIMES.requestUs),
    requestPerKiBUs: fine(times.requestPerKiB, DEFAULT_TIMES.requestPerKiBUs),
    networkThreadUs: readTime(times.networkThread, DEFAULT_TIMES.networkThreadUs),
    networkThreadPerKiBUs: fine(times.networkThreadPerKiB, DEFAULT_TIMES.networkThreadPerKiBUs),
    appendUs: readTime(times.append, DEFAULT_TIMES.appendUs),
    appendPerKiBUs: fine(times.appendPerKiB, DEFAULT_TIMES.appendPerKiBUs),
    fsyncUs: readTime(times.fsync, DEFAULT_TIMES.fsyncUs),
    brokerStartUs: readTime(times.brokerStart, DEFAULT_TIMES.brokerStartUs),
    pageCacheExpireUs: readTime(times.pageCacheExpire, DEFAULT_TIMES.pageCacheExpireUs),
    recoveryPerMiBUs: readTime(times.recoveryPerMiB, DEFAULT_TIMES.recoveryPerMiBUs),
    remoteCopyPerMiBUs: readTime(times.remoteCopyPerMiB, DEFAULT_TIMES.remoteCopyPerMiBUs),
    remoteReadUs: readTime(times.remoteRead, DEFAULT_TIMES.remoteReadUs),
  };
}

export function readBrokers(file: ScenarioFile, report: ReadReport): readonly BrokerSpec[] {
  const seen = new Set<BrokerId>();
  return (file.brokers ?? []).map((broker, i) => {
    const path = pathTo('brokers', i);
    const nodeId = broker['node.id'];
    if (seen.has(nodeId)) report.problems.push(scenarioProblem('duplicate', pathTo(path, 'node.id'), nodeId));
    seen.add(nodeId);
    return {
      nodeId,
      rack: broker['broker.rack'] ?? null,
      state: broker.state === 'stopped' || broker.state === 'new' ? broker.state : 'running',
      configs: readConfigs('broker', broker.configs, pathTo(path, 'configs'), report),
      disks: readDisks(broker, file.configs, path, report),
    };
  });
}

/** A controller with the id of a broker is in one process with it: `process.roles=broker,controller`. */
export function readControllers(
  file: ScenarioFile,
  brokers: readonly BrokerSpec[],
  report: ReadReport,
): readonly ControllerSpec[] {
  if (file.controllers === undefined || file.controllers.length === 0)
    return [{ nodeId: defaultControllerId(brokers.map((broker) => broker.nodeId)) }];
  const seen = new Set<BrokerId>();
  return file.controllers.map((controller, i) => {
    const nodeId = controller['node.id'];
    const path = pathTo(pathTo('controllers', i), 'node.id');
    if (seen.has(nodeId)) report.problems.push(scenarioProblem('duplicate', path, nodeId));
    seen.add(nodeId);
    // All voters run when the scenario begins, and one process cannot half run.
    if (brokers.some((broker) => broker.nodeId === nodeId && broker.state !== 'running'))
      report.problems.push(scenarioProblem('stopped-controller', path, nodeId));
    return { nodeId };
  });
}

export function readNetwork(
  file: ScenarioFile,
  nodeNames: ReadonlySet<string>,
  report: ReadReport,
): NetworkSpec {
  const network = file.network ?? {};
  const latencyUs = readTime(network.latency, DEFAULTS.latencyUs);
  const seen = new Set<string>();
  const links = (network.links ?? []).map((link, i): LinkSpec => {
    const path = pathTo(pathTo(pathTo('network', 'links'), i), 'between');
    const between = asPair(link.between);
    report.problems.push(...checkBetween(between, nodeNames, path));
    const pair = [...between].sort().join('\n');
    if (seen.has(pair)) report.problems.push(scenarioProblem('duplicate', path, between));
    seen.add(pair);
    return {
      between,
      ...(link.latency === undefined ? {} : { latencyUs: readTime(link.latency, 0) }),
      ...(link.bandwidth === undefined
        ? {}
        : { bandwidthBitsPerSecond: checked(parseBandwidth(link.bandwidth)) }),
    };
  });
  return {
    latencyUs,
    latencyAcrossRacksUs: readTime(network.latencyAcrossRacks, defaultLatencyAcrossRacksUs(latencyUs)),
    bandwidthBitsPerSecond:
      network.bandwidth === undefined
        ? DEFAULTS.bandwidthBitsPerSecond
        : checked(parseBandwidth(network.bandwidth)),
    links,
  };
}

/** The shape has counted two. */
export function asPair(between: readonly string[]): readonly [string, string] {
  return [between[0] ?? '', between[1] ?? ''];
}

/** Both ends of a link exist, and are two. */
export function checkBetween(
  between: readonly [string, string],
  nodeNames: ReadonlySet<string>,
  path: string,
): readonly ScenarioProblem[] {
  const names = [...nodeNames];
  const problems = between.flatMap((name, i) =>
    nodeNames.has(name)
      ? []
      : [scenarioProblem('unknown-node', pathTo(path, i), name, oneOf(names), nearestName(name, names))],
  );
  if (between[0] === between[1]) problems.push(scenarioProblem('same-node-twice', path, between));
  return problems;
}
