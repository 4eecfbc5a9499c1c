import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { Bytes, Epoch, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { KafkaError } from './Errors.ts';
import type { LeaderHint, Throttled } from './requests.ts';

// What consumers of share groups, leaders of share partitions, and coordinators say to each other (KIP-932), by Kafka's names.

/** The share session begins. */
export const INITIAL_EPOCH: Epoch = 0;
/** It ends. */
export const FINAL_EPOCH: Epoch = -1;

/** To the leaders of partitions. */
export type ShareRequest = ShareFetchRequest | ShareAcknowledgeRequest;
/** To the share coordinator. */
export type ShareStateRequest =
  | InitializeShareGroupStateRequest
  | ReadShareGroupStateRequest
  | WriteShareGroupStateRequest
  | DeleteShareGroupStateRequest;

export type ShareResponse = ShareFetchResponse | ShareAcknowledgeResponse;
export type ShareStateResponse =
  | InitializeShareGroupStateResponse
  | ReadShareGroupStateResponse
  | WriteShareGroupStateResponse
  | DeleteShareGroupStateResponse;

/** A field that has not changed since the last request is null. */
export interface ShareGroupHeartbeatRequest {
  readonly kind: 'ShareGroupHeartbeatRequest';
  readonly groupId: string;
  /** Made by the member itself. */
  readonly memberId: string;
  /** 0: it joins; −1: it leaves. */
  readonly memberEpoch: Epoch;
  readonly rackId: string | null;
  readonly subscribedTopicNames: readonly string[] | null;
  readonly clientId: string;
}

export interface ShareGroupHeartbeatResponse extends Throttled {
  readonly kind: 'ShareGroupHeartbeatResponse';
  readonly error: KafkaError;
  readonly memberId: string;
  readonly memberEpoch: Epoch;
  readonly heartbeatIntervalMs: Millis;
  /** Share partitions that it may fetch from; others may too. null: as before. */
  readonly assignment: readonly TopicPartition[] | null;
}

/** GAP (0): there is no record; ACCEPT (1), RELEASE (2), REJECT (3), and RENEW (4) from 4.2 on. */
export type AcknowledgeTypeName = 'GAP' | 'ACCEPT' | 'RELEASE' | 'REJECT' | 'RENEW';

export interface AcknowledgementBatch {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  /** Of all of them. */
  readonly type: AcknowledgeTypeName;
}

export interface ShareAcknowledgePartition {
  readonly topicPartition: TopicPartition;
  readonly acknowledgementBatches: readonly AcknowledgementBatch[];
}

export interface ShareFetchRequest {
  readonly kind: 'ShareFetchRequest';
  readonly groupId: string;
  readonly memberId: string;
  /** 0: the session begins; −1: it ends. */
  readonly shareSessionEpoch: Epoch;
  readonly maxWaitMs: Millis;
  readonly minBytes: Bytes;
  readonly maxBytes: Bytes;
  /** `max.poll.records`; batches are not taken apart for it, unless `shareAcquireMode` says so. */
  readonly maxRecords: number;
  readonly batchSize: number;
  readonly shareAcquireMode: 'batch_optimized' | 'record_limit';
  /** Some acknowledgement of it is a RENEW: then nothing is fetched (KIP-1222). */
  readonly isRenewAck: boolean;
  /** New in the session, or with acknowledgements. */
  readonly partitions: readonly ShareAcknowledgePartition[];
  readonly forgotten: readonly TopicPartition[];
  readonly clientId: string;
}

export interface ShareFetchPartitionResponse {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
  readonly acknowledgeError: KafkaError;
  readonly currentLeader: LeaderHint | null;
  /** Batches of the log; only of what was acquired the member may speak. */
  readonly batches: readonly RecordBatch[];
  readonly acquiredRecords: readonly {
    readonly firstOffset: Offset;
    readonly lastOffset: Offset;
    readonly deliveryCount: number;
  }[];
}

export interface ShareFetchResponse extends Throttled {
  readonly kind: 'ShareFetchResponse';
  readonly error: KafkaError;
  readonly acquisitionLockTimeoutMs: Millis;
  readonly partitions: readonly ShareFetchPartitionResponse[];
}

export interface ShareAcknowledgeRequest {
  readonly kind: 'ShareAcknowledgeRequest';
  readonly groupId: string;
  readonly memberId: string;
  readonly shareSessionEpoch: Epoch;
  readonly isRenewAck: boolean;
  readonly partitions: readonly ShareAcknowledgePartition[];
  readonly clientId: string;
}

export interface ShareAcknowledgeResponse extends Throttled {
  readonly kind: 'ShareAcknowledgeResponse';
  readonly error: KafkaError;
  readonly acquisitionLockTimeoutMs: Millis;
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly error: KafkaError;
    readonly currentLeader: LeaderHint | null;
  }[];
}

/** What the share coordinator keeps of records from SPSO on. */
export interface PersistedStateBatch {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly deliveryState: 'AVAILABLE' | 'ACKNOWLEDGED' | 'ARCHIVED';
  readonly deliveryCount: number;
}

interface OfSharePartitions<Kind extends string, Item> {
  readonly kind: Kind;
  readonly groupId: string;
  readonly partitions: readonly ({ readonly topicPartition: TopicPartition } & Item)[];
}

export type InitializeShareGroupStateRequest = OfSharePartitions<
  'InitializeShareGroupStateRequest',
  {
    readonly stateEpoch: Epoch;
    /** −1: it goes by share.auto.offset.reset. */
    readonly startOffset: Offset;
  }
>;

export type ReadShareGroupStateRequest = OfSharePartitions<
  'ReadShareGroupStateRequest',
  { readonly leaderEpoch: Epoch }
>;

export type WriteShareGroupStateRequest = OfSharePartitions<
  'WriteShareGroupStateRequest',
  {
    readonly stateEpoch: Epoch;
    readonly leaderEpoch: Epoch;
    readonly startOffset: Offset;
    readonly deliveryCompleteCount: number;
    readonly stateBatches: readonly PersistedStateBatch[];
  }
>;

/** The share coordinator is to forget share partitions. */
export type DeleteShareGroupStateRequest = OfSharePartitions<'DeleteShareGroupStateRequest', unknown>;

interface SharePartitionResults<Kind extends string, Item> {
  readonly kind: Kind;
  readonly partitions: readonly ({
    readonly topicPartition: TopicPartition;
    readonly error: KafkaError;
  } & Item)[];
}

export type InitializeShareGroupStateResponse = SharePartitionResults<
  'InitializeShareGroupStateResponse',
  unknown
>;
export type DeleteShareGroupStateResponse = SharePartitionResults<'DeleteShareGroupStateResponse', unknown>;
export type WriteShareGroupStateResponse = SharePartitionResults<'WriteShareGroupStateResponse', unknown>;
export type ReadShareGroupStateResponse = SharePartitionResults<
  'ReadShareGroupStateResponse',
  {
    readonly stateEpoch: Epoch;
    readonly startOffset: Offset;
    readonly stateBatches: readonly PersistedStateBatch[];
  }
>;

/** Bytes on the wire; null: it is none of these. */
export function shareRpcBytes(rpc: { readonly kind: string }): Bytes | null {
  const known = rpc as
    | ShareGroupHeartbeatRequest
    | ShareGroupHeartbeatResponse
    | ShareRequest
    | ShareResponse
    | ShareStateRequest
    | ShareStateResponse;
  const header = 60;
  switch (known.kind) {
    case 'ShareGroupHeartbeatRequest':
      return header + (known.subscribedTopicNames ?? []).reduce((sum, topic) => sum + 1 + topic.length, 30);
    case 'ShareGroupHeartbeatResponse':
      return header + 20 * (known.assignment?.length ?? 0);
    case 'ShareFetchRequest':
    case 'ShareAcknowledgeRequest': {
      let bytes = header + 30;
      for (const { acknowledgementBatches } of known.partitions)
        bytes += 22 + 19 * acknowledgementBatches.length;
      return bytes;
    }
    case 'ShareFetchResponse': {
      let bytes = header;
      for (const { batches, acquiredRecords } of known.partitions) {
        bytes += 40 + 19 * acquiredRecords.length;
        for (const { sizeBytes } of batches) bytes += sizeBytes;
      }
      return bytes;
    }
    case 'WriteShareGroupStateRequest':
      return known.partitions.reduce((sum, { stateBatches }) => sum + 44 + 20 * stateBatches.length, header);
    case 'ReadShareGroupStateResponse':
      return known.partitions.reduce((sum, { stateBatches }) => sum + 36 + 20 * stateBatches.length, header);
    case 'ShareAcknowledgeResponse':
    case 'DeleteShareGroupStateRequest':
    case 'DeleteShareGroupStateResponse':
    case 'InitializeShareGroupStateRequest':
    case 'InitializeShareGroupStateResponse':
    case 'ReadShareGroupStateRequest':
    case 'WriteShareGroupStateResponse':
      return header + 30 * known.partitions.length;
    default:
      return null;
  }
}
