import { configException, failedToConstruct, invalidValue } from '../../shared/clientExceptions.ts';
import type { ConfigMap } from '../Scenario.ts';

const DEFAULT_SESSION_TIMEOUT_MS = 45_000;
const DEFAULT_HEARTBEAT_INTERVAL_MS = 3000;

/** Under `group.protocol=consumer` the coordinator decides of these. Kafka: `CONSUMER_PROTOCOL_UNSUPPORTED_CONFIGS`. */
const CLASSIC_ONLY = ['partition.assignment.strategy', 'heartbeat.interval.ms', 'session.timeout.ms'];
const CONSUMER_ONLY = 'group.remote.assignor';

/** Configs that KafkaConsumer refuses to start with, though each is legal alone. */
export interface ConsumerConflict {
  /** The config to blame, and what it does not go with. */
  readonly name: string;
  readonly other: string;
  /** As Kafka prints it. */
  readonly exception: string;
}

/**
 * The first conflict that the constructor would throw for, in the order in which it looks; null when it would start. Kafka:
 * `ConsumerConfig.maybeOverrideEnableAutoCommit`, `checkUnsupportedConfigsPostProcess`, `ClassicKafkaConsumer`, `Heartbeat` (4.2).
 */
export function findConsumerConflict(configs: ConfigMap): ConsumerConflict | null {
  if (configs['group.instance.id'] === '')
    return {
      name: 'group.instance.id',
      other: 'a name',
      exception: invalidValue('group.instance.id', '', 'String must be non-empty'),
    };
  return findUnsupported(configs) ?? findGroupConflict(configs);
}

/** What the other protocol has and this one has not. */
function findUnsupported(configs: ConfigMap): ConsumerConflict | null {
  const isClassic = (configs['group.protocol'] ?? 'classic') === 'classic';
  const given = isClassic
    ? [CONSUMER_ONLY].filter((name) => (configs[name] ?? '') !== '')
    : CLASSIC_ONLY.filter((name) => configs[name] !== undefined);
  const [name] = given;
  if (name === undefined) return null;
  const protocol = isClassic ? 'CLASSIC' : 'CONSUMER';
  return {
    name,
    other: 'group.protocol',
    exception: configException(`${given.join(', ')} cannot be set when group.protocol=${protocol}`),
  };
}

function findGroupConflict(configs: ConfigMap): ConsumerConflict | null {
  const group = configs['group.id'];
  if (group === undefined)
    return configs['enable.auto.commit'] === 'true'
      ? {
          name: 'enable.auto.commit',
          other: 'group.id',
          exception:
            'InvalidConfigurationException: enable.auto.commit cannot be set to true when default group id (null) is used.',
        }
      : null;
  if (group.trim() === '')
    return {
      name: 'group.id',
      other: 'a name',
      exception: failedToConstruct(
        'consumer',
        'InvalidGroupIdException: The configured group.id should not be an empty string or whitespace.',
      ),
    };
  const isClassic = (configs['group.protocol'] ?? 'classic') === 'classic';
  const sessionMs = Number(configs['session.timeout.ms'] ?? DEFAULT_SESSION_TIMEOUT_MS);
  const heartbeatMs = Number(configs['heartbeat.interval.ms'] ?? DEFAULT_HEARTBEAT_INTERVAL_MS);
  if (isClassic && heartbeatMs >= sessionMs)
    return {
      name: 'heartbeat.interval.ms',
      other: 'session.timeout.ms',
      exception: failedToConstruct(
        'consumer',
        'IllegalArgumentException: Heartbeat must be set lower than the session timeout',
      ),
    };
  return null;
}
