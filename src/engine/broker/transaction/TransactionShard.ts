import type { ReplyAddress } from '../../node/Node.ts';
import type { Epoch, TopicPartition } from '../../../shared/units.ts';
import type { EndTxnFields } from './decideEndTxn.ts';
import type { PendingCompleteTxn } from './TransactionMarkerChannelManager.ts';
import type { TransactionMetadata, TxnTransitMetadata } from './TransactionMetadata.ts';

/** The transactional.ids in one partition of `__transaction_state`. Kafka: `TxnMetadataCacheEntry` (4.2). */
export interface TransactionShard {
  readonly topicPartition: TopicPartition;
  readonly transactions: Map<string, TransactionMetadata>;
}

/** Who asked for an end, and what they hear; null: the coordinator itself, as a transaction timed out. */
export type EndTxnAsker =
  | { readonly kind: 'EndTxn'; readonly replyTo: ReplyAddress }
  /** A fence: once it is written the client is told to come again. */
  | { readonly kind: 'InitProducerId'; readonly replyTo: ReplyAddress }
  | null;

/** What is done when a transition is replicated, or cannot be. */
export type AfterTransition =
  | { readonly kind: 'AnswerInitProducerId'; readonly replyTo: ReplyAddress }
  | { readonly kind: 'AnswerAddPartitions'; readonly requestId: number }
  | { readonly kind: 'AnswerAddOffsets'; readonly replyTo: ReplyAddress }
  | {
      readonly kind: 'SendMarkers';
      readonly asked: EndTxnFields;
      readonly isEpochFence: boolean;
      readonly asker: EndTxnAsker;
    }
  /** Of a transaction whose markers are all written. */
  | { readonly kind: 'Complete'; readonly pending: PendingCompleteTxn };

/** What waits for a record of `__transaction_state` to be replicated. Frozen. */
export type TransactionOperation =
  | {
      readonly kind: 'Transition';
      readonly transactionalId: string;
      readonly coordinatorEpoch: Epoch;
      readonly transit: TxnTransitMetadata;
      readonly then: AfterTransition;
    }
  /** Tombstones of ids that nobody has used for long. */
  | {
      readonly kind: 'Expire';
      readonly coordinatorEpoch: Epoch;
      readonly ids: readonly { readonly transactionalId: string; readonly producerEpoch: Epoch }[];
    };

export type Transition = Extract<TransactionOperation, { readonly kind: 'Transition' }>;
