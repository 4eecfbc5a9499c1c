import type { Node } from '../node/Node.ts';
import { QueueBroker } from '../queueBroker/QueueBroker.ts';
import { QueueConsumer } from '../queueBroker/QueueConsumer.ts';
import { QueuePublisher } from '../queueBroker/QueuePublisher.ts';
import type { QueueBrokerSpec } from '../../scenario/queue/QueueBrokerSpec.ts';
import { callTimesOf } from './workloads.ts';

/** Queue brokers and their clients, in the order of `queueNodeNames`. */
export function queueNodesOf(
  queueBrokers: readonly QueueBrokerSpec[],
  names: readonly string[],
  seed: number,
): readonly Node[] {
  const frozen = <T extends object>(list: readonly T[]): readonly T[] =>
    Object.freeze(list.map((item) => Object.freeze({ ...item })));
  const brokers = queueBrokers.map(
    ({ name, exchanges, bindings, queues }) =>
      new QueueBroker(
        name,
        Object.freeze({ exchanges: frozen(exchanges), bindings: frozen(bindings), queues: frozen(queues) }),
      ),
  );
  const publishers = queueBrokers.flatMap((broker) =>
    broker.publishers.map((spec) => {
      const { clientId, exchange, routingKey, keyCount, valueBytes, persistent, confirms } = spec;
      const config = Object.freeze({ exchange, routingKey, keyCount, valueBytes, persistent, confirms });
      const server = names.indexOf(`queueBroker:${broker.name}`);
      return new QueuePublisher(clientId, config, callTimesOf({ clientId, workload: spec }, seed), server);
    }),
  );
  const consumers = queueBrokers.flatMap((broker) =>
    broker.consumers.map((spec) => {
      const { clientId, queue, prefetch, autoAck, perMessageUs, slow, failEvery, failThen, failOnce } = spec;
      const work = Object.freeze({ perMessageUs, failEvery, failThen, failOnce, slow: frozen(slow) });
      const server = names.indexOf(`queueBroker:${broker.name}`);
      return new QueueConsumer(clientId, Object.freeze({ queue, prefetch, autoAck }), work, server);
    }),
  );
  return [...brokers, ...publishers, ...consumers];
}
