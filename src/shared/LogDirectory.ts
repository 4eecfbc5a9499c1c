import type { ByteField } from './ByteField.ts';
import type { FormatProblem } from './FormatProblem.ts';
import type { BrokerId, Bytes, Epoch, Micros, Millis, Offset, TopicPartition } from './units.ts';

/** Whose directory: that of a replica as it stands now in the run, or the one that was opened from files. */
export type DirectorySource =
  | { readonly kind: 'replica'; readonly broker: BrokerId; readonly partition: TopicPartition }
  | { readonly kind: 'opened' };

/** Files by name. */
export type DirectoryFile = readonly [name: string, bytes: Uint8Array];

export type LookUpTarget =
  | { readonly by: 'offset'; readonly offset: Offset }
  /** In ms since 1970, as it stands in the records; or `MAX_TIMESTAMP`. */
  | { readonly by: 'timestamp'; readonly timestampMs: Millis };

/** What may be asked about a directory. Bytes come only where they are asked for. */
export type DirectoryQuery =
  | { readonly kind: 'overview'; readonly source: DirectorySource }
  | { readonly kind: 'lookUp'; readonly source: DirectorySource; readonly target: LookUpTarget }
  /** The transactions of a producer, by its transactional id or its producer id; of nobody in particular: all. */
  | { readonly kind: 'transactions'; readonly source: DirectorySource; readonly producer: string }
  /** The batches of a segment from that one on, counted from 0; at most `limit`. */
  | {
      readonly kind: 'batches';
      readonly source: DirectorySource;
      readonly segment: Offset;
      readonly from: number;
      readonly limit: number;
    }
  /** The batch that begins at a position of a segment's .log file. */
  | {
      readonly kind: 'batch';
      readonly source: DirectorySource;
      readonly segment: Offset;
      readonly position: Bytes;
    }
  /** Bytes of a file that is no .log file; `from` is moved back to where an entry begins. */
  | {
      readonly kind: 'file';
      readonly source: DirectorySource;
      readonly file: string;
      readonly from: Bytes;
      readonly limit: Bytes;
    }
  /** All files, as a broker leaves them behind when it stops cleanly. */
  | {
      readonly kind: 'export';
      readonly source: DirectorySource;
      /** `uncompressed`: batches whose bytes do not exist are written without compression, and so stand elsewhere. */
      readonly missingBytes: 'refuse' | 'uncompressed';
    }
  /** Reads files, to be asked about as `opened` from then on. Nothing of them goes into the run. */
  | { readonly kind: 'open'; readonly name: string; readonly files: readonly DirectoryFile[] };

export type DirectoryQueryKind = DirectoryQuery['kind'];

/** What is answered to each; null: there is no such directory, segment, batch or file. */
export interface DirectoryAnswers {
  readonly overview: DirectoryView | null;
  readonly lookUp: LookUpView | null;
  readonly transactions: TransactionsView | null;
  readonly batches: readonly BatchView[] | null;
  readonly batch: BatchBytes | null;
  readonly file: FileBytes | null;
  readonly export: ExportedDirectory | null;
  readonly open: DirectoryView;
}

/** A partition's directory on one broker, without its bytes. */
export interface DirectoryView {
  /** `payments-0`. */
  readonly name: string;
  readonly source: DirectorySource;
  /** 22 characters; null where partition.metadata is missing. */
  readonly topicId: string | null;
  /** By base offset, never empty for a replica; the last is the active one. */
  readonly segments: readonly SegmentView[];
  /** In the order of their names. */
  readonly files: readonly FileView[];
  /** Of all .log files. */
  readonly logBytes: Bytes;
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  /** null where nobody says it: it is in no file of the directory. */
  readonly highWatermark: Offset | null;
  readonly leaderEpochs: readonly { readonly epoch: Epoch; readonly startOffset: Offset }[];
  /** What the timestamps of a run are counted from, in ms since 1970; null: they are those of a real clock. */
  readonly clockOriginMs: Millis | null;
  /** null where no config is known, as for files. */
  readonly roll: RollView | null;
  readonly problems: readonly DirectoryProblem[];
  /** Batches of which there is a size and no bytes: they were compressed by a ratio. */
  readonly batchesWithoutBytes: number;
}

export interface DirectoryProblem extends FormatProblem {
  readonly file: string;
}

export interface SegmentView {
  readonly baseOffset: Offset;
  /** One before the base offset when it is empty. */
  readonly lastOffset: Offset;
  readonly sizeBytes: Bytes;
  /** −1: none. */
  readonly largestTimestampMs: Millis;
  readonly isActive: boolean;
  readonly offsetIndexEntries: number;
  readonly timeIndexEntries: number;
}

export type FileKind =
  | '.log'
  | '.index'
  | '.timeindex'
  | '.txnindex'
  | '.snapshot'
  | 'leader-epoch-checkpoint'
  | 'partition.metadata'
  /** Renamed, and gone after file.delete.delay.ms. */
  | 'deleted'
  | 'other';

export interface FileView {
  readonly name: string;
  readonly kind: FileKind;
  /** What is written in it. */
  readonly sizeBytes: Bytes;
  /** What it takes on the disk: an index of the active segment is allocated in full. */
  readonly allocatedBytes: Bytes;
  /** Entries, producers or epochs in it; null where they are not counted. */
  readonly entries: number | null;
  /** When a deleted one goes. */
  readonly untilUs: Micros | null;
}

/** How far the active segment is from each of the limits at which it rolls. */
export interface RollView {
  readonly segmentBytes: Bytes;
  /** segment.ms less the segment's jitter. */
  readonly segmentMs: Millis;
  readonly segmentIndexBytes: Bytes;
  readonly indexIntervalBytes: Bytes;
  readonly sizeBytes: Bytes;
  /** Between its first record and one that came now; null while it is empty. */
  readonly ageMs: Millis | null;
  readonly offsetIndexBytes: Bytes;
  readonly timeIndexBytes: Bytes;
}

/** The header of a batch, as a scan reads it. */
export interface BatchView {
  readonly position: Bytes;
  readonly sizeBytes: Bytes;
  readonly baseOffset: Offset;
  readonly lastOffset: Offset;
  /** Fewer than it spans offsets, once the cleaner took some out. */
  readonly recordCount: number;
  readonly maxTimestampMs: Millis;
}

/** One comparison of a look-up in an index. Kafka: `AbstractIndex.indexSlotRangeFor`. */
export interface ProbeView {
  readonly slot: number;
  /** Offset, or time, of that entry. */
  readonly key: number;
  /** `warm` decides which half is searched, `first` whether the target lies before all entries. */
  readonly step: 'warm' | 'first' | 'bisect';
  /** Still possible after it, both ends included. */
  readonly low: number;
  readonly high: number;
}

export interface IndexLookUpView {
  readonly file: string;
  readonly target: number;
  readonly entryCount: number;
  readonly probes: readonly ProbeView[];
  /** Of the largest entry that is not above the target; −1: there is none. */
  readonly slot: number;
  /** That entry; null: the segment's beginning stands for it. */
  readonly entry: { readonly key: number; readonly value: number } | null;
}

/** How something is found, step by step. */
export interface LookUpView {
  readonly target: LookUpTarget;
  /** Base offset of the segment that may hold it; null: none does. */
  readonly segment: Offset | null;
  /** Segments that were looked at to choose it: by offset none is read, the names decide. */
  readonly segmentsRead: number;
  /** Only for a time. */
  readonly timeIndex: IndexLookUpView | null;
  readonly offsetIndex: IndexLookUpView | null;
  /** Where the scan of the .log file begins. */
  readonly scanFrom: Bytes;
  /** Batches from there on, the last of them the one that was found. */
  readonly scanned: readonly BatchView[];
  readonly scannedBytes: Bytes;
  readonly outcome: 'found' | 'below-log-start' | 'beyond-log-end' | 'later-than-all';
  /** The record, or the first after it where the cleaner took it out, and the batch that it is in. */
  readonly found: {
    readonly offset: Offset;
    readonly timestampMs: Millis | null;
    readonly batch: BatchView;
  } | null;
}

/** A batch and the base offset of the segment that it stands in. */
export interface TransactionBatchView {
  readonly segment: Offset;
  readonly batch: BatchView;
}

/** A transaction as far as one partition knows of it. */
export interface TransactionView {
  readonly producerId: number;
  /** Of its last batch; the marker may have a higher one (KIP-890). */
  readonly producerEpoch: Epoch;
  /** null: it is in no file of the directory. */
  readonly transactionalId: string | null;
  readonly outcome: 'COMMIT' | 'ABORT' | 'open';
  /** null: nothing but its marker is left. */
  readonly firstOffset: Offset | null;
  /** Of the marker; null while it is open. */
  readonly lastOffset: Offset | null;
  /** Without the marker. */
  readonly batches: readonly TransactionBatchView[];
  readonly marker: (TransactionBatchView & { readonly coordinatorEpoch: Epoch }) | null;
  /** What a .txnindex file says of it, and where; only aborted ones have an entry. */
  readonly indexEntry: {
    readonly file: string;
    readonly slot: number;
    /** Where the entry begins in the file. */
    readonly from: Bytes;
    readonly firstOffset: Offset;
    readonly lastOffset: Offset;
    readonly lastStableOffset: Offset;
  } | null;
}

export interface TransactionsView {
  /** How many there are; of many the latest are told. */
  readonly count: number;
  readonly transactions: readonly TransactionView[];
}

export interface BatchBytes {
  readonly batch: BatchView;
  /** Values are made up, for those of the run are not kept. */
  readonly isMadeUp: boolean;
  /** null: there is only a size. */
  readonly bytes: Uint8Array | null;
  /** They cover all bytes; ranges count from the batch's first. */
  readonly fields: readonly ByteField[];
  readonly problem: FormatProblem | null;
  /** The records of a compressed batch after its codec; ranges count from the first record. */
  readonly unpacked: {
    readonly bytes: Uint8Array;
    readonly fields: readonly ByteField[];
    readonly problem: FormatProblem | null;
  } | null;
  /** What its records say, where they are those of a coordinator; null: they are not. */
  readonly coordinatorRecords: readonly CoordinatorRecordView[] | null;
}

/** A record of an internal topic, field by field in Kafka's names. */
export interface CoordinatorRecordView {
  readonly offset: Offset;
  /** Kafka's name for such records; null: the key is of none that is known. */
  readonly kind: string | null;
  readonly key: string;
  /** null: a tombstone; empty: the value is of no known version. */
  readonly value: string | null;
}

export interface FileBytes {
  readonly file: string;
  readonly from: Bytes;
  readonly sizeBytes: Bytes;
  readonly bytes: Uint8Array;
  readonly fields: readonly ByteField[];
}

export type ExportedDirectory =
  | { readonly ok: true; readonly files: readonly DirectoryFile[] }
  | {
      readonly ok: false;
      readonly refusal: 'no-bytes';
      readonly batches: number;
      readonly firstOffset: Offset;
    }
  | {
      readonly ok: false;
      readonly refusal: 'too-large';
      readonly sizeBytes: Bytes;
      readonly limitBytes: Bytes;
    };
