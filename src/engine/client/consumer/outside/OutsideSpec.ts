import type { PlacedRecord } from './takeReadable.ts';
import type { UniqueKey } from '../../../protocol/storeRequests.ts';
import type { Micros, NodeIndex, Offset, TopicPartition } from '../../../../shared/units.ts';

/** What an application does beside reading Kafka: writes to a database, tries again, gives up. Frozen: shared by checkpoints. */
export interface OutsideSpec {
  readonly store?: StoreUse;
  readonly errors?: ErrorSpec;
  /** Records that its deserializer cannot read; after the exception it polls again so much later, or ends (null). */
  readonly deserialization?: { readonly fails: readonly PlacedRecord[]; readonly againUs: Micros | null };
  /** A record is worked on so long after its timestamp, and not before: a retry topic. */
  readonly delayUs?: Micros;
}

export interface StoreUse {
  readonly node: NodeIndex;
  readonly name: string;
  readonly unique: UniqueKey;
  readonly isUpsert: boolean;
  /** One transaction for all that a poll() returned, and not one for each record. */
  readonly isPerPoll: boolean;
  /** The offsets of the group are kept there, and not in Kafka. */
  readonly keepsOffsets: boolean;
  /** It shows its generation with each write. */
  readonly showsToken: boolean;
  /** After so long without an answer it does not know what became of a transaction, and begins it anew. */
  readonly timeoutUs: Micros;
}

/** Which records fail, how often they are tried, and what becomes of them then. */
export interface ErrorSpec {
  /** Records whose work fails with an error that may pass: in all tries here. */
  readonly retriablePerMillion: number;
  /** Records whose work fails with one that never passes. */
  readonly fatalPerMillion: number;
  readonly poison: readonly { readonly topicPartition: TopicPartition; readonly offset: Offset }[];
  readonly retry: RetryPolicy;
  readonly onRetriable: GiveUp;
  readonly onFatal: GiveUp;
  /** A sink of Kafka Connect: the database's errors are no record's, and the batch is handed over again without end. */
  readonly isSink: boolean;
  /** What is sent on says where it comes from. */
  readonly hasHeaders: boolean;
  readonly drawSeed: number;
}

/** When a record is tried again in place. */
export type RetryPolicy =
  /** So many tries in all, with the same pause between them. */
  | { readonly kind: 'attempts'; readonly attempts: number; readonly backoffUs: Micros }
  /** Kafka Connect: errors.retry.timeout, and errors.retry.delay.max.ms between two tries. */
  | { readonly kind: 'timeout'; readonly timeoutUs: Micros; readonly maxDelayUs: Micros };

/** What becomes of a record that cannot be worked on. */
export interface GiveUp {
  /** `stop`: poll() is called no more, nothing of it is committed. */
  readonly then: 'stop' | 'skip';
  /** Where it is sent to first; null: nowhere. */
  readonly forwardTo: string | null;
}
