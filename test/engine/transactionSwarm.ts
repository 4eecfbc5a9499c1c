import { Broker } from '../../src/engine/broker/Broker.ts';
import { Consumer } from '../../src/engine/client/consumer/Consumer.ts';
import { GroupConsumer } from '../../src/engine/client/consumer/group/GroupConsumer.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import { computeFates, controllerOf } from '../../src/engine/cluster/ledger.ts';
import type { RecordFates } from '../../src/engine/cluster/ledger.ts';
import { computePipelines } from '../../src/engine/cluster/pipelineLedger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { transactionalRecords } from '../../src/engine/cluster/transactionalRecords.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { RangeSet } from '../../src/engine/kernel/RangeSet.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type {
  FileCommand,
  FileConsumer,
  FileProducer,
  ScenarioFile,
} from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { readScenario } from './randomScenario.ts';
import { whatWasThrown } from './runWatched.ts';

const FAULTS_FROM_MS = 2500;
const FAULTS_UNTIL_MS = 18_000;
const FAULTS = 9;
const SENDING_UNTIL_MS = FAULTS_UNTIL_MS + 4000;
/** The longest transaction timeout and a scan after the last start, and what there is to read then. */
const END_MS = FAULTS_UNTIL_MS + 36_000;
/** Who transacts for each record by itself takes longer than that: one that is still at work is waited for. */
const PATIENCE_MS = 20_000;
const LATEST_END_MS = END_MS + 3 * PATIENCE_MS;
/** After the faults. What is being stopped or closed is not started: a client may take `max.block.ms` to end its transaction first. */
const START_MS = [0, 6000, 12_000, 20_000];
const MOST_EVENTS = 400_000;
const BROKERS = [1, 2, 3] as const;

type Draw = (bound: number) => number;

/**
 * A cluster of the seed in which everybody transacts: producers with one transactional.id or their own, readers of both levels, and
 * applications that consume, process and produce; under faults that are aimed at coordinators, leaders, acks and whoever holds a
 * transaction open. Nothing that is written is lost: there are three replicas, two of them in sync, and nobody is elected unclean.
 */
export function transactionScenarioFile(seed: number): ScenarioFile {
  const rng = new Rng(seed, 'transactions');
  const draw: Draw = (bound) => rng.int(bound);
  const names = ['app', 'twin'].slice(0, 1 + draw(2));
  const producers = [
    source(draw),
    transactional('p', 'tx-1', draw),
    transactional('q', draw(2) === 0 ? 'tx-1' : 'tx-2', draw),
    ...names.map((name) => outputOf(name, draw)),
  ];
  const consumers = [
    ...(['committed', 'all'] as const).map((name): FileConsumer => ({
      'client.id': name,
      configs: {
        'auto.offset.reset': 'earliest',
        ...(name === 'committed' ? { 'isolation.level': 'read_committed' } : {}),
      },
      assign: ['orders-0', 'orders-1', 'totals-0'],
    })),
    ...names.map((name) => application(name, draw)),
  ];
  const replicas = (first: number) => [0, 1, 2].map((k) => BROKERS[(first + k) % 3] as number);
  const file: ScenarioFile = {
    highwater: 1,
    seed: draw(1_000_000),
    features: { 'transaction.version': draw(3) === 0 ? 1 : 2 },
    times: { brokerStart: '800ms' },
    network: { latency: `${oneOf([250, 1000, 4000], draw)}us` },
    configs: {
      'transaction.state.log.num.partitions': 1 + draw(2),
      'offsets.topic.num.partitions': 1,
      'group.initial.rebalance.delay.ms': 0,
      'broker.session.timeout.ms': 3000,
      'broker.heartbeat.interval.ms': 500,
      'replica.lag.time.max.ms': oneOf([2000, 10_000], draw),
      'transaction.abort.timed.out.transaction.cleanup.interval.ms': oneOf([1000, 10_000], draw),
    },
    brokers: BROKERS.map((id) => ({ 'node.id': id })),
    topics: [
      {
        name: 'orders',
        partitions: 2,
        replicas: { '0': replicas(draw(3)), '1': replicas(draw(3)) },
        configs: MIN_ISR,
      },
      { name: 'totals', replicas: { '0': replicas(draw(3)) }, configs: MIN_ISR },
    ],
    producers,
    consumers,
  };
  return { ...file, commands: [...faults(file, draw), ...healing(file, draw(2) === 0)] };
}

const MIN_ISR = { 'min.insync.replicas': 2 };
const RETRIES = { 'request.timeout.ms': 2500, 'delivery.timeout.ms': 9000, 'max.block.ms': 15_000 };

function source(draw: Draw): FileProducer {
  return {
    'client.id': 'source',
    configs: { ...RETRIES, 'linger.ms': draw(2) * 20, 'delivery.timeout.ms': 60_000 },
    workload: {
      topic: 'orders',
      arrivals: { constant: `${4 + draw(8)}/s` },
      key: 'k{n}',
      keys: 7,
      end: `${SENDING_UNTIL_MS}ms`,
    },
  };
}

function transactional(clientId: string, id: string, draw: Draw): FileProducer {
  return {
    'client.id': clientId,
    configs: {
      ...RETRIES,
      'transactional.id': id,
      'transaction.timeout.ms': oneOf([3000, 10_000], draw),
      'linger.ms': oneOf([0, 5, 100], draw),
      'delivery.timeout.ms': oneOf([4000, 9000], draw),
    },
    workload: {
      topic: 'orders',
      partition: oneOf([null, 0], draw),
      arrivals: { constant: `${4 + draw(6)}/s` },
      end: `${SENDING_UNTIL_MS}ms`,
      transaction: {
        ...(draw(3) === 0 ? { lasts: `${200 + draw(1500)}ms` } : { records: 1 + draw(5) }),
        ...(draw(2) === 0 ? { abortEvery: 2 + draw(4) } : {}),
        ...(draw(4) === 0 ? {} : { restartAfter: `${200 + draw(3000)}ms` }),
      },
    },
  };
}

function outputOf(name: string, draw: Draw): FileProducer {
  return {
    'client.id': `${name}-out`,
    configs: {
      ...RETRIES,
      'transactional.id': `tx-${name}`,
      'transaction.timeout.ms': oneOf([4000, 10_000], draw),
      'linger.ms': oneOf([0, 20], draw),
    },
    workload: { topic: 'totals', arrivals: null, key: null },
  };
}

function application(name: string, draw: Draw): FileConsumer {
  return {
    'client.id': name,
    subscribe: ['orders'],
    configs: {
      'group.id': 'apps',
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
      'isolation.level': 'read_committed',
      'max.poll.records': 1 + draw(20),
      'session.timeout.ms': 6000,
      'heartbeat.interval.ms': 1000,
      'request.timeout.ms': 3000,
    },
    processing: {
      perRecord: `${draw(40)}ms`,
      output: { producer: `${name}-out`, restartAfter: `${300 + draw(2000)}ms` },
    },
  };
}

/** Each mended a while later, one broker down at a time. */
function faults(file: ScenarioFile, draw: Draw): FileCommand[] {
  const clients = [
    ...(file.producers ?? []).slice(1, 3).map((one) => `producer:${one['client.id']}`),
    ...(file.consumers ?? []).slice(2).map((one) => `consumer:${one['client.id']}`),
  ];
  const commands: FileCommand[] = [];
  const add = (ms: number, body: object): void => {
    commands.push({ at: `${ms * 1000 + draw(1000)}us`, ...body } as FileCommand);
  };
  let freeMs = FAULTS_FROM_MS;
  for (let i = 0; i < FAULTS; i++) {
    const broker = oneOf(BROKERS, draw);
    const client = oneOf(clients, draw);
    const atMs = Math.max(freeMs, FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS - 5000));
    const laterMs = atMs + 200 + draw(4500);
    switch (draw(9)) {
      case 0:
      case 1:
        add(atMs, { kind: draw(2) === 0 ? 'KillBroker' : 'StopBroker', broker });
        add(laterMs, { kind: 'StartBroker', broker });
        freeMs = laterMs + 1500;
        break;
      case 2:
        add(atMs, { kind: 'PauseProcess', node: `broker:${broker}`, for: `${laterMs - atMs}ms` });
        freeMs = laterMs + 500;
        break;
      case 3: {
        const between = [`broker:${broker}`, `broker:${(broker % 3) + 1}`];
        add(atMs, { kind: 'CutLink', between, ...(draw(2) === 0 ? { direction: 'forward' } : {}) });
        add(laterMs, { kind: 'MendLink', between });
        freeMs = laterMs + 500;
        break;
      }
      case 4: {
        const between = [client, `broker:${broker}`];
        add(atMs, { kind: 'CutLink', between, ...(draw(2) === 0 ? { direction: 'forward' } : {}) });
        add(laterMs, { kind: 'MendLink', between });
        break;
      }
      case 5:
        add(atMs, { kind: 'PauseProcess', node: client, for: `${draw(2) === 0 ? laterMs - atMs : 8000}ms` });
        break;
      case 6:
        add(atMs, { kind: draw(3) === 0 ? 'CloseClient' : 'KillClient', client });
        add(laterMs, { kind: 'StartClient', client });
        break;
      case 7:
        add(atMs, {
          kind: 'SlowLink',
          between: [client, `broker:${broker}`],
          latency: `${draw(300)}ms`,
          jitter: `${draw(100)}ms`,
        });
        add(laterMs, { kind: 'MendLink', between: [client, `broker:${broker}`] });
        break;
      default:
        add(atMs, {
          kind: 'ElectLeaders',
          electionType: 'PREFERRED',
        });
    }
  }
  return commands;
}

function healing(file: ScenarioFile, isGone: boolean): FileCommand[] {
  const at = (ms: number) => `${FAULTS_UNTIL_MS + 3000 + ms}ms`;
  const clients = [
    ...(file.producers ?? []).map((one) => `producer:${one['client.id']}`),
    ...(file.consumers ?? []).map((one) => `consumer:${one['client.id']}`),
  ];
  return [
    ...BROKERS.flatMap((broker): FileCommand[] =>
      START_MS.map((ms) => ({ at: at(ms), kind: 'StartBroker', broker })),
    ),
    // In some clusters one is gone for good, and whatever it has left open must time out.
    ...(isGone ? [{ at: at(0), kind: 'KillClient', client: 'producer:q' } as const] : []),
    ...clients
      .filter((client) => !isGone || client !== 'producer:q')
      .flatMap((client): FileCommand[] =>
        START_MS.map((ms) => ({ at: at(ms), kind: 'StartClient', client })),
      ),
  ];
}

function oneOf<T>(items: readonly T[], draw: Draw): T {
  return items[draw(items.length)] as T;
}

export interface TransactionReport {
  readonly problems: readonly string[];
  readonly events: number;
  readonly kinds: ReadonlyMap<string, number>;
}

/** Runs a seed to its end, with every law after every event, and then what must hold once everything was mended. */
export function runTransactionSeed(
  seed: number,
  rules: Rules = kafkaRules,
  change: (file: ScenarioFile) => ScenarioFile = (file) => file,
): TransactionReport {
  const run = new Run(readScenario(change(transactionScenarioFile(seed))), [], rules);
  const watch = new RunWatch();
  const told = new ToldTransactions(run);
  const kinds = new Map<string, number>();
  const problems: string[] = [];
  run.cluster.sink = {
    row: (timeUs, seq, causeSeq, event) => {
      kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
      told.row(event);
      watch.row(timeUs, seq, causeSeq, event);
    },
  };
  try {
    run.start();
    for (let untilMs = END_MS; untilMs <= LATEST_END_MS; untilMs += PATIENCE_MS) {
      while (problems.length === 0 && run.step(untilMs * 1000)) {
        if (run.cluster.state.eventCount > MOST_EVENTS)
          problems.push(`${MOST_EVENTS} events at ${run.cluster.nowUs} µs`);
        problems.push(...watch.check(run.cluster));
      }
      if (problems.length > 0) break;
      run.cluster.idleUntil(untilMs * 1000);
      run.settle();
      const world = { run, told, fates: computeFates(run.cluster) };
      const unhealed = Object.entries(HEALED).flatMap(([name, check]) =>
        check(world).map((detail) => `${name}: ${detail}`),
      );
      if (unhealed.length === 0) break;
      if (untilMs === LATEST_END_MS) problems.push(...unhealed);
    }
  } catch (error) {
    problems.push(whatWasThrown(error, run.cluster.nowUs));
  }
  return { problems, events: run.cluster.state.eventCount, kinds };
}

/** What each producer with transactions of its own was told of them, and which records were in them. */
class ToldTransactions {
  readonly ended: {
    readonly producer: string;
    readonly outcome: 'commit' | 'abort';
    readonly records: ReadonlyMap<string, readonly [number, number]>;
  }[] = [];
  private readonly run: Run;
  private readonly begun = new Map<string, ReadonlyMap<string, number>>();

  constructor(run: Run) {
    this.run = run;
  }

  row(event: TraceEvent): void {
    if (event.kind === 'ClientDied' || event.kind === 'ProducerStarted')
      this.begun.delete('client' in event ? event.client.replace('producer:', '') : event.producer);
    if (event.kind !== 'TransactionalCallEnded' || event.error !== 'NONE') return;
    const { producer, call } = event;
    if (call === 'beginTransaction') this.begun.set(producer, this.produced(producer));
    const before = this.begun.get(producer);
    if (!before || (call !== 'commitTransaction' && call !== 'abortTransaction')) return;
    this.begun.delete(producer);
    const records = new Map(
      [...this.produced(producer)].map(([partition, end]) => [
        partition,
        [before.get(partition) ?? 0, end] as const,
      ]),
    );
    this.ended.push({ producer, outcome: call === 'commitTransaction' ? 'commit' : 'abort', records });
  }

  private produced(clientId: string): ReadonlyMap<string, number> {
    const { accumulator } = producersOf(this.run).find((one) => one.clientId === clientId) as Producer;
    return new Map(accumulator.partitions.map((one) => [one, accumulator.produced(one)]));
  }
}

interface World {
  readonly run: Run;
  readonly told: ToldTransactions;
  readonly fates: readonly RecordFates[];
}

type Check = (world: World) => readonly string[];

const HEALED: Readonly<Record<string, Check>> = {
  EveryPartitionHasALeaderAndAFullIsr: ({ run }) =>
    [...(controllerOf(run.cluster)?.image.partitions.values() ?? [])]
      .filter(({ registration: { leader, isr, replicas } }) => leader < 0 || isr.length < replicas.length)
      .map(({ topicPartition, registration }) => `${topicPartition} ${JSON.stringify(registration)}`),

  EveryTransactionEnds: ({ run }) => [
    ...brokersOf(run).flatMap((broker) =>
      [...(broker.process?.coordinators.transactions.runtime.shards.values() ?? [])].flatMap((shard) =>
        [...shard.state.transactions.values()]
          .filter(({ state }) => state === 'Ongoing' || state.startsWith('Prepare'))
          .map(({ transactionalId, state }) => `${transactionalId} is ${state} on broker ${broker.id}`),
      ),
    ),
    ...brokersOf(run).flatMap((broker) =>
      [...broker.partitions.values()]
        .filter(({ log }) => (log.producers.transactions?.ongoing.length ?? 0) > 0)
        .map(({ topicPartition }) => `${topicPartition} on broker ${broker.id} has an open transaction`),
    ),
  ],

  CommittedTransactionsCountAndAbortedOnesDoNot: ({ told, fates }) =>
    told.ended.flatMap(({ producer, outcome, records }) =>
      [...records].flatMap(([partition, [first, end]]) => {
        const fate = fates.find((one) => one.producer === producer && one.partition === partition);
        if (!fate || end <= first) return [];
        const counting = transactionalRecords(fate).counting.overlap(first, end);
        const wanted = outcome === 'commit' ? end - first : 0;
        return counting === wanted
          ? []
          : [`${producer} ${partition} ${first}..${end}: ${outcome}, and ${counting} records count`];
      }),
    ),

  NothingIsStoredTwice: ({ fates }) =>
    fates
      .filter(({ duplicated, outOfOrder }) => duplicated + outOfOrder > 0)
      .map(
        ({ partition, duplicated, outOfOrder }) =>
          `${partition}: ${duplicated} twice, ${outOfOrder} out of order`,
      ),

  AcknowledgedRecordsAreThere: ({ fates }) =>
    fates
      .filter(({ lostAfterAck }) => !lostAfterAck.isEmpty)
      .map(
        ({ producer, partition, lostAfterAck }) => `${producer} ${partition}: ${lostAfterAck.flat.join()}`,
      ),

  NothingIsLeftInFlight: ({ run, fates }) => [
    ...fates
      .filter(({ inFlight }) => !inFlight.isEmpty)
      .map(({ producer, partition, inFlight }) => `${producer} ${partition}: ${inFlight.flat.join()}`),
    ...producersOf(run)
      .filter(({ accumulator, sent }) => accumulator.hasBatches || sent.size > 0)
      .map(({ name }) => `${name} still holds something`),
  ],

  CommittedReadersGotAllThatCountsAndNothingElse: ({ run, fates }) =>
    fates.flatMap((fate) => {
      const reader = readersOf(run).find(({ clientId }) => clientId === 'committed');
      const read = reader?.delivered.get(fate.partition)?.get(fate.origin) ?? new RangeSet();
      const { counting, aborted } = transactionalRecords(fate);
      const missed = counting.minus(read);
      const wrong = read.minus(counting);
      return [
        ...(missed.isEmpty ? [] : [`${fate.producer} ${fate.partition}: missed ${missed.flat.join()}`]),
        ...(wrong.isEmpty
          ? []
          : [
              `${fate.producer} ${fate.partition}: read ${wrong.flat.join()}, aborted ${aborted.flat.join()}`,
            ]),
      ];
    }),

  PipelinesDoAllExactlyOnce: ({ run, fates }) =>
    computePipelines(run.cluster).flatMap(({ partition, producer, due, sentTwice, missing, ahead }) => {
      const fate = fates.find((one) => one.producer === producer && one.partition === partition);
      const inputs = fate ? transactionalRecords(fate).counting : new RangeSet();
      const left = inputs.minus(due);
      const said = { twice: sentTwice, missing, ahead, left };
      return Object.entries(said)
        .filter(([, set]) => !set.isEmpty)
        .map(([what, set]) => `${producer} ${partition}: ${what} ${set.flat.join()}`);
    }),
};

const brokersOf = (run: Run) => run.cluster.state.nodes.filter((node) => node instanceof Broker);
const producersOf = (run: Run) => run.cluster.state.nodes.filter((node) => node instanceof Producer);
const readersOf = (run: Run) =>
  run.cluster.state.nodes
    .filter((node) => node instanceof Consumer)
    .filter((node) => !(node instanceof GroupConsumer));
