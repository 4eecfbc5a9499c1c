import type { RuleArea } from '../RuleEntry.ts';

const OF_QUEUES = 'queueBroker';

/** Not Kafka: what lesson 1 sets beside it. Every entry is simplified, and says how. */
export const queueBroker: RuleArea = {
  area: 'A broker of queues (AMQP 0-9-1, RabbitMQ)',
  rules: [
    {
      id: 'queue-routing',
      title: 'Exchanges route by key: direct, fanout, topic with * and #; a queue gets a message once',
      source:
        'AMQP 0-9-1 specification 3.1.3 (Exchange Types); RabbitMQ: AMQP 0-9-1 Model Explained, Tutorial 5',
      files: [
        `${OF_QUEUES}/topicMatches.ts`,
        `${OF_QUEUES}/routeMessage.ts`,
        `${OF_QUEUES}/QueueBrokerConfig.ts`,
        'cluster/queueNodes.ts',
      ],
      state: 'simplified',
      reason:
        'Exchanges, queues and bindings are declared from the start and never change; no headers exchange.',
      consequence:
        'An application that declares its queue late, and misses what was published before, is shown by a consumer that comes late to a queue that was there.',
      controls: ['exchanges', 'bindings'],
    },
    {
      id: 'queue-dispatch',
      title:
        'Each message goes to one consumer: in turn, to those that have fewer unacknowledged than their prefetch',
      source: 'RabbitMQ: Consumer Prefetch, Consumers; rabbit_queue_consumers',
      files: [`${OF_QUEUES}/nextConsumer.ts`, `${OF_QUEUES}/MessageQueue.ts`],
      state: 'simplified',
      reason:
        'basic.qos counts for each consumer (global=false); no priorities, no single active consumer, no credit flow. The broker takes no time for its work.',
      consequence:
        'Throughput and latency of the queue are those of the network and of the application alone: do not compare speeds of the two brokers by it.',
      controls: ['prefetch', 'autoAck'],
    },
    {
      id: 'queue-acknowledgement',
      title:
        'A message is deleted when it is acknowledged; a rejected one goes back to its place, as redelivered, or leaves',
      source:
        'AMQP 0-9-1: basic.ack, basic.reject; RabbitMQ: Consumer Acknowledgements and Publisher Confirms',
      files: [
        `${OF_QUEUES}/QueueBroker.ts`,
        `${OF_QUEUES}/requeuePlace.ts`,
        'protocol/queueRequests.ts',
        `${OF_QUEUES}/QueueConsumer.ts`,
      ],
      state: 'simplified',
      reason:
        'Each message is settled by itself, without multiple; no delivery limit of quorum queues; no acknowledgement timeout.',
      consequence:
        'A message that always fails and is queued again comes for ever. A quorum queue drops it after 20 returns.',
      controls: ['failThen'],
    },
    {
      id: 'queue-connection-loss',
      title:
        'What a consumer had and did not acknowledge is ready again, in order, when its connection is gone',
      source:
        'RabbitMQ: Consumer Acknowledgements, Automatic Requeueing; rabbit_amqqueue_process.handle_ch_down',
      files: [`${OF_QUEUES}/QueueBroker.ts`, `${OF_QUEUES}/QueueClient.ts`, 'cluster/applyToQueues.ts'],
      state: 'simplified',
      reason:
        'No heartbeats: a connection is gone when its process ends. Clients come back after 5 s, the default of the Java client.',
      consequence:
        'Behind a cut link, or in a process that stands still, messages stay unacknowledged; RabbitMQ gives such a connection up after its heartbeat timeout, 60 s.',
      controls: ['KillClient'],
    },
    {
      id: 'queue-dead-letters',
      title: 'Rejected, expired and surplus messages go to the dead-letter exchange, but not round for ever',
      source:
        'RabbitMQ: Dead Letter Exchanges, Time-To-Live and Expiration, Queue Length Limit; rabbit_dead_letter',
      files: [`${OF_QUEUES}/deadLetters.ts`, `${OF_QUEUES}/QueueBroker.ts`],
      state: 'simplified',
      reason:
        'The time to live is the queue’s, not a message’s; lengths are counted in messages, not in bytes.',
      consequence:
        'Messages expire in the order in which they came, which those with times of their own do not.',
      controls: ['x-dead-letter-exchange', 'x-message-ttl', 'x-max-length'],
    },
    {
      id: 'queue-durability',
      title:
        'A restart keeps persistent messages of durable queues; publisher confirms say that the broker has one',
      source: 'RabbitMQ: Queues (Durability), Publisher Confirms, Reliability Guide',
      files: [`${OF_QUEUES}/MessageQueue.ts`, `${OF_QUEUES}/QueuePublisher.ts`],
      state: 'simplified',
      reason:
        'One node and one disk; what is persistent is on it at once, and so the confirm comes at once. Queues are declared anew in the moment of the restart.',
      consequence:
        'A loss of power between write and fsync is not shown, nor what quorum queues save by having three copies.',
      controls: ['durable', 'persistent', 'confirms', 'KillQueueBroker'],
    },
  ],
};
