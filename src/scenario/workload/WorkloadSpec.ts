import type { Bytes, Micros } from '../../shared/units.ts';

/** When records come. */
export type Arrivals =
  /** Only what SendRecords commands hand over. */
  | { readonly kind: 'none' }
  /** With equal gaps. */
  | { readonly kind: 'constant'; readonly recordsPerSecond: number }
  /** With gaps of the exponential distribution. */
  | { readonly kind: 'poisson'; readonly recordsPerSecond: number }
  /** `records` every so often, at once or spread over a while. */
  | { readonly kind: 'bursts'; readonly records: number; readonly everyUs: Micros; readonly withinUs: Micros }
  /** A rate that rises from its lowest to its highest and falls again in each period. */
  | {
      readonly kind: 'diurnal';
      readonly lowPerSecond: number;
      readonly highPerSecond: number;
      readonly periodUs: Micros;
    }
  /** Each sender waits for its callback, thinks, and sends the next record. */
  | { readonly kind: 'closedLoop'; readonly senders: number; readonly thinkUs: Micros }
  /** Instants since the start of the workload, in rising order. */
  | { readonly kind: 'list'; readonly timesUs: readonly Micros[] };

/** Which key a record has, where they do not come in turn. */
export type KeyPickSpec =
  | { readonly kind: 'uniform' }
  | { readonly kind: 'zipf'; readonly exponentPercent: number }
  /** So many of 100 records have the first key. */
  | { readonly kind: 'hot'; readonly sharePercent: number };

export interface HeaderSpec {
  readonly key: string;
  readonly valueBytes: Bytes;
}

/** What a workload may have beside what each has. All of it is left out where the file says nothing. */
export interface WorkloadExtras {
  /** Keys themselves, in place of `key`. */
  readonly keyList?: readonly string[];
  readonly keyPick?: KeyPickSpec;
  /** Values have from `valueBytes` to this, all sizes equally likely. */
  readonly valueBytesMost?: Bytes;
  /** The same on each record. */
  readonly headers?: readonly HeaderSpec[];
  /** How well the records compress, whatever the codec. Left out: as JSON events do, by codec. */
  readonly compressibility?: { readonly ratioPermille: number; readonly halfBytes: Bytes };
  /** Values are real bytes of this kind, and codecs really compress them. */
  readonly values?: (typeof VALUE_KINDS)[number];
  /** Timestamps are that much before send(): event time. */
  readonly eventTime?: { readonly delayUs: Micros; readonly delayMostUs: Micros };
  /** What records mean. Left out: nothing. */
  readonly transfers?: TransfersSpec;
}

/** A business lens: records move amounts between accounts, which are the workload's keys. */
export interface TransfersSpec {
  /** ISO 4217, as EUR. */
  readonly currency: string;
  /** In whole units of it. */
  readonly amount: number;
  /** Amounts go from `amount` to this, all equally likely. */
  readonly amountMost: number;
  /** What each account has at the start. */
  readonly opening: number;
  /** 1: from whom to whom; 2: what the payer loses, and in the next record what the payee gets. */
  readonly records: 1 | 2;
}

export const DEFAULT_CURRENCY = 'EUR';

/** What real values are made of. */
export const VALUE_KINDS = ['json', 'text', 'random'] as const;

/** Other clients' partitioners, by library and its own name for it. */
export const PARTITIONER_NAMES = [
  'librdkafka:consistent',
  'librdkafka:consistent_random',
  'librdkafka:murmur2',
  'librdkafka:murmur2_random',
  'librdkafka:fnv1a',
  'librdkafka:fnv1a_random',
  'sarama:hash',
  'kafkajs:default',
  'kafkajs:legacy',
] as const;

export type PartitionerSpec =
  | { readonly kind: 'client'; readonly name: (typeof PARTITIONER_NAMES)[number] }
  /** The last `partitions` of the topic are kept for these keys. */
  | { readonly kind: 'vip'; readonly keys: readonly string[]; readonly partitions: number }
  /** A key is hashed with one of so many numbers behind it, in turn; `keys` null: each key. */
  | { readonly kind: 'salt'; readonly keys: readonly string[] | null; readonly salts: number };
