import type { BatchContents } from '../BatchContents.ts';
import type { EndTransactionMarker } from '../RecordBatch.ts';
import type { Epoch, NodeIndex, Offset } from '../../../shared/units.ts';

/** A batch as the cleaner reads it. */
export interface CleanableBatch {
  readonly baseOffset: Offset;
  /** Offsets that it spans. */
  readonly count: number;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly origin: NodeIndex;
  readonly contents?: BatchContents;
  readonly isTransactional?: true;
  readonly marker?: EndTransactionMarker;
}
