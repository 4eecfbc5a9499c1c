import { CODECS } from '../../codecs/codecs.ts';
import { Broker } from '../../engine/broker/Broker.ts';
import { logConfig } from '../../engine/broker/logConfig.ts';
import type { Partition } from '../../engine/broker/Partition.ts';
import { Producer } from '../../engine/client/producer/Producer.ts';
import { controllerOf } from '../../engine/cluster/ledger.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { encodeBatch } from '../../engine/storage/format/batchBytes.ts';
import {
  encodeLeaderEpochCheckpoint,
  encodePartitionMetadata,
  LEADER_EPOCH_CHECKPOINT,
  PARTITION_METADATA,
} from '../../engine/storage/format/checkpointText.ts';
import type { DiskBatch } from '../../engine/storage/format/DiskBatch.ts';
import { timestampOf } from '../../engine/storage/format/DiskBatch.ts';
import { encodeOffsetIndex, encodeTimeIndex } from '../../engine/storage/format/indexBytes.ts';
import type { ProducerSnapshot } from '../../engine/storage/format/partitionDirectory.ts';
import { encodeProducerSnapshot } from '../../engine/storage/format/producerSnapshotBytes.ts';
import { diskBatchOf, hasBytes, snapshotsAt } from '../../engine/storage/format/storedBatch.ts';
import {
  ABORTED_TRANSACTION_BYTES,
  encodeTransactionIndex,
} from '../../engine/storage/format/transactionIndexBytes.ts';
import type { AbortedTransaction } from '../../engine/storage/format/transactionIndexBytes.ts';
import { recordCountOf } from '../../engine/storage/BatchContents.ts';
import type { ProducerStateManager } from '../../engine/storage/ProducerStateManager.ts';
import type { LogSegment } from '../../engine/storage/LogSegment.ts';
import type { SegmentFiles } from '../../engine/storage/lookUpOffset.ts';
import { NO_TIMESTAMP } from '../../engine/storage/RecordBatch.ts';
import type { RecordBatch, StoredBatch } from '../../engine/storage/RecordBatch.ts';
import { parseSegmentFileName, segmentFileName } from '../../engine/storage/segmentFileName.ts';
import {
  maxEntries,
  OFFSET_INDEX_ENTRY_BYTES,
  TIME_INDEX_ENTRY_BYTES,
} from '../../engine/storage/shouldRollSegment.ts';
import type { UnifiedLog } from '../../engine/storage/UnifiedLog.ts';
import { expectPresent } from '../../shared/assert.ts';
import type { ExportedDirectory, FileView, RollView, SegmentView } from '../../shared/LogDirectory.ts';
import { topicId } from '../../shared/topicId.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { BrokerId, Bytes, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import { coordinatorRecordBytes } from './coordinator/coordinatorRecordBytes.ts';
import { exportReplica } from './exportReplica.ts';
import { inOrder } from './LogDirectory.ts';
import { placesOf } from './lookUpInDirectory.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';
import type { TransactionalBatch } from './transactionsInDirectory.ts';

/**
 * Wall clock of a run's 0, in ms since 1970: noon (UTC) of 29 September 2026. A run counts its time from 0 and knows no date, and
 * records of before its start have negative times; on a disk there are none.
 */
export const CLOCK_ORIGIN_MS: Millis = 1_790_683_200_000;

/** The directory of a replica as it stands now; null: there is no such replica on that broker. */
export function replicaDirectory(
  cluster: Cluster,
  seed: number,
  brokerId: BrokerId,
  topicPartition: TopicPartition,
): LogDirectory | null {
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || node.id !== brokerId) continue;
    const partition = node.partitions.get(topicPartition);
    return partition ? new ReplicaDirectory(cluster, seed, node, partition) : null;
  }
  return null;
}

/** What the log of a replica comes to on its disk. Bytes are made when somebody asks for them. */
export class ReplicaDirectory implements LogDirectory {
  readonly name: string;
  readonly source;
  readonly topicId: string;
  readonly segments: readonly ReplicaSegment[];
  readonly files: readonly FileView[];
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  readonly highWatermark: Offset;
  readonly leaderEpochs;
  readonly clockOriginMs = CLOCK_ORIGIN_MS;
  readonly roll: RollView;
  readonly problems = [];
  /** Of the process that has it open; a stopped one has trimmed its indexes and written a last snapshot. */
  private readonly isOpen: boolean;
  private readonly log: UnifiedLog;
  private readonly snapshots: readonly ProducerSnapshot[];

  constructor(cluster: Cluster, seed: number, broker: Broker, partition: Partition) {
    const { log, topic, topicPartition } = partition;
    this.log = log;
    this.name = topicPartition;
    this.source = { kind: 'replica', broker: broker.id, partition: topicPartition } as const;
    this.topicId = topicId(topic, seed);
    this.isOpen = broker.power !== 'stopped';
    this.logStartOffset = log.logStartOffset;
    this.logEndOffset = log.logEndOffset;
    this.highWatermark = partition.knownHighWatermark;
    this.leaderEpochs = [...log.epochs.entries];
    this.segments = log.segments.map((segment) => new ReplicaSegment(cluster, seed, log, segment));
    this.snapshots = snapshotsAt(
      this.segments.flatMap(({ batches }) => batches),
      this.snapshotOffsets(),
      CLOCK_ORIGIN_MS,
      this.end(),
    );
    this.files = inOrder([...this.segmentFiles(), ...this.otherFiles(), ...this.deletedFiles()]);
    const image = expectPresent(controllerOf(cluster), 'a controller').image;
    const { segmentBytes, segmentMs, segmentIndexBytes, indexIntervalBytes } = logConfig(
      topic,
      broker.id,
      image,
      broker.config,
    );
    const active = log.activeSegment;
    const first = active.firstBatchMaxTimestampMs;
    this.roll = {
      segmentBytes,
      segmentMs: segmentMs - active.rollJitterMs,
      segmentIndexBytes,
      indexIntervalBytes,
      sizeBytes: active.sizeBytes,
      ageMs:
        active.sizeBytes === 0 || first === NO_TIMESTAMP ? null : millisFromMicros(cluster.nowUs) - first,
      offsetIndexBytes: active.offsetIndexEntries * OFFSET_INDEX_ENTRY_BYTES,
      timeIndexBytes: active.timeIndexEntries * TIME_INDEX_ENTRY_BYTES,
    };
  }

  countWithoutBytes(): number {
    let count = 0;
    for (const segment of this.segments) count += segment.countWithoutBytes();
    return count;
  }

  bytesOf(file: string): Uint8Array | null {
    if (file === LEADER_EPOCH_CHECKPOINT) return encodeLeaderEpochCheckpoint(this.leaderEpochs);
    if (file === PARTITION_METADATA) return encodePartitionMetadata(this.topicId);
    const name = parseSegmentFileName(file);
    if (name === null || !this.files.some((view) => view.name === file)) return null;
    if (name.suffix === '.snapshot') {
      const snapshot = this.snapshots.find(({ offset }) => offset === name.offset);
      return encodeProducerSnapshot(snapshot?.producers ?? []);
    }
    const segment = this.segments.find(({ view }) => view.baseOffset === name.offset);
    if (segment === undefined) return null;
    const { indexes } = segment.files();
    if (name.suffix === '.index') return encodeOffsetIndex(indexes.offsetIndex, name.offset);
    if (name.suffix === '.txnindex') return encodeTransactionIndex(segment.abortedTransactions);
    return name.suffix === '.timeindex' ? encodeTimeIndex(indexes.timeIndex, name.offset) : null;
  }

  export(missingBytes: 'refuse' | 'uncompressed'): ExportedDirectory {
    return exportReplica(
      {
        topicId: this.topicId,
        leaderEpochs: this.leaderEpochs,
        indexIntervalBytes: this.roll.indexIntervalBytes,
        clockOriginMs: CLOCK_ORIGIN_MS,
        segments: this.segments,
        snapshotOffsets: [...new Set([...this.snapshotOffsets(), this.logEndOffset])],
        end: this.end(),
      },
      missingBytes,
    );
  }

  private end(): { offset: Offset; producers: ProducerStateManager } {
    return { offset: this.logEndOffset, producers: this.log.producers };
  }

  /** Each segment begins with a snapshot, but the one that the log began with; a clean stop leaves one at the end. */
  private snapshotOffsets(): Offset[] {
    const rolled = this.segments.map(({ view }) => view.baseOffset).filter((offset) => offset > 0);
    const isInitial = this.log.segments[0]?.firstBatch === 0;
    const offsets = isInitial
      ? rolled.filter((offset) => offset !== this.segments[0]?.view.baseOffset)
      : rolled;
    return this.isOpen ? offsets : [...new Set([...offsets, this.logEndOffset])];
  }

  private segmentFiles(): FileView[] {
    return this.segments.flatMap(({ view, maxIndexBytes, abortedTransactions }) => {
      const { baseOffset, isActive, sizeBytes, offsetIndexEntries, timeIndexEntries } = view;
      const isAllocated = isActive && this.isOpen;
      const index = (kind: '.index' | '.timeindex', entries: number, entryBytes: Bytes): FileView => ({
        name: segmentFileName(baseOffset, kind),
        kind,
        sizeBytes: entries * entryBytes,
        allocatedBytes: isAllocated
          ? maxEntries(maxIndexBytes, entryBytes) * entryBytes
          : entries * entryBytes,
        entries,
        untilUs: null,
      });
      return [
        {
          name: segmentFileName(baseOffset, '.log'),
          kind: '.log' as const,
          sizeBytes,
          allocatedBytes: sizeBytes,
          entries: null,
          untilUs: null,
        },
        index('.index', offsetIndexEntries, OFFSET_INDEX_ENTRY_BYTES),
        index('.timeindex', timeIndexEntries, TIME_INDEX_ENTRY_BYTES),
        ...transactionIndex(baseOffset, abortedTransactions.length),
      ];
    });
  }

  private otherFiles(): FileView[] {
    const file = (
      name: string,
      kind: 'leader-epoch-checkpoint' | 'partition.metadata' | '.snapshot',
      sizeBytes: Bytes,
      entries: number | null,
    ): FileView => ({ name, kind, sizeBytes, allocatedBytes: sizeBytes, entries, untilUs: null });
    const epochs = encodeLeaderEpochCheckpoint(this.leaderEpochs).length;
    const metadata = encodePartitionMetadata(this.topicId).length;
    return [
      file(LEADER_EPOCH_CHECKPOINT, LEADER_EPOCH_CHECKPOINT, epochs, this.leaderEpochs.length),
      file(PARTITION_METADATA, PARTITION_METADATA, metadata, null),
      ...this.snapshots.map(({ offset, producers }) => {
        const bytes = encodeProducerSnapshot(producers).length;
        return file(segmentFileName(offset, '.snapshot'), '.snapshot', bytes, producers.length);
      }),
    ];
  }

  private deletedFiles(): FileView[] {
    // Of two that were renamed to one name the later one is left.
    const files = new Map<string, FileView>();
    for (const { baseOffset, sizeBytes, untilUs } of this.log.deletedSegments) {
      const name = `${segmentFileName(baseOffset, '.log')}.deleted`;
      files.set(name, {
        name,
        kind: 'deleted',
        sizeBytes,
        allocatedBytes: sizeBytes,
        entries: null,
        untilUs,
      });
    }
    return [...files.values()];
  }
}

/** There is one only where something was aborted. */
function transactionIndex(baseOffset: Offset, entries: number): FileView[] {
  if (entries === 0) return [];
  const sizeBytes = entries * ABORTED_TRANSACTION_BYTES;
  const name = segmentFileName(baseOffset, '.txnindex');
  return [{ name, kind: '.txnindex', sizeBytes, allocatedBytes: sizeBytes, entries, untilUs: null }];
}

export class ReplicaSegment implements DirectorySegment {
  readonly view: SegmentView;
  private known: SegmentFiles | null = null;

  constructor(
    private readonly cluster: Cluster,
    private readonly seed: number,
    private readonly log: UnifiedLog,
    private readonly segment: LogSegment,
  ) {
    const { baseOffset, sizeBytes, maxTimestampMs, offsetOfMaxTimestamp } = segment;
    const at = log.segments.indexOf(segment);
    const next = log.segments[at + 1]?.baseOffset ?? log.logEndOffset;
    this.view = {
      baseOffset,
      lastOffset: next - 1,
      sizeBytes,
      largestTimestampMs: offsetOfMaxTimestamp < 0 ? NO_TIMESTAMP : maxTimestampMs + CLOCK_ORIGIN_MS,
      isActive: segment === log.activeSegment,
      offsetIndexEntries: segment.offsetIndexEntries,
      timeIndexEntries: segment.timeIndexEntries,
    };
  }

  get maxIndexBytes(): Bytes {
    return this.segment.maxIndexBytes;
  }

  get abortedTransactions(): readonly AbortedTransaction[] {
    return this.log.abortedTransactionsOf(this.segment);
  }

  /** Batches as the log has them, in the times of the run. */
  get batches(): readonly RecordBatch[] {
    return this.log.batchesOf(this.segment);
  }

  files(): SegmentFiles {
    this.known ??= onRealClock(this.log.filesOf(this.segment));
    return this.known;
  }

  isMadeUp(batch: StoredBatch): boolean {
    const { marker, values, coordinatorRecords } = this.batchAt(batch.baseOffset);
    return marker === undefined && values === undefined && coordinatorRecords === undefined;
  }

  transactional(): TransactionalBatch[] {
    const found: TransactionalBatch[] = [];
    for (const [batch, position] of placesOf(this.batches)) {
      if (batch.isTransactional !== true) continue;
      const { producerId, producerEpoch, marker = null } = batch;
      const producer = this.cluster.state.nodes[batch.origin];
      const transactionalId = producer instanceof Producer ? producer.config['transactional.id'] : null;
      found.push({
        batch: storedOnRealClock(batch),
        position,
        producerId,
        producerEpoch,
        transactionalId,
        marker,
      });
    }
    return found;
  }

  countWithoutBytes(): number {
    return this.batches.reduce((sum, batch) => sum + (hasBytes(batch) ? 0 : 1), 0);
  }

  bytesOf(batch: StoredBatch): Uint8Array | null {
    const disk = this.diskBatch(this.batchAt(batch.baseOffset));
    return disk && encodeBatch(disk);
  }

  recordCountOf(batch: StoredBatch): number {
    return recordCountOf(batch);
  }

  timestampsOf(batch: StoredBatch): readonly (Millis | undefined)[] {
    const disk = this.diskBatch(this.batchAt(batch.baseOffset));
    if (disk?.content.kind !== 'records') return [];
    const times: (Millis | undefined)[] = [];
    for (const record of disk.content.records) times[record.offsetDelta] = timestampOf(disk, record);
    return times;
  }

  /** null: of the batch there is only a size. */
  diskBatch(batch: RecordBatch): DiskBatch | null {
    return diskBatchOf(batch, this.contentsOf(batch));
  }

  /** What is known of a batch's records, and what is made up. */
  contentsOf(batch: RecordBatch): Parameters<typeof diskBatchOf>[1] {
    const producer = this.cluster.state.nodes[batch.origin];
    const workload = producer instanceof Producer ? producer.workload : null;
    const records =
      workload === null || workload.key !== null
        ? null
        : Array.from({ length: batch.count }, () => ({ key: null, valueBytes: workload.valueBytes }));
    const nameOf = (place: number): string =>
      producer instanceof Producer
        ? `${producer.clientId} ${batch.firstOrdinal + place}`
        : `record ${batch.baseOffset + place}`;
    return {
      records,
      valueOf: (place, length) => madeUpValue(nameOf(place), length),
      clockOriginMs: CLOCK_ORIGIN_MS,
      codecs: CODECS,
      recordBytes: (record) =>
        coordinatorRecordBytes(record, {
          topicIdOf: (topic) => topicId(topic, this.seed),
          clockOriginMs: CLOCK_ORIGIN_MS,
        }),
    };
  }

  private batchAt(baseOffset: Offset): RecordBatch {
    return this.log.batchAt(this.log.indexOf(baseOffset));
  }
}

const FILLER = 0x2e; // '.'

/** A value that says whose it is, as long as it has to be. */
export function madeUpValue(name: string, length: Bytes): Uint8Array {
  const value = new Uint8Array(length).fill(FILLER);
  value.set(utf8Bytes(name).subarray(0, length));
  return value;
}

function real(timestampMs: Millis): Millis {
  return timestampMs + CLOCK_ORIGIN_MS;
}

function storedOnRealClock<Batch extends StoredBatch>(batch: Batch): Batch {
  return {
    ...batch,
    maxTimestampMs: real(batch.maxTimestampMs),
    ...(batch.baseTimestampMs === undefined ? {} : { baseTimestampMs: real(batch.baseTimestampMs) }),
  };
}

/** The same batches and indexes, with times as they stand on the disk. */
function onRealClock({ baseOffset, batches, indexes }: SegmentFiles): SegmentFiles {
  return {
    baseOffset,
    batches: batches.map(storedOnRealClock),
    indexes: {
      offsetIndex: indexes.offsetIndex,
      timeIndex: indexes.timeIndex.map(({ timestampMs, offset }) => ({
        timestampMs: real(timestampMs),
        offset,
      })),
    },
  };
}
