import { Broker } from '../../engine/broker/Broker.ts';
import { Consumer } from '../../engine/client/consumer/Consumer.ts';
import { Producer } from '../../engine/client/producer/Producer.ts';
import type { ProducerBatch } from '../../engine/client/producer/ProducerBatch.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import type { Run } from '../../engine/cluster/Run.ts';
import type {
  LimitFigure,
  LimitKind,
  QueueFigure,
  QueueFigures,
  QueueKind,
} from '../../shared/RunQuestions.ts';
import type { EntityName } from '../../shared/traceEvents.ts';
import type { Micros } from '../../shared/units.ts';
import { QueueTally } from './QueueTally.ts';

/** What takes its time without an event is looked at this often. */
const LOOK_US: Micros = 1000;

/** Lets a run go on for a time, looking at every queue after every event. */
export function watchQueues(run: Run, spanUs: Micros): QueueFigures {
  const { cluster } = run;
  run.settle();
  const startUs = cluster.nowUs;
  const endUs = startUs + spanUs;
  const watches = watchesOf(cluster);
  const wires = new BusyWires(cluster);
  for (let lookUs = startUs; lookUs < endUs;) {
    lookUs = Math.min(lookUs + LOOK_US, endUs);
    while (run.step(lookUs)) look(run, watches, wires, cluster.nowUs);
    cluster.idleUntil(lookUs);
    look(run, watches, wires, lookUs);
  }
  return {
    spanUs,
    queues: watches.flatMap((watch) => watch.queues()).filter(({ arrivals }) => arrivals > 0),
    limits: [...watches.flatMap((watch) => watch.limits(spanUs)), ...wires.limits(spanUs)],
  };
}

function look(run: Run, watches: readonly Watch[], wires: BusyWires, nowUs: Micros): void {
  run.settle();
  for (const watch of watches) watch.look(nowUs);
  wires.look(nowUs);
}

function watchesOf(cluster: Cluster): Watch[] {
  const { nowUs } = cluster;
  return cluster.state.nodes.flatMap((node): Watch[] => {
    if (node instanceof Producer) return [new ProducerWatch(node, nowUs)];
    if (node instanceof Broker) return [new BrokerWatch(node, nowUs)];
    // Without a time for each record nothing waits for the application.
    if (node instanceof Consumer && node.processing.takesTime) return [new ConsumerWatch(node, nowUs)];
    return [];
  });
}

interface Watch {
  look(nowUs: Micros): void;
  queues(): QueueFigure[];
  limits(spanUs: Micros): LimitFigure[];
}

/** A queue of things that can be told from one another. */
class ItemQueue<Item> {
  private readonly kind: QueueKind;
  private readonly node: EntityName;
  private readonly tally: QueueTally;
  private before: readonly Item[];

  constructor(kind: QueueKind, node: EntityName, items: readonly Item[], nowUs: Micros) {
    this.kind = kind;
    this.node = node;
    this.before = [...items];
    this.tally = new QueueTally(nowUs, items.length);
  }

  look(items: readonly Item[], nowUs: Micros, cameUs: (item: Item) => Micros = () => nowUs): void {
    this.tally.passTo(nowUs);
    // After most events nothing is another.
    if (isSame(items, this.before)) return;
    const before = new Set(this.before);
    const now = new Set(items);
    this.tally.leave(this.before.filter((item) => !now.has(item)).length);
    for (const item of items) if (!before.has(item)) this.tally.enter(1, cameUs(item));
    this.before = [...items];
  }

  figure(): QueueFigure {
    return { kind: this.kind, node: this.node, ...this.tally.figures() };
  }
}

function isSame(items: readonly unknown[], before: readonly unknown[]): boolean {
  return items.length === before.length && items.every((item, i) => item === before[i]);
}

/** A queue of which only is known how many came and left so far. */
class CountedQueue {
  private readonly kind: QueueKind;
  private readonly node: EntityName;
  private readonly tally: QueueTally;
  private came: number;
  private left: number;

  constructor(kind: QueueKind, node: EntityName, came: number, left: number, nowUs: Micros) {
    this.kind = kind;
    this.node = node;
    this.came = came;
    this.left = left;
    this.tally = new QueueTally(nowUs, came - left);
  }

  look(came: number, left: number, nowUs: Micros): void {
    this.tally.passTo(nowUs);
    this.tally.enter(came - this.came, nowUs);
    // What was fetched and is thrown away has left too.
    this.tally.leave(left - this.left + Math.max(0, this.came - came));
    this.came = came;
    this.left = left;
  }

  figure(): QueueFigure {
    return { kind: this.kind, node: this.node, ...this.tally.figures() };
  }
}

/** For how long something was so, or on the average how much of it. */
class ShareOfTime {
  private readonly kind: LimitKind;
  private readonly node: EntityName;
  private area = 0;
  private lastUs: Micros;
  private value: number;

  constructor(kind: LimitKind, node: EntityName, value: number, nowUs: Micros) {
    this.kind = kind;
    this.node = node;
    this.value = value;
    this.lastUs = nowUs;
  }

  look(value: number, nowUs: Micros): void {
    this.area += this.value * (nowUs - this.lastUs);
    this.lastUs = nowUs;
    this.value = value;
  }

  figure(spanUs: Micros): LimitFigure {
    return { kind: this.kind, node: this.node, to: null, share: this.area / spanUs };
  }
}

class ProducerWatch implements Watch {
  private readonly producer: Producer;
  private readonly accumulator: ItemQueue<ProducerBatch>;
  private readonly inFlight: ItemQueue<number>;
  private readonly full: ShareOfTime;
  private readonly memory: ShareOfTime;

  constructor(producer: Producer, nowUs: Micros) {
    const { name } = producer;
    this.producer = producer;
    this.accumulator = new ItemQueue('accumulator', name, waitingBatches(producer), nowUs);
    this.inFlight = new ItemQueue('inFlight', name, keysOf(producer.sent), nowUs);
    this.full = new ShareOfTime('inFlight', name, isFull(producer), nowUs);
    this.memory = new ShareOfTime('memory', name, isBlocked(producer), nowUs);
  }

  look(nowUs: Micros): void {
    this.accumulator.look(waitingBatches(this.producer), nowUs, ({ createdUs, attempts }) =>
      attempts === 0 ? createdUs : nowUs,
    );
    this.inFlight.look(keysOf(this.producer.sent), nowUs);
    this.full.look(isFull(this.producer), nowUs);
    this.memory.look(isBlocked(this.producer), nowUs);
  }

  queues(): QueueFigure[] {
    return [this.accumulator.figure(), this.inFlight.figure()];
  }

  limits(spanUs: Micros): LimitFigure[] {
    return [this.full.figure(spanUs), this.memory.figure(spanUs)];
  }
}

function waitingBatches({ accumulator }: Producer): readonly ProducerBatch[] {
  const queues = [...accumulator.queues.values()];
  return queues.length === 1 ? queues[0]! : queues.flat();
}

function keysOf(map: Iterable<readonly [number, unknown]>): number[] {
  return [...map].map(([key]) => key);
}

/** A batch waits, and a connection has as many requests in flight as it may. */
function isFull({ accumulator, sent, network, config }: Producer): number {
  if (!accumulator.hasBatches) return 0;
  const most = config['max.in.flight.requests.per.connection'];
  const counts = new Map<number, number>();
  for (const id of keysOf(sent)) {
    const broker = network.inFlight.get(id)?.broker ?? -1;
    counts.set(broker, (counts.get(broker) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= most) ? 1 : 0;
}

function isBlocked({ blockedSinceUs }: Producer): number {
  return blockedSinceUs === null ? 0 : 1;
}

class BrokerWatch implements Watch {
  private readonly broker: Broker;
  private readonly requests: ItemQueue<object>;
  private readonly threads: ItemQueue<object>;
  private readonly produces: ItemQueue<number>;
  private readonly fetches: ItemQueue<number>;
  private readonly busy: ShareOfTime;

  constructor(broker: Broker, nowUs: Micros) {
    const { name } = broker;
    this.broker = broker;
    this.requests = new ItemQueue('requests', name, waitingRequests(broker), nowUs);
    this.threads = new ItemQueue('ioThreads', name, broker.process?.requests.busyRequests() ?? [], nowUs);
    this.produces = new ItemQueue('produces', name, parkedProduces(broker), nowUs);
    this.fetches = new ItemQueue('fetches', name, parkedFetches(broker), nowUs);
    this.busy = new ShareOfTime('ioThreads', name, busyShare(broker), nowUs);
  }

  look(nowUs: Micros): void {
    this.requests.look(waitingRequests(this.broker), nowUs);
    this.threads.look(this.broker.process?.requests.busyRequests() ?? [], nowUs);
    this.produces.look(parkedProduces(this.broker), nowUs);
    this.fetches.look(parkedFetches(this.broker), nowUs);
    this.busy.look(busyShare(this.broker), nowUs);
  }

  queues(): QueueFigure[] {
    return [this.requests, this.threads, this.produces, this.fetches].map((queue) => queue.figure());
  }

  limits(spanUs: Micros): LimitFigure[] {
    return [this.busy.figure(spanUs)];
  }
}

function waitingRequests({ process }: Broker): object[] {
  return process ? [...process.requests.waiting, ...process.requests.unreadRequests()] : [];
}

function parkedProduces({ process }: Broker): readonly number[] {
  return process ? keysOf(process.replicas.produces.parked) : [];
}

function parkedFetches({ process }: Broker): readonly number[] {
  return process ? keysOf(process.replicas.fetches.parked) : [];
}

function busyShare({ process, config }: Broker): number {
  return (process?.requests.busyCount ?? 0) / config.numIoThreads;
}

class ConsumerWatch implements Watch {
  private readonly consumer: Consumer;
  private readonly buffer: CountedQueue;
  private readonly handler: CountedQueue;
  private readonly busyBeforeUs: Micros;
  private busyUs: Micros;

  constructor(consumer: Consumer, nowUs: Micros) {
    const { name, deliveredCount } = consumer;
    this.consumer = consumer;
    this.buffer = new CountedQueue(
      'fetchBuffer',
      name,
      deliveredCount + bufferedRecords(consumer),
      deliveredCount,
      nowUs,
    );
    this.handler = new CountedQueue('handler', name, deliveredCount, consumer.processedCount(nowUs), nowUs);
    this.busyBeforeUs = consumer.processing.busyUs(nowUs);
    this.busyUs = this.busyBeforeUs;
  }

  look(nowUs: Micros): void {
    const { deliveredCount, processing } = this.consumer;
    this.buffer.look(deliveredCount + bufferedRecords(this.consumer), deliveredCount, nowUs);
    this.handler.look(deliveredCount, this.consumer.processedCount(nowUs), nowUs);
    this.busyUs = processing.busyUs(nowUs);
  }

  queues(): QueueFigure[] {
    return [this.buffer.figure(), this.handler.figure()];
  }

  limits(spanUs: Micros): LimitFigure[] {
    const share = (this.busyUs - this.busyBeforeUs) / spanUs;
    return [{ kind: 'handler', node: this.consumer.name, to: null, share }];
  }
}

/** Fetched, and not yet returned by poll(). */
function bufferedRecords(consumer: Consumer): number {
  let records = 0;
  for (const { topicPartition, batches, hidden } of consumer.fetched) {
    const position = consumer.partitionOf(topicPartition)?.position ?? 0;
    batches.forEach(({ baseOffset, count }, i) => {
      if (hidden?.[i] !== true) records += Math.max(0, baseOffset + count - Math.max(position, baseOffset));
    });
  }
  return records;
}

/** Wires that are sending, in each direction. */
class BusyWires {
  private readonly cluster: Cluster;
  private readonly busyUs = new Map<number, Micros>();
  private free: ReadonlyMap<number, Micros>;
  private lastUs: Micros;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.lastUs = cluster.nowUs;
    this.free = new Map(cluster.state.network.busyWires(cluster.nowUs));
  }

  look(nowUs: Micros): void {
    for (const [wire, freeAtUs] of this.free) {
      const sentUs = Math.max(0, Math.min(freeAtUs, nowUs) - this.lastUs);
      this.busyUs.set(wire, (this.busyUs.get(wire) ?? 0) + sentUs);
    }
    this.free = new Map(this.cluster.state.network.busyWires(nowUs));
    this.lastUs = nowUs;
  }

  limits(spanUs: Micros): LimitFigure[] {
    const { names } = this.cluster.directory;
    return [...this.busyUs]
      .sort(([a], [b]) => a - b)
      .map(([wire, busyUs]) => ({
        kind: 'wire',
        node: names[Math.floor(wire / names.length)] ?? '',
        to: names[wire % names.length] ?? '',
        share: busyUs / spanUs,
      }));
  }
}
