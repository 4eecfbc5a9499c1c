/**
 * What the constructors of KafkaProducer and KafkaConsumer throw, as they print it: class and message, what is outermost first. Kafka:
 * `ConfigDef`, `ProducerConfig`, `ConsumerConfig`, `KafkaProducer.configureDeliveryTimeout`, `Heartbeat` (4.2).
 */
export function configException(message: string): string {
  return `ConfigException: ${message}`;
}

/** A value that its config does not take. */
export function invalidValue(name: string, value: string, reason: string): string {
  return configException(`Invalid value ${value} for configuration ${name}: ${reason}`);
}

/** What is found only after the configs were read comes wrapped. */
export function failedToConstruct(client: 'producer' | 'consumer', exception: string): string {
  return `KafkaException: Failed to construct kafka ${client}: ${exception}`;
}

/** Messages by the config to blame; `value` is what stands there. */
export const PRODUCER_CONFLICTS = {
  retries: () => 'Must set retries to non-zero when using the idempotent producer.',
  acks: () =>
    'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.',
  'max.in.flight.requests.per.connection': (value: string) =>
    `To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. Current value is ${value}.`,
  'transactional.id': () => 'Cannot set a transactional.id without also enabling idempotence.',
  'transaction.timeout.ms': () =>
    'Cannot set transaction.timeout.ms when transaction.two.phase.commit.enable is set to true. Transactions will not expire with two-phase commit enabled.',
  'delivery.timeout.ms': () =>
    'delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms',
} as const satisfies Readonly<Record<string, (value: string) => string>>;

/** Of a producer whose configs do not go together. */
export function producerConflict(name: keyof typeof PRODUCER_CONFLICTS, value: string): string {
  const exception = configException(PRODUCER_CONFLICTS[name](value));
  return name === 'delivery.timeout.ms' ? failedToConstruct('producer', exception) : exception;
}
