import type { AbortedTransaction } from '../../engine/storage/format/transactionIndexBytes.ts';
import type { LeaderEpochEntry } from '../../engine/storage/LeaderEpochCache.ts';
import type { SegmentFiles } from '../../engine/storage/lookUpOffset.ts';
import type { StoredBatch } from '../../engine/storage/RecordBatch.ts';
import type {
  DirectoryFile,
  DirectoryProblem,
  DirectorySource,
  ExportedDirectory,
  FileView,
  RollView,
  SegmentView,
} from '../../shared/LogDirectory.ts';
import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import type { TransactionalBatch } from './transactionsInDirectory.ts';

/** A partition's directory, of a replica in a run or read from files: what both can be asked. */
export interface LogDirectory {
  readonly name: string;
  readonly source: DirectorySource;
  readonly topicId: string | null;
  /** By base offset; the last is the active one. */
  readonly segments: readonly DirectorySegment[];
  /** Those of the segments are among them. */
  readonly files: readonly FileView[];
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  readonly highWatermark: Offset | null;
  readonly leaderEpochs: readonly LeaderEpochEntry[];
  readonly clockOriginMs: Millis | null;
  readonly roll: RollView | null;
  readonly problems: readonly DirectoryProblem[];
  /** Of how many batches there are no bytes. */
  countWithoutBytes(): number;
  /** A file that is no .log file; null: there is none. */
  bytesOf(file: string): Uint8Array | null;
  export(missingBytes: 'refuse' | 'uncompressed'): ExportedDirectory;
}

export interface DirectorySegment {
  readonly view: SegmentView;
  /** Its batches and indexes, with times as they stand in the records. */
  files(): SegmentFiles;
  /** The bytes of one of these batches; null: there is only a size. */
  bytesOf(batch: StoredBatch, position: Bytes): Uint8Array | null;
  /** Fewer than it spans offsets, once the cleaner took some out. */
  recordCountOf(batch: StoredBatch, position: Bytes): number;
  /** Whether the values in the bytes of a batch are made up. */
  isMadeUp(batch: StoredBatch): boolean;
  /** Batches of transactions and their markers, in the order of their offsets. */
  transactional(): readonly TransactionalBatch[];
  /** What its .txnindex file holds. */
  readonly abortedTransactions: readonly AbortedTransaction[];
  /** Times of a batch's records by their place in it, undefined where there is no record. */
  timestampsOf(batch: StoredBatch, position: Bytes): readonly (Millis | undefined)[];
}

/** Nobody waits for more than this in a browser. */
export const MOST_EXPORTED_BYTES: Bytes = 256 * 1024 * 1024;

/** By name, as a directory is listed. */
export function inOrder<T extends DirectoryFile | FileView>(files: readonly T[]): T[] {
  const nameOf = (file: DirectoryFile | FileView): string => ('name' in file ? file.name : file[0]);
  return [...files].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
