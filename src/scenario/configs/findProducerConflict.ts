import { invalidValue, producerConflict } from '../../shared/clientExceptions.ts';
import type { ConfigMap } from '../Scenario.ts';

/** Configs that KafkaProducer refuses to start with, though each is legal alone (rule C1). */
export interface ProducerConflict {
  /** The config to blame, and the one that it does not go with. */
  readonly name: string;
  readonly other: string;
  /** As Kafka prints it. */
  readonly exception: string;
}

const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
const DEFAULT_LINGER_MS = 5;
const INT_MAX = 2_147_483_647;
const MOST_IN_FLIGHT_WHEN_IDEMPOTENT = 5;

/** Compression levels of gzip that there are, beside the default. */
const GZIP_LEVELS = { least: 1, most: 9, ofDefault: -1 };

/**
 * The first conflict that the constructor would throw for, in the order in which it looks; null when it would start. Kafka:
 * `ProducerConfig.postProcessAndValidateIdempotenceConfigs`, `KafkaProducer.configureDeliveryTimeout`, `GzipCompression` (4.2).
 */
export function findProducerConflict(configs: ConfigMap): ProducerConflict | null {
  return findBadValue(configs) ?? findIdempotenceConflict(configs) ?? findTimeoutConflict(configs);
}

/** Values that no table of ranges can tell. */
function findBadValue(configs: ConfigMap): ProducerConflict | null {
  const level = configs['compression.gzip.level'];
  const { least, most, ofDefault } = GZIP_LEVELS;
  const isLevel = Number(level) === ofDefault || (Number(level) >= least && Number(level) <= most);
  if (level !== undefined && !isLevel)
    return {
      name: 'compression.gzip.level',
      other: `a level from ${least} to ${most}, or ${ofDefault}`,
      exception: invalidValue(
        'compression.gzip.level',
        level,
        `Value must be between ${least} and ${most} or equal to ${ofDefault}`,
      ),
    };
  return configs['transactional.id'] === ''
    ? {
        name: 'transactional.id',
        other: 'a name',
        exception: invalidValue('transactional.id', '', 'String must be non-empty'),
      }
    : null;
}

function findIdempotenceConflict(configs: ConfigMap): ProducerConflict | null {
  const acks = configs['acks'] ?? 'all';
  const isAll = acks === 'all' || acks === '-1';
  const idempotence = configs['enable.idempotence'];
  const retriesOff = configs['retries'] === '0';
  const inFlight = Number(configs['max.in.flight.requests.per.connection'] ?? '5');

  if (idempotence === 'true' && retriesOff) return conflict('retries', 'enable.idempotence');
  if (idempotence === 'true' && !isAll) return conflict('acks', 'enable.idempotence');
  if (idempotence !== 'false' && inFlight > MOST_IN_FLIGHT_WHEN_IDEMPOTENT) {
    return conflict('max.in.flight.requests.per.connection', 'enable.idempotence', String(inFlight));
  }
  // acks and retries turn it off in silence, where nobody asked for it by name.
  const isIdempotent = idempotence !== 'false' && isAll && !retriesOff;
  if (configs['transactional.id'] !== undefined && !isIdempotent)
    return conflict('transactional.id', 'enable.idempotence');
  const isTwoPhase = configs['transaction.two.phase.commit.enable'] === 'true';
  if (isTwoPhase && configs['transaction.timeout.ms'] !== undefined)
    return conflict('transaction.timeout.ms', 'transaction.two.phase.commit.enable');
  return null;
}

function findTimeoutConflict(configs: ConfigMap): ProducerConflict | null {
  const deliveryTimeout = configs['delivery.timeout.ms'];
  const least = Math.min(
    INT_MAX,
    Number(configs['linger.ms'] ?? DEFAULT_LINGER_MS) +
      Number(configs['request.timeout.ms'] ?? DEFAULT_REQUEST_TIMEOUT_MS),
  );
  if (deliveryTimeout !== undefined && Number(deliveryTimeout) < least) {
    return conflict('delivery.timeout.ms', 'linger.ms + request.timeout.ms');
  }
  return null;
}

function conflict(name: Parameters<typeof producerConflict>[0], other: string, value = ''): ProducerConflict {
  return { name, other, exception: producerConflict(name, value) };
}
