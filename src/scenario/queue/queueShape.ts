import { LIMITS } from '../limits.ts';
import type * as File from '../ScenarioFile.ts';
import { integer, listOf, nullable, objectShape, optional, required, type Shape } from '../shape.ts';
import { WORKLOAD_EXTRAS } from '../workload/workloadShape.ts';

const TIME: Shape = { kind: 'quantity', of: 'time' };
const NAME: Shape = { kind: 'text', form: 'client.id', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 };
const KEY: Shape = { kind: 'text', form: 'text', pattern: '', longest: 255 };
const EXCHANGE: Shape = { kind: 'text', form: 'text', pattern: '', longest: 100 };
const FLAG: Shape = { kind: 'flag' };
const COUNT_MAX = 1_000_000_000;
const PREFETCH_MAX = 65_535;

export const QUEUE_BROKER: Shape = objectShape<File.FileQueueBroker>(
  'Not Kafka: a broker of queues, as RabbitMQ with classic queues and AMQP 0-9-1. Simplified: one node, which takes no time.',
  {
    name: required(NAME),
    exchanges: optional(
      listOf(
        objectShape<File.FileExchange>('What messages are published to.', {
          name: required(NAME),
          type: optional({ kind: 'choice', values: ['direct', 'fanout', 'topic'] }, 'Default direct.'),
        }),
        { most: LIMITS.queues },
      ),
    ),
    queues: optional(
      listOf(
        objectShape<File.FileQueue>('A classic queue.', {
          name: required(NAME),
          durable: optional(
            FLAG,
            'It outlives the process of the broker, with its persistent messages. Default true.',
          ),
          'x-message-ttl': optional(TIME, 'How long a message may wait. Default: for ever.'),
          'x-max-length': optional(integer(1, COUNT_MAX), 'Messages that are ready. Default: any number.'),
          'x-overflow': optional(
            { kind: 'choice', values: ['drop-head', 'reject-publish'] },
            'When there is one too many. Default drop-head.',
          ),
          'x-dead-letter-exchange': optional(
            EXCHANGE,
            'Where messages go that are rejected, expire or are too many; empty: the default exchange. Default: nowhere.',
          ),
          'x-dead-letter-routing-key': optional(KEY, 'Default: the key that the message has.'),
        }),
        { most: LIMITS.queues },
      ),
    ),
    bindings: optional(
      listOf(
        objectShape<File.FileBinding>('Which messages of an exchange go to a queue.', {
          exchange: required(NAME),
          queue: required(NAME),
          key: optional(
            KEY,
            'The routing key; at a topic exchange words with dots between them, where * is one word and # any number. Default empty.',
          ),
        }),
        { most: LIMITS.queues },
      ),
    ),
    publishers: optional(
      listOf(
        objectShape<File.FilePublisher>('An application that publishes.', {
          'client.id': required(NAME),
          exchange: optional(
            EXCHANGE,
            'Default empty: the default exchange, which knows queues by their names.',
          ),
          routingKey: required(KEY, '{n} in it becomes 0, 1, … keys − 1, in turn.'),
          keys: optional(integer(1, COUNT_MAX), 'How many keys a routing key with {n} makes. Default 1.'),
          arrivals: WORKLOAD_EXTRAS.arrivals,
          valueBytes: optional({ kind: 'quantity', of: 'size' }, 'Size of a message. Default 100.'),
          start: optional(TIME, 'When the first message comes. Default 0.'),
          end: optional(nullable(TIME), 'No message from here on. Default null: never.'),
          persistent: optional(FLAG, 'delivery-mode 2. Default true.'),
          confirms: optional(
            FLAG,
            'It waits for publisher confirms, and publishes again what was not confirmed when its connection broke. Default true.',
          ),
        }),
        { most: LIMITS.clients },
      ),
    ),
    consumers: optional(
      listOf(
        objectShape<File.FileQueueConsumer>(
          'An application that consumes a queue, one message after the other.',
          {
            'client.id': required(NAME),
            queue: required(NAME),
            prefetch: optional(
              integer(0, PREFETCH_MAX),
              'basic.qos: messages that it may have and not have acknowledged. Default 0: any number.',
            ),
            autoAck: optional(FLAG, 'What is sent to it counts as acknowledged. Default false.'),
            perMessage: optional(TIME, 'How long it takes for one. Default 0.'),
            slow: optional(
              listOf(
                objectShape<File.FileSlowMessage>('A message that takes longer.', {
                  message: required(integer(0, COUNT_MAX), 'Its number, counted from 0 for each publisher.'),
                  takes: required(TIME),
                }),
                { most: LIMITS.queues },
              ),
            ),
            failEvery: optional(
              integer(1, COUNT_MAX),
              'Every so many-th message, by its number, fails. Default: none.',
            ),
            failThen: optional(
              { kind: 'choice', values: ['requeue', 'reject'] },
              'basic.nack that queues it again, or basic.reject that does not. Default requeue.',
            ),
            failOnce: optional(FLAG, 'At its first delivery only. Default false.'),
          },
        ),
        { most: LIMITS.clients },
      ),
    ),
  },
);
