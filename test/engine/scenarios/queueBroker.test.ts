import { describe, expect, test } from 'vitest';
import { QueueBroker } from '../../../src/engine/queueBroker/QueueBroker.ts';
import { QueueConsumer } from '../../../src/engine/queueBroker/QueueConsumer.ts';
import { QueuePublisher } from '../../../src/engine/queueBroker/QueuePublisher.ts';
import type { FileQueueBroker, FileQueueConsumer, FileQueue } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

interface Options {
  readonly queue?: Partial<FileQueue>;
  readonly more?: Partial<FileQueueBroker>;
  readonly publisher?: Partial<NonNullable<FileQueueBroker['publishers']>[number]>;
}

/** A Kafka broker with nothing to do, and beside it a queue broker with the queue `work` and one publisher, `shop`. */
class QueueCluster extends ClusterTestContext {
  constructor(consumers: readonly Omit<FileQueueConsumer, 'queue'>[], options: Options = {}) {
    const { queue = {}, more = {}, publisher = {} } = options;
    super({
      file: {
        highwater: 1,
        brokers: [{ 'node.id': 1 }],
        topics: [{ name: 'orders' }],
        queueBrokers: [
          {
            name: 'rabbit',
            ...more,
            queues: [{ name: 'work', ...queue }, ...(more.queues ?? [])],
            publishers: [{ 'client.id': 'shop', routingKey: 'work', ...publisher }],
            consumers: consumers.map((consumer) => ({ queue: 'work', ...consumer })),
          },
        ],
      },
      lawInterval: 97,
    });
    this.runFor(100);
  }

  get rabbit(): QueueBroker {
    return this.nodeOf(QueueBroker, 'queueBroker:rabbit');
  }

  get shop(): QueuePublisher {
    return this.nodeOf(QueuePublisher, 'publisher:shop');
  }

  worker(clientId: string): QueueConsumer {
    return this.nodeOf(QueueConsumer, `queueConsumer:${clientId}`);
  }

  queue(name = 'work') {
    return this.rabbit.queues.get(name) ?? expect.fail(`no queue ${name}`);
  }

  publish(count: number): void {
    this.do({ kind: 'PublishMessages', publisher: 'shop', count });
  }

  /** Messages by their numbers, `r` behind those that were delivered before. */
  deliveries(consumer: string): string[] {
    return this.facts('MessageDelivered')
      .filter(({ event }) => event.consumer === `queueConsumer:${consumer}`)
      .map(({ event }) => `${event.message}${event.redelivered ? 'r' : ''}`);
  }

  readyNumbers(name = 'work'): number[] {
    return this.queue(name).ready.map(({ message }) => message.number);
  }

  /** What was taken is somewhere: nothing of a queue appears or vanishes. */
  expectBalanced(): void {
    for (const { counts, ready, unacked } of this.rabbit.queues.values()) {
      const { enqueued, acked, deadLettered, dropped, lost } = counts;
      expect(ready.length + unacked + acked + deadLettered + dropped + lost).toBe(enqueued);
    }
  }

  private nodeOf<Kind>(kind: abstract new (...args: never[]) => Kind, name: string): Kind {
    const node = this.run.cluster.node(this.run.cluster.directory.names.indexOf(name));
    return node instanceof kind ? node : expect.fail(`no ${name}`);
  }
}

describe('a queue broker', () => {
  test('[queue-dispatch] deals messages out in turn, and holds back what nobody may take', () => {
    const cluster = new QueueCluster([
      { 'client.id': 'a', prefetch: 2, perMessage: '100ms' },
      { 'client.id': 'b', prefetch: 1, perMessage: '1s' },
    ]);
    cluster.publish(8);
    cluster.runFor(10);
    expect(cluster.deliveries('a')).toEqual(['0', '2']);
    expect(cluster.deliveries('b')).toEqual(['1']);
    expect(cluster.readyNumbers()).toEqual([3, 4, 5, 6, 7]);
    expect(cluster.queue().unacked).toBe(3);
    cluster.runFor(3000);
    expect(cluster.deliveries('a')).toEqual(['0', '2', '3', '4', '5', '6', '7']);
    expect(cluster.queue().counts).toMatchObject({ enqueued: 8, delivered: 8, acked: 8, redelivered: 0 });
    // The first of b was done after newer ones.
    expect(cluster.facts('MessageAcked').filter(({ event }) => event.overtaken)).toMatchObject([
      { event: { message: 1 } },
    ]);
    cluster.expectBalanced();
  });

  test('[queue-connection-loss] what a dead consumer had is ready again in order, and goes to the others as redelivered', () => {
    const cluster = new QueueCluster([
      { 'client.id': 'a', prefetch: 3, perMessage: '1s' },
      { 'client.id': 'b', prefetch: 3, perMessage: '1s' },
    ]);
    cluster.publish(10);
    cluster.runFor(10);
    expect(cluster.deliveries('a')).toEqual(['0', '2', '4']);
    cluster.do({ kind: 'KillClient', client: 'queueConsumer:a' });
    cluster.runFor(10);
    expect(cluster.facts('MessagesRequeued')).toMatchObject([{ event: { queue: 'work', count: 3 } }]);
    expect(cluster.readyNumbers()).toEqual([0, 2, 4, 6, 7, 8, 9]);
    cluster.runFor(3100);
    expect(cluster.deliveries('b').slice(0, 6)).toEqual(['1', '3', '5', '0r', '2r', '4r']);
    cluster.do({ kind: 'StartClient', client: 'queueConsumer:a' });
    cluster.runFor(20_000);
    expect(cluster.queue().counts).toMatchObject({ acked: 10, redelivered: 3, lost: 0 });
    cluster.expectBalanced();
  });

  test('[queue-acknowledgement] a message that is queued again stands where it stood, and comes for ever if it always fails', () => {
    const cluster = new QueueCluster([
      { 'client.id': 'a', prefetch: 1, perMessage: '10ms', failEvery: 3, failThen: 'requeue' },
    ]);
    cluster.publish(5);
    cluster.runFor(1000);
    expect(cluster.queue().counts.acked).toBe(2);
    expect(cluster.deliveries('a').slice(0, 5)).toEqual(['0', '1', '2', '2r', '2r']);
    expect(cluster.deliveries('a').length).toBeGreaterThan(50);
    expect(cluster.readyNumbers()).toEqual([3, 4]);
    cluster.expectBalanced();

    const patient = new QueueCluster([
      { 'client.id': 'a', prefetch: 2, perMessage: '10ms', failEvery: 3, failOnce: true },
    ]);
    patient.publish(5);
    patient.runFor(1000);
    // What it had already comes first: order is lost.
    expect(patient.deliveries('a')).toEqual(['0', '1', '2', '3', '2r', '4']);
    expect(patient.queue().counts).toMatchObject({ acked: 5, redelivered: 1 });
  });

  test('[queue-dead-letters] rejected, expired and surplus messages go to the dead-letter exchange, each for its reason', () => {
    const dead = {
      exchanges: [{ name: 'dead', type: 'fanout' }],
      queues: [{ name: 'graves' }],
      bindings: [{ exchange: 'dead', queue: 'graves' }],
    };
    const queue = { 'x-dead-letter-exchange': 'dead' };
    const reasons = (cluster: QueueCluster) =>
      cluster
        .facts('MessageDeadLettered')
        .map(({ event }) => `${event.message} ${event.reason} ${event.to.join()}`);

    const rejecting = new QueueCluster(
      [{ 'client.id': 'a', perMessage: '10ms', failEvery: 2, failThen: 'reject' }],
      { queue, more: dead },
    );
    rejecting.publish(4);
    rejecting.runFor(100);
    expect(reasons(rejecting)).toEqual(['1 rejected graves', '3 rejected graves']);
    expect(rejecting.queue('graves').ready.map(({ message }) => message.deaths)).toEqual([
      [{ queue: 'work', reason: 'rejected', count: 1 }],
      [{ queue: 'work', reason: 'rejected', count: 1 }],
    ]);

    const expiring = new QueueCluster([], { queue: { ...queue, 'x-message-ttl': '1s' }, more: dead });
    expiring.publish(1);
    expiring.runFor(500);
    expiring.publish(1);
    expiring.runFor(501);
    expect(reasons(expiring)).toEqual(['0 expired graves']);
    expiring.runFor(500);
    expect(reasons(expiring)).toEqual(['0 expired graves', '1 expired graves']);

    const long = new QueueCluster([], { queue: { ...queue, 'x-max-length': 3 }, more: dead });
    long.publish(5);
    long.runFor(10);
    expect(reasons(long)).toEqual(['0 maxlen graves', '1 maxlen graves']);
    expect(long.readyNumbers()).toEqual([2, 3, 4]);

    const round = new QueueCluster([], {
      queue: { 'x-message-ttl': '1s', 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': 'work' },
    });
    round.publish(1);
    round.runFor(2000);
    expect(reasons(round)).toEqual(['0 expired ']);
    for (const cluster of [rejecting, expiring, long, round]) cluster.expectBalanced();
  });

  test('[queue-durability] a restart keeps persistent messages of durable queues, whoever had them, and loses the rest', () => {
    for (const [queue, persistent, lost] of [
      [{ durable: true }, true, 0],
      [{ durable: true }, false, 6],
      [{ durable: false }, true, 6],
    ] as const) {
      const cluster = new QueueCluster([{ 'client.id': 'a', prefetch: 2, perMessage: '10s' }], {
        queue,
        publisher: { persistent },
      });
      cluster.publish(6);
      cluster.runFor(10);
      expect(cluster.shop.confirmed).toBe(6);
      cluster.do({ kind: 'KillQueueBroker', queueBroker: 'rabbit' });
      expect(cluster.queue().counts.lost).toBe(lost);
      cluster.runFor(1000);
      cluster.do({ kind: 'StartQueueBroker', queueBroker: 'rabbit' });
      cluster.runFor(6000);
      // Clients came back 5 s later by themselves.
      expect(cluster.deliveries('a')).toEqual(lost === 0 ? ['0', '1', '0r', '1r'] : ['0', '1']);
      cluster.expectBalanced();
    }
  });

  test('[queue-durability] with confirms what was not confirmed is published again, without them it is gone', () => {
    for (const confirms of [true, false]) {
      const cluster = new QueueCluster([], { publisher: { confirms } });
      cluster.do({ kind: 'KillQueueBroker', queueBroker: 'rabbit' });
      cluster.runFor(10);
      cluster.publish(3);
      cluster.do({ kind: 'StartQueueBroker', queueBroker: 'rabbit' });
      cluster.runFor(6000);
      expect(cluster.queue().counts.enqueued).toBe(confirms ? 3 : 0);
      expect(cluster.shop.failed).toBe(confirms ? 0 : 3);
      expect(cluster.shop.confirmed).toBe(confirms ? 3 : 0);
    }
    const full = new QueueCluster([], { queue: { 'x-max-length': 2, 'x-overflow': 'reject-publish' } });
    full.publish(5);
    full.runFor(10);
    expect([full.shop.confirmed, full.shop.nacked]).toEqual([2, 3]);
    expect(full.readyNumbers()).toEqual([0, 1]);
  });

  test('[queue-acknowledgement] with autoAck a message is gone when it is sent, and lost with who had it', () => {
    const cluster = new QueueCluster([{ 'client.id': 'a', autoAck: true, perMessage: '1s' }]);
    cluster.publish(5);
    cluster.runFor(1100);
    cluster.do({ kind: 'KillClient', client: 'queueConsumer:a' });
    cluster.runFor(100);
    expect(cluster.worker('a').done).toBe(1);
    expect(cluster.queue().counts).toMatchObject({ delivered: 5, acked: 5, lost: 0 });
    expect(cluster.readyNumbers()).toEqual([]);
  });

  test('a run is the same from a checkpoint on', () => {
    const cluster = new QueueCluster([
      { 'client.id': 'a', prefetch: 2, perMessage: '70ms', failEvery: 4 },
      { 'client.id': 'b', prefetch: 1, perMessage: '110ms' },
    ]);
    cluster.publish(20);
    cluster.runFor(300);
    const checkpoint = cluster.run.cluster.checkpoint();
    cluster.runFor(700);
    const digest = cluster.run.cluster.digest();
    cluster.run.cluster.restore(checkpoint);
    cluster.runFor(700);
    expect(cluster.run.cluster.digest()).toBe(digest);
  });
});
