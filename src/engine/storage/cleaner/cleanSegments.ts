import { recordCountOf } from '../BatchContents.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import type { Bytes, Millis, Offset } from '../../../shared/units.ts';
import type { CompressRecords } from '../format/packedRecords.ts';
import type { AbortedTransaction } from '../format/transactionIndexBytes.ts';
import type { CleanableBatch } from './CleanableBatch.ts';
import { CleanedTransactions } from './CleanedTransactions.ts';
import type { GroupedSegment, GroupLimits } from './groupSegments.ts';
import { buildOffsetMap } from './OffsetMap.ts';
import type { OffsetMap } from './OffsetMap.ts';
import type { LastRecord, RetainedBatch, RetentionInput } from './retainBatch.ts';
import { rewriteBatch } from './rewriteBatch.ts';

type StoredBatch = RecordBatch & CleanableBatch;

/** A closed segment with its batches. */
export interface CleaningSegment<Batch extends StoredBatch> extends GroupedSegment {
  readonly batches: readonly Batch[];
}

export interface CleaningInput<Batch extends StoredBatch> {
  /** From the first of the log to the last that begins before the first uncleanable offset. */
  readonly segments: readonly CleaningSegment<Batch>[];
  readonly firstDirtyOffset: Offset;
  /** Beginning of a segment. */
  readonly firstUncleanableOffset: Offset;
  /** Keys that the map takes. */
  readonly maxKeys: number;
  readonly nowMs: Millis;
  readonly deleteRetentionMs: Millis;
  readonly limits: GroupLimits;
  readonly lastRecordOf: (producerId: number) => LastRecord | null;
  /** Aborted transactions that reach into `[from, to)`. */
  readonly abortedIn: (from: Offset, to: Offset) => readonly AbortedTransaction[];
}

/** Decisions that a cleaning is made of. */
export interface CleaningRules {
  readonly retainBatch: (
    batch: CleanableBatch,
    mayDiscard: boolean,
    input: RetentionInput,
  ) => RetainedBatch | null;
  readonly groupSegments: <Segment extends GroupedSegment>(
    segments: readonly Segment[],
    limits: GroupLimits,
    firstUncleanableOffset: Offset,
  ) => readonly (readonly Segment[])[];
  readonly compressRecords: CompressRecords;
}

/** What a cleaning read and wrote. Kafka: `CleanerStats`. */
export interface CleanerStats {
  readonly mapBytesRead: Bytes;
  readonly mapKeys: number;
  readonly bytesRead: Bytes;
  readonly bytesWritten: Bytes;
  readonly messagesRead: number;
  readonly messagesWritten: number;
  /** Records without a key, which all go. */
  readonly invalidMessagesRead: number;
  readonly tombstonesRead: number;
  readonly tombstonesWritten: number;
}

/** A new segment and those in whose place it comes. */
export interface CleanedGroup<Batch extends StoredBatch> {
  readonly replaced: readonly CleaningSegment<Batch>[];
  readonly batches: readonly Batch[];
}

export interface Cleaning<Batch extends StoredBatch> {
  /** The dirty part begins here from now on. */
  readonly endOffset: Offset;
  readonly groups: readonly CleanedGroup<Batch>[];
  readonly stats: CleanerStats;
  /** What the transaction indexes of the new segments have. */
  readonly abortedTransactions: readonly AbortedTransaction[];
}

/**
 * Cleans a log: reads the keys of its dirty part, and writes every segment up to there anew without what a later record
 * supersedes (CL3–CL7). Kafka: `Cleaner.doClean`, `Cleaner.cleanSegments` (4.2).
 */
export function cleanSegments<Batch extends StoredBatch>(
  input: CleaningInput<Batch>,
  rules: CleaningRules,
): Cleaning<Batch> {
  const { segments, firstUncleanableOffset, nowMs, deleteRetentionMs, lastRecordOf } = input;
  const { map, bytesRead: mapBytesRead } = readDirtyPart(input);
  const endOffset = map.latestOffset + 1;
  const cleaned = segments.filter(({ baseOffset }) => baseOffset < endOffset);
  const retention = { map, firstUncleanableOffset, nowMs, deleteRetentionMs, lastRecordOf };
  const transactions = new CleanedTransactions();
  const stats = {
    mapBytesRead,
    mapKeys: map.offsets.size,
    bytesRead: 0,
    bytesWritten: 0,
    messagesRead: 0,
    messagesWritten: 0,
    invalidMessagesRead: 0,
    tombstonesRead: 0,
    tombstonesWritten: 0,
  };
  const groups = rules.groupSegments(cleaned, input.limits, firstUncleanableOffset).map((replaced) => {
    const batches: Batch[] = [];
    replaced.forEach((segment, i) => {
      const end = replaced[i + 1]?.baseOffset ?? endOf(segment);
      transactions.addAborted(input.abortedIn(segment.baseOffset, end));
      for (const batch of segment.batches) {
        const mayDiscard = transactions.mayDiscard(batch);
        const retained = rules.retainBatch(batch, mayDiscard, retention);
        const written = retained && rewriteBatch(batch, retained, rules.compressRecords);
        count(stats, batch, written, retained, mayDiscard, map);
        if (written) batches.push(written);
      }
    });
    return { replaced, batches };
  });
  return { endOffset, groups, stats, abortedTransactions: transactions.indexed };
}

function readDirtyPart<Batch extends StoredBatch>(
  input: CleaningInput<Batch>,
): { map: OffsetMap; bytesRead: Bytes } {
  const { segments, firstDirtyOffset, firstUncleanableOffset, maxKeys, abortedIn } = input;
  const transactions = new CleanedTransactions();
  if (firstDirtyOffset >= firstUncleanableOffset)
    return { map: buildOffsetMap([], firstDirtyOffset, maxKeys, transactions), bytesRead: 0 };
  transactions.addAborted(abortedIn(firstDirtyOffset, firstUncleanableOffset));
  const dirty = segments.filter((_, i) => (segments[i + 1]?.baseOffset ?? Infinity) > firstDirtyOffset);
  const read = dirty.map(({ batches }, i) => ({
    batches,
    nextOffset: dirty[i + 1]?.baseOffset ?? firstUncleanableOffset,
  }));
  const bytesRead = dirty.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { map: buildOffsetMap(read, firstDirtyOffset, maxKeys, transactions), bytesRead };
}

function count(
  stats: { -readonly [name in keyof CleanerStats]: number },
  batch: StoredBatch,
  written: StoredBatch | null,
  retained: RetainedBatch | null,
  mayDiscard: boolean,
  { latestOffset }: OffsetMap,
): void {
  stats.bytesRead += batch.sizeBytes;
  stats.bytesWritten += written?.sizeBytes ?? 0;
  // The records of a batch that goes because of its transaction are not looked at.
  const isSkipped = retained === null && mayDiscard;
  const records = recordCountOf(batch);
  if (!isSkipped) stats.messagesRead += records;
  stats.messagesWritten += retained?.kept.length ?? 0;
  stats.tombstonesRead += batch.contents?.tombstones.length ?? 0;
  stats.tombstonesWritten += written?.contents?.tombstones.length ?? 0;
  if (mayDiscard || batch.marker) return;
  for (let i = 0; i < records; i++) {
    const offset = batch.baseOffset + (batch.contents?.offsetDeltas?.[i] ?? i);
    if (offset > latestOffset) break;
    const isKept = retained?.kept.includes(i) === true;
    if ((batch.contents?.keys[i] ?? null) === null && !isKept) stats.invalidMessagesRead += 1;
  }
}

function endOf<Batch extends StoredBatch>({ batches, baseOffset }: CleaningSegment<Batch>): Offset {
  const last = batches[batches.length - 1];
  return last ? last.baseOffset + last.count : baseOffset;
}
