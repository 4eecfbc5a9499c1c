import type { BusinessBooks } from './BusinessBooks.ts';
import type { CompressionType } from './Codec.ts';
import type { EventFilter } from './eventFilter.ts';
import type { TraceRow } from './traceEvents.ts';
import type { GroupResult } from './GroupResult.ts';
import type { QuorumResult } from './QuorumResult.ts';
import type { TransactionsResult } from './TransactionsResult.ts';
import type { EntityName } from './traceEvents.ts';
import type { BrokerId, Bytes, Epoch, Micros, Millis, Offset, TopicPartition } from './units.ts';

/** Clients whose choice of a partition by key is compared, each with the partitioner that it has when nobody chose another. */
export const COMPARED_CLIENTS = ['java', 'librdkafka', 'sarama', 'kafkajs', 'kafkajs1'] as const;
export type ComparedClient = (typeof COMPARED_CLIENTS)[number];

/** What may be asked about a run beside its frames: answers that are read rarely, or that no picture needs all the time. */
export type RunQuery =
  /** From a key to its partition, step by step, as Kafka's own clients for the JVM go, or by a rule of the application's own. */
  | { readonly kind: 'keyPath'; readonly key: string; readonly partitions: number; readonly rule?: KeyRule }
  /** Where each client puts each of these keys. */
  | { readonly kind: 'keyPartitions'; readonly keys: readonly string[]; readonly partitions: number }
  /** Which partitions of a topic have records of a key, of each key that its logs still have. */
  | { readonly kind: 'keyPlaces'; readonly topic: string }
  /** What each codec makes of these records, written as one batch: for real, and as the engine assumes. */
  | { readonly kind: 'compression'; readonly values: readonly string[] }
  /** The accumulator of a producer and what it has in flight, with sequences as it and the leaders know them. */
  | { readonly kind: 'producer'; readonly producer: string }
  /** Every transactional.id as its coordinator knows it. */
  | { readonly kind: 'transactions' }
  /** What became of the amounts that records move. What the scenario says of accounts comes with the question. */
  | { readonly kind: 'books'; readonly currency: string; readonly opening: number }
  /** The newest batches of a partition as its leader has them: which belong to transactions, and what became of those. */
  | { readonly kind: 'transactionLog'; readonly partition: TopicPartition; readonly limit: number }
  /** Every RPC that was on its way in a stretch of time up to where the run stands. */
  | { readonly kind: 'rpcs'; readonly fromUs: Micros; readonly toUs: Micros }
  /** The newest facts that somebody wants to read, up to where the run stands. */
  | { readonly kind: 'events'; readonly filter: EventFilter; readonly limit: number }
  /** What a process last reported of itself: every series of it, as it was sampled last. */
  | { readonly kind: 'metricsOf'; readonly node: EntityName }
  /** How requests go through a broker, stage by stage. */
  | { readonly kind: 'requestPath'; readonly broker: BrokerId }
  /** Databases, retry topics and dead letters: what applications have made of the records outside of Kafka. */
  | { readonly kind: 'outside' }
  /** Where things wait, and what is busy, if the run went on from here for so long. It is a copy that goes on. */
  | { readonly kind: 'queues'; readonly spanUs: Micros }
  /** What servers would answer to Kafka's own tools. */
  | { readonly kind: 'admin' };

export type RunQueryKind = RunQuery['kind'];

export interface RunAnswers {
  readonly keyPath: KeyPath;
  readonly keyPartitions: KeyPartitions;
  /** null: there is no such topic. */
  readonly keyPlaces: readonly KeyPlaces[] | null;
  readonly compression: readonly CompressionFigures[];
  /** null: there is no such producer. */
  readonly producer: ProducerInside | null;
  readonly transactions: readonly CoordinatedTransaction[];
  readonly books: BusinessBooks;
  /** null: the partition has no leader, or there is none such. */
  readonly transactionLog: TransactionLogView | null;
  readonly outside: OutsideView;
  readonly rpcs: RpcHistory;
  readonly events: FoundEvents;
  readonly metricsOf: readonly LastReading[];
  /** null: there is no such broker, or no process of it runs. */
  readonly requestPath: RequestPath | null;
  readonly queues: QueueFigures;
  readonly admin: AdminView;
}

export interface LastReading {
  /** Kafka's name, without the process. */
  readonly series: string;
  /** null: it has reported none. */
  readonly value: number | null;
}

export interface FoundEvents {
  /** Oldest first. */
  readonly rows: readonly TraceRow[];
  /** Before it nobody looked: enough had been found, or there is no end of it. null: all was looked at that is kept. */
  readonly searchedFromUs: Micros | null;
}

export interface RpcHistory {
  /** From here on all are told. */
  readonly coveredFromUs: Micros;
  /** Quiet stretches that the run went over in one leap: heartbeats and empty fetches, of which none was carried out. */
  readonly gaps: readonly { readonly fromUs: Micros; readonly toUs: Micros }[];
  /** By the time of their sending. */
  readonly flights: readonly RpcFlight[];
}

/** A request or an answer on its way. Nodes are numbers: places in `InFlightColumns.nodeKeys`. */
export interface RpcFlight {
  /** Kafka's name of the API, without “Request” or “Response”. */
  readonly api: string;
  readonly source: number;
  readonly target: number;
  /** Number of the request among all of the run; its answer has the same. */
  readonly correlationId: number;
  readonly connection: number;
  readonly isResponse: boolean;
  readonly sentAtUs: Micros;
  /** When it arrives, if nothing comes between. */
  readonly deliverAtUs: Micros;
  /**
   * `read`: its target got it. `held`: a cut link did not let it pass, and it is sent again when that is mended. `lost`: nobody will read it.
   * null: it is on its way, or in the sockets of a process that stands still.
   */
  readonly end: 'read' | 'held' | 'lost' | null;
  readonly endedUs: Micros | null;
  /** Kafka's name of the error in an answer; null: none. */
  readonly error: string | null;
  readonly sizeBytes: Bytes;
  /** Event that led to it; `why` tells its causes. 0: not known. */
  readonly causeSeq: number;
}

/** Stages of a request, in the order of its way. Kafka: `RequestChannel.Request.updateRequestMetrics`. */
export const REQUEST_STAGES = ['requestQueue', 'local', 'remote', 'responseQueue', 'responseSend'] as const;
export type RequestStage = (typeof REQUEST_STAGES)[number];

export interface RequestPath {
  readonly nowUs: Micros;
  /** When its process began to count. */
  readonly startedUs: Micros;
  readonly network: {
    readonly threads: number;
    readonly busy: number;
    /** Threads that hold a request for which the queue has no room (queued.max.requests). */
    readonly blocked: number;
    /** Read or being read, and not in the queue yet. */
    readonly receiving: number;
    readonly sending: number;
  };
  readonly queue: { readonly length: number; readonly capacity: number };
  readonly ioThreads: number;
  readonly producePurgatory: number;
  readonly fetchPurgatory: number;
  /** Requests that stand unread in sockets behind others of their connection. */
  readonly unread: number;
  /** Connections that are not read from because a quota was exceeded (KIP-219). */
  readonly muted: readonly { readonly client: string; readonly untilUs: Micros }[];
  /** Requests that are in each stage now. */
  readonly present: Readonly<Record<RequestStage, readonly RequestUnderWay[]>>;
  /** What was answered so far, by the name that Kafka's RequestMetrics has for it. */
  readonly answered: readonly AnsweredRequests[];
}

export interface RequestUnderWay {
  readonly api: string;
  readonly client: string;
  readonly correlationId: number;
  /** When it came into its stage. */
  readonly sinceUs: Micros;
  /** Time that it spent in the stages before, in their order. */
  readonly spentUs: readonly Micros[];
}

export interface AnsweredRequests {
  readonly request: string;
  readonly count: number;
  /** Sums of the time that they spent in each stage, in its order. */
  readonly spentUs: readonly Micros[];
  /** Of the times for which their connections were muted. */
  readonly throttledUs: Micros;
}

/** Places where something waits or is worked on, in the order in which a record comes to them. */
export const QUEUE_KINDS = [
  'accumulator',
  'inFlight',
  'requests',
  'ioThreads',
  'produces',
  'fetches',
  'fetchBuffer',
  'handler',
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

export const LIMIT_KINDS = ['inFlight', 'memory', 'ioThreads', 'wire', 'handler'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface QueueFigures {
  readonly spanUs: Micros;
  /** Only those that something came to. */
  readonly queues: readonly QueueFigure[];
  readonly limits: readonly LimitFigure[];
}

/** One queue over a time; what it holds are batches, requests or records, as its kind says. */
export interface QueueFigure {
  readonly kind: QueueKind;
  /** The process that has it. */
  readonly node: EntityName;
  readonly arrivals: number;
  /** How long those that came and left within the time had stayed, on the average; null: none. */
  readonly meanStayUs: Micros | null;
  /** How many were there, averaged over the time. */
  readonly meanLength: number;
  readonly lengthAtStart: number;
  readonly lengthAtEnd: number;
}

/** What can be used up, and which share of the time it was: of several threads, on the average. */
export interface LimitFigure {
  readonly kind: LimitKind;
  readonly node: EntityName;
  /** Of a wire: where it leads. */
  readonly to: EntityName | null;
  readonly share: number;
}

/** As in a scenario: partitions kept for some keys, or a key that is hashed with a number behind it. */
export type KeyRule =
  | { readonly kind: 'vip'; readonly keys: readonly string[]; readonly partitions: number }
  | { readonly kind: 'salt'; readonly keys: readonly string[] | null; readonly salts: number };

/** Of a salted key: of its first salt. */
export interface KeyPath {
  readonly bytes: readonly number[];
  /** What the hash begins with: the seed, and how long the key is. */
  readonly seed: number;
  /** Four bytes at a time, the lowest first. */
  readonly words: readonly HashWord[];
  /** What is left of the last bytes, and the hash after them; null: nothing is left. */
  readonly rest: { readonly bytes: readonly number[]; readonly hash: number } | null;
  /** As a signed integer of 32 bits, as Java has it. */
  readonly hash: number;
  /** Without its sign bit. */
  readonly positive: number;
  /** The partitions that the key may go to. */
  readonly range: { readonly first: number; readonly count: number };
  readonly partition: number;
  /** What is hashed in place of the key, in turn, and where each goes; null: the key itself. */
  readonly salted: readonly { readonly key: string; readonly partition: number }[] | null;
}

export interface HashWord {
  readonly bytes: readonly number[];
  readonly word: number;
  /** The hash when it is mixed in. */
  readonly hash: number;
}

export interface KeyPartitions {
  readonly clients: readonly {
    readonly client: ComparedClient;
    /** In the order of the keys; −1: without a hash, wherever the client likes. */
    readonly partitions: readonly number[];
    /** Keys of each partition. */
    readonly counts: readonly number[];
  }[];
}

export interface KeyPlaces {
  readonly key: string;
  readonly partitions: readonly TopicPartition[];
  readonly records: number;
}

export interface CompressionFigures {
  readonly type: Exclude<CompressionType, 'none'>;
  /** All values in one batch, and the first one alone. */
  readonly all: CompressedSizes;
  readonly first: CompressedSizes;
}

/** Bytes of a batch's records, without its header, which is never compressed. */
export interface CompressedSizes {
  readonly records: number;
  readonly originalBytes: Bytes;
  readonly compressedBytes: Bytes;
  /** What the engine would take for records of that size, of which it knows nothing else. */
  readonly assumedBytes: Bytes;
}

export interface ProducerInside {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly lingerUs: Micros;
  readonly batchSizeBytes: Bytes;
  readonly maxInFlight: number;
  readonly compression: CompressionType;
  /** buffer.memory, and what of it batches hold. */
  readonly bufferBytes: Bytes;
  readonly bufferHeldBytes: Bytes;
  /** Since when send() has been waiting for memory or metadata; null: it does not. */
  readonly blockedSinceUs: Micros | null;
  /** Requests in flight to each broker, of those that have any. */
  readonly requests: readonly { readonly broker: BrokerId; readonly count: number }[];
  readonly partitions: readonly PartitionInside[];
}

/** What a producer holds for one partition. */
export interface PartitionInside {
  readonly partition: TopicPartition;
  /** −1: it knows none. */
  readonly leader: BrokerId;
  /** Of the next batch, and the last that was acknowledged; null without idempotence or before the first batch. */
  readonly nextSequence: number | null;
  readonly lastAckedSequence: number | null;
  /** In the accumulator, the first to be sent first. */
  readonly waiting: readonly BatchInside[];
  readonly inFlight: readonly BatchInside[];
  /** What the leader remembers of this producer id; null: nothing, or the producer has no id. */
  readonly remembered: {
    readonly broker: BrokerId;
    readonly producerEpoch: Epoch;
    readonly batches: readonly {
      readonly firstSequence: number;
      readonly lastSequence: number;
      readonly baseOffset: Offset;
    }[];
  } | null;
}

export interface BatchInside {
  readonly records: number;
  readonly sizeBytes: Bytes;
  /** As large as it may become. */
  readonly limitBytes: Bytes;
  readonly createdUs: Micros;
  /** How often it was sent. */
  readonly attempts: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  /** Waiting: when linger.ms or its backoff is over. In flight: when its request times out. */
  readonly untilUs: Micros;
  /** In flight only. */
  readonly request: { readonly correlationId: number; readonly sentAtUs: Micros } | null;
}

export interface CoordinatedTransaction {
  readonly transactionalId: string;
  readonly coordinator: BrokerId;
  /** Of `__transaction_state`. */
  readonly partition: TopicPartition;
  /** Kafka's name of the state that is replicated, and of the one that is being written; null: none is. */
  readonly state: string;
  readonly pendingState: string | null;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly timeoutMs: Millis;
  /** When its first partition was added; null: none was. */
  readonly startedUs: Micros | null;
  /** Those that still lack a marker, once it is being ended. */
  readonly partitions: readonly TopicPartition[];
}

export interface TransactionLogView {
  readonly broker: BrokerId;
  readonly logEndOffset: Offset;
  readonly highWatermark: Offset;
  readonly lastStableOffset: Offset;
  /** Oldest first. */
  readonly batches: readonly TransactionBatchView[];
  /** Batches before the first of them. */
  readonly before: number;
}

export interface TransactionBatchView {
  readonly baseOffset: Offset;
  readonly count: number;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** `plain`: of no transaction. Records are of a transaction that is open, committed or aborted; a marker ends one. */
  readonly what: 'plain' | 'open' | 'committed' | 'aborted' | 'commitMarker' | 'abortMarker';
}

export interface OutsideView {
  readonly stores: readonly StoreView[];
  /** Topics from which records are sent on, and to which: the first first, dead-letter topics last. */
  readonly steps: readonly LadderStep[];
  readonly ledgers: readonly OutsideLedger[];
}

/** A database outside of Kafka. */
export interface StoreView {
  readonly name: string;
  /** 0: it is up. */
  readonly downForMs: Millis;
  readonly transactions: number;
  readonly refused: number;
  /** Rows there are; writes that found theirs there, and left it as it is or wrote it anew. */
  readonly rows: number;
  readonly ignored: number;
  readonly overwritten: number;
  /** Offsets that are kept in it. */
  readonly offsets: readonly {
    readonly group: string;
    readonly partition: TopicPartition;
    readonly offset: Offset;
  }[];
  /** The newest last. */
  readonly recent: readonly {
    readonly partition: TopicPartition;
    readonly offset: Offset;
    readonly writer: string;
    readonly atUs: Micros;
    readonly became: 'inserted' | 'overwritten' | 'ignored';
  }[];
}

/** One topic of a retry ladder. */
export interface LadderStep {
  readonly topic: string;
  /** Who reads it; empty: nobody does, as of a dead-letter topic. */
  readonly consumers: readonly string[];
  /** Records that ever came to it. */
  readonly records: number;
  /** Of them, those that its consumers have not taken yet. */
  readonly waiting: number;
  /** A record waits so long before it is worked on. */
  readonly delayMs: Millis;
  /** When the first that waits is due; null: none waits for its time. */
  readonly dueUs: Micros | null;
  /** Tries of it that failed, and records that were skipped or written. */
  readonly failedTries: number;
  readonly skipped: number;
  readonly done: number;
  /** What is at hand, and the how manieth try of it that is. */
  readonly atHand: readonly {
    readonly consumer: string;
    readonly partition: TopicPartition;
    readonly offset: Offset;
    readonly attempt: number;
  }[];
  readonly sentOn: readonly { readonly topic: string; readonly records: number }[];
  /** Headers of the newest record that was sent to it; empty: none was, or it was sent without. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[];
}

/** What became of the records of one producer in one partition, as a group has worked on them. */
export interface OutsideLedger {
  readonly group: string;
  /** null: nowhere. */
  readonly store: string | null;
  readonly partition: TopicPartition;
  readonly producer: string;
  readonly committedOffset: Offset;
  readonly due: number;
  readonly once: number;
  readonly twice: number;
  readonly forwarded: number;
  readonly skipped: number;
  readonly lost: number;
  readonly ahead: number;
}

/** What Kafka's admin requests would be answered now; what frames bring already is not among it. */
export interface AdminView {
  /** By group.id, share groups among them. */
  readonly groups: Readonly<Record<string, GroupResult>>;
  /** null: nobody leads the quorum. */
  readonly quorum: QuorumResult | null;
  /** null: nobody has a transaction. */
  readonly transactions: TransactionsResult | null;
  /** Kafka's defaults of those configs that were set on brokers while they run. */
  readonly brokerDefaults: Readonly<Record<string, string>>;
  /** Of brokers whose process runs, in the order of partitions and of their replicas. */
  readonly logs: readonly LogResult[];
  /** What each election would come to now, by partition; null: no controller is active. */
  readonly elections: readonly ElectionResult[] | null;
  /** Client quotas that the metadata holds, in the order in which they were set. Kafka: `DescribeClientQuotas`. */
  readonly quotas: readonly QuotaResult[];
  /** Configs that were set on groups, by group.id. Kafka: `DescribeConfigs` of `GROUP` (KIP-848). */
  readonly groupConfigs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Kafka's name of what a request for an election of this partition would be answered; `NONE`: it would be made. */
export interface ElectionResult {
  readonly topic: string;
  readonly partition: number;
  readonly preferred: ElectionAnswer;
  readonly unclean: ElectionAnswer;
}

export type ElectionAnswer =
  'NONE' | 'ELECTION_NOT_NEEDED' | 'PREFERRED_LEADER_NOT_AVAILABLE' | 'ELIGIBLE_LEADERS_NOT_AVAILABLE';

/** One value of a client quota. */
export interface QuotaResult {
  /** Whom it binds: a name, `<default>` for all without one of their own, null: the level is left out. */
  readonly user: string | null;
  readonly clientId: string | null;
  /** As `kafka-configs.sh` calls it, such as `producer_byte_rate`. */
  readonly key: string;
  /** Bytes a second, percent of one thread, or partitions a second. */
  readonly value: number;
}

/** A replica's log as its broker would describe it. */
export interface LogResult {
  readonly partition: TopicPartition;
  readonly broker: BrokerId;
  readonly isLeader: boolean;
  readonly logDir: string;
  readonly sizeBytes: Bytes;
  readonly logStartOffset: Offset;
  readonly highWatermark: Offset;
  readonly logEndOffset: Offset;
  /** null: it does not lead. */
  readonly listed: ListedOffsets | null;
}

/** What a leader answers to ListOffsets of −3 to −6, asked by a client; −1: there is no such record. Kafka: `OffsetSpec` (4.2). */
export interface ListedOffsets {
  /** The first record with the latest timestamp. */
  readonly maxTimestamp: Offset;
  readonly earliestLocal: Offset;
  readonly latestTiered: Offset;
  readonly earliestPendingUpload: Offset;
}
