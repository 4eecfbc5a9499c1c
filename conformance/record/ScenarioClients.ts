import type { DriverClient } from '../cluster/DriverClient.ts';
import type { KafkaCluster } from '../cluster/KafkaCluster.ts';
import type {
  CommandBody,
  ConfigMap,
  ConsumerSpec,
  ProducerSpec,
  Scenario,
} from '../../src/scenario/Scenario.ts';
import { joinOutcomes, joinReads } from '../recording/joinNeighbours.ts';
import { countOrdinals, outcomesOf } from './ordinals.ts';
import type { CallbackOutcome, Ordinals } from './ordinals.ts';
import { RECORDS_A_PRODUCER } from '../recording/Recording.ts';
import type { RecordedConsumerEvent, RecordedProducer } from '../recording/Recording.ts';
import { workloadShapeOf } from '../../src/engine/cluster/workloads.ts';
import { makeValue } from '../../src/engine/storage/makeValue.ts';

/**
 * The scenario's producers and consumers. They live in one driver process together; one that is killed or paused has a process of its own.
 */
export class ScenarioClients {
  private readonly cluster: KafkaCluster;
  private readonly scenario: Scenario;
  private zeroMs = 0;
  private readonly drivers = new Map<string, DriverClient>();
  private readonly own: DriverClient[] = [];
  /** Processes for members of groups that come back after they were killed. */
  private readonly spare = new Map<string, DriverClient>();
  /** What members that were killed had written down until then, and the producers of their processes. */
  private readonly heardBefore = new Map<string, RecordedConsumerEvent[]>();
  private readonly sentBefore = new Map<string, ProducerAnswer>();
  /** Numbers of the records whose values are of some kind, by what Kafka's tool prints of their values. */
  readonly madeValues = new Map<string, number>();
  private readonly madeCounts = new Map<string, number>();

  constructor(cluster: KafkaCluster, scenario: Scenario) {
    this.cluster = cluster;
    this.scenario = scenario;
    for (const command of scenario.commands) {
      const fault = processFaultOf(command);
      const name = fault && this.consumerOf(fault);
      if (name === null || this.drivers.has(name)) continue;
      const driver = cluster.newDriver();
      for (const role of this.rolesOf(name)) this.drivers.set(role, driver);
      this.own.push(driver);
      if (!this.isMember(name)) continue;
      const spare = cluster.newDriver();
      this.spare.set(name, spare);
      this.own.push(spare);
    }
  }

  /** Resolves when every driver process answers. */
  async ready(): Promise<void> {
    await Promise.all(this.own.map((driver) => driver.ask('ping')));
  }

  /** @param zeroMs the scenario's zero, epoch ms. */
  async startAll(zeroMs: number): Promise<void> {
    this.zeroMs = zeroMs;
    const isOfConsumer = ({ clientId }: ProducerSpec): boolean =>
      this.consumerOf(`producer:${clientId}`) !== `producer:${clientId}`;
    await Promise.all([
      ...this.scenario.producers
        .filter((spec) => !isOfConsumer(spec))
        .map((spec) => this.startProducer(spec, spec.configs)),
      ...this.scenario.consumers.map(({ clientId }) => this.startClient(`consumer:${clientId}`)),
    ]);
  }

  /**
   * SIGKILL. A member of a group that ends by itself gives its partitions back, whatever its timeout: its process is killed in
   * earnest. Others only stop at once.
   */
  async killClient(client: string): Promise<void> {
    const name = this.consumerOf(client);
    if (!this.isMember(name)) {
      await this.ask(name, name.startsWith('producer:') ? 'producer.kill' : 'consumer.kill');
      return;
    }
    this.heardBefore.set(name, await this.heard(name));
    const roles = this.rolesOf(name);
    for (const role of roles)
      if (role.startsWith('producer:')) this.sentBefore.set(role, await this.sent(role));
    this.driverOf(name).process.kill('SIGKILL');
    const spare = this.spare.get(name);
    if (spare) for (const role of roles) this.drivers.set(role, spare);
  }

  /** A process of it, the producer before the consumer if it has both. */
  async startClient(name: string): Promise<void> {
    for (const role of this.rolesOf(this.consumerOf(name))) {
      const producer = this.scenario.producers.find((spec) => `producer:${spec.clientId}` === role);
      const consumer = this.scenario.consumers.find((spec) => `consumer:${spec.clientId}` === role);
      if (producer) await this.startProducer(producer, producer.configs);
      if (consumer) await this.startConsumer(consumer);
    }
  }

  /** close(): the consumer of a process has its producer follow. */
  async closeClient(client: string): Promise<void> {
    const name = this.consumerOf(client);
    await this.ask(name, `${name.slice(0, name.indexOf(':'))}.close`);
  }

  async restartProducer(clientId: string, configs: ConfigMap): Promise<void> {
    const spec = this.scenario.producers.find((one) => one.clientId === clientId);
    if (!spec) return;
    await this.ask(`producer:${clientId}`, 'producer.close');
    await this.startProducer(spec, { ...spec.configs, ...configs });
  }

  /** Records are handed over at one instant, with the values that the engine makes for them if they are of some kind. */
  async sendRecords(clientId: string, count: number): Promise<void> {
    const values = this.makeValues(clientId, count);
    await this.ask(`producer:${clientId}`, 'producer.send', { count, ...(values && { values }) });
  }

  private makeValues(clientId: string, count: number): string[] | null {
    const place = this.scenario.producers.findIndex((one) => one.clientId === clientId);
    const spec = this.scenario.producers[place];
    const shape = spec && workloadShapeOf(spec, SEED_OF_VALUES);
    if (!shape?.values) return null;
    const { values, valueBytes } = shape;
    const first = this.madeCounts.get(clientId) ?? 0;
    this.madeCounts.set(clientId, first + count);
    return Array.from({ length: count }, (_, i) => {
      const value = Buffer.from(makeValue(values, first + i, valueBytes));
      // What is no text cannot be known again by what Kafka's tool prints.
      if (values.kind !== 'random')
        this.madeValues.set(value.toString('utf8'), place * RECORDS_A_PRODUCER + first + i);
      return value.toString('base64');
    });
  }

  /** @param name `producer:ID` or `consumer:ID`. */
  ask<Result>(name: string, what: string, request: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    return this.driverOf(name).ask<Result>(what, { client: name.slice(name.indexOf(':') + 1), ...request });
  }

  signal(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.driverOf(name).process.kill(signal);
  }

  async producerResults(): Promise<{ producers: Record<string, RecordedProducer>; ordinals: Ordinals }> {
    const producers: Record<string, RecordedProducer> = {};
    const ordinals: Ordinals = new Map();
    for (const { clientId } of this.scenario.producers) {
      const answer = await this.sent(`producer:${clientId}`);
      countOrdinals(answer.outcomes, ordinals);
      producers[clientId] = {
        handedOver: answer.handedOver,
        outcomes: joinOutcomes(outcomesOf(answer.outcomes, ordinals)),
        ...(answer.transactions.length === 0
          ? {}
          : {
              transactions: answer.transactions.map(
                ([call, , endedMs, error]) => [call, endedMs, error] as const,
              ),
            }),
      };
    }
    return { producers, ordinals };
  }

  async consumerResults(): Promise<Record<string, RecordedConsumerEvent[]>> {
    const results: Record<string, RecordedConsumerEvent[]> = {};
    for (const { clientId } of this.scenario.consumers)
      results[clientId] = joinReads(await this.heard(`consumer:${clientId}`));
    return results;
  }

  private async heard(name: string): Promise<RecordedConsumerEvent[]> {
    const now = await this.ask<RecordedConsumerEvent[] | null>(name, 'consumer.results');
    return [...(this.heardBefore.get(name) ?? []), ...(now ?? [])];
  }

  private async sent(name: string): Promise<ProducerAnswer> {
    const before = this.sentBefore.get(name);
    const now = await this.ask<ProducerAnswer | null>(name, 'producer.results');
    return {
      handedOver: now?.handedOver ?? before?.handedOver ?? 0,
      outcomes: [...(before?.outcomes ?? []), ...(now?.outcomes ?? [])],
      transactions: [...(before?.transactions ?? []), ...(now?.transactions ?? [])],
    };
  }

  /** The consumer whose process a client is of; itself, if it is no producer of a consumer. */
  private consumerOf(name: string): string {
    const consumer = this.scenario.consumers.find(({ output }) => `producer:${output?.producer}` === name);
    return consumer ? `consumer:${consumer.clientId}` : name;
  }

  /** Clients of one process, its producer first. */
  private rolesOf(name: string): readonly string[] {
    const output = this.scenario.consumers.find(({ clientId }) => `consumer:${clientId}` === name)?.output;
    return output ? [`producer:${output.producer}`, name] : [name];
  }

  private isMember(name: string): boolean {
    return this.scenario.consumers.some(
      ({ clientId, subscribe }) => `consumer:${clientId}` === name && subscribe.length > 0,
    );
  }

  /** Ends all clients without a word to the cluster. */
  async end(): Promise<void> {
    for (const driver of this.own) driver.process.kill('SIGKILL');
    await this.cluster.driver.ask('clients.end');
  }

  private async startProducer(spec: ProducerSpec, configs: ConfigMap): Promise<void> {
    const { workload } = spec;
    const place = this.scenario.producers.indexOf(spec);
    await this.ask(`producer:${spec.clientId}`, 'producer.start', {
      bootstrap: this.cluster.bootstrap(),
      zeroMs: this.zeroMs,
      place,
      firstNumber: this.sentBefore.get(`producer:${spec.clientId}`)?.handedOver ?? 0,
      isOutput: this.consumerOf(`producer:${spec.clientId}`).startsWith('consumer:') || null,
      configs: { ...(spec.rack === null ? {} : { 'client.rack': spec.rack }), ...configs },
      workload: workload && {
        ...workload,
        recordsPerSecond: workload.arrivals.kind === 'constant' ? workload.arrivals.recordsPerSecond : 0,
      },
    });
  }

  private async startConsumer(spec: ConsumerSpec): Promise<void> {
    await this.ask(`consumer:${spec.clientId}`, 'consumer.start', {
      bootstrap: this.cluster.bootstrap(),
      zeroMs: this.zeroMs,
      configs: { ...(spec.rack === null ? {} : { 'client.rack': spec.rack }), ...spec.configs },
      assign: spec.assign,
      subscribe: spec.subscribe,
      perRecordUs: spec.perRecordUs,
      commit: spec.commit,
      commitsBefore: spec.commitWhen === 'before',
      ...(spec.share === undefined ? {} : { share: spec.share }),
      output: spec.output?.producer ?? null,
      restartAfterMs: (spec.output?.restartAfterUs ?? -1000) / 1000,
    });
  }

  private driverOf(name: string): DriverClient {
    return this.drivers.get(name) ?? this.cluster.driver;
  }
}

/** What a producer's application has written down. */
interface ProducerAnswer {
  readonly handedOver: number;
  readonly outcomes: CallbackOutcome[];
  readonly transactions: [string, number, number, string][];
}

/** The engine plays a recording with seeds from this on; values are those of the first. */
const SEED_OF_VALUES = 1;

/** The client whose process a command touches; null: none. */
function processFaultOf(command: CommandBody): string | null {
  if (command.kind === 'KillClient') return command.client;
  if (command.kind === 'PauseProcess' && /^(producer|consumer):/.test(command.node)) return command.node;
  return null;
}
