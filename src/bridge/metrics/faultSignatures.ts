import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { definitionOf, partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { EngineSession } from '../EngineSession.ts';
import type { MetricColumns } from '../frame.ts';
import type { FaultSignature, MetricMove } from './FaultSignature.ts';

const FAULT_AT_S = 20;
const UNTIL_S = 80;
const MICROS_PER_SECOND = 1_000_000;

/** Broker 1 leads orders-0 and follows in the others, so that each deed meets a leader and followers. */
const CLUSTER = {
  highwater: 1,
  'kafka.version': '4.2',
  seed: 11,
  until: `${UNTIL_S}s`,
  brokers: [1, 2, 3].map((id) => ({ 'node.id': id, 'broker.rack': String(id) })),
  topics: [
    {
      name: 'orders',
      partitions: 3,
      'replication.factor': 3,
      replicas: { '0': [1, 2, 3], '1': [2, 3, 1], '2': [3, 1, 2] },
      configs: { 'min.insync.replicas': 2 },
    },
  ],
  producers: [
    {
      'client.id': 'shop',
      configs: { acks: 'all' },
      workload: { topic: 'orders', arrivals: { constant: '120/s' }, valueBytes: 100 },
    },
  ],
  consumers: [{ 'client.id': 'ledger', assign: ['orders-0', 'orders-1', 'orders-2'] }],
};

/** Deeds on controllers are tried on a quorum that outlives one of them, and on one that does not. */
const QUORUM_OF_THREE = { controllers: [101, 102, 103].map((id) => ({ 'node.id': id })) };
const CLUSTER_OF_DEED: Readonly<Record<string, object>> = {
  controllerCrash: QUORUM_OF_THREE,
  quorumLost: QUORUM_OF_THREE,
};

/** Deeds, by name. Commands are as in a scenario file; one that this version does not know is left out. */
const FAULTS: Readonly<Record<string, readonly object[]>> = {
  crash: [{ kind: 'KillBroker', broker: 1 }],
  crashOfTwo: [
    { kind: 'KillBroker', broker: 1 },
    { kind: 'KillBroker', broker: 2 },
  ],
  cleanStop: [{ kind: 'StopBroker', broker: 1 }],
  powerLoss: [{ kind: 'CutPower', broker: 1 }],
  linkBetweenBrokers: [{ kind: 'CutLink', between: ['broker:1', 'broker:2'] }],
  linkToController: [{ kind: 'CutLink', between: ['broker:1', 'controller:101'] }],
  linkToProducer: [{ kind: 'CutLink', between: ['broker:1', 'producer:shop'] }],
  connectionReset: [{ kind: 'ResetConnections', between: ['broker:1', 'broker:2'] }],
  // Again and again, so that some meet a request under way.
  connectionResets: [
    {
      kind: 'ResetConnections',
      between: ['broker:1', 'producer:shop'],
      repeat: { every: '173ms', times: 60 },
    },
  ],
  rackPowerLoss: [{ kind: 'CutPower', rack: '1' }],
  oneWayLink: [{ kind: 'CutLink', between: ['broker:2', 'broker:1'], direction: 'forward' }],
  slowLink: [{ kind: 'SlowLink', between: ['broker:1', 'broker:2'], latency: '200ms' }],
  pause: [{ kind: 'PauseProcess', node: 'broker:1', for: '15s' }],
  slowDisk: [{ kind: 'SlowDisk', broker: 1, factor: 5000 }],
  diskFailure: [{ kind: 'FailDisk', broker: 1 }],
  stalledConsumer: [{ kind: 'StallConsumer', consumer: 'ledger' }],
  killedProducer: [{ kind: 'KillClient', client: 'producer:shop' }],
  killedConsumer: [{ kind: 'KillClient', client: 'consumer:ledger' }],
  fullDisk: [{ kind: 'ResizeDisk', broker: 1, capacity: '100KiB' }],
  lossyLink: [{ kind: 'SlowLink', between: ['broker:1', 'broker:2'], lossPercent: 30 }],
  controllerCrash: [{ kind: 'KillController', controller: 101 }],
  quorumLost: [
    { kind: 'KillController', controller: 101 },
    { kind: 'KillController', controller: 102 },
  ],
  clockAhead: [{ kind: 'SetClock', node: 'broker:1', offset: '600s' }],
  clockDrift: [{ kind: 'SetClock', node: 'broker:1', driftPpm: 200 }],
  producerClockAhead: [{ kind: 'SetClock', node: 'producer:shop', offset: '7200s' }],
};

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);

/** Runs every deed against the same run without it. */
export function computeFaultSignatures(): FaultSignature[] {
  const plain = runOf(scenarioWith([], {}));
  const plainOfThree = runOf(scenarioWith([], QUORUM_OF_THREE));
  return FAULT_NAMES.flatMap((fault) => {
    const commands = FAULTS[fault] ?? [];
    const cluster = CLUSTER_OF_DEED[fault];
    const scenario = tryScenarioWith(commands, cluster ?? {});
    if (scenario === null) return [];
    return [signatureOf(fault, commands, runOf(scenario), cluster === undefined ? plain : plainOfThree)];
  });
}

interface FaultRun {
  readonly metrics: MetricColumns;
  readonly errors: ReadonlySet<string>;
}

function signatureOf(
  fault: string,
  commands: readonly object[],
  run: FaultRun,
  plain: FaultRun,
): FaultSignature {
  const moves = run.metrics.names.flatMap((series) => moveOf(series, run.metrics, plain.metrics) ?? []);
  const ofCluster = moves.filter(({ series }) => partsOfSeries(series).node === null);
  const errors = [...run.errors].filter((error) => !plain.errors.has(error)).sort();
  return {
    fault,
    command: (commands[0] as { readonly kind: string }).kind,
    metrics: ofCluster.map((move) => ({ ...move, nodes: nodesOf(move.series, moves) })),
    silent: silentNodes(run.metrics),
    errors: errors.map((text) => {
      const [by, error] = text.split(' ') as ['producer' | 'consumer' | 'broker', string];
      return { by, error };
    }),
  };
}

type Move = Omit<MetricMove, 'nodes'>;

/** How a series differs after the deed; null if it stays within what it does anyway. */
function moveOf(series: SeriesName, run: MetricColumns, plain: MetricColumns): Move | null {
  const { attribute } = partsOfSeries(series);
  const definition = definitionOf(series);
  if (!definition || definition.perPartition || definition.unit === 'offset') return null;
  // Any fault moves the means of producers; what they log is told beside.
  if (definition.reporter === 'producer') return null;
  // After any stall the first requests are the larger ones.
  if (definition.type === 'histogram' && definition.unit === 'bytes') return null;
  if (series.includes('error=NONE')) return null;
  const values = afterFault(run, series);
  const usual = afterFault(plain, series).filter((value) => !Number.isNaN(value));
  const before = valuesOf(run, series)[sampleOf(run, FAULT_AT_S)] ?? NaN;
  const start = Number.isNaN(before) ? 0 : before;
  // A count that never moves otherwise is told as a count; what flows all the time by its rate.
  const isQuiet = usual.length === 0 || usual.every((value) => value === usual[0]);
  if (
    definition.type === 'meter' &&
    attribute !== (isCounted(definition.name, plain, series) ? 'Count' : 'OneMinuteRate')
  )
    return null;
  if (definition.type === 'histogram' && attribute !== 'Max') return null;
  const high = Math.max(start, ...usual);
  const low = Math.min(start, ...usual);
  const isOut = (value: number): boolean =>
    value > high + Math.max(isQuiet ? 0 : 0.5 * Math.abs(high), 0.5) ||
    value < low - Math.max(isQuiet ? 0 : 0.2 * Math.abs(low), 0.5);
  const first = values.findIndex(isOut);
  if (first < 0) return null;
  const distance = (value: number): number => (value > high ? value - high : low - value);
  const peak = values
    .filter(isOut)
    .reduce((most, value) => (distance(value) > distance(most) ? value : most));
  const atUs = run.timesUs[sampleOf(run, FAULT_AT_S) + first] ?? 0;
  return {
    series,
    before: rounded(start),
    peak: rounded(peak),
    seconds: rounded(atUs / MICROS_PER_SECOND - FAULT_AT_S),
  };
}

/** Whether a meter is one that stands still in a healthy cluster. */
function isCounted(name: string, plain: MetricColumns, series: SeriesName): boolean {
  const { node, bean } = partsOfSeries(series);
  const counts = afterFault(plain, `${node === null ? '' : `${node} `}${bean}:Count`);
  return name.length > 0 && counts.every((value) => Number.isNaN(value) || value === counts[0]);
}

function nodesOf(series: SeriesName, moves: readonly Move[]): string[] {
  return moves
    .filter((move) => move.series.endsWith(` ${series}`))
    .map((move) => partsOfSeries(move.series).node as string)
    .sort();
}

function silentNodes(metrics: MetricColumns): string[] {
  const state = ' kafka.server:type=KafkaServer,name=BrokerState';
  return metrics.names
    .filter((name) => name.endsWith(state))
    .filter((name) => afterFault(metrics, name).some((value) => Number.isNaN(value)))
    .map((name) => name.slice(0, -state.length));
}

function afterFault(metrics: MetricColumns, series: SeriesName): number[] {
  return valuesOf(metrics, series).slice(sampleOf(metrics, FAULT_AT_S));
}

function valuesOf(metrics: MetricColumns, series: SeriesName): number[] {
  return [...(metrics.values[metrics.names.indexOf(series)] ?? [])];
}

function sampleOf(metrics: MetricColumns, seconds: number): number {
  return metrics.timesUs.findIndex((timeUs) => timeUs >= seconds * MICROS_PER_SECOND);
}

function runOf(scenario: Scenario): FaultRun {
  const session = new EngineSession({ checkpointInterval: 0, invariantInterval: 1000, traceRows: Infinity });
  session.load(scenario, []);
  session.advance({ untilUs: UNTIL_S * MICROS_PER_SECOND, budgetMs: Infinity });
  const errors = new Set<string>();
  for (const { timeUs, event } of session.allRows())
    if (timeUs >= FAULT_AT_S * MICROS_PER_SECOND) for (const error of errorsIn(event)) errors.add(error);
  return { metrics: session.allMetrics(), errors };
}

/** Who logs which error. */
function errorsIn(event: TraceEvent): string[] {
  switch (event.kind) {
    case 'ProduceRetried':
    case 'RecordsFailed':
    case 'TransactionFailed':
      return [`producer ${event.error}`];
    case 'FetchFailed':
      return event.error === 'IOException' ? [] : [`broker ${event.error}`];
    case 'AlterPartitionFailed':
    case 'BrokerRegistrationRefused':
    case 'ProduceRefused':
      return [`broker ${event.error}`];
    case 'ProduceTimedOut':
      return ['broker REQUEST_TIMED_OUT'];
    default:
      return [];
  }
}

function scenarioWith(commands: readonly object[], cluster: object): Scenario {
  const scenario = tryScenarioWith(commands, cluster);
  if (scenario === null) throw new Error('the cluster that deeds are tried on is no scenario');
  return scenario;
}

function tryScenarioWith(commands: readonly object[], cluster: object): Scenario | null {
  const timed = commands.map((command) => ({ at: `${FAULT_AT_S}s`, ...command }));
  const parsed = parseScenario({ ...CLUSTER, ...cluster, commands: timed });
  return parsed.ok ? parsed.scenario : null;
}

/** Three digits are enough to be recognised, and the same for every reader. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
