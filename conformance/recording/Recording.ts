/**
 * What can be seen of one run of a scenario, from outside: on a real cluster and on the engine alike. Times are ms since the scenario's zero, ids
 * are the scenario's own (topics by name; broker epochs, incarnations and addresses are left out). What it means is for `compare`.
 */
export interface Observations {
  /** When each command was carried out; commands that are admin calls: what they were answered. In the scenario's order. */
  readonly commands: readonly RecordedCommand[];
  /** Every partition at zero. */
  readonly before: Readonly<Record<string, RecordedPartition>>;
  /** Records of `__cluster_metadata` from zero on, in their order. */
  readonly metadata: readonly RecordedMetadata[];
  /** Registrations that the controller refused: [ms, broker, error], once for each process and error. */
  readonly refusedRegistrations: readonly (readonly [number, number, string])[];
  readonly producers: Readonly<Record<string, RecordedProducer>>;
  readonly consumers: Readonly<Record<string, readonly RecordedConsumerEvent[]>>;
  /**
   * What the constructors of the expectation's `tries` threw, as Kafka prints it, by `producer NAME` or `consumer NAME`; null: it started. Left
   * out of a scenario without any.
   */
  readonly tried?: Readonly<Record<string, string | null>>;
  /** What each group has committed at the end, by partition; left out of a scenario without groups. */
  readonly committed?: Readonly<Record<string, readonly RecordedCommit[]>>;
  /** Final logs: partition, then broker. */
  readonly logs: Readonly<Record<string, Readonly<Record<string, RecordedLog>>>>;
  /** Where every replica stood at the scenario's quiet instants (`quietInstantsOf`). */
  readonly replicas: readonly RecordedReplica[];
  /** Who is in the quorum at the end, in the order of ids; null: no majority of its voters was there to answer. */
  readonly quorum: readonly RecordedQuorumReplica[] | null;
}

/** What Apache Kafka did with one scenario, once: the committed document. */
export interface Recording extends Observations {
  readonly recording: 1;
  /** File name of the scenario, without its ending. */
  readonly scenario: string;
  /** Of the scenario's text: a recording of another text is not of this scenario. */
  readonly scenarioHash: string;
  /** RECORDER_VERSION that made it. */
  readonly recorder: number;
  readonly kafkaVersion: string;
  readonly java: string;
  readonly run: number;
  /** ms from the start of a process until it first asks to be registered, by broker; for brokers started by commands. */
  readonly startMs: Readonly<Record<string, readonly number[]>>;
}

export interface RecordedCommand {
  readonly kind: string;
  /** When it was given. */
  readonly t: number;
  /** When it was answered or done; null: it was not. */
  readonly done: number | null;
  /** Error by resource, or one error for all; `NONE` for none. Only of admin calls. */
  readonly answer?: string | Readonly<Record<string, string>>;
}

/**
 * [instant in ms, partition, broker, log end offset, high watermark as this broker knows it, log start offset]. A broker that does not answer has
 * none.
 */
export type RecordedReplica = readonly [number, string, number, number, number, number];

/** What `kafka-metadata-quorum describe --replication` tells of a node: [node id, Status]. */
export type RecordedQuorumReplica = readonly [number, string];

export interface RecordedPartition {
  readonly replicas: readonly number[];
  readonly leader: number;
  readonly leaderEpoch: number;
  readonly partitionEpoch: number;
  readonly isr: readonly number[];
  readonly elr: readonly number[];
  readonly lastKnownElr: readonly number[];
  readonly adding?: readonly number[];
  readonly removing?: readonly number[];
}

/** Fields of a metadata record, as Kafka's own tool prints them. */
export type MetadataFields = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/** [ms, type as Kafka names it, fields]. */
export type RecordedMetadata = readonly [number, string, MetadataFields];

export interface RecordedProducer {
  /** Records that the application handed to send(). */
  readonly handedOver: number;
  /** Callbacks in the order in which they came, neighbours joined. */
  readonly outcomes: readonly RecordedOutcome[];
  /** Transactional calls that have ended, in that order; only of producers that made any. */
  readonly transactions?: readonly RecordedTransactionalCall[];
}

/** [method, ms at which it returned or threw, error or "NONE"]. */
export type RecordedTransactionalCall = readonly [string, number, string];

/**
 * [place of the first record among those that the producer handed over for this partition, how many, partition (−1: unknown), first offset or
 * error, ms of the last callback].
 */
export type RecordedOutcome = readonly [number, number, number, number | string, number];

/** [partition, committed offset] */
export type RecordedCommit = readonly [string, number];

/** ["read", ms, partition, first offset, count] or [what, ms, partitions or error]. */
export type RecordedConsumerEvent =
  | readonly ['read', number, string, number, number]
  | readonly ['assigned' | 'revoked' | 'lost', number, readonly string[]]
  | readonly ['failed', number, string];

export interface RecordedLog {
  /** In the order of the log. */
  readonly batches: readonly RecordedBatch[];
  /** leader-epoch-checkpoint: [epoch, start offset]. */
  readonly epochs: readonly (readonly [number, number])[];
  /** From replication-offset-checkpoint, which Kafka writes every five seconds and at a clean stop; null: not in it. */
  readonly checkpointedHighWatermark: number | null;
  /** Its files; only of logs that have rolled, or do not begin at 0. */
  readonly segments?: readonly RecordedSegment[];
  /** Of logs that the cleaner took records from, and of those with tombstones. */
  readonly cleaned?: CleanedRecords;
}

/** What compaction left, and what it will take. */
export interface CleanedRecords {
  /** Offsets that hold a record: [first, last] of each run without a gap. */
  readonly kept: readonly (readonly [number, number])[];
  /** Records without a value: [offset, delete horizon of their batch in ms since zero; null: not cleaned yet]. */
  readonly tombstones: readonly (readonly [number, number | null])[];
}

export interface RecordedSegment {
  readonly baseOffset: number;
  /** Of the `.log` file. */
  readonly sizeBytes: number;
  /** Of the `.index` file: [offset, position]. */
  readonly offsetIndex: readonly (readonly [number, number])[];
  /** Of the `.timeindex` file: [timestamp in ms since zero, offset]. */
  readonly timeIndex: readonly (readonly [number, number])[];
}

/**
 * [base offset, count, leader epoch, producer id (counted from 0 in the order of ids; −1: none), producer epoch, base sequence, the producer's
 * place in the scenario, place of the first record among that producer's for this partition, flags: "" or "txn", "commit", "abort"; of a
 * compressed one also [codec, bytes of the batch]]. −1 where it is not known.
 */
export type RecordedBatch = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  string,
  (readonly [string, number])?,
];

/** Raised when what is recorded, or how, changes so that older recordings cannot be compared any more. */
export const RECORDER_VERSION = 3;

/** A producer's records have numbers of their own: its place in the scenario times this, plus how many it handed over before. */
export const RECORDS_A_PRODUCER = 10_000_000;
