import { snapshotOf } from '../metadata/MetadataSnapshot.ts';
import type { NodeContext } from '../node/Node.ts';
import { METADATA_RECORD_BYTES } from '../protocol/requests.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Micros, Offset } from '../../shared/units.ts';
import { committedImage } from './committedImage.ts';
import { firstKeptSnapshot } from './firstKeptSnapshot.ts';
import type { RaftListener } from './RaftListener.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { snapshotReason } from './snapshotReason.ts';

/** Not a config: how often old snapshots are looked for. Kafka: `KafkaRaftClient.RaftMetadataLogCleanerManager`. */
export const CLEAN_INTERVAL_US: Micros = 60 * MICROS_PER_SECOND;

/** Nothing counts towards the next snapshot yet. */
export function resetSnapshotCounters(voter: RaftVoter, ctx: NodeContext): void {
  voter.snapshotCounters = { sinceUs: ctx.nowUs, bytes: 0 };
}

/**
 * A listener that begins, or that the log does not reach back to, gets the newest snapshot before the records after it.
 * Kafka: `KafkaRaftClient.updateListenersProgress` (4.2).
 */
export function maybeLoadSnapshot(voter: RaftVoter, listener: RaftListener, ctx: NodeContext): void {
  const { log, committedEnd } = voter;
  const { latestSnapshot } = log;
  if (!latestSnapshot || (committedEnd > 0 && committedEnd >= log.startOffset)) return;
  voter.committedEnd = latestSnapshot.endOffset;
  resetSnapshotCounters(voter, ctx);
  ctx.trace({
    kind: 'MetadataSnapshotLoaded',
    node: `controller:${voter.nodeId}`,
    endOffset: latestSnapshot.endOffset,
    epoch: latestSnapshot.epoch,
  });
  listener.handleLoadSnapshot(latestSnapshot, ctx);
}

/**
 * Makes a snapshot of all that is committed when there is enough of it. Every node does for itself, at offsets of its own.
 * Kafka: `SnapshotGenerator`, `KafkaRaftClient.createSnapshot` (4.2).
 *
 * Simplified: it takes no time.
 *
 * @param from where the records began that were committed just now
 */
export function maybeMakeSnapshot(
  voter: RaftVoter,
  from: Offset,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  const { log, committedEnd, snapshotCounters } = voter;
  const bytes = snapshotCounters.bytes + METADATA_RECORD_BYTES * (committedEnd - from);
  voter.snapshotCounters = { ...snapshotCounters, bytes };
  const reason = snapshotReason(voter.snapshotCounters, ctx.nowUs, voter.config.snapshots);
  const epoch = log.epochAt(committedEnd - 1);
  if (reason === null || epoch === null) return;
  resetSnapshotCounters(voter, ctx);
  if (log.snapshot({ endOffset: committedEnd, epoch })) return;
  const image = committedImage(log, committedEnd);
  const snapshot = snapshotOf(image, epoch, ctx.clockMs(), listener.uncleanlyElected);
  log.addSnapshot(snapshot);
  ctx.trace({
    kind: 'MetadataSnapshotCreated',
    controller: voter.nodeId,
    endOffset: committedEnd,
    epoch,
    records: snapshot.records.length,
    reason,
  });
}

/** Once a minute: the oldest snapshots go, and the records before the oldest that stays. Kafka: `KafkaRaftLog.maybeClean`. */
export function cleanMetadataLog(voter: RaftVoter, ctx: NodeContext): void {
  const { log } = voter;
  const first = firstKeptSnapshot(
    log.snapshots,
    log.startOffset,
    (offset) => METADATA_RECORD_BYTES * (log.endOffset - offset),
    ctx.clockMs(),
    voter.config.snapshots,
  );
  const kept = log.snapshots[first];
  if (first === 0 || !kept) return;
  const from = log.startOffset;
  log.deleteBefore(kept);
  const { nodeId: controller } = voter;
  ctx.trace({ kind: 'MetadataLogCleaned', controller, from, to: log.startOffset, snapshots: first });
}

/** When old snapshots are looked for next; Infinity while there is but one, which stays in any case. */
export function nextCleanUs(voter: RaftVoter, ctx: NodeContext): Micros {
  if (voter.log.snapshots.length < 2) return Infinity;
  const turns = Math.floor((ctx.nowUs - voter.startedUs) / CLEAN_INTERVAL_US);
  return voter.startedUs + (turns + 1) * CLEAN_INTERVAL_US;
}
