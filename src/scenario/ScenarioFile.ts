import type { FileOutsideProcessing, FileStore } from './outside/OutsideFile.ts';

/**
 * The JSON text of a scenario, format 1: what people write, links hold and importers make. `scenarioShape` says the same for a
 * machine, and `public/scenario.schema.json` is printed from there. Keys that Kafka has are Kafka's. Keys are only ever added;
 * a rename is a migration. Every key but `highwater` may be left out: its default is Kafka's, or is told here.
 */
export interface ScenarioFile {
  readonly highwater: 1;
  /** For editors that fetch a schema; has no meaning here. */
  readonly $schema?: string;
  /** What a person calls it. */
  readonly title?: string;
  /** What happens in it and why, for a person. */
  readonly description?: string;
  /** Where it comes from. */
  readonly sources?: readonly FileSource[];
  /** The instant that a page shows first. Default: the start. */
  readonly openAt?: FileTime;
  /** Default "4.2". */
  readonly 'kafka.version'?: string;
  /** Default 1. */
  readonly seed?: number;
  readonly until?: FileTime;
  readonly features?: FileFeatures;
  readonly configs?: FileConfigs;
  readonly network?: FileNetwork;
  readonly times?: FileTimes;
  /** Default: one, with the lowest id from 101 on that no broker has. */
  readonly controllers?: readonly FileController[];
  readonly brokers?: readonly FileBroker[];
  readonly topics?: readonly FileTopic[];
  readonly quotas?: readonly FileQuota[];
  readonly producers?: readonly FileProducer[];
  readonly groups?: readonly FileGroup[];
  readonly consumers?: readonly FileConsumer[];
  /** Not Kafka: brokers of queues, with their clients. */
  readonly queueBrokers?: readonly FileQueueBroker[];
  readonly stores?: readonly FileStore[];
  readonly commands?: readonly FileCommand[];
}

/** A number of ms, or a text of number and unit: us ms s min h d. */
export type FileTime = number | string;
/** A number of bytes, or a text of number and unit: B KiB MiB GiB kB MB GB. */
export type FileSize = number | string;
export type FileConfigs = Readonly<Record<string, string | number | boolean>>;

export interface FileSource {
  readonly title: string;
  readonly url?: string;
}

export interface FileFeatures {
  /** Default: 0 with Kafka 4.0, else 1. */
  readonly 'eligible.leader.replicas.version'?: number;
  /** Share groups. Default: 1 from Kafka 4.2 on, else 0. */
  readonly 'share.version'?: number;
  /** Default: 2. */
  readonly 'transaction.version'?: number;
}

export interface FileNetwork {
  /** One way. Default 0.25ms. */
  readonly latency?: FileTime;
  /** One way. Default 0.5ms, or `latency` where that is longer. */
  readonly latencyAcrossRacks?: FileTime;
  /** Default 10Gbit/s. */
  readonly bandwidth?: string;
  readonly links?: readonly FileLink[];
}

export interface FileLink {
  readonly between: readonly string[];
  readonly latency?: FileTime;
  readonly bandwidth?: string;
}

export interface FileTimes {
  readonly request?: FileTime;
  readonly requestPerKiB?: FileTime;
  readonly networkThread?: FileTime;
  readonly networkThreadPerKiB?: FileTime;
  readonly append?: FileTime;
  readonly appendPerKiB?: FileTime;
  readonly fsync?: FileTime;
  readonly brokerStart?: FileTime;
  readonly pageCacheExpire?: FileTime;
  readonly recoveryPerMiB?: FileTime;
  readonly remoteCopyPerMiB?: FileTime;
  readonly remoteRead?: FileTime;
}

export interface FileController {
  readonly 'node.id': number;
}

export interface FileBroker {
  readonly 'node.id': number;
  readonly 'broker.rack'?: string | null;
  /** running, stopped or new. Default running. */
  readonly state?: string;
  readonly configs?: FileConfigs;
  /** Default: every disk has room without end. */
  readonly disks?: readonly FileDisk[];
}

export interface FileDisk {
  /** Default: the first of log.dirs. */
  readonly logDir?: string;
  readonly capacity: FileSize;
}

export interface FileTopic {
  readonly name: string;
  /** How many. Default 1. */
  readonly partitions?: number;
  /** Default 1, or the length of the lists in `replicas`. */
  readonly 'replication.factor'?: number;
  /** Partition to replicas, preferred leader first. A partition left out is placed round robin (simplified). */
  readonly replicas?: Readonly<Record<string, readonly number[]>>;
  readonly configs?: FileConfigs;
  /** Partition to where it stands at time 0. */
  readonly initial?: Readonly<Record<string, FileInitial>>;
}

export interface FileInitial {
  /** −1: none. Default: the first replica that is in the ISR and runs. */
  readonly leader?: number;
  readonly leaderEpoch?: number;
  readonly partitionEpoch?: number;
  /** Default: the replicas that run, those in `elr` left out. */
  readonly isr?: readonly number[];
  readonly elr?: readonly number[];
  readonly lastKnownElr?: readonly number[];
  readonly logStartOffset?: number;
  /** How many records stand from `logStartOffset` to the leader's log end. */
  readonly records?: number;
  /** When the first of them was written, zero or before the start. */
  readonly from?: FileTime;
  /** Default: what the whole ISR and ELR have. */
  readonly highWatermark?: number;
  /** Replicas that stand elsewhere than the leader. */
  readonly replicas?: Readonly<Record<string, FileReplica>>;
}

export interface FileReplica {
  readonly logEndOffset?: number;
  readonly highWatermark?: number;
}

/** Values of a quota; Kafka's names. null, in a command: removed. */
export interface FileQuotaValues {
  readonly producer_byte_rate?: FileSize | null;
  readonly consumer_byte_rate?: FileSize | null;
  readonly request_percentage?: number | null;
  readonly controller_mutation_rate?: number | null;
}

export interface FileQuota extends FileQuotaValues {
  readonly user?: string;
  readonly 'client-id'?: string;
}

export interface FileProducer {
  readonly 'client.id': string;
  readonly rack?: string | null;
  readonly configs?: FileConfigs;
  readonly workload?: FileWorkload | null;
  /** Default: Java's. */
  readonly partitioner?: FilePartitioner;
  /** Default: its machine can resolve every name. */
  readonly hosts?: readonly FileHost[];
}

export interface FileWorkload {
  readonly topic: string;
  /** Default null: the partitioner chooses. */
  readonly partition?: number | null;
  /** Default null: only what SendRecords commands hand over. */
  readonly arrivals?: FileArrivals | null;
  readonly key?: string | null;
  /** How many keys a `key` with `{n}` makes. */
  readonly keys?: number;
  /** Default 100. */
  readonly valueBytes?: FileSize;
  /** Every so many-th record is a tombstone. Default null: none. */
  readonly tombstoneEvery?: number | null;
  readonly start?: FileTime;
  readonly end?: FileTime | null;
  /** In place of `key`. */
  readonly keyList?: readonly string[];
  /** Default: keys come in turn. */
  readonly keyPick?: FileKeyPick;
  readonly valueBytesMost?: FileSize;
  readonly headers?: readonly FileHeader[];
  readonly compressibility?: FileCompressibility;
  readonly values?: 'json' | 'text' | 'random';
  readonly eventTime?: FileEventTime;
  /** Default: records mean nothing. */
  readonly transfers?: FileTransfers;
  /** Default null: only what commands have it do. */
  readonly transaction?: FileTransaction | null;
}

export interface FileTransfers {
  /** ISO 4217. Default EUR. */
  readonly currency?: string;
  readonly amount: number;
  /** Default: all move the same. */
  readonly amountMost?: number;
  /** Of each account. Default 0. */
  readonly opening?: number;
  /** 1 or 2. Default 1. */
  readonly records?: number;
}

export interface FileTransaction {
  /** Default: as many as come while it lasts. */
  readonly records?: number;
  /** Default 0. */
  readonly lasts?: FileTime;
  /** Default: none. */
  readonly abortEvery?: number;
  /** Default: never. */
  readonly restartAfter?: FileTime;
}

export interface FileHost {
  readonly name: string;
  readonly broker: number;
}

/** One of these. */
export interface FileArrivals {
  readonly constant?: string;
  readonly poisson?: string;
  readonly bursts?: FileBursts;
  readonly diurnal?: FileDiurnal;
  readonly closedLoop?: FileClosedLoop;
  readonly at?: readonly FileTime[];
}

export interface FileBursts {
  readonly records: number;
  readonly every: FileTime;
  /** Default 0: at once. */
  readonly within?: FileTime;
}

export interface FileDiurnal {
  readonly low: string;
  readonly high: string;
  /** Default 24h. */
  readonly period?: FileTime;
}

export interface FileClosedLoop {
  readonly senders: number;
  /** Default 0. */
  readonly think?: FileTime;
}

export type FileKeyPick =
  | { readonly kind: 'uniform' }
  /** Default 100. */
  | { readonly kind: 'zipf'; readonly exponentPercent?: number }
  | { readonly kind: 'hot'; readonly sharePercent: number };

export interface FileHeader {
  readonly key: string;
  /** Default 0. */
  readonly valueBytes?: FileSize;
}

export interface FileCompressibility {
  readonly ratioPermille: number;
  /** Default 0. */
  readonly halfBytes?: FileSize;
}

export interface FileEventTime {
  readonly delay: FileTime;
  /** Default: as `delay`. */
  readonly delayMost?: FileTime;
}

export type FilePartitioner =
  | { readonly kind: 'client'; readonly name: string }
  /** Default 1. */
  | { readonly kind: 'vip'; readonly keys: readonly string[]; readonly partitions?: number }
  /** Default: all keys. */
  | { readonly kind: 'salt'; readonly keys?: readonly string[]; readonly salts: number };

export interface FileConsumer {
  readonly 'client.id': string;
  readonly rack?: string | null;
  readonly configs?: FileConfigs;
  readonly assign?: readonly string[];
  /** In place of `assign`: topics that it reads as a member of its group. */
  readonly subscribe?: readonly string[];
  readonly processing?: FileProcessing;
  /** It is a KafkaShareConsumer: a member of a share group. */
  readonly share?: FileShare;
}

/** A broker of queues as RabbitMQ is one. */
export interface FileQueueBroker {
  readonly name: string;
  readonly exchanges?: readonly FileExchange[];
  readonly queues?: readonly FileQueue[];
  readonly bindings?: readonly FileBinding[];
  readonly publishers?: readonly FilePublisher[];
  readonly consumers?: readonly FileQueueConsumer[];
}

export interface FileExchange {
  readonly name: string;
  /** direct, fanout or topic. Default direct. */
  readonly type?: string;
}

export interface FileQueue {
  readonly name: string;
  /** Default true. */
  readonly durable?: boolean;
  readonly 'x-message-ttl'?: FileTime;
  readonly 'x-max-length'?: number;
  /** drop-head or reject-publish. Default drop-head. */
  readonly 'x-overflow'?: string;
  readonly 'x-dead-letter-exchange'?: string;
  readonly 'x-dead-letter-routing-key'?: string;
}

export interface FileBinding {
  readonly exchange: string;
  readonly queue: string;
  /** Default: empty. */
  readonly key?: string;
}

export interface FilePublisher {
  readonly 'client.id': string;
  /** Default: the default exchange. */
  readonly exchange?: string;
  readonly routingKey: string;
  readonly keys?: number;
  readonly arrivals?: FileArrivals | null;
  readonly valueBytes?: FileSize;
  readonly start?: FileTime;
  readonly end?: FileTime | null;
  /** Default true. */
  readonly persistent?: boolean;
  /** Default true. */
  readonly confirms?: boolean;
}

export interface FileQueueConsumer {
  readonly 'client.id': string;
  readonly queue: string;
  /** Default 0: no limit. */
  readonly prefetch?: number;
  /** Default false. */
  readonly autoAck?: boolean;
  readonly perMessage?: FileTime;
  readonly slow?: readonly FileSlowMessage[];
  readonly failEvery?: number;
  /** requeue or reject. Default requeue. */
  readonly failThen?: string;
  /** Default false: at each delivery. */
  readonly failOnce?: boolean;
}

export interface FileSlowMessage {
  readonly message: number;
  readonly takes: FileTime;
}

/** A group with configs of its own. */
export interface FileGroup {
  readonly 'group.id': string;
  readonly configs?: FileGroupConfigs;
}

export interface FileGroupConfigs {
  readonly 'consumer.session.timeout.ms'?: number;
  readonly 'consumer.heartbeat.interval.ms'?: number;
  readonly 'share.auto.offset.reset'?: string;
  readonly 'share.isolation.level'?: string;
  readonly 'share.record.lock.duration.ms'?: number;
  readonly 'share.session.timeout.ms'?: number;
  readonly 'share.heartbeat.interval.ms'?: number;
}

export interface FileShare {
  /** Every so many-th record that it gets fails. */
  readonly failEvery?: number;
  /** accept, release or reject. Default release. */
  readonly failThen?: string;
  readonly poison?: readonly FilePoison[];
  readonly renewEvery?: FileTime;
}

export interface FilePoison {
  readonly partition: string;
  readonly offset: number;
  readonly takes?: FileTime;
  /** accept, release or reject. Default release. */
  readonly then?: string;
}

export interface FilePartitionOffset {
  readonly partition: string;
  readonly offset: number;
}

export interface FileProcessing extends FileOutsideProcessing {
  /** What the application takes for one record. Default 0: it takes all at once. */
  readonly perRecord?: FileTime;
  /** commitSync or commitAsync, for the records of each poll(). Default: neither. */
  readonly commit?: string;
  /** before or after it works on them. Default after. */
  readonly commitWhen?: string;
  /** Default: all that a poll() returned; else it commits when it has done with so many. */
  readonly commitEvery?: number;
  /** Threads that it hands them to, before it polls on. Default 0: it works on them itself. */
  readonly workers?: number;
  /** background (the default), or eventLoop: the handler shares one loop with heartbeats, fetches and commits. */
  readonly heartbeats?: string;
  /** How the times of records differ: constant (the default) or exponential, with the mean perRecord. */
  readonly spread?: string;
  readonly failures?: FileProcessingFailures;
  /** Consume–process–produce: for each record read one is sent. */
  readonly output?: FileOutput;
}

/** Records that fail at first, and are tried again in place. */
export interface FileProcessingFailures {
  readonly percent: number;
  /** The last one succeeds. Default 3. */
  readonly retries?: number;
  /** Before each. Default 1s. */
  readonly backoff?: FileTime;
}

export interface FileOutput {
  /** client.id of a producer without arrivals and transactions of its own. */
  readonly producer: string;
  /** After an error that only closing can follow. Default: never. */
  readonly restartAfter?: FileTime;
}

export interface FileReassignment {
  readonly partition: string;
  /** null: cancels the reassignment under way. */
  readonly replicas: readonly number[] | null;
}

interface FileCommandTime {
  readonly at: FileTime;
  readonly after?: number;
  readonly repeat?: FileRepeat;
}

export interface FileRepeat {
  readonly every: FileTime;
  readonly times: number;
}

export type FileCommand = FileCommandTime &
  (
    | {
        readonly kind: 'AlterClientQuotas';
        readonly user?: string;
        readonly 'client-id'?: string;
        readonly quotas: FileQuotaValues;
      }
    | {
        readonly kind: 'KillBroker' | 'StopBroker' | 'StartBroker' | 'FailDisk' | 'ReplaceDisk' | 'MendDisk';
        readonly broker: number;
      }
    | {
        readonly kind: 'KillController' | 'StopController' | 'StartController' | 'CutControllerPower';
        readonly controller: number;
      }
    /** One of both. */
    | { readonly kind: 'CutPower'; readonly broker?: number; readonly rack?: string }
    | { readonly kind: 'PauseProcess'; readonly node: string; readonly for?: FileTime }
    | { readonly kind: 'ResumeProcess'; readonly node: string }
    | { readonly kind: 'SlowDisk'; readonly broker: number; readonly factor: number }
    | {
        readonly kind: 'ResetConnections';
        readonly between: readonly string[];
      }
    | {
        readonly kind: 'CutLink' | 'MendLink';
        readonly between: readonly string[];
        /** Default both. */
        readonly direction?: string;
      }
    | {
        readonly kind: 'SlowLink';
        readonly between: readonly string[];
        readonly direction?: string;
        readonly latency?: FileTime;
        readonly jitter?: FileTime;
        readonly bandwidth?: string;
        readonly lossPercent?: number;
      }
    | {
        readonly kind: 'SetClock';
        readonly node: string;
        readonly offset?: FileTime;
        readonly driftPpm?: number;
      }
    | { readonly kind: 'KillClient' | 'CloseClient' | 'StartClient'; readonly client: string }
    | { readonly kind: 'StallConsumer' | 'UnstallConsumer'; readonly consumer: string }
    | {
        readonly kind: 'Seek';
        readonly consumer: string;
        /** Default: all that it is assigned. */
        readonly partitions?: readonly string[];
        /** beginning, end, offset or timestamp. */
        readonly to: string;
        /** The offset, or the timestamp in ms. */
        readonly value?: number;
      }
    | {
        readonly kind: 'PausePartitions' | 'ResumePartitions';
        readonly consumer: string;
        readonly partitions?: readonly string[];
      }
    | {
        readonly kind: 'CommitOffsets';
        readonly consumer: string;
        readonly offsets: readonly FilePartitionOffset[];
      }
    | {
        readonly kind: 'AlterGroupConfigs';
        readonly group: string;
        readonly configs?: FileGroupConfigs;
        readonly remove?: readonly string[];
      }
    | { readonly kind: 'DeleteGroups'; readonly groups: readonly string[] }
    | {
        readonly kind: 'AlterShareGroupOffsets';
        readonly group: string;
        readonly offsets: readonly FilePartitionOffset[];
      }
    | {
        readonly kind: 'DeleteShareGroupOffsets';
        readonly group: string;
        readonly topics: readonly string[];
      }
    | {
        readonly kind: 'AlterTopicConfigs';
        readonly topic: string;
        readonly configs: FileConfigs;
        /** Names of configs that are not to be set any more. */
        readonly remove?: readonly string[];
      }
    | {
        readonly kind: 'AlterBrokerConfigs';
        readonly broker: number;
        readonly configs?: FileConfigs;
        readonly remove?: readonly string[];
      }
    | {
        readonly kind: 'AlterClusterConfigs';
        readonly configs?: FileConfigs;
        readonly remove?: readonly string[];
      }
    | {
        readonly kind: 'CreateTopic';
        readonly topic: string;
        /** Default −1: num.partitions. */
        readonly partitions?: number;
        /** Default −1: default.replication.factor. */
        readonly 'replication.factor'?: number;
        /** Replicas of each partition, in place of both numbers. */
        readonly replicas?: readonly (readonly number[])[];
        readonly configs?: FileConfigs;
      }
    | { readonly kind: 'DeleteTopic'; readonly topic: string }
    | {
        readonly kind: 'CreatePartitions';
        readonly topic: string;
        /** How many there are to be. */
        readonly count: number;
        /** Replicas of each new one. */
        readonly replicas?: readonly (readonly number[])[];
      }
    | {
        readonly kind: 'ElectLeaders';
        readonly electionType: string;
        /** Default: all. */
        readonly partitions?: readonly string[];
      }
    | {
        readonly kind: 'AlterPartitionReassignments';
        readonly reassignments: readonly FileReassignment[];
      }
    | { readonly kind: 'UnregisterBroker'; readonly broker: number }
    | { readonly kind: 'DeleteRecords'; readonly partition: string; readonly offset: number }
    | {
        readonly kind: 'ResetOffsets';
        readonly group: string;
        /** Default: all that it has committed. */
        readonly partitions?: readonly string[];
        /** earliest, latest, current, offset, shift-by or by-duration. */
        readonly to: string;
        /** The offset, by how much, or how many ms. */
        readonly value?: number;
      }
    | {
        readonly kind: 'FailLogDir';
        readonly broker: number;
        /** Default: the first of log.dirs. */
        readonly logDir?: string;
      }
    | {
        readonly kind: 'ResizeDisk';
        readonly broker: number;
        /** Default: the first of log.dirs. */
        readonly logDir?: string;
        /** Default: room without end. */
        readonly capacity?: FileSize;
      }
    | { readonly kind: 'RestartProducer'; readonly producer: string; readonly configs?: FileConfigs }
    | { readonly kind: 'PauseWorkload' | 'ResumeWorkload'; readonly producer: string }
    | {
        readonly kind: 'BeginTransaction' | 'CommitTransaction' | 'AbortTransaction';
        readonly producer: string;
      }
    | { readonly kind: 'KillQueueBroker' | 'StartQueueBroker'; readonly queueBroker: string }
    | { readonly kind: 'PublishMessages'; readonly publisher: string; readonly count: number }
    | { readonly kind: 'SendRecords'; readonly producer: string; readonly count: number }
  );
