import type { MetadataImage } from '../metadata/MetadataImage.ts';
import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { LeaderHint, Response } from '../protocol/requests.ts';
import type { BrokerId, Bytes, Epoch, Millis, TopicPartition } from '../../shared/units.ts';
import type { BrokerConfig } from './BrokerConfig.ts';
import type { BrokerMeters } from './BrokerMeters.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import type { DiskRoom } from './DiskRoom.ts';
import type { Partition } from './Partition.ts';
import type { ReplicationQuotaManager } from './ReplicationQuotaManager.ts';
import type { PersisterCall, ReadShareState } from './share/SharePersister.ts';

/** What the parts of a broker may know of it. */
export interface BrokerInternals {
  readonly id: BrokerId;
  readonly rack: string | null;
  readonly config: BrokerConfig;
  /** How many times longer the disk takes than its times in `config` say. */
  readonly diskFactor: number;
  readonly image: MetadataImage;
  readonly partitions: ReadonlyMap<TopicPartition, Partition>;
  /** Logs in failed log directories. */
  readonly offlinePartitions: ReadonlyMap<TopicPartition, Partition>;
  /** −1 before it is registered. */
  readonly brokerEpoch: Epoch;
  /** The active controller, as far as the broker has heard; null while it knows none. */
  readonly controllerId: BrokerId | null;
  readonly process: BrokerProcess | null;
  /** Disks with an end, by log directory. */
  readonly disks: ReadonlyMap<string, DiskRoom>;
  /** A write to a log directory failed: it goes offline, as soon as the request that wrote is done. */
  logDirFails(logDir: string, ctx: NodeContext): void;
  /** What its process counts for people to look at; null without a process. */
  readonly meters: BrokerMeters | null;
  /** Sends the answer to a request; null when none is due (acks=0). Only then is the connection's next request read. */
  answer(replyTo: ReplyAddress, response: Response | null, ctx: NodeContext): void;
  /** Counts an answer to a consumer's fetch against its quotas; above 0, the answer must go out empty with this throttle time. */
  throttleFetch(replyTo: ReplyAddress, sizeBytes: Bytes, ctx: NodeContext): Millis;
  /** What this broker takes from leaders of throttled replicas (KIP-73). */
  readonly followerQuota: ReplicationQuotaManager | null;
  /**
   * Replicas here have another high watermark, log start or end for another reason than an append by a producer: who reads
   * them may go on. To be called after every such change, for all that changed in the same step.
   */
  replicasChanged(partitions: readonly Partition[], ctx: NodeContext): void;
  /** Ends the connection that a request came on, in place of an answer. */
  closeConnection(replyTo: ReplyAddress, ctx: NodeContext): void;
  /** What was asked of a share coordinator is done, or given up. */
  onShareStateTold(
    call: PersisterCall,
    error: KafkaError,
    result: ReadShareState | null,
    ctx: NodeContext,
  ): void;
}

/**
 * Why a request for a partition that the broker does not lead is refused: its log directory is gone (B8), or it knows of the
 * partition, or it does not.
 */
export function notLeaderError(topicPartition: TopicPartition, broker: BrokerInternals): KafkaError {
  if (broker.offlinePartitions.has(topicPartition)) return 'KAFKA_STORAGE_ERROR';
  return broker.image.partitions.has(topicPartition)
    ? 'NOT_LEADER_OR_FOLLOWER'
    : 'UNKNOWN_TOPIC_OR_PARTITION';
}

/** The leader that the broker's metadata name, for clients that came to the wrong one (KIP-951). */
export function leaderHint(topicPartition: TopicPartition, broker: BrokerInternals): LeaderHint | null {
  const registration = broker.image.partitions.get(topicPartition)?.registration;
  if (!registration || registration.leader < 0) return null;
  return { leader: registration.leader, leaderEpoch: registration.leaderEpoch };
}
