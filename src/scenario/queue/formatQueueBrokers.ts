import { DEFAULTS } from '../defaults.ts';
import { formatSize, formatTime } from '../quantity.ts';
import type {
  FileBinding,
  FileExchange,
  FilePublisher,
  FileQueue,
  FileQueueBroker,
  FileQueueConsumer,
} from '../ScenarioFile.ts';
import { formatArrivals } from '../workload/formatWorkloadExtras.ts';
import type { PublisherSpec, QueueBrokerSpec, QueueConsumerSpec, QueueSpec } from './QueueBrokerSpec.ts';

/** A broker of queues as `readQueueBrokers` reads it, without what equals a default. */
export function formatQueueBroker(broker: QueueBrokerSpec): FileQueueBroker {
  const { name, exchanges, queues, bindings, publishers, consumers } = broker;
  return {
    name,
    ...(exchanges.length > 0 && { exchanges: exchanges.map(formatExchange) }),
    ...(queues.length > 0 && { queues: queues.map(formatQueue) }),
    ...(bindings.length > 0 && { bindings: bindings.map(formatBinding) }),
    ...(publishers.length > 0 && { publishers: publishers.map(formatPublisher) }),
    ...(consumers.length > 0 && { consumers: consumers.map(formatConsumer) }),
  };
}

function formatExchange({ name, type }: QueueBrokerSpec['exchanges'][number]): FileExchange {
  return { name, ...(type !== 'direct' && { type }) };
}

function formatBinding({ exchange, queue, key }: QueueBrokerSpec['bindings'][number]): FileBinding {
  return { exchange, queue, ...(key !== '' && { key }) };
}

function formatQueue(queue: QueueSpec): FileQueue {
  const { name, durable, messageTtlUs, maxLength, overflow, deadLetterExchange, deadLetterRoutingKey } =
    queue;
  return {
    name,
    ...(!durable && { durable }),
    ...(messageTtlUs !== null && { 'x-message-ttl': formatTime(messageTtlUs) }),
    ...(maxLength !== null && { 'x-max-length': maxLength }),
    ...(overflow !== 'drop-head' && { 'x-overflow': overflow }),
    ...(deadLetterExchange !== null && { 'x-dead-letter-exchange': deadLetterExchange }),
    ...(deadLetterRoutingKey !== null && { 'x-dead-letter-routing-key': deadLetterRoutingKey }),
  };
}

function formatPublisher(publisher: PublisherSpec): FilePublisher {
  const { clientId, exchange, routingKey, keyCount, valueBytes, startUs, endUs, persistent, confirms } =
    publisher;
  const arrivals = formatArrivals(publisher.arrivals);
  return {
    'client.id': clientId,
    ...(exchange !== '' && { exchange }),
    routingKey,
    ...(keyCount !== DEFAULTS.keyCount && { keys: keyCount }),
    ...(arrivals !== null && { arrivals }),
    ...(valueBytes !== DEFAULTS.valueBytes && { valueBytes: formatSize(valueBytes) }),
    ...(startUs !== 0 && { start: formatTime(startUs) }),
    ...(endUs !== null && { end: formatTime(endUs) }),
    ...(!persistent && { persistent }),
    ...(!confirms && { confirms }),
  };
}

function formatConsumer(consumer: QueueConsumerSpec): FileQueueConsumer {
  const { clientId, queue, prefetch, autoAck, perMessageUs, slow, failEvery, failThen, failOnce } = consumer;
  return {
    'client.id': clientId,
    queue,
    ...(prefetch !== 0 && { prefetch }),
    ...(autoAck && { autoAck }),
    ...(perMessageUs !== 0 && { perMessage: formatTime(perMessageUs) }),
    ...(slow.length > 0 && {
      slow: slow.map(({ message, takesUs }) => ({ message, takes: formatTime(takesUs) })),
    }),
    ...(failEvery !== null && { failEvery }),
    ...(failThen !== 'requeue' && { failThen }),
    ...(failOnce && { failOnce }),
  };
}
