import type { ConfigMap } from '../Scenario.ts';

const DEFAULT_SESSION_TIMEOUT_MS = 45_000;
const DEFAULT_HEARTBEAT_INTERVAL_MS = 3000;

/** Under `group.protocol=consumer` the coordinator decides of these. Kafka: `CONSUMER_PROTOCOL_UNSUPPORTED_CONFIGS`. */
const CLASSIC_ONLY = ['partition.assignment.strategy', 'heartbeat.interval.ms', 'session.timeout.ms'];
/** Kafka: `CLASSIC_PROTOCOL_UNSUPPORTED_CONFIGS`. */
const CONSUMER_ONLY = ['group.remote.assignor'];

/**
 * Configs that KafkaConsumer refuses to start with, though each is legal alone; null when it would start. Kafka: `Heartbeat`,
 * `ConsumerConfig.maybeOverrideEnableAutoCommit`, `checkUnsupportedConfigsPostProcess` (4.2).
 */
export function findConsumerConflict(
  configs: ConfigMap,
): { readonly name: string; readonly other: string } | null {
  const hasGroup = (configs['group.id'] ?? '') !== '';
  if (!hasGroup && configs['enable.auto.commit'] === 'true')
    return { name: 'enable.auto.commit', other: 'group.id' };
  const protocol = configs['group.protocol'] ?? 'classic';
  const strange = protocol === 'consumer' ? CLASSIC_ONLY : CONSUMER_ONLY;
  const refused = strange.find((name) => configs[name] !== undefined);
  if (refused !== undefined) return { name: refused, other: 'group.protocol' };
  const isClassic = protocol === 'classic';
  const sessionMs = Number(configs['session.timeout.ms'] ?? DEFAULT_SESSION_TIMEOUT_MS);
  const heartbeatMs = Number(configs['heartbeat.interval.ms'] ?? DEFAULT_HEARTBEAT_INTERVAL_MS);
  if (hasGroup && isClassic && heartbeatMs >= sessionMs)
    return { name: 'heartbeat.interval.ms', other: 'session.timeout.ms' };
  return null;
}
