import type { NodeContext } from '../../../node/Node.ts';
import type { Request, Response } from '../../../protocol/requests.ts';
import { kafkaRules } from '../../../rules/kafkaRules.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import type { TraceEvent, TraceKind } from '../../../../shared/traceEvents.ts';
import { Arrivals } from '../Arrivals.ts';
import { Producer } from '../Producer.ts';
import { resolveProducerConfig } from '../producerConfig.ts';
import type { GivenProducerConfig } from '../producerConfig.ts';
import type { TransactionPlan } from './TransactionPlan.ts';

/** What a broker answers; null: nothing, ever; `disconnect`: it closes the connection. */
export type Answer = Response | null | 'disconnect' | 'usual';

const SELF = 9;
const TOPIC = 'out';
const ONE_WAY_US = 500;

export interface ScriptedOptions {
  readonly configs?: GivenProducerConfig;
  readonly plan?: Partial<TransactionPlan>;
  readonly recordsPerSecond?: number;
  readonly transactionVersion?: number;
}

/** A producer of two partitions, one led by broker 1 and one by broker 2, and brokers that answer what a test says, 1 ms after they are asked. */
export class ScriptedCluster {
  readonly producer: Producer;
  /** [ms, kind of request without its ending, broker]. */
  readonly requests: (readonly [number, string, number])[] = [];
  readonly events: (TraceEvent & { readonly atMs: number })[] = [];
  /** What to answer in place of the usual. */
  script: (request: Request, broker: number, nowMs: number) => Answer = () => 'usual';
  readonly down = new Set<number>();
  private nowUs: Micros = 0;
  private correlationId = 0;
  private seq = 0;
  private readonly queue: { readonly atUs: Micros; readonly seq: number; readonly deed: () => void }[] = [];
  private readonly timers = new Map<string, Micros>();
  private epoch = 0;
  private readonly ends = new Map<string, number>();

  constructor({ configs = {}, plan, recordsPerSecond = 0, transactionVersion = 2 }: ScriptedOptions = {}) {
    const resolved = resolveProducerConfig({ 'transactional.id': 'tx-1', 'linger.ms': 0, ...configs });
    if ('error' in resolved) throw new Error(resolved.error.message);
    const transaction = plan && {
      records: null,
      lastsUs: 0,
      abortEvery: null,
      restartAfterUs: null,
      ...plan,
    };
    this.producer = new Producer(
      'p',
      resolved.config,
      {
        topic: TOPIC,
        partition: 0,
        key: null,
        keyCount: 1,
        valueBytes: 100,
        tombstoneEvery: null,
        ...(transaction && { transaction }),
      },
      new Arrivals(recordsPerSecond, 0, null),
      [1, 2],
      transactionVersion,
    );
    this.producer.start(this.ctx);
  }

  get nowMs(): number {
    return this.nowUs / MICROS_PER_MILLI;
  }

  /** Lets time pass up to then. */
  until(ms: number): this {
    for (;;) {
      let timer: string | null = null;
      let timerUs = Infinity;
      for (const [key, atUs] of this.timers) if (atUs < timerUs) [timer, timerUs] = [key, atUs];
      const next = this.queue.reduce<(typeof this.queue)[number] | null>(
        (first, item) =>
          item.atUs < (first?.atUs ?? Infinity) || (item.atUs === first?.atUs && item.seq < first.seq)
            ? item
            : first,
        null,
      );
      const atUs = Math.min(timerUs, next?.atUs ?? Infinity);
      if (atUs > ms * MICROS_PER_MILLI) break;
      this.nowUs = atUs;
      if (next && next.atUs <= timerUs) {
        this.queue.splice(this.queue.indexOf(next), 1);
        next.deed();
      } else if (timer !== null) {
        this.timers.delete(timer);
        this.producer.onTimer(timer, this.ctx);
      }
    }
    this.nowUs = ms * MICROS_PER_MILLI;
    return this;
  }

  at(ms: number, deed: (producer: Producer, ctx: NodeContext) => void): this {
    this.until(ms);
    deed(this.producer, this.ctx);
    return this;
  }

  begin(ms: number): this {
    return this.at(ms, (producer, ctx) => {
      producer.callTransaction('beginTransaction', ctx);
    });
  }

  send(ms: number, count: number): this {
    return this.at(ms, (producer, ctx) => {
      producer.sendRecords(count, ctx);
    });
  }

  commit(ms: number): this {
    return this.at(ms, (producer, ctx) => {
      producer.callTransaction('commitTransaction', ctx);
    });
  }

  abort(ms: number): this {
    return this.at(ms, (producer, ctx) => {
      producer.callTransaction('abortTransaction', ctx);
    });
  }

  /** Requests that a transaction or its records need, without what every client asks. */
  sent(): string[] {
    return this.requests
      .filter(([, kind]) => kind !== 'ApiVersions' && kind !== 'Metadata')
      .map(([ms, kind, broker]) => `${ms} ${kind} to ${broker}`);
  }

  /** How calls ended: [ms, call, error]. */
  calls(): string[] {
    return this.eventsOf('TransactionalCallEnded').map(({ atMs, call, error }) => `${atMs} ${call} ${error}`);
  }

  eventsOf<K extends TraceKind>(kind: K): (Extract<TraceEvent, { kind: K }> & { readonly atMs: number })[] {
    return this.events.filter((event) => event.kind === kind) as never;
  }

  private later(byUs: Micros, deed: () => void): void {
    this.queue.push({ atUs: this.nowUs + byUs, seq: this.seq++, deed });
  }

  private answerOf(request: Request, broker: number): Answer {
    const given = this.script(request, broker, this.nowMs);
    if (given !== 'usual') return given;
    switch (request.kind) {
      case 'ApiVersionsRequest':
        return { kind: 'ApiVersionsResponse' };
      case 'MetadataRequest':
        return {
          kind: 'MetadataResponse',
          brokers: [1, 2].filter((one) => !this.down.has(one)),
          controller: 1,
          topics: [
            {
              topic: TOPIC,
              error: 'NONE',
              partitions: [0, 1].map((partition) => ({
                topicPartition: `${TOPIC}-${partition}`,
                partition,
                leader: partition + 1,
                leaderEpoch: 0,
              })),
            },
          ],
        };
      case 'FindCoordinatorRequest':
        return { kind: 'FindCoordinatorResponse', error: 'NONE', nodeId: 2 };
      case 'InitProducerIdRequest':
        return {
          kind: 'InitProducerIdResponse',
          error: 'NONE',
          producerId: 1000,
          producerEpoch: this.epoch,
        };
      case 'EndTxnRequest': {
        const bumps = request.apiVersion >= 5;
        if (bumps) this.epoch += 1;
        return {
          kind: 'EndTxnResponse',
          error: 'NONE',
          producerId: bumps ? 1000 : -1,
          producerEpoch: bumps ? this.epoch : -1,
        };
      }
      case 'AddPartitionsToTxnRequest':
        return {
          kind: 'AddPartitionsToTxnResponse',
          error: 'NONE',
          resultsByTransaction: request.transactions.map(({ transactionalId, partitions }) => ({
            transactionalId,
            partitions: partitions.map((topicPartition) => ({ topicPartition, error: 'NONE' })),
          })),
        };
      case 'ProduceRequest':
        return {
          kind: 'ProduceResponse',
          partitions: request.partitions.map(({ topicPartition, batch }) => {
            const baseOffset = this.ends.get(topicPartition) ?? 0;
            this.ends.set(topicPartition, baseOffset + batch.count);
            return { topicPartition, error: 'NONE', baseOffset, currentLeader: null };
          }),
        };
      default:
        throw new Error(`nobody answers ${request.kind}`);
    }
  }

  private ask(target: number, request: Request, connection: number): number {
    const correlationId = ++this.correlationId;
    const broker = target - 1;
    this.requests.push([this.nowMs, request.kind.replace(/Request$/, ''), broker]);
    this.later(ONE_WAY_US, () => {
      const answer = this.down.has(broker) ? 'disconnect' : this.answerOf(request, broker);
      if (answer === null) return;
      this.later(ONE_WAY_US, () => {
        if (answer === 'disconnect')
          this.producer.onDisconnected(target, 'ConnectionClosed', this.ctx, connection);
        else if (answer !== 'usual' && this.producer.isRunning())
          this.producer.receiveResponse(answer, { source: target, correlationId } as never, this.ctx);
      });
    });
    return correlationId;
  }

  private get ctx(): NodeContext {
    const { nowUs, timers } = this;
    return {
      nowUs,
      self: SELF,
      seed: 1,
      rules: kafkaRules,
      directory: {
        brokers: new Map([
          [1, 2],
          [2, 3],
        ]),
        brokerIds: new Map([
          [2, 1],
          [3, 2],
        ]),
      },
      clockMs: () => nowUs / MICROS_PER_MILLI,
      clockOffsetMs: () => 0,
      jitter: () => 0.5,
      request: (target: number, request: Request, connection = 0) => this.ask(target, request, connection),
      closeConnections: () => undefined,
      closeConnection: () => undefined,
      setTimer: (key: string, delayUs: Micros) => timers.set(key, nowUs + delayUs),
      cancelTimer: (key: string) => timers.delete(key),
      timerAtUs: (key: string) => timers.get(key) ?? null,
      trace: (event: TraceEvent) => this.events.push({ ...event, atMs: this.nowMs }),
      befell: () => undefined,
    } as unknown as NodeContext;
  }
}
