import type { CommittedPartition } from '../../../protocol/groupRequests.ts';
import type { Request } from '../../../protocol/requests.ts';
import type { Epoch, Millis, TopicPartition } from '../../../../shared/units.ts';
import type { TransactionalRequestKind } from './transactionalReaction.ts';

/** Who a consumer is to its group, as it tells a transactional producer. Kafka: `ConsumerGroupMetadata`. */
export interface ConsumerGroupMetadata {
  readonly groupId: string;
  /** Or the member epoch; −1: of no member. */
  readonly generationId: number;
  /** Empty: of no member. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}

/** What a request asks for, settled when it was queued: the identity is that of this moment. */
export type TransactionalAsk =
  | { readonly kind: 'FindCoordinator'; readonly keyType: 'TRANSACTION' | 'GROUP'; readonly key: string }
  | ({ readonly kind: 'InitProducerId'; readonly isEpochBump: boolean } & ProducerIdentity)
  | ({
      readonly kind: 'AddPartitionsToTxn';
      readonly partitions: readonly TopicPartition[];
    } & ProducerIdentity)
  | ({
      readonly kind: 'AddOffsetsToTxn';
      readonly offsets: readonly CommittedPartition[];
      readonly group: ConsumerGroupMetadata;
    } & ProducerIdentity)
  | ({ readonly kind: 'TxnOffsetCommit'; readonly group: ConsumerGroupMetadata } & ProducerIdentity)
  | ({ readonly kind: 'EndTxn'; readonly committed: boolean } & ProducerIdentity);

export interface ProducerIdentity {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

/** A request that waits for its turn, or for its answer. Kafka: `TransactionManager.TxnRequestHandler`. */
export interface TransactionalRequest {
  readonly ask: TransactionalAsk;
  /** Number of the call whose result it decides; −1: of none. */
  readonly result: number;
  /** It was in the queue before: the sender sleeps before it sends it. */
  isRetry: boolean;
  /** How long it then sleeps; null: `retry.backoff.ms`. */
  retryBackoffMs: Millis | null;
}

/**
 * Which request goes first, lowest number first: the coordinator must be known before anything else, and a transaction ends when
 * everything of it has been told. Kafka: `TransactionManager.Priority` (4.2).
 */
export function priorityOf(ask: TransactionalAsk): number {
  switch (ask.kind) {
    case 'FindCoordinator':
      return 0;
    case 'InitProducerId':
      return ask.isEpochBump ? 4 : 1;
    case 'AddPartitionsToTxn':
    case 'AddOffsetsToTxn':
    case 'TxnOffsetCommit':
      return 2;
    case 'EndTxn':
      return 3;
  }
}

/** Whose answer it needs; null: that of any broker. */
export function coordinatorTypeOf(kind: TransactionalRequestKind): 'TRANSACTION' | 'GROUP' | null {
  if (kind === 'FindCoordinator') return null;
  return kind === 'TxnOffsetCommit' ? 'GROUP' : 'TRANSACTION';
}

export interface TransactionalSettings {
  readonly transactionalId: string;
  readonly transactionTimeoutMs: Millis;
  readonly isV2: boolean;
}

/** The request as it goes on the wire. */
export function requestOf(
  ask: TransactionalAsk,
  { transactionalId, transactionTimeoutMs, isV2 }: TransactionalSettings,
  pendingOffsets: readonly CommittedPartition[],
): Request {
  switch (ask.kind) {
    case 'FindCoordinator':
      return { kind: 'FindCoordinatorRequest', keyType: ask.keyType, key: ask.key };
    case 'InitProducerId': {
      const { producerId, producerEpoch, isEpochBump } = ask;
      const own = isEpochBump ? { producerId, producerEpoch } : {};
      return { kind: 'InitProducerIdRequest', transactionalId, transactionTimeoutMs, ...own };
    }
    case 'AddPartitionsToTxn': {
      const { producerId, producerEpoch, partitions } = ask;
      return {
        kind: 'AddPartitionsToTxnRequest',
        apiVersion: 3,
        transactions: [{ transactionalId, producerId, producerEpoch, verifyOnly: false, partitions }],
      };
    }
    case 'AddOffsetsToTxn': {
      const { producerId, producerEpoch, group } = ask;
      return {
        kind: 'AddOffsetsToTxnRequest',
        transactionalId,
        producerId,
        producerEpoch,
        groupId: group.groupId,
      };
    }
    case 'TxnOffsetCommit': {
      const { producerId, producerEpoch, group } = ask;
      return {
        kind: 'TxnOffsetCommitRequest',
        transactionalId,
        producerId,
        producerEpoch,
        ...group,
        partitions: pendingOffsets,
        isTransactionV2: isV2,
      };
    }
    case 'EndTxn': {
      const { producerId, producerEpoch, committed } = ask;
      return {
        kind: 'EndTxnRequest',
        apiVersion: isV2 ? 5 : 4,
        transactionalId,
        producerId,
        producerEpoch,
        committed,
      };
    }
  }
}
