import { CODECS } from '../../codecs/codecs.ts';
import { recordsOf } from '../../engine/storage/format/compressBatch.ts';
import { LEADER_EPOCH_CHECKPOINT, PARTITION_METADATA } from '../../engine/storage/format/checkpointText.ts';
import { decodeEndTransactionMarker } from '../../engine/storage/format/endTransactionMarker.ts';
import { lastOffsetOf, recordCountOf, timestampOf } from '../../engine/storage/format/DiskBatch.ts';
import { decodeDirectory } from '../../engine/storage/format/partitionDirectory.ts';
import type { DiskPartition, DiskSegment } from '../../engine/storage/format/partitionDirectory.ts';
import { attempt, checkIndexes, decodeSegment } from '../../engine/storage/format/segmentBytes.ts';
import type { PlacedBatch } from '../../engine/storage/format/segmentBytes.ts';
import type { AbortedTransaction } from '../../engine/storage/format/transactionIndexBytes.ts';
import type { SegmentFiles } from '../../engine/storage/lookUpOffset.ts';
import { NO_TIMESTAMP } from '../../engine/storage/RecordBatch.ts';
import type { StoredBatch } from '../../engine/storage/RecordBatch.ts';
import { parseSegmentFileName, segmentFileName } from '../../engine/storage/segmentFileName.ts';
import { OFFSET_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY_BYTES } from '../../engine/storage/shouldRollSegment.ts';
import type {
  DirectoryFile,
  DirectoryProblem,
  ExportedDirectory,
  FileKind,
  FileView,
  SegmentView,
} from '../../shared/LogDirectory.ts';
import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import { inOrder } from './LogDirectory.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';
import type { TransactionalBatch } from './transactionsInDirectory.ts';

/** A directory that was read from files, a broker's own or ours. */
export class OpenedDirectory implements LogDirectory {
  readonly name: string;
  readonly source = { kind: 'opened' } as const;
  readonly topicId: string | null;
  readonly segments: readonly OpenedSegment[];
  readonly files: readonly FileView[];
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  readonly highWatermark = null;
  readonly leaderEpochs;
  readonly clockOriginMs = null;
  readonly roll = null;
  readonly problems: readonly DirectoryProblem[];
  private readonly contents: ReadonlyMap<string, Uint8Array>;

  constructor(name: string, files: readonly DirectoryFile[]) {
    this.name = name;
    this.contents = new Map(files);
    const { partition, problems } = decodeDirectory(this.contents);
    this.topicId = partition.topicId;
    this.leaderEpochs = partition.leaderEpochs;
    this.segments = partition.segments.map((segment, i) => {
      const log = this.contents.get(segmentFileName(segment.baseOffset, '.log')) ?? new Uint8Array();
      return new OpenedSegment(segment, log, i === partition.segments.length - 1);
    });
    this.logStartOffset = partition.segments[0]?.baseOffset ?? 0;
    this.logEndOffset = (this.segments.at(-1)?.view.lastOffset ?? -1) + 1;
    this.problems = [...problems, ...this.segments.flatMap((segment) => segment.problems())];
    this.files = inOrder(files.map(([file, bytes]) => fileView(file, bytes, partition)));
  }

  countWithoutBytes(): number {
    return 0;
  }

  bytesOf(file: string): Uint8Array | null {
    return this.contents.get(file) ?? null;
  }

  /** As they came. */
  export(): ExportedDirectory {
    return { ok: true, files: inOrder([...this.contents]) };
  }
}

export class OpenedSegment implements DirectorySegment {
  readonly view: SegmentView;
  private readonly placed: readonly PlacedBatch[];
  private readonly byOffset: ReadonlyMap<Offset, PlacedBatch>;

  constructor(
    private readonly segment: DiskSegment,
    private readonly log: Uint8Array,
    isActive: boolean,
  ) {
    const { baseOffset, offsetIndex, timeIndex } = segment;
    this.placed = decodeSegment(log).batches;
    this.byOffset = new Map(this.placed.map((placed) => [placed.batch.baseOffset, placed]));
    const last = this.placed.at(-1)?.batch;
    this.view = {
      baseOffset,
      lastOffset: last === undefined ? baseOffset - 1 : lastOffsetOf(last),
      sizeBytes: log.length,
      largestTimestampMs: this.placed.reduce(
        (largest, { batch }) => Math.max(largest, batch.maxTimestampMs),
        NO_TIMESTAMP,
      ),
      isActive,
      offsetIndexEntries: offsetIndex.length,
      timeIndexEntries: timeIndex.length,
    };
  }

  files(): SegmentFiles {
    const { baseOffset, offsetIndex, timeIndex } = this.segment;
    return {
      baseOffset,
      batches: this.placed.map(({ batch, sizeBytes }) => ({
        baseOffset: batch.baseOffset,
        count: batch.lastOffsetDelta + 1,
        sizeBytes,
        maxTimestampMs: batch.maxTimestampMs,
      })),
      indexes: { offsetIndex, timeIndex },
    };
  }

  bytesOf(batch: StoredBatch, position: Bytes): Uint8Array {
    return this.log.slice(position, position + batch.sizeBytes);
  }

  recordCountOf({ baseOffset, count }: StoredBatch): number {
    const placed = this.byOffset.get(baseOffset);
    return placed === undefined ? count : recordCountOf(placed.batch);
  }

  timestampsOf({ baseOffset, count, maxTimestampMs }: StoredBatch): readonly (Millis | undefined)[] {
    const placed = this.byOffset.get(baseOffset);
    if (placed === undefined) return [];
    const read = attempt(() => recordsOf(placed.batch, CODECS));
    // Of records that cannot be read there is the latest time of their batch.
    if ('problem' in read) return Array.from({ length: count }, () => maxTimestampMs);
    const times: (Millis | undefined)[] = [];
    for (const record of read.value) times[record.offsetDelta] = timestampOf(placed.batch, record);
    return times;
  }

  isMadeUp(): boolean {
    return false;
  }

  get abortedTransactions(): readonly AbortedTransaction[] {
    return this.segment.abortedTransactions;
  }

  transactional(): TransactionalBatch[] {
    const stored = this.files().batches;
    return this.placed.flatMap(({ batch, position }, i): TransactionalBatch[] => {
      const { producerId, producerEpoch, attributes, content } = batch;
      if (!attributes.isTransactional) return [];
      const [record] = content.kind === 'records' ? content.records : [];
      // The cleaner leaves markers without their record: what they said is gone.
      if (attributes.isControl && record === undefined) return [];
      const read = attributes.isControl && record ? attempt(() => decodeEndTransactionMarker(record)) : null;
      const marker = read && 'value' in read ? read.value : null;
      if (attributes.isControl && marker === null) return [];
      return [
        {
          batch: stored[i] as StoredBatch,
          position,
          producerId,
          producerEpoch,
          transactionalId: null,
          marker,
        },
      ];
    });
  }

  /** Entries of its indexes that point at no batch of it. */
  problems(): DirectoryProblem[] {
    const { baseOffset, offsetIndex, timeIndex } = this.segment;
    return checkIndexes(this.placed, offsetIndex, timeIndex).map((problem) => ({
      ...problem,
      file: segmentFileName(baseOffset, problem.field === '.index' ? '.index' : '.timeindex'),
    }));
  }
}

function fileView(file: string, bytes: Uint8Array, partition: DiskPartition): FileView {
  const allocatedBytes = bytes.length;
  const name = parseSegmentFileName(file);
  const view = (kind: FileKind, entries: number | null, sizeBytes = allocatedBytes): FileView => ({
    name: file,
    kind,
    sizeBytes,
    allocatedBytes,
    entries,
    untilUs: null,
  });
  if (file === LEADER_EPOCH_CHECKPOINT) return view(file, partition.leaderEpochs.length);
  if (file === PARTITION_METADATA) return view(file, null);
  if (name === null) return view(file.endsWith('.deleted') ? 'deleted' : 'other', null);
  const segment = partition.segments.find(({ baseOffset }) => baseOffset === name.offset);
  switch (name.suffix) {
    case '.log':
      return view('.log', null);
    case '.index': {
      const entries = segment?.offsetIndex.length ?? 0;
      return view('.index', entries, entries * OFFSET_INDEX_ENTRY_BYTES);
    }
    case '.timeindex': {
      const entries = segment?.timeIndex.length ?? 0;
      return view('.timeindex', entries, entries * TIME_INDEX_ENTRY_BYTES);
    }
    case '.txnindex':
      return view('.txnindex', segment?.abortedTransactions.length ?? 0);
    case '.snapshot':
      return view(
        '.snapshot',
        partition.producerSnapshots.find(({ offset }) => offset === name.offset)?.producers.length ?? null,
      );
  }
}
