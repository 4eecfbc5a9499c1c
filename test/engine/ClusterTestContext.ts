import { expect } from 'vitest';
import { Broker } from '../../src/engine/broker/Broker.ts';
import type { Partition } from '../../src/engine/broker/Partition.ts';
import { Consumer } from '../../src/engine/client/consumer/Consumer.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import { applyCommand } from '../../src/engine/cluster/applyCommand.ts';
import {
  activeControllerOf,
  computeFates,
  controllerOf,
  controllersOf,
} from '../../src/engine/cluster/ledger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import type { Controller } from '../../src/engine/controller/Controller.ts';
import { allInvariants } from '../../src/engine/invariants/allInvariants.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import type { PartitionRegistration } from '../../src/engine/metadata/PartitionRegistration.ts';
import type { BrokerRegistration } from '../../src/engine/metadata/MetadataImage.ts';
import type { Envelope, NodeContext } from '../../src/engine/node/Node.ts';
import type {
  ProduceRequest,
  ProduceResponse,
  Request,
  Response,
  Rpc,
} from '../../src/engine/protocol/requests.ts';
import { NO_ORIGIN } from '../../src/engine/storage/RecordBatch.ts';
import { rulesWith } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { CommandBody, Scenario } from '../../src/scenario/Scenario.ts';
import type {
  FileConfigs,
  FileConsumer,
  FileDisk,
  FileGroup,
  FileInitial,
  FileNetwork,
  FileQuota,
} from '../../src/scenario/ScenarioFile.ts';
import type { FileProducer, FileTimes, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { matchesGoal } from '../../src/scenario/TraceGoal.ts';
import { expectPresent } from '../../src/shared/assert.ts';
import type { TraceEvent, TraceKind, TraceRow } from '../../src/shared/traceEvents.ts';
import { rulesInForce } from './rulesUnderTest.ts';

export const TOPIC = 'orders';
export const PARTITION = 'orders-0';
/** A client that does nothing of its own, in whose name a test may ask brokers. */
export const PROBE = 'probe';
const FIRST_PROBE_CONNECTION = 1000;

/** Links of 1 ms and work that takes no time, as the timelines of the specification assume. */
export const ONE_MS_LINKS = {
  latency: '1ms',
  latencyAcrossRacks: '1ms',
  bandwidth: '1000000Gbit/s',
} as const;
export const NO_WORK = {
  request: 0,
  requestPerKiB: 0,
  append: 0,
  appendPerKiB: 0,
  recoveryPerMiB: 0,
} as const;

export interface ClusterOptions {
  readonly seed?: number;
  /** How many; their ids count from 1. */
  readonly brokers?: number;
  readonly stopped?: readonly number[];
  /** Ids of the voters of the quorum, the first leader first; 101 alone when left out. */
  readonly controllers?: readonly number[];
  readonly kafkaVersion?: '4.0' | '4.1' | '4.2';
  /** `broker.rack` by broker. */
  /** Brokers that are no part of the cluster before they are started. */
  readonly fresh?: readonly number[];
  /** Rack of each broker that stands in one. */
  readonly racks?: Readonly<Record<number, string>>;
  /** Configs of one broker's own file. */
  readonly brokerConfigs?: Readonly<Record<number, FileConfigs>>;
  /** Disks with an end, by broker. */
  readonly disks?: Readonly<Record<number, readonly FileDisk[]>>;
  readonly partitions?: number;
  readonly replicas?: readonly number[];
  readonly minIsr?: number;
  readonly topicConfigs?: FileConfigs;
  readonly configs?: FileConfigs;
  /** eligible.leader.replicas.version; on when left out. */
  readonly elr?: boolean;
  readonly initial?: FileInitial;
  readonly quotas?: readonly FileQuota[];
  readonly groups?: readonly FileGroup[];
  readonly network?: FileNetwork;
  readonly times?: FileTimes;
  readonly producers?: readonly FileProducer[];
  readonly consumers?: readonly FileConsumer[];
  /** Rules that the engine follows in place of Kafka's. */
  readonly rules?: Partial<Rules>;
  /** A whole scenario file instead of all the above. */
  readonly file?: ScenarioFile;
  /**
   * For long runs: only the laws that need no history, after every so many events (never when Infinity). When left out, all
   * laws after every event.
   */
  readonly lawInterval?: number;
}

/** A producer whose records come from `send` alone, unless a rate is given. */
export function producer(clientId: string, configs: FileConfigs, constant?: string): FileProducer {
  const arrivals = constant === undefined ? null : { constant };
  return { 'client.id': clientId, configs, workload: { topic: TOPIC, arrivals, key: null } };
}

export function consumer(clientId: string, configs: FileConfigs = {}): FileConsumer {
  return {
    'client.id': clientId,
    configs: { 'auto.offset.reset': 'earliest', ...configs },
    assign: [PARTITION],
  };
}

/** A produce request as another client might send it; its records belong to no producer of the scenario. */
export function produceRequest(
  acks: -1 | 0 | 1,
  batch: Partial<RecordBatch> = {},
  partitions: readonly string[] = [PARTITION],
  timeoutMs = 30_000,
): ProduceRequest {
  const whole: RecordBatch = {
    baseOffset: 0,
    count: 1,
    sizeBytes: 100,
    leaderEpoch: -1,
    maxTimestampMs: 0,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    origin: NO_ORIGIN,
    firstOrdinal: 0,
    ...batch,
  };
  return {
    kind: 'ProduceRequest',
    acks,
    timeoutMs,
    clientId: PROBE,
    partitions: partitions.map((topicPartition) => ({ topicPartition, batch: whole, attempt: 1 })),
  };
}

export type Fields<Kind extends TraceKind> = Partial<Extract<TraceEvent, { readonly kind: Kind }>>;
export type Row<Kind extends TraceKind> = TraceRow & {
  readonly event: Extract<TraceEvent, { readonly kind: Kind }>;
};

/**
 * A simulated cluster in the hands of a test: builds the scenario, runs it to an instant or a fact, does deeds, and reads state
 * and trace. All laws of the engine are checked after every event. Times are ms.
 */
export class ClusterTestContext {
  readonly run: Run;
  readonly scenario: Scenario;
  private readonly rows: TraceRow[] = [];
  /** Null in a run whose laws are not looked at after every event. */
  private readonly watch: RunWatch | null;
  private readonly invariants = allInvariants();
  private readonly lawInterval: number;
  private probes = FIRST_PROBE_CONNECTION;

  constructor(options: ClusterOptions = {}) {
    const parsed = parseScenario(options.file ?? scenarioFile(options));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    this.scenario = parsed.scenario;
    this.watch = options.lawInterval === undefined ? new RunWatch() : null;
    this.lawInterval = options.lawInterval ?? 1;
    this.run = new Run(parsed.scenario, [], options.rules ? rulesWith(options.rules) : rulesInForce());
    this.run.cluster.sink = {
      row: (timeUs, seq, causeSeq, event) => {
        this.rows.push({ timeUs, seq, causeSeq, event });
        this.watch?.row(timeUs, seq, causeSeq, event);
      },
    };
    this.run.start();
  }

  get nowMs(): number {
    return this.run.cluster.nowUs / 1000;
  }

  // Time

  /** Handles everything up to and at this instant. */
  runUntil(ms: number): this {
    const untilUs = Math.round(ms * 1000);
    while (this.step(untilUs));
    this.run.cluster.idleUntil(untilUs);
    if (this.lawInterval === 1) this.checkLaws();
    return this;
  }

  runFor(ms: number): this {
    return this.runUntil(this.nowMs + ms);
  }

  /** Runs until this happens for the next time, and returns its row. */
  until<Kind extends TraceKind>(kind: Kind, where: Fields<Kind> = {}, limitMs = 200_000): Row<Kind> {
    const found = this.nextFact(kind, where, this.run.cluster.nowUs + limitMs * 1000);
    return (
      found ??
      expect.fail(`${kind} ${JSON.stringify(where)} did not happen from ${this.nowMs} ms on\n${this.story()}`)
    );
  }

  /** Runs until this happens for the next time, or else to the instant; null when it did not happen. Only new rows are looked at. */
  protected nextFact<Kind extends TraceKind>(
    kind: Kind,
    where: Fields<Kind>,
    untilUs: number,
  ): Row<Kind> | null {
    const goal = { event: kind, where: where as Record<string, string | number | boolean> };
    let seen = this.rows.length;
    while (this.step(untilUs)) {
      for (; seen < this.rows.length; seen++) {
        const row = this.rows[seen];
        if (row && matchesGoal(goal, row.event)) return row as Row<Kind>;
      }
    }
    return null;
  }

  /** Runs until a condition on the state holds. */
  untilTrue(condition: () => boolean, limitMs = 200_000): this {
    const untilUs = this.run.cluster.nowUs + limitMs * 1000;
    while (!condition()) if (!this.step(untilUs)) expect.fail(`the condition never held\n${this.story()}`);
    return this;
  }

  // Deeds

  kill(broker: number): this {
    return this.do({ kind: 'KillBroker', broker });
  }

  stop(broker: number): this {
    return this.do({ kind: 'StopBroker', broker });
  }

  startBroker(broker: number): this {
    return this.do({ kind: 'StartBroker', broker });
  }

  killController(controller: number): this {
    return this.do({ kind: 'KillController', controller });
  }

  stopController(controller: number): this {
    return this.do({ kind: 'StopController', controller });
  }

  startController(controller: number): this {
    return this.do({ kind: 'StartController', controller });
  }

  cutPower(broker: number): this {
    return this.do({ kind: 'CutPower', broker });
  }

  cutLink(a: string, b: string): this {
    return this.do({ kind: 'CutLink', between: [a, b] });
  }

  mendLink(a: string, b: string): this {
    return this.do({ kind: 'MendLink', between: [a, b] });
  }

  send(producerId: string, count = 1): this {
    return this.do({ kind: 'SendRecords', producer: producerId, count });
  }

  alterTopic(configs: Record<string, string>): this {
    return this.do({ kind: 'AlterTopicConfigs', topic: TOPIC, configs });
  }

  do(command: CommandBody): this {
    applyCommand(command, this.scenario, this.run.cluster);
    return this;
  }

  /** Does something to a broker's insides as that broker. */
  actAs(broker: number, deed: (broker: Broker, ctx: NodeContext) => void): this {
    const { cluster } = this.run;
    cluster.act(expectPresent(cluster.directory.brokers.get(broker), `broker ${broker}`), () => {
      deed(this.broker(broker), cluster);
    });
    return this;
  }

  // State

  broker(id: number): Broker {
    const node = this.run.cluster.node(
      expectPresent(this.run.cluster.directory.brokers.get(id), `broker ${id}`),
    );
    return node instanceof Broker ? node : expect.fail(`${node.name} is no broker`);
  }

  replica(broker: number, topicPartition = PARTITION): Partition {
    return expectPresent(
      this.broker(broker).partitions.get(topicPartition),
      `${topicPartition} on ${broker}`,
    );
  }

  /** Log end and high watermark of a replica. */
  ends(broker: number, topicPartition = PARTITION): { readonly leo: number; readonly hw: number } {
    const { log } = this.replica(broker, topicPartition);
    return { leo: log.logEndOffset, hw: log.highWatermark };
  }

  /** The active controller's id; null while there is none. */
  get activeController(): number | null {
    return activeControllerOf(this.run.cluster)?.nodeId ?? null;
  }

  controllerNode(id: number): Controller {
    return expectPresent(
      controllersOf(this.run.cluster).find((controller) => controller.nodeId === id),
      `controller ${id}`,
    );
  }

  /** What a controller is in the quorum; null while its process does not run. */
  quorumState(id: number): string | null {
    return this.controllerNode(id).raft.state?.kind ?? null;
  }

  get controller(): Controller {
    return expectPresent(controllerOf(this.run.cluster), 'a controller');
  }

  /** What the controller has decided about the partition. */
  registration(topicPartition = PARTITION): PartitionRegistration {
    return expectPresent(this.controller.image.partitions.get(topicPartition), topicPartition).registration;
  }

  brokerRegistration(broker: number): BrokerRegistration {
    return expectPresent(this.controller.image.brokers.get(broker), `registration of ${broker}`);
  }

  get leader(): number {
    return this.registration().leader;
  }

  producer(clientId: string): Producer {
    const node = this.run.cluster.node(this.indexOf(`producer:${clientId}`));
    return node instanceof Producer ? node : expect.fail(`${node.name} is no producer`);
  }

  consumer(clientId: string): Consumer {
    const node = this.run.cluster.node(this.indexOf(`consumer:${clientId}`));
    return node instanceof Consumer ? node : expect.fail(`${node.name} is no consumer`);
  }

  position(clientId: string): number {
    return expectPresent(this.consumer(clientId).partitions[0], 'a partition').position;
  }

  /** The record that stands at each offset of a log, by its place among all that the producers sent; null: from the start. */
  recordsIn(broker: number, topicPartition = PARTITION): (number | null)[] {
    const { log } = this.replica(broker, topicPartition);
    const records: (number | null)[] = [];
    for (let i = 0; i < log.batchCount; i++) {
      const batch = log.batchAt(i);
      for (let n = 0; n < batch.count; n++) records.push(batch.origin < 0 ? null : batch.firstOrdinal + n);
    }
    return records;
  }

  batchesIn(broker: number, topicPartition = PARTITION): RecordBatch[] {
    const { log } = this.replica(broker, topicPartition);
    return Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i));
  }

  /** Sums over all producers. */
  ledger() {
    this.run.settle();
    const fates = computeFates(this.run.cluster);
    const sum = (of: (fate: (typeof fates)[number]) => number): number =>
      fates.reduce((total, fate) => total + of(fate), 0);
    return {
      produced: sum((fate) => fate.produced),
      committed: sum((fate) => fate.committed.size),
      uncommitted: sum((fate) => fate.uncommitted.size),
      inFlight: sum((fate) => fate.inFlight.size),
      lost: sum((fate) => fate.lost.size),
      failed: sum((fate) => fate.failed.size),
      expired: sum((fate) => fate.expired.size),
      acked: sum((fate) => fate.acked.size),
      lostAfterAck: sum((fate) => fate.lostAfterAck.size),
      storedThoughFailed: sum((fate) => fate.storedThoughFailed.size),
      duplicated: sum((fate) => fate.duplicated),
      outOfOrder: sum((fate) => fate.outOfOrder),
      read: sum((fate) => fate.read.size),
      readThenLost: sum((fate) => fate.readThenLost.size),
    };
  }

  // What happened

  allRows(): readonly TraceRow[] {
    return this.rows;
  }

  facts<Kind extends TraceKind>(kind: Kind, where: Fields<Kind> = {}): Row<Kind>[] {
    const goal = { event: kind, where: where as Record<string, string | number | boolean> };
    return this.rows.filter((row) => matchesGoal(goal, row.event)) as Row<Kind>[];
  }

  /** RPCs of a kind that are on a wire now, oldest first. */
  onTheWire<Kind extends Rpc['kind']>(
    kind: Kind,
  ): (Envelope & { readonly rpc: Extract<Rpc, { kind: Kind }> })[] {
    const found: Envelope[] = [];
    this.run.cluster.state.queue.forEach((_timeUs, _seq, _target, payload) => {
      if (payload.kind === 'Envelope' && payload.rpc.kind === kind) found.push(payload);
    });
    return found.sort((a, b) => a.correlationId - b.correlationId) as ReturnType<typeof this.onTheWire<Kind>>;
  }

  /** Asks a broker as a client of its own would, on a connection of its own, and waits for the answer; null when none comes. */
  ask(broker: number, request: Request, limitMs = 40_000): Response | null {
    return this.askNode(
      expectPresent(this.run.cluster.directory.brokers.get(broker), `broker ${broker}`),
      request,
      limitMs,
    );
  }

  /** The same of the controller, in the name of whatever broker the request says. */
  askController(request: Request): Response | null {
    return this.askNode(
      expectPresent(this.run.cluster.directory.controllers.values().next().value, 'a controller'),
      request,
      40_000,
    );
  }

  private askNode(target: number, request: Request, limitMs: number): Response | null {
    const { cluster } = this.run;
    const probe = this.indexOf(`producer:${PROBE}`);
    let correlationId = -1;
    this.probes += 1;
    cluster.act(probe, () => {
      correlationId = cluster.request(target, request, this.probes);
    });
    const untilUs = cluster.nowUs + limitMs * 1000;
    for (;;) {
      const answers: Response[] = [];
      cluster.state.queue.forEach((_timeUs, _seq, _target, payload) => {
        if (payload.kind === 'Envelope' && payload.isResponse && payload.correlationId === correlationId)
          answers.push(payload.rpc as Response);
      });
      if (answers[0] || !this.step(untilUs)) return answers[0] ?? null;
    }
  }

  /** What a broker answers to a produce request, partition by partition. */
  produce(broker: number, request: ProduceRequest, limitMs?: number): ProduceResponse['partitions'] | null {
    const answer = this.ask(broker, request, limitMs);
    return answer?.kind === 'ProduceResponse' ? answer.partitions : null;
  }

  /** Whether the broker has just closed the connection of the client that `ask` asks for. */
  closesConnection(): boolean {
    const probe = this.indexOf(`producer:${PROBE}`);
    let isClosing = false;
    this.run.cluster.state.queue.forEach((_timeUs, _seq, target, payload) => {
      if (payload.kind === 'Disconnected' && target === probe) isClosing = true;
    });
    return isClosing;
  }

  /** The trace as lines, for messages. */
  story(lineCount = 60): string {
    const lines = this.rows.map(({ timeUs, event: { kind, ...fields } }) => {
      return `${(timeUs / 1000).toFixed(3).padStart(12)} ${kind} ${JSON.stringify(fields)}`;
    });
    return lines.slice(-lineCount).join('\n');
  }

  protected step(untilUs: number): boolean {
    const { state } = this.run.cluster;
    const { eventCount, appliedCommands } = state;
    if (!this.run.step(untilUs)) return false;
    // A timer that nobody wants any more is no event: nothing has happened.
    if (state.eventCount === eventCount && state.appliedCommands === appliedCommands) return true;
    if (state.eventCount % this.lawInterval === 0) this.checkLaws();
    return true;
  }

  private brokenNow(): string[] {
    if (this.lawInterval === Infinity) return [];
    return this.invariants.flatMap((invariant) => {
      const detail = invariant.check(this.run.cluster);
      return detail === null ? [] : [`${invariant.name} at ${this.nowMs} ms: ${detail}`];
    });
  }

  protected checkLaws(): void {
    const broken = this.watch ? this.watch.check(this.run.cluster) : this.brokenNow();
    if (broken.length > 0) expect.fail(`${broken.join('\n')}\n${this.story()}`);
  }

  private indexOf(name: string): number {
    const index = this.run.cluster.directory.names.indexOf(name);
    return index >= 0 ? index : expect.fail(`there is no ${name}`);
  }
}

function scenarioFile(options: ClusterOptions): ScenarioFile {
  const count = options.brokers ?? 3;
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const replicas = options.replicas ?? ids.filter((id) => options.fresh?.includes(id) !== true);
  const partitions = options.partitions ?? 1;
  const { minIsr = 1, topicConfigs = {}, initial } = options;
  return {
    highwater: 1,
    'kafka.version': '4.2',
    seed: options.seed ?? 1,
    features: { 'eligible.leader.replicas.version': options.elr === false ? 0 : 1 },
    configs: options.configs ?? {},
    network: options.network ?? {},
    times: options.times ?? {},
    controllers: (options.controllers ?? [101]).map((id) => ({ 'node.id': id })),
    ...(options.kafkaVersion && { 'kafka.version': options.kafkaVersion }),
    brokers: ids.map((id) => ({
      'node.id': id,
      'broker.rack': options.racks?.[id] ?? null,
      state: stateOf(id, options),
      configs: options.brokerConfigs?.[id] ?? {},
      disks: options.disks?.[id] ?? [],
    })),
    topics: [
      {
        name: TOPIC,
        partitions,
        replicas: Object.fromEntries(Array.from({ length: partitions }, (_, i) => [String(i), replicas])),
        configs: { 'min.insync.replicas': minIsr, ...topicConfigs },
        ...(initial === undefined ? {} : { initial: { '0': initial } }),
      },
    ],
    ...(options.quotas ? { quotas: options.quotas } : {}),
    ...(options.groups ? { groups: options.groups } : {}),
    producers: [...(options.producers ?? []), { 'client.id': PROBE, workload: null }],
    consumers: options.consumers ?? [],
  };
}

function stateOf(broker: number, { stopped, fresh }: ClusterOptions): string {
  if (fresh?.includes(broker) === true) return 'new';
  return stopped?.includes(broker) === true ? 'stopped' : 'running';
}
