import type { FileTime } from '../ScenarioFile.ts';

/** A database outside of Kafka. */
export interface FileStore {
  readonly name: string;
  readonly rack?: string | null;
  readonly latency?: FileTime;
  readonly down?: readonly FileOutage[];
  readonly failCommits?: readonly number[];
  readonly loseAnswers?: readonly number[];
}

export interface FileOutage {
  readonly from: FileTime;
  readonly to: FileTime;
}

/** What of an application is not Kafka: keys of `processing`. */
export interface FileOutsideProcessing {
  readonly store?: FileStoreUse;
  readonly errors?: FileErrors;
  readonly sink?: FileSink;
  readonly delay?: FileTime;
  readonly deserialization?: FileDeserialization;
}

export interface FileDeserialization {
  readonly fails: readonly FilePoisonRecord[];
  /** Default: never. */
  readonly pollsAgain?: FileTime;
}

export interface FileStoreUse {
  readonly name: string;
  /** insert or upsert. Default insert. */
  readonly write?: string;
  /** none, offset or id. Default none. */
  readonly unique?: string;
  /** record or poll. Default record. */
  readonly transaction?: string;
  /** kafka or store. Default kafka. */
  readonly offsets?: string;
  /** none or generation. Default none. */
  readonly fencing?: string;
  readonly timeout?: FileTime;
}

export interface FileErrors {
  readonly retriable?: number;
  readonly fatal?: number;
  readonly poison?: readonly FilePoisonRecord[];
  readonly attempts?: number;
  readonly backoff?: FileTime;
  /** stop or skip. Default stop. */
  readonly then?: string;
  readonly retryTopic?: string;
  readonly deadLetterTopic?: string;
  readonly producer?: string;
}

export interface FilePoisonRecord {
  readonly partition: string;
  readonly offset: number;
}

export interface FileSink {
  readonly 'errors.tolerance'?: string;
  readonly 'errors.retry.timeout'?: number;
  readonly 'errors.retry.delay.max.ms'?: number;
  readonly 'errors.deadletterqueue.topic.name'?: string;
  /** true or false. Default false. */
  readonly 'errors.deadletterqueue.context.headers.enable'?: string;
}
