import type { ConfigMap } from '../Scenario.ts';

const DEFAULT_SESSION_TIMEOUT_MS = 45_000;
const DEFAULT_HEARTBEAT_INTERVAL_MS = 3000;

/**
 * Configs that KafkaConsumer refuses to start with, though each is legal alone; null when it would start. Kafka: `Heartbeat`,
 * `ConsumerConfig.maybeOverrideEnableAutoCommit` (4.2).
 */
export function findConsumerConflict(
  configs: ConfigMap,
): { readonly name: string; readonly other: string } | null {
  const hasGroup = (configs['group.id'] ?? '') !== '';
  if (!hasGroup && configs['enable.auto.commit'] === 'true')
    return { name: 'enable.auto.commit', other: 'group.id' };
  const isClassic = (configs['group.protocol'] ?? 'classic') === 'classic';
  const sessionMs = Number(configs['session.timeout.ms'] ?? DEFAULT_SESSION_TIMEOUT_MS);
  const heartbeatMs = Number(configs['heartbeat.interval.ms'] ?? DEFAULT_HEARTBEAT_INTERVAL_MS);
  if (hasGroup && isClassic && heartbeatMs >= sessionMs)
    return { name: 'heartbeat.interval.ms', other: 'session.timeout.ms' };
  return null;
}
