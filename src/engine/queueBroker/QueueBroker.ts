import { EVERY_CONNECTION, TimerTable } from '../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../node/Node.ts';
import type { DeathReason, QueuedMessage, QueueMessage, Subscription } from '../protocol/queueRequests.ts';
import type { Request } from '../protocol/requests.ts';
import type { Micros, NodeIndex } from '../../shared/units.ts';
import { isDeadLetterCycle, withDeath } from './deadLetters.ts';
import { MessageQueue } from './MessageQueue.ts';
import type { QueueBrokerConfig } from './QueueBrokerConfig.ts';
import { routeMessage } from './routeMessage.ts';

/** A client that is connected; one that publishes has no subscription. */
interface Connection {
  /** Which of the connections of that client it is. */
  readonly number: number;
  readonly subscription: Subscription | null;
  readonly unacked: Map<number, QueuedMessage>;
  deliveries: number;
}

/**
 * A broker of queues, as RabbitMQ with classic queues and AMQP 0-9-1: it routes what is published, hands each message of a queue to one of its
 * consumers, remembers what they have not acknowledged, and forgets what they have.
 *
 * Simplified: one node, no cluster; it takes no time; what is persistent is on its disk at once; exchanges, queues and bindings are declared
 * from the start; no heartbeats, no priorities, no quorum queues or streams. See the rules Q of the fidelity ledger.
 */
export class QueueBroker implements Node {
  readonly role = 'queueBroker';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly config: QueueBrokerConfig;
  life = 1;
  isUp = true;
  /** When its process began or ended. */
  sinceUs: Micros = 0;
  readonly queues = new Map<string, MessageQueue>();
  readonly connections = new Map<NodeIndex, Connection>();
  published = 0;
  unroutable = 0;

  constructor(name: string, config: QueueBrokerConfig) {
    this.name = `queueBroker:${name}`;
    this.config = config;
    for (const queue of config.queues) this.queues.set(queue.name, new MessageQueue(queue));
  }

  isRunning(): boolean {
    return this.isUp;
  }

  isListening(): boolean {
    return this.isUp;
  }

  hasPower(): boolean {
    return true;
  }

  start(): void {
    return;
  }

  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void {
    const { source } = envelope;
    if (request.kind === 'ConnectionOpen') {
      this.onDisconnected(source, 'ConnectionClosed', ctx, EVERY_CONNECTION);
      const { subscription } = request;
      this.connections.set(source, {
        number: envelope.connection,
        subscription,
        unacked: new Map(),
        deliveries: 0,
      });
      ctx.respond(envelope, { kind: 'ConnectionOpenOk' });
      const queue = this.queueOf(subscription);
      if (!queue) return;
      queue.addConsumer(source);
      this.deliver(queue, ctx);
    } else if (request.kind === 'BasicPublish') {
      const ack = this.publish(request.message, ctx);
      if (request.confirm) ctx.respond(envelope, { kind: 'BasicConfirm', ack });
    } else if (request.kind === 'BasicAck' || request.kind === 'BasicReject')
      this.settle(request, source, ctx);
  }

  receiveResponse(): void {
    return;
  }

  /** Messages at the head of a queue have waited too long. */
  onTimer(key: string, ctx: NodeContext): void {
    const queue = this.queues.get(key);
    if (queue) this.deliver(queue, ctx);
  }

  /** What a client had and did not acknowledge goes back to its places. */
  onDisconnected(peer: NodeIndex, _reason: DisconnectReason, ctx: NodeContext, connection: number): void {
    const lost = this.connections.get(peer);
    if (!lost || connection < lost.number) return;
    this.connections.delete(peer);
    const queue = this.queueOf(lost.subscription);
    if (!queue) return;
    queue.removeConsumer(peer);
    for (const entry of lost.unacked.values()) queue.requeue(entry);
    if (lost.unacked.size > 0)
      ctx.trace({
        kind: 'MessagesRequeued',
        consumer: ctx.directory.names[peer] ?? '',
        queue: queue.config.name,
        count: lost.unacked.size,
      });
    this.deliver(queue, ctx);
  }

  /** SIGKILL: what stands on its disk is all that is left. */
  kill(ctx: NodeContext): void {
    if (!this.isUp) return;
    this.changeState(false, ctx);
    for (const peer of this.connections.keys()) ctx.closeConnection(peer, EVERY_CONNECTION);
    for (const queue of this.queues.values()) {
      const { name } = queue.config;
      const unacked = [...this.connections.values()].flatMap((connection) =>
        connection.subscription?.queue === name ? [...connection.unacked.values()] : [],
      );
      const count = queue.crash(unacked);
      if (count > 0) ctx.trace({ kind: 'MessagesLost', queue: name, count });
    }
    this.connections.clear();
    this.timers.clear();
  }

  /** A new process. It serves at once, and its clients find it when they try again. */
  startProcess(ctx: NodeContext): void {
    if (this.isUp) return;
    this.life += 1;
    this.changeState(true, ctx);
    for (const queue of this.queues.values()) this.deliver(queue, ctx);
  }

  private changeState(isUp: boolean, ctx: NodeContext): void {
    this.isUp = isUp;
    this.sinceUs = ctx.nowUs;
    ctx.befell(ctx.self);
    ctx.trace({ kind: isUp ? 'QueueBrokerStarted' : 'QueueBrokerKilled', queueBroker: this.name });
  }

  private queueOf(subscription: Subscription | null): MessageQueue | undefined {
    return subscription === null ? undefined : this.queues.get(subscription.queue);
  }

  /** Returns whether the publisher is told that the broker has it: no queue refused it. */
  private publish(message: QueueMessage, ctx: NodeContext): boolean {
    const { publisher, number, exchange, routingKey } = message;
    const names = routeMessage(this.config, exchange, routingKey);
    const queues = names.flatMap((name) => this.queues.get(name) ?? []);
    const taking = queues.filter((queue) => !queue.refusesMore);
    this.published += 1;
    if (names.length === 0) this.unroutable += 1;
    ctx.trace({
      kind: 'MessagePublished',
      publisher,
      message: number,
      exchange,
      routingKey,
      queues: taking.length,
      refusals: queues.length - taking.length,
    });
    for (const queue of taking) this.enqueue(queue, message, ctx);
    return taking.length === queues.length;
  }

  private enqueue(queue: MessageQueue, message: QueueMessage, ctx: NodeContext): void {
    queue.enqueue(message, ctx.nowUs);
    this.deliver(queue, ctx);
  }

  /** Does all that a queue may do now: gives up what has expired or is too much, and hands on what somebody can take. */
  private deliver(queue: MessageQueue, ctx: NodeContext): void {
    const { ready, config } = queue;
    for (;;) {
      const head = ready[0];
      if (!head) break;
      if (head.expiresUs <= ctx.nowUs) {
        ready.shift();
        this.bury(queue, head, 'expired', ctx);
        continue;
      }
      const consumer = queue.takeTurn((node) => this.canTake(node));
      if (consumer === null) break;
      ready.shift();
      this.send(queue, head, consumer, ctx);
    }
    while (queue.isOverfull) {
      const head = ready.shift();
      if (head) this.bury(queue, head, 'maxlen', ctx);
    }
    const expiresUs = ready[0]?.expiresUs ?? Infinity;
    if (expiresUs < Infinity) ctx.setTimer(config.name, expiresUs - ctx.nowUs);
    else if (config.messageTtlUs !== null) ctx.cancelTimer(config.name);
  }

  private canTake(consumer: NodeIndex): boolean {
    const connection = this.connections.get(consumer);
    if (!connection?.subscription) return false;
    const { prefetch, autoAck } = connection.subscription;
    return autoAck || prefetch === 0 || connection.unacked.size < prefetch;
  }

  private send(queue: MessageQueue, entry: QueuedMessage, consumer: NodeIndex, ctx: NodeContext): void {
    const connection = this.connections.get(consumer);
    if (!connection?.subscription) return;
    const { message, redelivered } = entry;
    connection.deliveries += 1;
    const deliveryTag = connection.deliveries;
    queue.counts.delivered += 1;
    if (redelivered) queue.counts.redelivered += 1;
    ctx.trace({
      kind: 'MessageDelivered',
      consumer: ctx.directory.names[consumer] ?? '',
      queue: queue.config.name,
      publisher: message.publisher,
      message: message.number,
      redelivered,
    });
    if (connection.subscription.autoAck) queue.acknowledge(entry);
    else {
      connection.unacked.set(deliveryTag, entry);
      queue.unacked += 1;
    }
    ctx.request(consumer, { kind: 'BasicDeliver', message, deliveryTag, redelivered }, connection.number);
  }

  private settle(
    request: Extract<Request, { readonly kind: 'BasicAck' | 'BasicReject' }>,
    consumer: NodeIndex,
    ctx: NodeContext,
  ): void {
    const connection = this.connections.get(consumer);
    const entry = connection?.unacked.get(request.deliveryTag);
    const queue = this.queueOf(connection?.subscription ?? null);
    if (!connection || !entry || !queue) return;
    connection.unacked.delete(request.deliveryTag);
    queue.unblock(consumer);
    const fact = {
      consumer: ctx.directory.names[consumer] ?? '',
      queue: queue.config.name,
      publisher: entry.message.publisher,
      message: entry.message.number,
    };
    if (request.kind === 'BasicAck') {
      queue.unacked -= 1;
      ctx.trace({ kind: 'MessageAcked', ...fact, overtaken: queue.acknowledge(entry) });
    } else {
      ctx.trace({ kind: 'MessageRejected', ...fact, requeue: request.requeue });
      if (request.requeue) queue.requeue(entry);
      else {
        queue.unacked -= 1;
        this.bury(queue, entry, 'rejected', ctx);
      }
    }
    this.deliver(queue, ctx);
  }

  /** A message leaves its queue and was not acknowledged: for the dead-letter exchange, if there is one that has a queue for it. */
  private bury(queue: MessageQueue, { message }: QueuedMessage, reason: DeathReason, ctx: NodeContext): void {
    const { name, deadLetterExchange, deadLetterRoutingKey } = queue.config;
    const exchange = deadLetterExchange ?? '';
    const routingKey = deadLetterRoutingKey ?? message.routingKey;
    const deaths = withDeath(message.deaths, name, reason);
    const targets =
      deadLetterExchange === null
        ? []
        : routeMessage(this.config, exchange, routingKey).filter(
            (target) => reason === 'rejected' || !isDeadLetterCycle(deaths, target),
          );
    if (targets.length > 0) queue.counts.deadLettered += 1;
    else queue.counts.dropped += 1;
    const { publisher, number } = message;
    ctx.trace({ kind: 'MessageDeadLettered', queue: name, publisher, message: number, reason, to: targets });
    const dead = Object.freeze({ ...message, exchange, routingKey, deaths });
    for (const target of targets) {
      const into = this.queues.get(target);
      if (into && !into.refusesMore) this.enqueue(into, dead, ctx);
    }
  }
}
