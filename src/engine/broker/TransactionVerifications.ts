import type { KafkaError } from '../protocol/Errors.ts';
import type { ReplyAddress } from '../node/Node.ts';
import type { ProduceRequest, TxnOffsetCommitRequest } from '../protocol/requests.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';
import { AddPartitionsToTxnManager } from './AddPartitionsToTxnManager.ts';

/** What of the configs decides how transactional batches are verified. Frozen. */
export interface TransactionVerificationConfig {
  /** Of no consequence to a run without transactions: no part of the digest. */
  readonly isDormant: true;
  /** transaction.partition.verification.enable */
  readonly isEnabled: boolean;
  /** add.partitions.to.txn.retry.backoff.ms */
  readonly retryBackoffUs: Micros;
  /** add.partitions.to.txn.retry.backoff.max.ms, and at most as long as a request may take. */
  readonly retryTimeoutUs: Micros;
}

/** What was found about the batches of a request before they are written, by partition. */
export interface VerifiedBatches {
  /** Those that may not be written at all. */
  readonly errors: ReadonlyMap<TopicPartition, KafkaError>;
  /** What the verification began with; left out where none was needed. */
  readonly guards: ReadonlyMap<TopicPartition, number>;
}

/** A produce request that waits until the coordinator has said of each partition whether it is in the transaction. */
export interface VerifiedProduce extends VerifiedBatches {
  readonly request: ProduceRequest;
  readonly replyTo: ReplyAddress;
  /** When the request was first looked at. */
  readonly startedUs: Micros;
  /** The offsets that a group coordinator is to write in the place of the batch of the request; left out: it is a produce request. */
  readonly offsets?: TxnOffsetCommitRequest;
}

/** A request that is verified once more, since the transaction before is still being completed. */
export interface RetriedProduce {
  readonly produce: VerifiedProduce;
  readonly dueUs: Micros;
}

/** Produce requests that wait for a transaction coordinator. They end with the process. */
export class TransactionVerifications {
  readonly addPartitions = new AddPartitionsToTxnManager<VerifiedProduce>();
  /** In the order in which they come up. */
  retries: readonly RetriedProduce[] = [];

  get isDormant(): boolean {
    return this.addPartitions.isDormant && this.retries.length === 0;
  }
}
