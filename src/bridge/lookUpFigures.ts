import type { Cluster } from '../engine/cluster/Cluster.ts';
import { replicasOf } from '../engine/cluster/ledger.ts';
import { OFFSET_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY_BYTES } from '../engine/storage/shouldRollSegment.ts';
import type { ScannedBatch } from '../engine/storage/lookUpOffset.ts';
import { endOffsetOf } from '../engine/storage/RecordBatch.ts';
import type { BrokerId, Bytes, Millis, Offset, TopicPartition } from '../shared/units.ts';

export type LookUpOf =
  | { readonly partition: TopicPartition; readonly broker: BrokerId; readonly offset: Offset }
  /** In ms of the run's own clock. */
  | { readonly partition: TopicPartition; readonly broker: BrokerId; readonly timestampMs: Millis };

/** What finding one record in a log takes, in numbers. */
export interface LookUpFigures {
  readonly segments: number;
  /** Base offset of the segment that is chosen, by its name. */
  readonly segment: Offset;
  /** Entries of the index that is halved: the offset index, or the time index. */
  readonly indexEntries: number;
  readonly indexBytes: Bytes;
  readonly probes: number;
  /** The floor entry of the offset index: the scan begins at its position. */
  readonly entryOffset: Offset;
  readonly position: Bytes;
  /** Batch headers read from there on, and the bytes of these batches. */
  readonly batches: number;
  readonly scannedBytes: Bytes;
  /** Of the batch that was found; −1: there is none. */
  readonly foundOffset: Offset;
  readonly foundLastOffset: Offset;
  /** By time: the first record at or after it; by offset the offset itself. */
  readonly recordOffset: Offset;
}

/** How a broker finds an offset or a time in its log (SG2, SG4); null: there is no such replica, or no such record. */
export function lookUpFigures(cluster: Cluster, of: LookUpOf): LookUpFigures | null {
  const log = replicasOf(cluster, of.partition).get(of.broker)?.log;
  if (!log) return null;
  if ('offset' in of) {
    const { index, entry, scanned, found } = log.lookUpOffset(of.offset);
    if (!found) return null;
    const segment = log.segmentOf(of.offset);
    return {
      ...figuresOf(log.segments.length, segment.baseOffset, scanned),
      indexEntries: segment.offsetIndexEntries,
      indexBytes: segment.offsetIndexEntries * OFFSET_INDEX_ENTRY_BYTES,
      probes: index.probes.length,
      entryOffset: entry.offset,
      position: entry.position,
      recordOffset: of.offset,
    };
  }
  const lookUp = log.lookUpTimestamp(of.timestampMs);
  if (!lookUp?.found) return null;
  const segment = log.segmentOf(lookUp.found.offset);
  return {
    ...figuresOf(log.segments.length, segment.baseOffset, lookUp.scanned),
    indexEntries: segment.timeIndexEntries,
    indexBytes: segment.timeIndexEntries * TIME_INDEX_ENTRY_BYTES,
    probes: lookUp.index.probes.length + lookUp.offsetIndex.probes.length,
    entryOffset: lookUp.entry.offset,
    position: lookUp.entry.position,
    recordOffset: lookUp.found.offset,
  };
}

function figuresOf(segments: number, segment: Offset, scanned: readonly ScannedBatch[]) {
  const last = scanned.at(-1)?.batch;
  return {
    segments,
    segment,
    batches: scanned.length,
    scannedBytes: scanned.reduce((sum, { batch }) => sum + batch.sizeBytes, 0),
    foundOffset: last?.baseOffset ?? -1,
    foundLastOffset: last === undefined ? -1 : endOffsetOf(last) - 1,
  };
}
