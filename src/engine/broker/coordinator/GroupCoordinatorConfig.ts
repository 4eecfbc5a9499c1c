import type { Bytes, Micros, Millis } from '../../../shared/units.ts';
import type { ShareGroupConfig } from '../share/ShareGroupConfig.ts';

/**
 * What a broker's static configs say of coordinators and of the topics they live in. Frozen: shared by checkpoints. Kafka:
 * `GroupCoordinatorConfig`, `TransactionLogConfig` (4.2).
 */
export interface GroupCoordinatorConfig {
  /** No part of the digest: it decides nothing until somebody asks for a coordinator, and never changes. */
  readonly isDormant: true;
  /** offsets.topic.num.partitions */
  readonly offsetsTopicPartitions: number;
  readonly offsetsTopicReplicationFactor: number;
  readonly offsetsTopicSegmentBytes: Bytes;
  /** transaction.state.log.num.partitions */
  readonly transactionTopicPartitions: number;
  readonly transactionTopicReplicationFactor: number;
  readonly transactionTopicMinIsr: number;
  readonly transactionTopicSegmentBytes: Bytes;
  /** offsets.commit.timeout.ms: how long any write of a group coordinator waits for its commit. */
  readonly offsetCommitTimeoutUs: Micros;
  /** group.coordinator.append.linger.ms; −1, the default of 4.2: until nothing more is to be done (`appendLingerUs`). */
  readonly appendLingerMs: Millis;
  readonly offsetsRetentionMs: Millis;
  readonly offsetsRetentionCheckIntervalUs: Micros;
  readonly offsetMetadataMaxBytes: Bytes;
  readonly groupInitialRebalanceDelayUs: Micros;
  readonly groupMinSessionTimeoutMs: Millis;
  readonly groupMaxSessionTimeoutMs: Millis;
  readonly groupMaxSize: number;
  /** group.consumer.session.timeout.ms: how long a member of the consumer protocol may be silent. */
  readonly consumerGroupSessionTimeoutMs: Millis;
  /** group.consumer.heartbeat.interval.ms: what members are told. */
  readonly consumerGroupHeartbeatIntervalMs: Millis;
  readonly consumerGroupMaxSize: number;
  /** The uniform assignor is that of 4.0, which changes assignments that are even already (KAFKA-18688). */
  readonly uniformAssignorOf40: boolean;
  /** share.coordinator.state.topic.num.partitions, and the rest of `__share_group_state`. */
  readonly shareStateTopicPartitions: number;
  readonly shareStateTopicReplicationFactor: number;
  readonly shareStateTopicMinIsr: number;
  readonly shareStateTopicSegmentBytes: Bytes;
  readonly share: ShareGroupConfig;
}
