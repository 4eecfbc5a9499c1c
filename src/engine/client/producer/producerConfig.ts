import { PRODUCER_CONFLICTS } from '../../../shared/clientExceptions.ts';
import { PRODUCER_DEFAULTS, type Configs } from '../../protocol/configDefaults.ts';

/** All configs of a producer that the model knows, under Kafka's names. */
export interface ProducerConfig extends Omit<Configs<typeof PRODUCER_DEFAULTS>, 'acks'> {
  readonly acks: 'all' | '1' | '0';
  /** null for a producer without transactions. */
  readonly 'transactional.id': string | null;
  /** Left out: Kafka's default. A text, and not among the defaults, so that the state of every other producer is what it was. */
  readonly 'compression.gzip.level'?: string;
  /** null for the sticky partitioner that is built in. */
  readonly 'partitioner.class': string | null;
}

/** What the user wrote. A name that is absent has Kafka's default, which is not the same as its value written out. */
export type GivenProducerConfig = Partial<Omit<ProducerConfig, 'acks'>> & {
  readonly acks?: 'all' | '-1' | '1' | '0';
};

export interface ConfigException {
  readonly name: 'ConfigException';
  readonly message: string;
  /** The config that is to be changed. */
  readonly config: keyof ProducerConfig;
}

export type ResolvedProducerConfig =
  { readonly config: ProducerConfig } | { readonly error: ConfigException };

/** More requests in flight than the broker remembers batches per producer would break the detection of duplicates. */
const MAX_IN_FLIGHT_FOR_IDEMPOTENCE = 5;
const INT_MAX = 0x7fffffff;

/**
 * The configs that a producer runs with, or the exception that its constructor throws (C1). Idempotence, on by default,
 * gives way in silence to acks or retries that rule it out, but not if it was asked for by name; and
 * `delivery.timeout.ms` likewise gives way to linger and request timeout. Kafka:
 * `ProducerConfig.postProcessAndValidateIdempotenceConfigs`, `KafkaProducer.configureDeliveryTimeout` (4.2).
 */
export function resolveProducerConfig(given: GivenProducerConfig): ResolvedProducerConfig {
  const written: ProducerConfig = {
    ...PRODUCER_DEFAULTS,
    'transactional.id': null,
    'partitioner.class': null,
    ...given,
    acks: given.acks === '-1' ? 'all' : (given.acks ?? PRODUCER_DEFAULTS.acks),
  };
  const asksForIdempotence = given['enable.idempotence'] === true;
  const noRetries = written.retries === 0;
  const notAllAcks = written.acks !== 'all';

  if (asksForIdempotence && noRetries) {
    return refused('retries');
  }
  if (asksForIdempotence && notAllAcks) {
    return refused('acks');
  }
  // Asked even where acks or retries turn idempotence off: only `enable.idempotence=false` avoids it.
  const inFlight = written['max.in.flight.requests.per.connection'];
  if (written['enable.idempotence'] && inFlight > MAX_IN_FLIGHT_FOR_IDEMPOTENCE) {
    return refused('max.in.flight.requests.per.connection', String(inFlight));
  }
  const idempotent = written['enable.idempotence'] && !noRetries && !notAllAcks;
  if (written['transactional.id'] !== null && !idempotent) {
    return refused('transactional.id');
  }

  const neededMs = Math.min(written['linger.ms'] + written['request.timeout.ms'], INT_MAX);
  const deliveryTimeoutMs = written['delivery.timeout.ms'];
  if (deliveryTimeoutMs < neededMs && given['delivery.timeout.ms'] !== undefined) {
    return refused('delivery.timeout.ms');
  }
  return {
    config: {
      ...written,
      'enable.idempotence': idempotent,
      'delivery.timeout.ms': Math.max(deliveryTimeoutMs, neededMs),
    },
  };
}

function refused(
  config: keyof typeof PRODUCER_CONFLICTS & keyof ProducerConfig,
  value = '',
): ResolvedProducerConfig {
  return { error: { name: 'ConfigException', message: PRODUCER_CONFLICTS[config](value), config } };
}

/** `acks` as a produce request carries it: -1 for all. */
export function requiredAcks(acks: ProducerConfig['acks']): -1 | 0 | 1 {
  if (acks === 'all') return -1;
  return acks === '1' ? 1 : 0;
}
