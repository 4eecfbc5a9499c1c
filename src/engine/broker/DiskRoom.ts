import type { NodeContext } from '../node/Node.ts';
import type { Bytes } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';

/**
 * A disk with an end, under one log directory. What stands there, and what waits for its deletion, is counted when it may be full,
 * and not with each write.
 */
export class DiskRoom {
  capacityBytes: Bytes;
  /** The part of a batch that was written before there was no room for the rest; recovery cuts it off. */
  tornBytes: Bytes = 0;
  /** A write found no room, and no start since then found some. */
  isFull = false;
  /** So much is free at least: when it was last counted, less what was written since. */
  private surelyFreeBytes: Bytes = 0;

  constructor(capacityBytes: Bytes) {
    this.capacityBytes = capacityBytes;
  }

  /** Room is made for a write, if it is known without counting that there is some. */
  takeKnown(sizeBytes: Bytes): boolean {
    if (this.surelyFreeBytes < sizeBytes) return false;
    this.surelyFreeBytes -= sizeBytes;
    return true;
  }

  counted(freeBytes: Bytes): void {
    this.surelyFreeBytes = freeBytes;
  }

  /** What was torn is cut off. */
  emptied(): void {
    this.isFull = false;
    this.tornBytes = 0;
    this.surelyFreeBytes = 0;
  }

  resize(capacityBytes: Bytes): void {
    this.capacityBytes = capacityBytes;
    this.surelyFreeBytes = 0;
  }
}

/** Whether a write finds room (DF1): the operating system counts bytes, and answers ENOSPC when there are too few. */
export function hasRoom(freeBytes: Bytes, sizeBytes: Bytes): boolean {
  return sizeBytes <= freeBytes;
}

/** What is free in a log directory whose disk has an end. Simplified: of the files only `.log` counts. */
export function freeBytesOf(room: DiskRoom, logDir: string, broker: BrokerInternals): Bytes {
  let usedBytes = room.tornBytes;
  for (const logs of [broker.partitions, broker.offlinePartitions])
    for (const { logDir: dir, log } of logs.values()) {
      if (dir !== logDir) continue;
      usedBytes += log.sizeBytes;
      for (const { sizeBytes } of log.deletedSegments) usedBytes += sizeBytes;
    }
  return Math.max(0, room.capacityBytes - usedBytes);
}

/**
 * Before an append: returns whether it finds room on the disk. If not, what is free is filled with the beginning of the batch, and
 * the log directory fails. Kafka: `UnifiedLog.maybeHandleIOException`, `LogDirFailureChannel` (4.2).
 */
export function takeRoom(
  { logDir, topicPartition }: Partition,
  sizeBytes: Bytes,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  const room = broker.disks.get(logDir);
  if (room === undefined || room.takeKnown(sizeBytes)) return true;
  const freeBytes = freeBytesOf(room, logDir, broker);
  room.counted(freeBytes);
  if (ctx.rules.hasRoom(freeBytes, sizeBytes)) {
    room.takeKnown(sizeBytes);
    return true;
  }
  room.isFull = true;
  room.tornBytes += freeBytes;
  room.counted(0);
  // Of what one request brings only the first is told.
  if (broker.process?.failingLogDirs.has(logDir)) return false;
  ctx.trace({
    kind: 'DiskFull',
    broker: broker.id,
    logDir,
    partition: topicPartition,
    neededBytes: sizeBytes,
    freeBytes,
  });
  broker.logDirFails(logDir, ctx);
  return false;
}
