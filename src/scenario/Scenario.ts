import type { BrokerId, Bytes, Epoch, Micros, Offset } from '../shared/units.ts';

/**
 * A scenario after validation: every default filled in, every time in µs, every size in bytes. This is what the engine takes.
 * The text that people write, share and keep is a `ScenarioFile`; `parseScenario` turns one into the other, once, at the door.
 */
export interface Scenario {
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
  readonly producers: readonly ProducerSpec[];
  readonly consumers: readonly ConsumerSpec[];
  readonly commands: readonly Command[];
}

export const KAFKA_VERSIONS = ['4.0', '4.1', '4.2', '4.3', '4.4'] as const;
export type KafkaVersion = (typeof KAFKA_VERSIONS)[number];

/** Kafka config names to text values, as Kafka itself keeps them. */
export type ConfigMap = Readonly<Record<string, string>>;

export interface Features {
  /** KIP-966. 0 on new 4.0 clusters, 1 on new clusters from 4.1. */
  readonly 'eligible.leader.replicas.version': 0 | 1;
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
}

export interface ControllerSpec {
  readonly nodeId: number;
}

export type BrokerStartState = 'running' | 'stopped';

export interface BrokerSpec {
  readonly nodeId: BrokerId;
  readonly rack: string | null;
  readonly state: BrokerStartState;
  readonly configs: ConfigMap;
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
}

export interface Workload {
  readonly topic: string;
  /** Explicit partition, or null to let the partitioner choose. */
  readonly partition: number | null;
  readonly arrivals: Arrivals;
  /** null: no key. A text with `{n}` becomes one key a record: `card-{n}` with `keys` 10 cycles through card-0 … card-9. */
  readonly key: string | null;
  readonly keyCount: number;
  readonly valueBytes: Bytes;
  /** The first record is handed to send() this long after the start. */
  readonly startUs: Micros;
  /** No record from here on; null: never ends. */
  readonly endUs: Micros | null;
}

/** `constant`: equal gaps. `none`: only what SendRecords commands hand over. */
export type Arrivals =
  { readonly kind: 'constant'; readonly recordsPerSecond: number } | { readonly kind: 'none' };

export interface ConsumerSpec {
  readonly clientId: string;
  readonly rack: string | null;
  readonly configs: ConfigMap;
  /** `payments-0`, … */
  readonly assign: readonly string[];
}

/**
 * The only input after the start. Data, never closures. `at` alone means before every event of that instant; `after` is the
 * number of events of that instant already handled, for a command given by hand inside it.
 */
export type Command = { readonly atUs: Micros; readonly after?: number } & CommandBody;

export type CommandBody =
  /** SIGKILL: sockets close at once, nothing written is lost. */
  | { readonly kind: 'KillBroker'; readonly broker: BrokerId }
  /** SIGTERM: controlled shutdown (KIP-841), then a clean exit. */
  | { readonly kind: 'StopBroker'; readonly broker: BrokerId }
  /** Starts a broker that is not running. */
  | { readonly kind: 'StartBroker'; readonly broker: BrokerId }
  /** The machine loses power: nobody is told, and what was not flushed is gone. */
  | { readonly kind: 'CutPower'; readonly broker: BrokerId }
  /** Nothing passes between the two, either way. */
  | { readonly kind: 'CutLink'; readonly between: readonly [string, string] }
  | { readonly kind: 'MendLink'; readonly between: readonly [string, string] }
  /** IncrementalAlterConfigs on a topic, through the controller. */
  | { readonly kind: 'AlterTopicConfigs'; readonly topic: string; readonly configs: ConfigMap }
  /** AlterClientQuotas, through the controller; null removes a quota. */
  | {
      readonly kind: 'AlterClientQuotas';
      readonly user: string | null;
      readonly clientId: string | null;
      readonly quotas: readonly (readonly [ClientQuotaKey, number | null])[];
    }
  /** Closes the producer (what it holds is sent first) and starts it again with these configs changed. */
  | { readonly kind: 'RestartProducer'; readonly producer: string; readonly configs: ConfigMap }
  | { readonly kind: 'PauseWorkload'; readonly producer: string }
  | { readonly kind: 'ResumeWorkload'; readonly producer: string }
  /** Hands `count` records of the workload's shape to send() at once. */
  | { readonly kind: 'SendRecords'; readonly producer: string; readonly count: number };

export type CommandKind = CommandBody['kind'];
