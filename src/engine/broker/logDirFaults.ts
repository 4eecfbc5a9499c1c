import { MetadataImage } from '../metadata/MetadataImage.ts';
import type { NodeContext } from '../node/Node.ts';
import type { Bytes } from '../../shared/units.ts';
import type { Broker } from './Broker.ts';
import { DiskRoom, freeBytesOf } from './DiskRoom.ts';
import { stopReplica } from './hostedReplicas.ts';
import { checkpointWrites } from './logFlush.ts';

// What becomes of a broker whose log directories fail, one or all. Kafka: `ReplicaManager.handleLogDirFailure`,
// `LogManager.handleLogDirFailure` (4.2).

export const LOG_DIR_FAILURE_TIMER = 'logDirFailure';
/** An entry of an offset index and one of a time index: the least that a recovery writes. */
const INDEX_ENTRIES_BYTES = 20;

/**
 * The disk under a log directory is gone: its replicas go offline, and the controller hears of it with the next heartbeat, which
 * leaves at once. A broker that has no other left halts (B8). One that stands still notices when it goes on.
 */
export function failLogDir(broker: Broker, logDir: string, isPaused: boolean, ctx: NodeContext): void {
  if (!broker.config.logDirs.includes(logDir) || broker.failedLogDirs.has(logDir)) return;
  if (isPaused) {
    broker.unnoticedLogDirs.add(logDir);
    return;
  }
  const wasOffline = broker.fullLogDirs.delete(logDir);
  broker.failedLogDirs.add(logDir);
  ctx.befell(ctx.self);
  if (!wasOffline) goOffline(broker, logDir, ctx);
}

/** Writes to these found no room: they go offline like any other that fails, but what they hold stays (DF2). */
export function failFullLogDirs(broker: Broker, ctx: NodeContext): void {
  const { process } = broker;
  if (!process) return;
  const logDirs = [...process.failingLogDirs];
  process.failingLogDirs.clear();
  for (const logDir of logDirs) failFullLogDir(broker, logDir, ctx);
}

function failFullLogDir(broker: Broker, logDir: string, ctx: NodeContext): void {
  if (!broker.onlineLogDirs().includes(logDir)) return;
  broker.fullLogDirs.add(logDir);
  const writes = checkpointWrites(broker, ctx.nowUs);
  for (const partition of broker.partitions.values())
    if (partition.logDir === logDir) partition.log.endProcess(false, writes);
  ctx.befell(ctx.self);
  goOffline(broker, logDir, ctx);
}

function goOffline(broker: Broker, logDir: string, ctx: NodeContext): void {
  ctx.trace({ kind: 'LogDirFailed', broker: broker.id, logDir });
  for (const partition of [...broker.partitions.values()]) {
    if (partition.logDir !== logDir) continue;
    broker.partitions.delete(partition.topicPartition);
    broker.offlinePartitions.set(partition.topicPartition, partition);
    if (broker.process) stopReplica(broker, broker.process, partition, ctx);
  }
  if (!broker.process) return;
  if (broker.onlineLogDirs().length === 0) halt(broker, ctx);
  else broker.tellController(ctx);
}

/** What befell its disks while it stood still it notices now. Where the process has ended, the next one will find them so. */
export function noticeLogDirs(broker: Broker, ctx: NodeContext): void {
  const logDirs = [...broker.unnoticedLogDirs];
  broker.unnoticedLogDirs.clear();
  for (const logDir of logDirs) failLogDir(broker, logDir, false, ctx);
}

/**
 * The disk is gone, and with it every log directory: the process halts as Kafka's does when all of them have failed (B8).
 *
 * Simplified: at once, where Kafka's notices at its next read or write of the disk; the metadata log is on the same disk.
 */
export function failDisk(broker: Broker, isPaused: boolean, ctx: NodeContext): void {
  if (broker.hasDiskFailed) return;
  broker.fullLogDirs.clear();
  for (const logDir of broker.config.logDirs) broker.failedLogDirs.add(logDir);
  ctx.trace({ kind: 'DiskFailed', broker: broker.id });
  if (broker.power !== 'on') loseDisk(broker, ctx);
  else if (!isPaused) halt(broker, ctx);
}

/** Empty, fast disks, formatted for this cluster. The process that starts on them remembers nothing. */
export function replaceDisk(broker: Broker, ctx: NodeContext): void {
  if (broker.power === 'on') return;
  broker.diskFactor = 1;
  loseDisk(broker, ctx);
  broker.failedLogDirs.clear();
  broker.fullLogDirs.clear();
  for (const room of broker.disks.values()) room.emptied();
  ctx.trace({ kind: 'DiskReplaced', broker: broker.id });
}

/** The volume under a log directory is made larger or smaller, while the broker runs or not. null: room without end. */
export function resizeDisk(
  broker: Broker,
  logDir: string,
  capacityBytes: Bytes | null,
  ctx: NodeContext,
): void {
  if (!broker.config.logDirs.includes(logDir)) return;
  const room = broker.disks.get(logDir);
  if (capacityBytes === null) broker.disks.delete(logDir);
  else if (room === undefined) broker.disks.set(logDir, new DiskRoom(capacityBytes));
  else room.resize(capacityBytes);
  ctx.trace({ kind: 'DiskResized', broker: broker.id, logDir, capacityBytes: capacityBytes ?? -1 });
}

/** A process that starts tries the directories again that were full. Returns them: they were not closed cleanly. */
export function retryFullLogDirs(broker: Broker): ReadonlySet<string> {
  const logDirs = new Set(broker.fullLogDirs);
  broker.fullLogDirs.clear();
  for (const [topicPartition, partition] of broker.offlinePartitions) {
    if (!logDirs.has(partition.logDir)) continue;
    broker.offlinePartitions.delete(topicPartition);
    broker.partitions.set(topicPartition, partition);
  }
  return logDirs;
}

/**
 * The recovery writes to the disks, and cuts off the batches of which a part was written. On one that is still full to the last
 * byte it fails at once (DF3).
 */
export function recoverDisks(broker: Broker, ctx: NodeContext): void {
  for (const [logDir, room] of broker.disks) {
    if (!room.isFull || !broker.onlineLogDirs().includes(logDir)) continue;
    const freeBytes = freeBytesOf(room, logDir, broker);
    const first = [...broker.partitions.values()].find((partition) => partition.logDir === logDir);
    if (freeBytes >= INDEX_ENTRIES_BYTES || !first) {
      room.emptied();
      continue;
    }
    ctx.trace({
      kind: 'DiskFull',
      broker: broker.id,
      logDir,
      partition: first.topicPartition,
      neededBytes: INDEX_ENTRIES_BYTES,
      freeBytes,
    });
    failFullLogDir(broker, logDir, ctx);
  }
}

/** `Exit.halt`: no flush, no word to the controller; the kernel closes the sockets. What full disks hold stays. */
export function halt(broker: Broker, ctx: NodeContext): void {
  ctx.trace({ kind: 'BrokerHalted', broker: broker.id });
  ctx.closeConnections();
  broker.endProcess('killed', ctx);
  if (broker.hasDiskFailed) loseDisk(broker, ctx);
  ctx.endCompanion('kill');
}

function loseDisk(broker: Broker, ctx: NodeContext): void {
  broker.unnoticedLogDirs.clear();
  broker.image = new MetadataImage();
  broker.quorum.loseDisk();
  broker.cleanShutdownBrokerEpoch = -1;
  for (const [topicPartition, partition] of broker.offlinePartitions)
    broker.partitions.set(topicPartition, partition);
  broker.offlinePartitions.clear();
  for (const partition of broker.partitions.values()) {
    const from = partition.log.logEndOffset;
    partition.loseDisk(ctx.nowUs);
    if (from > 0)
      ctx.trace({
        kind: 'LogTruncated',
        partition: partition.topicPartition,
        broker: broker.id,
        from,
        to: 0,
        reason: 'DiskFailed',
      });
  }
}
