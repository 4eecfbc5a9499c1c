import type { Bytes, Micros } from '../../shared/units.ts';
import type { Arrivals } from '../workload/WorkloadSpec.ts';

/** Not Kafka: a broker of queues as RabbitMQ is one, with its clients. AMQP 0-9-1 with RabbitMQ's arguments. */
export interface QueueBrokerSpec {
  readonly name: string;
  readonly exchanges: readonly {
    readonly name: string;
    readonly type: 'direct' | 'fanout' | 'topic';
  }[];
  readonly queues: readonly QueueSpec[];
  readonly bindings: readonly { readonly exchange: string; readonly queue: string; readonly key: string }[];
  readonly publishers: readonly PublisherSpec[];
  readonly consumers: readonly QueueConsumerSpec[];
}

export interface QueueSpec {
  readonly name: string;
  readonly durable: boolean;
  /** null: messages wait for ever. */
  readonly messageTtlUs: Micros | null;
  /** Of messages that are ready; null: any number. */
  readonly maxLength: number | null;
  readonly overflow: 'drop-head' | 'reject-publish';
  /** null: there is none. Empty: the default exchange. */
  readonly deadLetterExchange: string | null;
  /** null: each message's own. */
  readonly deadLetterRoutingKey: string | null;
}

export interface PublisherSpec {
  readonly clientId: string;
  /** Empty: the default exchange, to which each queue is bound by its name. */
  readonly exchange: string;
  /** `{n}` in it counts from 0 to keyCount − 1, and starts again. */
  readonly routingKey: string;
  readonly keyCount: number;
  readonly arrivals: Arrivals;
  readonly valueBytes: Bytes;
  readonly startUs: Micros;
  readonly endUs: Micros | null;
  readonly persistent: boolean;
  readonly confirms: boolean;
}

export interface QueueConsumerSpec {
  readonly clientId: string;
  readonly queue: string;
  /** 0: no limit. */
  readonly prefetch: number;
  readonly autoAck: boolean;
  readonly perMessageUs: Micros;
  /** Messages that take longer, by their number. */
  readonly slow: readonly { readonly message: number; readonly takesUs: Micros }[];
  /** Every so many-th message fails; null: none does. */
  readonly failEvery: number | null;
  readonly failThen: 'requeue' | 'reject';
  /** At its first delivery only. */
  readonly failOnce: boolean;
}

/** Names of the nodes that queue brokers bring. */
export function queueNodeNames(queueBrokers: readonly QueueBrokerSpec[] = []): readonly string[] {
  return [
    ...queueBrokers.map(({ name }) => `queueBroker:${name}`),
    ...queueBrokers.flatMap(({ publishers }) => publishers.map(({ clientId }) => `publisher:${clientId}`)),
    ...queueBrokers.flatMap(({ consumers }) => consumers.map(({ clientId }) => `queueConsumer:${clientId}`)),
  ];
}
