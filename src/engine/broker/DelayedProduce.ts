import type { ReplyAddress } from '../node/Node.ts';
import type { ProducePartitionResponse } from '../protocol/requests.ts';
import type { Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { DelayedOperation } from './Purgatory.ts';

/** One partition of a parked produce request: the answer as far as it is known, and what it waits for (A2). */
export interface DelayedProducePartition {
  readonly topicPartition: TopicPartition;
  /** The high watermark must reach this; −1 when the answer is final. */
  readonly requiredOffset: Offset;
  readonly response: ProducePartitionResponse;
  /** Of a transaction marker: whose it is. */
  readonly producerId?: number;
}

/** A produce request with acks=all that waits for the high watermark. Kafka: `DelayedProduce`. It is answered as a whole (A5). */
export interface DelayedProduce extends DelayedOperation {
  readonly replyTo: ReplyAddress;
  readonly clientId: string;
  readonly parkedAtUs: Micros;
  readonly partitions: readonly DelayedProducePartition[];
  /** It is no produce request but one that brought transaction markers (WriteTxnMarkers). */
  readonly isOfMarkers?: true;
}
