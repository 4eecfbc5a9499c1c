import type { Epoch, Millis, TopicPartition } from '../../shared/units.ts';
import type { KafkaError } from './Errors.ts';
import type { Throttled } from './requests.ts';

// What consumers of `group.protocol=consumer` and their coordinators say to each other (KIP-848), by Kafka's names.

export type ConsumerGroupRequest = ConsumerGroupHeartbeatRequest;
export type ConsumerGroupResponse = ConsumerGroupHeartbeatResponse;

/** A field that has not changed since the last request is null, or −1. */
export interface ConsumerGroupHeartbeatRequest {
  readonly kind: 'ConsumerGroupHeartbeatRequest';
  readonly groupId: string;
  /** Made by the member itself. */
  readonly memberId: string;
  /** 0: it joins; −1: it leaves; −2: a static member leaves and means to come back. */
  readonly memberEpoch: Epoch;
  readonly instanceId: string | null;
  readonly rackId: string | null;
  /** `max.poll.interval.ms`. */
  readonly rebalanceTimeoutMs: Millis;
  readonly subscribedTopicNames: readonly string[] | null;
  /** `group.remote.assignor`. */
  readonly serverAssignor: string | null;
  /** What it has; empty when it joins. */
  readonly topicPartitions: readonly TopicPartition[] | null;
  readonly clientId: string;
}

export interface ConsumerGroupHeartbeatResponse extends Throttled {
  readonly kind: 'ConsumerGroupHeartbeatResponse';
  readonly error: KafkaError;
  readonly memberId: string;
  readonly memberEpoch: Epoch;
  /** When the member is to be heard of again. */
  readonly heartbeatIntervalMs: Millis;
  /** What it is to have; null: as before. */
  readonly assignment: readonly TopicPartition[] | null;
}

/** Bytes on the wire. */
export function consumerGroupRpcBytes(rpc: ConsumerGroupRequest | ConsumerGroupResponse): number {
  const header = 40;
  const id = 16;
  const perTopic = 18;
  const partitionsBytes = (partitions: readonly TopicPartition[] | null): number => {
    if (!partitions) return 1;
    const topics = new Set(partitions.map((name) => name.slice(0, name.lastIndexOf('-'))));
    return 1 + topics.size * perTopic + partitions.length * 4;
  };
  if (rpc.kind === 'ConsumerGroupHeartbeatResponse')
    return header + id + 12 + partitionsBytes(rpc.assignment);
  const texts = [
    rpc.groupId,
    rpc.memberId,
    rpc.instanceId ?? '',
    rpc.rackId ?? '',
    rpc.serverAssignor ?? '',
    ...(rpc.subscribedTopicNames ?? []),
  ];
  return (
    header + 12 + texts.reduce((sum, text) => sum + 1 + text.length, 0) + partitionsBytes(rpc.topicPartitions)
  );
}
