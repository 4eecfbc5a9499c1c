import type { ConfigMap } from '../Scenario.ts';

/** Configs that KafkaProducer refuses to start with, though each is legal alone (rule C1). */
export interface ProducerConflict {
  /** The config to blame, and the one that it does not go with. */
  readonly name: string;
  readonly other: string;
}

const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
const DEFAULT_LINGER_MS = 5;
const MOST_IN_FLIGHT_WHEN_IDEMPOTENT = 5;

/** The first conflict that the constructor would throw for; null when it would start. */
export function findProducerConflict(configs: ConfigMap): ProducerConflict | null {
  const acks = configs['acks'] ?? 'all';
  const idempotence = configs['enable.idempotence'];
  const retriesOff = configs['retries'] === '0';
  const inFlight = Number(configs['max.in.flight.requests.per.connection'] ?? '5');

  if (idempotence === 'true' && acks !== 'all' && acks !== '-1')
    return { name: 'acks', other: 'enable.idempotence' };
  if (idempotence === 'true' && retriesOff) return { name: 'retries', other: 'enable.idempotence' };
  if (idempotence !== 'false' && inFlight > MOST_IN_FLIGHT_WHEN_IDEMPOTENT) {
    return { name: 'max.in.flight.requests.per.connection', other: 'enable.idempotence' };
  }
  const deliveryTimeout = configs['delivery.timeout.ms'];
  const least =
    Number(configs['linger.ms'] ?? DEFAULT_LINGER_MS) +
    Number(configs['request.timeout.ms'] ?? DEFAULT_REQUEST_TIMEOUT_MS);
  if (deliveryTimeout !== undefined && Number(deliveryTimeout) < least) {
    return { name: 'delivery.timeout.ms', other: 'linger.ms + request.timeout.ms' };
  }
  return null;
}
