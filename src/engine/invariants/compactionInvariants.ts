import { Broker } from '../broker/Broker.ts';
import { configOf } from '../broker/partitionConfig.ts';
import type { Partition } from '../broker/Partition.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { offsetDeltaOf, recordCountOf, runsOf } from '../storage/BatchContents.ts';
import { endOffsetOf, NO_ORIGIN } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { BrokerId, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * What the log cleaner leaves (CL1, CL5, CL6): every record at its offset and in its order, nothing that was not there; the newest
 * record of each key, unless it is a tombstone whose time is over; all that stands at or behind the first offset that may not be
 * cleaned; and of each producer that is known the batch with its last sequence number. Remembers the batches of compacted logs.
 */
export function compactionKeepsTheNewest(history: RunHistory): Invariant {
  const seen = new Map<string, RecordBatch[]>();
  return {
    name: 'CompactionKeepsTheNewest',
    check(cluster) {
      let broken: string | null = null;
      const changed = new Set<string>();
      for (const row of history.rows) {
        if (!('partition' in row) || !('broker' in row) || typeof row.partition !== 'string') continue;
        const replica = replicaOf(cluster, row.broker, row.partition);
        if (!replica) continue;
        const key = `${row.partition}@${row.broker}`;
        const before = seen.get(key);
        if (row.kind === 'LogCleaned' && before)
          broken ??= whatWentWrong(before, replica, nowMsOn(cluster, row.broker));
        if (row.kind === 'LogCleaned' || row.kind === 'LogTruncated' || row.kind === 'SegmentsDeleted')
          seen.delete(key);
        if (row.kind === 'RecordsAppended' || seen.get(key) === undefined) changed.add(key);
      }
      for (const key of changed) remember(seen, key, cluster);
      return broken;
    },
  };
}

function remember(seen: Map<string, RecordBatch[]>, key: string, cluster: Cluster): void {
  const at = key.lastIndexOf('@');
  const broker = brokerOf(cluster, Number(key.slice(at + 1)));
  const replica = broker?.partitions.get(key.slice(0, at));
  if (!broker || !replica || !configOf(replica, broker).log.isCompacted) {
    seen.delete(key);
    return;
  }
  const { log } = replica;
  let known = seen.get(key);
  if (!known) {
    known = [];
    seen.set(key, known);
  }
  const last = known[known.length - 1];
  for (let i = last ? log.indexOf(endOffsetOf(last)) : 0; i < log.batchCount; i++) known.push(log.batchAt(i));
}

/** In what the log differs from what a cleaning may make of it; null: in nothing. */
function whatWentWrong(
  before: readonly RecordBatch[],
  { log, topicPartition, broker }: Partition,
  nowMs: Millis,
): string | null {
  const where = `${topicPartition} on broker ${broker}`;
  const known = new Map(before.map((batch) => [batch.baseOffset, batch]));
  const left = new Set<Offset>();
  let end: Offset = -1;
  for (let i = 0; i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    const original = known.get(batch.baseOffset);
    if (batch.baseOffset < end) return `${where}: batch ${batch.baseOffset} stands behind ${end - 1}`;
    end = endOffsetOf(batch);
    if (!original || !isSameBatch(original, batch))
      return `${where}: batch ${batch.baseOffset} was not there before the cleaning`;
    const stood = new Set(offsetsOf(original));
    for (const offset of offsetsOf(batch)) {
      if (!stood.has(offset)) return `${where}: offset ${offset} was not there before the cleaning`;
      left.add(offset);
    }
  }
  const uncleanable = Math.min(log.highWatermark, log.activeSegment.baseOffset);
  const aborted = batchesOfAborted(before);
  const newest = newestOffsets(before.filter((batch) => !aborted.has(batch)));
  for (const batch of before) {
    if (endOffsetOf(batch) <= log.logStartOffset) continue;
    // What was aborted may go at once, and a marker once nothing is left of its transaction (CL7).
    const isOver = endOffsetOf(batch) <= uncleanable;
    if (isOver && (aborted.has(batch) || batch.marker)) continue;
    const lost = lostRecord(batch, left, newest, uncleanable, nowMs);
    if (lost !== null) return `${where}: ${lost}`;
  }
  return forgottenProducer(before, log, where);
}

/** Batches of transactions that a marker among them has aborted. */
function batchesOfAborted(batches: readonly RecordBatch[]): ReadonlySet<RecordBatch> {
  const aborted = new Set<RecordBatch>();
  const open = new Map<number, RecordBatch[]>();
  for (const batch of batches) {
    if (batch.isTransactional !== true) continue;
    const own = open.get(batch.producerId) ?? [];
    if (!batch.marker) open.set(batch.producerId, [...own, batch]);
    else {
      open.delete(batch.producerId);
      if (batch.marker.type === 'ABORT') for (const one of own) aborted.add(one);
    }
  }
  return aborted;
}

/** A record that should have stayed, in words. */
function lostRecord(
  batch: RecordBatch,
  left: ReadonlySet<Offset>,
  newest: ReadonlyMap<string, Offset>,
  uncleanable: Offset,
  nowMs: Millis,
): string | null {
  const records = recordCountOf(batch);
  for (let i = 0; i < records; i++) {
    const offset = batch.baseOffset + offsetDeltaOf(batch, i);
    if (left.has(offset)) continue;
    if (offset >= uncleanable)
      return `record ${offset} is gone, and only what is before ${uncleanable} may go`;
    const { contents, origin } = batch;
    if (!contents && origin === NO_ORIGIN) return `record ${offset}, there from the start, is gone`;
    const key = contents?.keys[i] ?? null;
    if (key === null || newest.get(key) !== offset) continue;
    const horizonMs = contents?.deleteHorizonMs ?? null;
    const mayGo = contents?.tombstones.includes(i) === true && horizonMs !== null && horizonMs <= nowMs;
    if (!mayGo) return `record ${offset}, the newest of key ${key}, is gone`;
  }
  return null;
}

/** Where the producer state knows the last batch of a producer, the log has it, with records or without. */
function forgottenProducer(before: readonly RecordBatch[], log: UnifiedLog, where: string): string | null {
  for (const { producerId, batches } of log.producers.producers.values()) {
    const lastOffset = batches.at(-1)?.lastOffset ?? -1;
    const stood = before.some(
      (batch) => batch.producerId === producerId && endOffsetOf(batch) - 1 === lastOffset,
    );
    if (!stood || lastOffset < log.logStartOffset) continue;
    const index = log.indexOf(lastOffset);
    const batch = index < log.batchCount ? log.batchAt(index) : null;
    if (batch?.producerId !== producerId || endOffsetOf(batch) - 1 !== lastOffset)
      return `${where}: the last batch of producer id ${producerId}, which ends at ${lastOffset}, is gone`;
  }
  return null;
}

function isSameBatch(a: RecordBatch, b: RecordBatch): boolean {
  return (
    a.count === b.count &&
    a.origin === b.origin &&
    a.firstOrdinal === b.firstOrdinal &&
    a.leaderEpoch === b.leaderEpoch &&
    a.producerId === b.producerId &&
    a.baseSequence === b.baseSequence
  );
}

function offsetsOf(batch: RecordBatch): Offset[] {
  return runsOf(batch).flatMap(([first, end]) =>
    Array.from({ length: end - first }, (_, i) => batch.baseOffset + first + i),
  );
}

function newestOffsets(batches: readonly RecordBatch[]): ReadonlyMap<string, Offset> {
  const newest = new Map<string, Offset>();
  for (const batch of batches)
    batch.contents?.keys.forEach((key, i) => {
      if (key !== null) newest.set(key, batch.baseOffset + offsetDeltaOf(batch, i));
    });
  return newest;
}

function brokerOf(cluster: Cluster, id: BrokerId): Broker | null {
  const index = cluster.directory.brokers.get(id);
  const node = index === undefined ? null : cluster.node(index);
  return node instanceof Broker ? node : null;
}

function replicaOf(cluster: Cluster, id: BrokerId, topicPartition: TopicPartition): Partition | null {
  return brokerOf(cluster, id)?.partitions.get(topicPartition) ?? null;
}

function nowMsOn(cluster: Cluster, id: BrokerId): Millis {
  const index = cluster.directory.brokers.get(id);
  return millisFromMicros(cluster.nowUs) + (index === undefined ? 0 : cluster.clockOffsetOf(index));
}
