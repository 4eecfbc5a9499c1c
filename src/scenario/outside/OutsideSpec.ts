import type { Micros, Offset, TopicPartition } from '../../shared/units.ts';

/** A database outside of Kafka. */
export interface StoreSpec {
  readonly name: string;
  readonly rack: string | null;
  /** From the arrival of a transaction until it is committed. */
  readonly latencyUs: Micros;
  readonly outages: readonly { readonly fromUs: Micros; readonly toUs: Micros }[];
  /** Transactions that fail at their commit, and that are committed without an answer, counted from 1. */
  readonly failCommits: readonly number[];
  readonly loseAnswers: readonly number[];
}

/** What an application writes to a database for the records that it reads. */
export interface StoreUseSpec {
  readonly name: string;
  /** `upsert`: a row that is there already is written anew; `insert`: it is left as it is. */
  readonly write: 'insert' | 'upsert';
  /** What tells that it is there: topic, partition and offset; or what the record calls itself. */
  readonly unique: 'none' | 'offset' | 'id';
  readonly transaction: 'record' | 'poll';
  /** Where the offsets of the group are kept. */
  readonly offsets: 'kafka' | 'store';
  /** What the database refuses an old owner by. */
  readonly fencing: 'none' | 'generation';
  readonly timeoutUs: Micros;
}

/** Records that cannot be worked on, and what becomes of them. */
export interface ErrorsSpec {
  /** Of a hundred records, those with an error that may pass, and those with one that never does. */
  readonly retriablePercent: number;
  readonly fatalPercent: number;
  readonly poison: readonly { readonly partition: TopicPartition; readonly offset: Offset }[];
  /** Tries in place, and the pause between them. */
  readonly attempts: number;
  readonly backoffUs: Micros;
  /** Of one that is sent nowhere. */
  readonly then: 'stop' | 'skip';
  readonly retryTopic: string | null;
  readonly deadLetterTopic: string | null;
  /** `client.id` of the producer of its process; null: it sends none on. */
  readonly producer: string | null;
}

/** Records that the consumer's deserializer cannot read: poll() throws. */
export interface DeserializationSpec {
  readonly fails: readonly { readonly partition: TopicPartition; readonly offset: Offset }[];
  /** The application catches that and polls again so much later; null: it does not catch it. */
  readonly againUs: Micros | null;
}

/** A sink of Kafka Connect: how it tolerates errors. */
export interface SinkSpec {
  readonly tolerance: 'none' | 'all';
  /** errors.retry.timeout; −1: without end. */
  readonly retryTimeoutMs: number;
  readonly retryDelayMaxMs: number;
  readonly deadLetterTopic: string | null;
  readonly hasContextHeaders: boolean;
}

/** What of a consumer's application is not Kafka; all of it may be left out. */
export interface OutsideConsumerSpec {
  readonly store?: StoreUseSpec;
  readonly errors?: ErrorsSpec;
  readonly sink?: SinkSpec;
  readonly deserialization?: DeserializationSpec;
  /** A record is worked on so long after its timestamp. */
  readonly delayUs?: Micros;
}
