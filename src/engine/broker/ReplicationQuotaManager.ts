import { SampledRate } from '../protocol/quota/SampledRate.ts';
import type { Bytes, Millis } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';

/** Which side of replication a quota limits: what a leader gives, or what a follower takes. */
export type ReplicationSide = 'leader' | 'follower';

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

  /** For checkpoints. */
  blank(): ReplicationQuotaManager {
    return new ReplicationQuotaManager(this.side);
  }

  isThrottled(partition: Partition, broker: BrokerInternals): boolean {
    const config = configOf(partition, broker);
    return this.side === 'leader' ? config.isLeaderThrottled : config.isFollowerThrottled;
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
