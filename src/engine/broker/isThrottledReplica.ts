import type { BrokerId } from '../../shared/units.ts';

/**
 * Whether a replica is on the list of `leader.replication.throttled.replicas` or `follower.…`: `*` for all of the topic, or
 * pairs of partition and broker, `0:1,0:2`. Kafka: `TopicConfigHandler.parseThrottledPartitions` (4.2).
 */
export function isThrottledReplica(list: string | undefined, partition: number, broker: BrokerId): boolean {
  const text = list?.trim() ?? '';
  if (text === '') return false;
  if (text === '*') return true;
  return text.split(',').some((item) => item.trim() === `${partition}:${broker}`);
}
