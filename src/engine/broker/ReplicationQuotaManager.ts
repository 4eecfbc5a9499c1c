import { SampledRate } from '../protocol/quota/SampledRate.ts';
import type { BrokerId, Bytes, Millis } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';

/** Which side of replication a quota limits: what a leader gives, or what a follower takes. */
export type ReplicationSide = 'leader' | 'follower';

/** Configs that list the throttled replicas; written out, for each fetch asks for one with each of its partitions. */
const THROTTLED_REPLICAS = {
  leader: 'leader.replication.throttled.replicas',
  follower: 'follower.replication.throttled.replicas',
} as const;

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

/**
 * Bytes a second that one side of replication has moved for throttled replicas, and their limit (KIP-73). Kafka:
 * `ReplicationQuotaManager` (4.2). Unlike a client quota it mutes nobody: partitions are left out while it is exceeded.
 */
export class ReplicationQuotaManager {
  private readonly side: ReplicationSide;
  private readonly rate = new SampledRate('SimpleRate');

  constructor(side: ReplicationSide) {
    this.side = side;
  }

  isThrottled(partition: Partition, broker: BrokerInternals): boolean {
    const list = broker.image.topicConfigs.get(partition.topic)?.get(THROTTLED_REPLICAS[this.side]);
    if (list === undefined) return false;
    const number = Number(partition.topicPartition.slice(partition.topic.length + 1));
    return isThrottledReplica(list, number, broker.id);
  }

  isExceeded(broker: BrokerInternals, nowMs: Millis): boolean {
    const limit = this.limitOf(broker);
    return limit < Infinity && this.rate.perSecond(nowMs, broker.config.replicationQuotaWindow) > limit;
  }

  record(bytes: Bytes, broker: BrokerInternals, nowMs: Millis): void {
    this.rate.record(bytes, nowMs, broker.config.replicationQuotaWindow);
  }

  /** The dynamic config of this broker, else of the cluster, else what stands in the broker's own file. */
  private limitOf(broker: BrokerInternals): number {
    const name = `${this.side}.replication.throttled.rate`;
    const { brokerConfigs, clusterConfigs } = broker.image;
    const text = brokerConfigs.get(broker.id)?.get(name) ?? clusterConfigs.get(name);
    return text === undefined ? broker.config.replicationThrottledRate[this.side] : Number(text);
  }
}
