import type { BatchContents } from '../BatchContents.ts';
import type { Epoch, NodeIndex, Offset } from '../../../shared/units.ts';

/** What a control batch says of its producer's transaction. Kafka: `ControlRecordType`. */
export type TransactionMarker = 'COMMIT' | 'ABORT';

/**
 * A batch as the cleaner reads it. The last two are only there where there are transactions: the engine's batches leave them
 * out, and are neither transactional nor markers.
 */
export interface CleanableBatch {
  readonly baseOffset: Offset;
  /** Offsets that it spans. */
  readonly count: number;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly origin: NodeIndex;
  readonly contents?: BatchContents;
  readonly isTransactional?: boolean;
  /** What the marker of a control batch says; null: it is none. */
  readonly marker?: TransactionMarker | null;
}

/** A transaction that was aborted, as the transaction index has it. Kafka: `AbortedTxn`. */
export interface AbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: Offset;
  /** Of its marker. */
  readonly lastOffset: Offset;
}
