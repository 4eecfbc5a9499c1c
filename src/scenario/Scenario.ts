import type { BrokerId, Bytes, Epoch, Micros, Offset, TopicPartition } from '../shared/units.ts';
import type { QueueBrokerSpec } from './queue/QueueBrokerSpec.ts';
import type { OutsideConsumerSpec, StoreSpec } from './outside/OutsideSpec.ts';
import type { Arrivals, PartitionerSpec, WorkloadExtras } from './workload/WorkloadSpec.ts';

/**
 * A scenario after validation: every default filled in, every time in µs, every size in bytes. This is what the engine takes.
 * The text that people write, share and keep is a `ScenarioFile`; `parseScenario` turns one into the other, once, at the door.
 */
export interface Scenario {
  /** What a person is told of it; null and an empty list where the file says nothing. The engine reads none of it. */
  readonly title: string | null;
  readonly description: string | null;
  readonly sources: readonly SourceSpec[];
  /** The instant that a page shows first; null: the start. */
  readonly openAtUs: Micros | null;
  readonly kafkaVersion: KafkaVersion;
  /** Whole number from 0 to 2^32 − 1. */
  readonly seed: number;
  /** Where a headless run ends; null when the file does not say. */
  readonly untilUs: Micros | null;
  readonly features: Features;
  /** Cluster-wide dynamic configs, Kafka's names and its text values. */
  readonly configs: ConfigMap;
  readonly network: NetworkSpec;
  readonly times: ProcessingTimes;
  readonly controllers: readonly ControllerSpec[];
  readonly brokers: readonly BrokerSpec[];
  readonly topics: readonly TopicSpec[];
  /** Client quotas at the start (KIP-546). */
  readonly quotas: readonly ClientQuotaSpec[];
  /** Groups that have configs of their own; left out: none has. */
  readonly groups?: readonly GroupSpec[];
  readonly producers: readonly ProducerSpec[];
  readonly consumers: readonly ConsumerSpec[];
  /** Not Kafka; left out: there is none. */
  readonly queueBrokers?: readonly QueueBrokerSpec[];
  /** Databases outside of Kafka; left out: there are none. */
  readonly stores?: readonly StoreSpec[];
  readonly commands: readonly Command[];
}

/** Where a scenario comes from. */
export interface SourceSpec {
  readonly title: string;
  /** An address of the web (https); null when there is none. */
  readonly url: string | null;
}

export const KAFKA_VERSIONS = ['4.0', '4.1', '4.2', '4.3', '4.4'] as const;
export type KafkaVersion = (typeof KAFKA_VERSIONS)[number];

/** Kafka config names to text values, as Kafka itself keeps them. */
export type ConfigMap = Readonly<Record<string, string>>;

export interface Features {
  /** KIP-966. 0 on new 4.0 clusters, 1 on new clusters from 4.1. */
  readonly 'eligible.leader.replicas.version': 0 | 1;
  /** KIP-932. Left out: 1 on new clusters from 4.2, else 0. */
  readonly 'share.version'?: 0 | 1;
  /** KIP-890: from 2 on each end of a transaction raises the epoch, and leaders add partitions. Left out: 2, as on new clusters. */
  readonly 'transaction.version'?: 0 | 1;
}

export interface NetworkSpec {
  /** One way, inside a rack (and between nodes of which one has no rack). */
  readonly latencyUs: Micros;
  readonly latencyAcrossRacksUs: Micros;
  readonly bandwidthBitsPerSecond: number;
  readonly links: readonly LinkSpec[];
}

/** What differs for one pair of nodes, both ways. Names are `broker:1`, `controller:101`, `producer:ID`, `consumer:ID`. */
export interface LinkSpec {
  readonly between: readonly [string, string];
  readonly latencyUs?: Micros;
  readonly bandwidthBitsPerSecond?: number;
}

/** What makes a link slow. null: as it is otherwise. */
export interface LinkSlowness {
  /** One way. */
  readonly latencyUs: Micros | null;
  /** Each message takes up to this much longer. */
  readonly jitterUs: Micros;
  readonly bandwidthBitsPerSecond: number | null;
  /** Of 100 packets so many must be sent again. */
  readonly lossPercent: number;
}

/** How long work takes. These are ours, not Kafka's: hardware that a scenario may change. */
export interface ProcessingTimes {
  readonly requestUs: Micros;
  readonly requestPerKiBUs: number;
  /** A network thread on each request that it reads and each answer that it writes. */
  readonly networkThreadUs: Micros;
  readonly networkThreadPerKiBUs: number;
  readonly appendUs: Micros;
  readonly appendPerKiBUs: number;
  readonly fsyncUs: Micros;
  /** From the start of a broker's process until it registers with the controller. */
  readonly brokerStartUs: Micros;
  /** Age at which the operating system writes a dirty page by itself (Linux: vm.dirty_expire_centisecs). */
  readonly pageCacheExpireUs: Micros;
  /** One recovery thread on each MiB of a log that it checks after an unclean stop. */
  readonly recoveryPerMiBUs: Micros;
  /** Copying a segment to remote storage, for each MiB; and until a read from there is answered. */
  readonly remoteCopyPerMiBUs: Micros;
  readonly remoteReadUs: Micros;
}

export interface ControllerSpec {
  readonly nodeId: number;
}

/** `new`: not part of the cluster before it is started for the first time. */
export type BrokerStartState = 'running' | 'stopped' | 'new';

export interface BrokerSpec {
  readonly nodeId: BrokerId;
  readonly rack: string | null;
  readonly state: BrokerStartState;
  readonly configs: ConfigMap;
  /** Disks of which more is known than that they are there. */
  readonly disks: readonly DiskSpec[];
}

/** The disk under a log directory. */
export interface DiskSpec {
  /** null: the first of `log.dirs`. */
  readonly logDir: string | null;
  /** What the logs in it may take. */
  readonly capacityBytes: Bytes;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: readonly PartitionSpec[];
  readonly configs: ConfigMap;
}

export interface PartitionSpec {
  /** Assignment order; the first is the preferred leader. */
  readonly replicas: readonly BrokerId[];
  /** Where the partition stands at time 0. Complete after validation. */
  readonly initial: InitialPartition;
}

export interface InitialPartition {
  /** −1 when the partition has no leader. */
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly isr: readonly BrokerId[];
  readonly elr: readonly BrokerId[];
  readonly lastKnownElr: readonly BrokerId[];
  readonly logStartOffset: Offset;
  /** Offset after the last of the records that stand in the log at the start. */
  readonly logEndOffset: Offset;
  /** Timestamp of the first of them, relative to the start of the scenario (zero or negative). */
  readonly fromUs: Micros;
  readonly highWatermark: Offset;
  /** Replicas that stand elsewhere than the leader. */
  readonly replicas: ReadonlyMap<BrokerId, { readonly logEndOffset: Offset; readonly highWatermark: Offset }>;
}

export const CLIENT_QUOTA_KEYS = [
  'producer_byte_rate',
  'consumer_byte_rate',
  'request_percentage',
  'controller_mutation_rate',
] as const;
export type ClientQuotaKey = (typeof CLIENT_QUOTA_KEYS)[number];

export interface ClientQuotaSpec {
  /** A name, `<default>`, or null: whatever the user. */
  readonly user: string | null;
  readonly clientId: string | null;
  /** Bytes a second, percent of a thread, partitions a second; on each broker. */
  readonly quotas: readonly (readonly [ClientQuotaKey, number])[];
}

export interface ProducerSpec {
  readonly clientId: string;
  readonly rack: string | null;
  /** Only what was set; defaults are Kafka's. */
  readonly configs: ConfigMap;
  readonly workload: Workload | null;
  /** That of another client, or a rule of the application's own. Left out: Java's. */
  readonly partitioner?: PartitionerSpec;
  /** All names that its machine can resolve. Left out: it can resolve each. */
  readonly hosts?: readonly { readonly name: string; readonly broker: BrokerId }[];
}

export interface Workload extends WorkloadExtras {
  readonly topic: string;
  /** Explicit partition, or null to let the partitioner choose. */
  readonly partition: number | null;
  readonly arrivals: Arrivals;
  /** null: no key. A text with `{n}` becomes one key a record: `card-{n}` with `keys` 10 cycles through card-0 … card-9. */
  readonly key: string | null;
  readonly keyCount: number;
  readonly valueBytes: Bytes;
  /** Every so many-th record has no value: a tombstone; null: none has. */
  readonly tombstoneEvery: number | null;
  /** The first record is handed to send() this long after the start. */
  readonly startUs: Micros;
  /** No record from here on; null: never ends. */
  readonly endUs: Micros | null;
  /** What the application does with transactions; left out: only what commands have it do. Needs a transactional.id. */
  readonly transaction?: TransactionSpec;
}

/** Begin, send, end, over and over. */
export interface TransactionSpec {
  /** Records of each; null: as many as come while it lasts. */
  readonly records: number | null;
  /** Ended so long after its begin, once it has its records; 0: at once. */
  readonly lastsUs: Micros;
  /** Every so many-th is aborted; null: none. */
  readonly abortEvery: number | null;
  /** After an error that only closing can follow, a new process starts so long later; null: never. */
  readonly restartAfterUs: Micros | null;
}

/** What `kafka-configs --entity-type groups` gives a group. */
export interface GroupSpec {
  readonly groupId: string;
  readonly configs: ConfigMap;
}

/** What the application of a `KafkaShareConsumer` does with records that fail. */
export interface ShareSpec {
  /** Every so many-th record that it gets fails; null: none does. */
  readonly failEvery: number | null;
  readonly failThen: ShareVerdict;
  readonly poison: readonly PoisonSpec[];
  /** While it works on a record it renews the lock so often; null: it does not. */
  readonly renewEveryUs: Micros | null;
}

/** What is said of a record that an application is done with. */
export type ShareVerdict = 'accept' | 'release' | 'reject';

/** A record that gives trouble whenever it is delivered. */
export interface PoisonSpec {
  readonly partition: TopicPartition;
  readonly offset: Offset;
  /** null: as long as any other. */
  readonly takesUs: Micros | null;
  readonly then: ShareVerdict;
}

export interface ConsumerSpec extends OutsideConsumerSpec {
  readonly clientId: string;
  readonly rack: string | null;
  readonly configs: ConfigMap;
  /** `payments-0`, … Empty where it subscribes. */
  readonly assign: readonly string[];
  /** Topics that it reads as a member of the group `group.id`. */
  readonly subscribe: readonly string[];
  /** What the application takes for one record; 0: it takes all at once. */
  readonly perRecordUs: Micros;
  /** What it calls for the records of each poll(); null: nothing, `enable.auto.commit` decides. */
  readonly commit: 'commitSync' | 'commitAsync' | null;
  /** `before`: it commits, and then works on them. */
  readonly commitWhen: 'before' | 'after';
  /** Threads that work on records while the application polls on; 0: it works on them itself. */
  readonly workers: number;
  /** Its client has one event loop for heartbeats and the work on records; left out: heartbeats have a thread of their own. */
  readonly heartbeats?: 'eventLoop';
  /** It commits when it has done with so many records, those of each partition up to there; left out: with each poll(). */
  readonly commitEvery?: number;
  /** Left out: every record takes the same time. */
  readonly spread?: 'exponential';
  /** Left out: none fails. */
  readonly failures?: ProcessingFailures;
  /** For each record that it reads the producer of its process sends one; left out: it has no producer. */
  readonly output?: OutputSpec;
  /** It is a `KafkaShareConsumer`, a member of a share group; left out: it is not. */
  readonly share?: ShareSpec;
}

/** Records that fail at first, and are tried again in place: nothing else goes on meanwhile (blocking retries). */
export interface ProcessingFailures {
  /** Above 0, at most 100. */
  readonly percent: number;
  /** The last one succeeds. */
  readonly retries: number;
  readonly backoffUs: Micros;
}

/** Consume–process–produce. */
export interface OutputSpec {
  /** `client.id` of the producer. With a transactional.id each poll() is a transaction, which commits the offsets too. */
  readonly producer: string;
  /** After an error that only closing can follow, a new process starts so long later; null: never. */
  readonly restartAfterUs: Micros | null;
}

export interface PartitionOffset {
  readonly partition: TopicPartition;
  readonly offset: Offset;
}

/** Where the offsets of a group are to be, as the options of `kafka-consumer-groups.sh --reset-offsets` are called. */
export interface OffsetsTarget {
  readonly to: 'earliest' | 'latest' | 'current' | 'offset' | 'shift-by' | 'by-duration';
  /** The offset, by how much it is shifted, or ms before now; 0 with the others. */
  readonly value: number;
}

/**
 * The only input after the start. Data, never closures. `at` alone means before every event of that instant; `after` is the
 * number of events of that instant already handled, for a command given by hand inside it.
 */
export type Command = {
  readonly atUs: Micros;
  readonly after?: number;
  /** Given again at even distances; left out: once. */
  readonly repeat?: Repeat;
} & CommandBody;

/** How often a command is given, the first time among them, and how far apart. */
export interface Repeat {
  readonly everyUs: Micros;
  readonly times: number;
}

export type CommandBody =
  /** SIGKILL: sockets close at once, nothing written is lost. */
  | { readonly kind: 'KillBroker'; readonly broker: BrokerId }
  /** SIGTERM: controlled shutdown (KIP-841), then a clean exit. */
  | { readonly kind: 'StopBroker'; readonly broker: BrokerId }
  /** Starts a broker that is not running. */
  | { readonly kind: 'StartBroker'; readonly broker: BrokerId }
  /** The machine loses power: nobody is told, and what was not flushed is gone. */
  | { readonly kind: 'CutPower'; readonly broker: BrokerId }
  /** SIGKILL of a controller. In a process with both roles, commands on one role are commands on both. */
  | { readonly kind: 'KillController'; readonly controller: BrokerId }
  /** SIGTERM: the active controller resigns (EndQuorumEpoch) and waits for the next leader before it exits. */
  | { readonly kind: 'StopController'; readonly controller: BrokerId }
  | { readonly kind: 'StartController'; readonly controller: BrokerId }
  | { readonly kind: 'CutControllerPower'; readonly controller: BrokerId }
  /** AlterClientQuotas, through the controller; null removes a quota. */
  | {
      readonly kind: 'AlterClientQuotas';
      readonly user: string | null;
      readonly clientId: string | null;
      readonly quotas: readonly (readonly [ClientQuotaKey, number | null])[];
    }
  /** All machines of a rack lose power at once, brokers and clients. */
  | { readonly kind: 'CutPower'; readonly rack: string }
  /** SIGSTOP: nothing of the process runs, its sockets stay open. It goes on after `forUs`; null: when it is resumed. */
  | { readonly kind: 'PauseProcess'; readonly node: string; readonly forUs: Micros | null }
  /** SIGCONT. */
  | { readonly kind: 'ResumeProcess'; readonly node: string }
  /** The disk with the logs is gone: every read and write of it fails. */
  | { readonly kind: 'FailDisk'; readonly broker: BrokerId }
  /** An empty disk in place of the one a broker had; only while its process does not run. */
  | { readonly kind: 'ReplaceDisk'; readonly broker: BrokerId }
  /** Appends and flushes take this many times longer. */
  | { readonly kind: 'SlowDisk'; readonly broker: BrokerId; readonly factor: number }
  | { readonly kind: 'MendDisk'; readonly broker: BrokerId }
  /** Nothing passes between the two; `forward`: nothing from the first to the second. */
  | { readonly kind: 'CutLink'; readonly between: readonly [string, string]; readonly direction?: 'forward' }
  /** Something on the way between two nodes ends their connections (TCP RST): what is under way on them is lost. */
  | { readonly kind: 'ResetConnections'; readonly between: readonly [string, string] }
  /** Whole and fast again, whether it was cut or slow. */
  | { readonly kind: 'MendLink'; readonly between: readonly [string, string]; readonly direction?: 'forward' }
  | ({
      readonly kind: 'SlowLink';
      readonly between: readonly [string, string];
      readonly direction?: 'forward';
    } & LinkSlowness)
  /** Sets the clock that a node stamps records with; its timers go by another one, which nobody can set. */
  | {
      readonly kind: 'SetClock';
      readonly node: string;
      readonly offsetUs: Micros;
      /** µs that it gains in each second from now on. */
      readonly driftPpm: number;
    }
  /** SIGKILL of a client: what it holds is gone, the kernel closes its sockets. `client` is `producer:ID` or `consumer:ID`. */
  | { readonly kind: 'KillClient'; readonly client: string }
  /** close(): a producer first sends what it holds. */
  | { readonly kind: 'CloseClient'; readonly client: string }
  /** A new process for a client that has none. */
  | { readonly kind: 'StartClient'; readonly client: string }
  /** The application is busy with what it has and does not call poll(). */
  | { readonly kind: 'StallConsumer'; readonly consumer: string }
  | { readonly kind: 'UnstallConsumer'; readonly consumer: string }
  /**
   * seek(), seekToBeginning(), seekToEnd(); `timestamp`: offsetsForTimes() and a seek to what that returns. Of the partitions named, or all
   * that the consumer is assigned. `value` is the offset, or the timestamp in ms; 0 with the others.
   */
  | {
      readonly kind: 'Seek';
      readonly consumer: string;
      readonly partitions: readonly TopicPartition[] | null;
      readonly to: 'beginning' | 'end' | 'offset' | 'timestamp';
      readonly value: number;
    }
  /** pause() and resume() of the partitions named, or of all that the consumer is assigned. */
  | {
      readonly kind: 'PausePartitions' | 'ResumePartitions';
      readonly consumer: string;
      readonly partitions: readonly TopicPartition[] | null;
    }
  /** commitSync() with these offsets. */
  | {
      readonly kind: 'CommitOffsets';
      readonly consumer: string;
      readonly offsets: readonly PartitionOffset[];
    }
  /** IncrementalAlterConfigs on a group (KIP-848, KIP-932). */
  | {
      readonly kind: 'AlterGroupConfigs';
      readonly group: string;
      readonly configs: ConfigMap;
      readonly remove?: readonly string[];
    }
  /** Groups of any kind in which nobody is. */
  | { readonly kind: 'DeleteGroups'; readonly groups: readonly string[] }
  /** Where a share group in which nobody is begins. */
  | {
      readonly kind: 'AlterShareGroupOffsets';
      readonly group: string;
      readonly offsets: readonly PartitionOffset[];
    }
  /** What is kept of a share group in which nobody is about these topics. */
  | { readonly kind: 'DeleteShareGroupOffsets'; readonly group: string; readonly topics: readonly string[] }
  /** IncrementalAlterConfigs on a topic: sets `configs`, and `remove` gives names back to what holds without them. */
  | {
      readonly kind: 'AlterTopicConfigs';
      readonly topic: string;
      readonly configs: ConfigMap;
      readonly remove?: readonly string[];
    }
  /** The same on the dynamic configs of one broker. */
  | {
      readonly kind: 'AlterBrokerConfigs';
      readonly broker: BrokerId;
      readonly configs: ConfigMap;
      readonly remove?: readonly string[];
    }
  /** The same on the dynamic configs of all brokers. */
  | { readonly kind: 'AlterClusterConfigs'; readonly configs: ConfigMap; readonly remove?: readonly string[] }
  /** CreateTopics. Numbers are −1 for the default; `replicas` null lets the controller place them by rack. */
  | {
      readonly kind: 'CreateTopic';
      readonly topic: string;
      readonly partitions: number;
      readonly replicationFactor: number;
      readonly replicas: readonly (readonly BrokerId[])[] | null;
      readonly configs: ConfigMap;
    }
  | { readonly kind: 'DeleteTopic'; readonly topic: string }
  /** CreatePartitions: `count` is how many there are to be; `replicas` those of the new ones. */
  | {
      readonly kind: 'CreatePartitions';
      readonly topic: string;
      readonly count: number;
      readonly replicas: readonly (readonly BrokerId[])[] | null;
    }
  /** `partitions` null: all of them. */
  | {
      readonly kind: 'ElectLeaders';
      readonly electionType: 'PREFERRED' | 'UNCLEAN';
      readonly partitions: readonly TopicPartition[] | null;
    }
  /** Starts or replaces reassignments; `replicas` null cancels one. */
  | {
      readonly kind: 'AlterPartitionReassignments';
      readonly reassignments: readonly {
        readonly partition: TopicPartition;
        readonly replicas: readonly BrokerId[] | null;
      }[];
    }
  /** Takes a broker out of the metadata; its process is not touched. */
  | { readonly kind: 'UnregisterBroker'; readonly broker: BrokerId }
  /** Removes all records before `offset`, with a request to the partition's leader; −1: before its high watermark (KIP-107). */
  | { readonly kind: 'DeleteRecords'; readonly partition: TopicPartition; readonly offset: Offset }
  /** Commits other offsets for a group that nobody is in; null: of all that it has committed. */
  | ({
      readonly kind: 'ResetOffsets';
      readonly group: string;
      readonly partitions: readonly TopicPartition[] | null;
    } & OffsetsTarget)
  /** The disk of a log directory is gone; null: the first of `log.dirs`. */
  | { readonly kind: 'FailLogDir'; readonly broker: BrokerId; readonly logDir: string | null }
  /** The volume under a log directory is made larger or smaller; null: without a limit. */
  | {
      readonly kind: 'ResizeDisk';
      readonly broker: BrokerId;
      /** null: the first of `log.dirs`. */
      readonly logDir: string | null;
      readonly capacityBytes: Bytes | null;
    }
  /** Closes the producer (what it holds is sent first) and starts it again with these configs changed. */
  | { readonly kind: 'RestartProducer'; readonly producer: string; readonly configs: ConfigMap }
  | { readonly kind: 'PauseWorkload'; readonly producer: string }
  | { readonly kind: 'ResumeWorkload'; readonly producer: string }
  /** The application of a transactional producer makes this call, after what it was told before. */
  | {
      readonly kind: 'BeginTransaction' | 'CommitTransaction' | 'AbortTransaction';
      readonly producer: string;
    }
  /** SIGKILL of a queue broker, and a new process. */
  | { readonly kind: 'KillQueueBroker' | 'StartQueueBroker'; readonly queueBroker: string }
  /** Publishes so many messages at once. */
  | { readonly kind: 'PublishMessages'; readonly publisher: string; readonly count: number }
  /** Hands `count` records of the workload's shape to send() at once. */
  | { readonly kind: 'SendRecords'; readonly producer: string; readonly count: number };

export type CommandKind = CommandBody['kind'];
