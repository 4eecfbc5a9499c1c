import { Broker } from '../broker/Broker.ts';
import { configOf } from '../broker/partitionConfig.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Bytes, Offset } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/** Facts after which a log may have other segments, or other indexes, than before. */
const RESHAPED: ReadonlySet<string> = new Set([
  'SegmentRolled',
  'SegmentsDeleted',
  'LogTruncated',
  'LogRecovered',
]);

/** What a broker flushed is there after a loss of power, as far as the log still reached then (FL1–FL4). Remembers what it saw. */
export function flushedRecordsSurvive(history: RunHistory): Invariant {
  const flushed = new Map<string, Offset>();
  return {
    name: 'FlushedRecordsSurvive',
    check(cluster) {
      const lost = new Set(history.rows.flatMap((row) => (row.kind === 'PowerLost' ? [row.broker] : [])));
      if (lost.size > 0)
        for (const node of cluster.state.nodes) {
          if (!(node instanceof Broker) || !lost.has(node.id)) continue;
          for (const { topicPartition, log } of node.partitions.values()) {
            const before = flushed.get(`${topicPartition}@${node.id}`) ?? 0;
            if (log.logEndOffset < before)
              return `${topicPartition} on broker ${node.id} was flushed before ${before}, and ends at ${log.logEndOffset} without power`;
          }
        }
      for (const row of history.rows) {
        if (row.kind === 'LogFlushed') flushed.set(`${row.partition}@${row.broker}`, row.to);
        else if (row.kind === 'LogTruncated') {
          const key = `${row.partition}@${row.broker}`;
          flushed.set(key, Math.min(row.to, flushed.get(key) ?? 0));
        } else if (row.kind === 'LogDeleted' || row.kind === 'LogCreated')
          flushed.delete(`${row.partition}@${row.broker}`);
      }
      return null;
    },
  };
}

/** After each append fewer than flush.messages records are unflushed (FL1). */
export function flushMessagesBoundWhatIsUnflushed(history: RunHistory): Invariant {
  return {
    name: 'FlushMessagesBoundWhatIsUnflushed',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'RecordsAppended') continue;
        const index = cluster.directory.brokers.get(row.broker);
        const broker = index === undefined ? null : cluster.node(index);
        const partition = broker instanceof Broker ? broker.partitions.get(row.partition) : undefined;
        if (!(broker instanceof Broker) || !partition) continue;
        const unflushed = partition.log.logEndOffset - partition.log.recoveryPoint.offset;
        const { flushMessages } = configOf(partition, broker).log;
        if (unflushed >= flushMessages)
          return `${row.partition} on broker ${row.broker}: ${unflushed} unflushed records, flush.messages ${flushMessages}`;
      }
      return null;
    },
  };
}

/** What stands in a log directory fits on its disk; a volume that was made smaller holds what it held (DF1). */
export function logsFitTheirDisks(): Invariant {
  let allowed: ReadonlyMap<string, Bytes> = new Map();
  return {
    name: 'LogsFitTheirDisks',
    check(cluster) {
      const now = new Map<string, Bytes>();
      for (const node of cluster.state.nodes) {
        if (!(node instanceof Broker) || node.disks.size === 0) continue;
        for (const [logDir, { capacityBytes }] of node.disks) {
          const usedBytes = bytesIn(node, logDir);
          const key = `${node.id} ${logDir}`;
          const most = Math.max(capacityBytes, allowed.get(key) ?? usedBytes);
          if (usedBytes > most)
            return `broker ${node.id} has ${usedBytes} bytes in ${logDir}, where ${capacityBytes} have room`;
          now.set(key, usedBytes);
        }
      }
      allowed = now;
      return null;
    },
  };
}

function bytesIn({ partitions, offlinePartitions }: Broker, dir: string): Bytes {
  let bytes = 0;
  for (const logs of [partitions, offlinePartitions])
    for (const { logDir, log } of logs.values())
      if (logDir === dir)
        bytes += log.deletedSegments.reduce((sum, { sizeBytes }) => sum + sizeBytes, log.sizeBytes);
  return bytes;
}

/** An index never points past its segment: not beyond its bytes, and not beyond its offsets (SG1, RC1). */
export function indexesPointIntoTheirSegments(history: RunHistory): Invariant {
  return {
    name: 'IndexesPointIntoTheirSegments',
    check(cluster) {
      for (const row of history.rows) {
        if (!RESHAPED.has(row.kind) || !('partition' in row) || !('broker' in row)) continue;
        const index = cluster.directory.brokers.get(row.broker);
        const broker = index === undefined ? null : cluster.node(index);
        const log = broker instanceof Broker ? broker.partitions.get(row.partition)?.log : undefined;
        const stray = log === undefined ? null : strayEntry(log);
        if (stray !== null) return `${row.partition} on broker ${row.broker}: ${stray}`;
      }
      return null;
    },
  };
}

function strayEntry(log: UnifiedLog): string | null {
  // Closed ones never change: the last two are those that something was done to.
  for (const segment of log.segments.slice(-2)) {
    const { indexes, batches } = log.filesOf(segment);
    const entry = indexes.offsetIndex.at(-1);
    const end = batches.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (end !== segment.sizeBytes)
      return `segment ${segment.baseOffset} of ${segment.sizeBytes} bytes has ${end}`;
    if (entry && (entry.position >= end || entry.offset >= log.logEndOffset))
      return `the index of segment ${segment.baseOffset} points to ${entry.offset} at ${entry.position} of ${end} bytes`;
    const time = indexes.timeIndex.at(-1);
    if (time && time.offset >= log.logEndOffset)
      return `the time index of segment ${segment.baseOffset} points to ${time.offset}, LEO ${log.logEndOffset}`;
  }
  return null;
}
