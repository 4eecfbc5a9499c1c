import type { KafkaError } from '../../protocol/Errors.ts';
import type { Offset, TopicPartition } from '../../../shared/units.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import type { Partition } from '../Partition.ts';
import {
  nextLockEndUs,
  releaseRecords,
  settleChanges,
  type AcknowledgementRange,
} from './acknowledgeRecords.ts';
import { deliveryCompleteCount } from './moveStartOffset.ts';
import { readShareState, writeShareState } from './persister.ts';
import { limitsOf, ownConfigOf } from './ShareGroupConfig.ts';
import { SharePartition, sharePartitionKey } from './SharePartition.ts';
import type { PersisterCall } from './SharePersister.ts';
import { shareSessionKey, type ShareSession } from './ShareSession.ts';
import type { ShareState, StateBatch } from './ShareState.ts';
import { completeShareFetches, failShareFetches, finishWrite } from './shareFetch.ts';

// What befalls share partitions: they are read, acknowledged, given back, and go with the leadership. Kafka: `SharePartition`,
// `SharePartitionManager` (4.2).

/** Goes off when the first acquisition lock ends. */
export const SHARE_LOCK_TIMER = 'share/locks';

/**
 * The share partition of a group, which begins to be read if it is new here; an error where the broker does not lead the partition.
 * Kafka: `getOrCreateSharePartition`.
 */
export function sharePartitionOf(
  groupId: string,
  partition: Partition,
  host: CoordinatorHost,
): SharePartition {
  const { partitions } = host.process.shares;
  const key = sharePartitionKey(groupId, partition.topicPartition);
  const known = partitions.get(key);
  if (known) return known;
  const created = new SharePartition(groupId, partition.topicPartition, partition.leader?.leaderEpoch ?? -1);
  partitions.set(key, created);
  readShareState(created, host);
  return created;
}

/** The share coordinator has answered: the group goes on where its share partition stands. */
export function onStateRead(
  { groupId, topicPartition, leaderEpoch }: PersisterCall,
  error: KafkaError,
  result: {
    readonly stateEpoch: number;
    readonly startOffset: Offset;
    readonly stateBatches: readonly StateBatch[];
  } | null,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const key = sharePartitionKey(groupId, topicPartition);
  const known = process.shares.partitions.get(key);
  const partition = broker.partitions.get(topicPartition);
  if (known?.status !== 'INITIALIZING' || known.leaderEpoch !== leaderEpoch || !partition) return;
  if (result === null) {
    process.shares.partitions.delete(key);
    failShareFetches(key, topicPartition, error, host);
    return;
  }
  const startOffset = result.startOffset === -1 ? resetOffset(groupId, partition, host) : result.startOffset;
  known.stateEpoch = result.stateEpoch;
  known.status = 'ACTIVE';
  known.records = ctx.rules.initialShareState(startOffset, result.stateBatches);
  const { records } = known;
  ctx.trace({
    kind: 'SharePartitionLoaded',
    group: groupId,
    partition: topicPartition,
    broker: broker.id,
    startOffset: records.startOffset,
    inFlight: records.batches.length === 0 ? 0 : records.endOffset - records.startOffset + 1,
  });
  completeShareFetches(key, host);
}

/** Where nobody has decided it. Kafka: `startOffsetDuringInitialization`. */
function resetOffset(groupId: string, { log }: Partition, { broker, ctx }: CoordinatorHost): Offset {
  const { autoOffsetReset } = ownConfigOf(broker.config.groups.share, groupId);
  if (autoOffsetReset === 'earliest') return log.logStartOffset;
  if (autoOffsetReset === 'latest') return log.highWatermark;
  const found = log.offsetForTimestamp(ctx.clockMs() - autoOffsetReset.durationMs);
  return found && found.offset < log.highWatermark ? found.offset : log.highWatermark;
}

/** What a member says of its records. Returns whether a write is under way, or why it does not count. */
export function acknowledge(
  share: SharePartition,
  memberId: string,
  ranges: readonly AcknowledgementRange[],
  callId: number,
  host: CoordinatorHost,
): 'writing' | KafkaError {
  const { broker, ctx } = host;
  const { groupId, topicPartition } = share;
  const limits = limitsOf(broker.config.groups.share, groupId);
  const changes = ctx.rules.acknowledgeRecords(share.records, memberId, ranges, ctx.nowUs, limits);
  if (typeof changes === 'string') {
    ctx.trace({
      kind: 'ShareAcknowledgementRefused',
      group: groupId,
      member: memberId,
      broker: broker.id,
      partition: topicPartition,
      error: changes,
    });
    return changes;
  }
  for (const { firstOffset, lastOffset, type } of ranges) {
    if (lastOffset < share.records.startOffset) continue;
    ctx.trace({
      kind: 'ShareRecordsAcknowledged',
      group: groupId,
      member: memberId,
      broker: broker.id,
      partition: topicPartition,
      baseOffset: firstOffset,
      count: lastOffset - firstOffset + 1,
      type,
    });
    if (type !== 'GAP')
      broker.meters?.mark(`shareAcknowledgements/${type}`, lastOffset - firstOffset + 1, ctx.nowUs);
  }
  setRecords(share, changes.state, host);
  if (changes.written.length === 0) return 'NONE';
  traceArchived(share, changes.written, ranges, host);
  write(share, changes.written, true, callId, host);
  return 'writing';
}

/** What a member has here is given back. */
export function release(share: SharePartition, memberId: string, host: CoordinatorHost): void {
  const { broker, ctx } = host;
  const { groupId, topicPartition } = share;
  const limits = limitsOf(broker.config.groups.share, groupId);
  const { state, written } = releaseRecords(share.records, memberId, limits);
  if (written.length === 0) return;
  for (const { firstOffset, lastOffset } of written)
    ctx.trace({
      kind: 'ShareRecordsAcknowledged',
      group: groupId,
      member: memberId,
      broker: broker.id,
      partition: topicPartition,
      baseOffset: firstOffset,
      count: lastOffset - firstOffset + 1,
      type: 'RELEASE',
    });
  traceArchived(share, written, [], host);
  setRecords(share, state, host);
  write(share, written, true, null, host);
}

/** The share coordinator keeps it now, or does not. */
export function onStateWritten(
  call: Extract<PersisterCall, { kind: 'Write' }>,
  error: KafkaError,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const key = sharePartitionKey(call.groupId, call.topicPartition);
  const share = process.shares.partitions.get(key);
  let isMoved = false;
  if (share && share.leaderEpoch === call.leaderEpoch && share.status === 'ACTIVE') {
    const limits = limitsOf(broker.config.groups.share, call.groupId);
    let { records } = share;
    if (call.changing.length > 0)
      records = settleChanges(records, call.changing, error === 'NONE', ctx.nowUs, limits);
    const moved =
      error === 'NONE' || call.changing.length === 0 ? ctx.rules.moveStartOffset(records) : records;
    isMoved = moved !== records;
    setRecords(share, moved, host);
    // Another broker leads it: what is known here is not to be trusted.
    if (error === 'NOT_LEADER_OR_FOLLOWER') process.shares.partitions.delete(key);
  }
  if (call.callId !== null) finishWrite(call.callId, call.topicPartition, error, host);
  if (isMoved) completeShareFetches(key, host);
}

/** Locks have ended. */
export function onShareLockTimer(host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  for (const [key, share] of [...process.shares.partitions]) {
    if (share.nextLockEndUs > ctx.nowUs) continue;
    const { groupId, topicPartition } = share;
    const limits = limitsOf(broker.config.groups.share, groupId);
    const before = share.records;
    const { state, written } = ctx.rules.expireLocks(before, ctx.nowUs, limits);
    setRecords(share, state, host);
    if (written.length === 0) continue;
    for (const { firstOffset, lastOffset, deliveryCount } of written) {
      ctx.trace({
        kind: 'AcquisitionLockTimedOut',
        group: groupId,
        broker: broker.id,
        partition: topicPartition,
        baseOffset: firstOffset,
        count: lastOffset - firstOffset + 1,
        deliveryCount,
      });
      broker.meters?.mark('acquisitionLockTimeouts', lastOffset - firstOffset + 1, ctx.nowUs);
    }
    traceArchived(share, written, [], host);
    write(share, written, false, null, host);
    completeShareFetches(key, host);
  }
  watchLocks(host);
}

/** The log begins later: what lay before is gone. */
export function setRecords(share: SharePartition, next: ShareState, host: CoordinatorHost): void {
  const { broker, ctx } = host;
  const from = share.records.startOffset;
  share.records = next;
  share.nextLockEndUs = nextLockEndUs(next);
  const atUs = ctx.timerAtUs(SHARE_LOCK_TIMER);
  if (share.nextLockEndUs < (atUs ?? Infinity))
    ctx.setTimer(SHARE_LOCK_TIMER, Math.max(0, share.nextLockEndUs - ctx.nowUs));
  if (next.startOffset !== from)
    ctx.trace({
      kind: 'ShareStartOffsetMoved',
      group: share.groupId,
      partition: share.topicPartition,
      broker: broker.id,
      from,
      to: next.startOffset,
    });
}

function watchLocks({ process, ctx }: CoordinatorHost): void {
  let next = Infinity;
  for (const { nextLockEndUs: endUs } of process.shares.partitions.values())
    if (endUs > ctx.nowUs) next = Math.min(next, endUs);
  if (next < Infinity) ctx.setTimer(SHARE_LOCK_TIMER, next - ctx.nowUs);
}

function write(
  share: SharePartition,
  stateBatches: readonly StateBatch[],
  isChanging: boolean,
  callId: number | null,
  host: CoordinatorHost,
): void {
  const counted = deliveryCompleteCount(share.records);
  writeShareState(share, { deliveryCompleteCount: counted, stateBatches, isChanging, callId }, host);
}

function traceArchived(
  { groupId, topicPartition }: SharePartition,
  written: readonly StateBatch[],
  ranges: readonly AcknowledgementRange[],
  { broker, ctx }: CoordinatorHost,
): void {
  for (const { firstOffset, lastOffset, deliveryState, deliveryCount } of written) {
    if (deliveryState !== 'ARCHIVED') continue;
    const said = ranges.find((range) => range.firstOffset <= firstOffset && range.lastOffset >= firstOffset);
    ctx.trace({
      kind: 'ShareRecordsArchived',
      group: groupId,
      partition: topicPartition,
      broker: broker.id,
      baseOffset: firstOffset,
      count: lastOffset - firstOffset + 1,
      deliveryCount,
      reason: said?.type === 'REJECT' || said?.type === 'GAP' ? said.type : 'delivery count limit',
    });
  }
}

/** A member's session with this broker has ended: by its own word, or with its connection (SH10). */
export function closeShareSession(
  session: ShareSession,
  reason: 'FINAL_EPOCH' | 'disconnected',
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const { groupId, memberId, partitions } = session;
  process.shares.sessions.delete(shareSessionKey(groupId, memberId));
  ctx.trace({ kind: 'ShareSessionClosed', group: groupId, member: memberId, broker: broker.id, reason });
  for (const topicPartition of partitions) {
    const key = sharePartitionKey(groupId, topicPartition);
    const share = process.shares.partitions.get(key);
    if (share?.status !== 'ACTIVE') continue;
    release(share, memberId, host);
    completeShareFetches(key, host);
  }
}

/** A client's connection has ended. */
export function onShareClientDisconnected(source: number, connection: number, host: CoordinatorHost): void {
  for (const session of [...host.process.shares.sessions.values()])
    if (session.source === source && session.connection <= connection)
      closeShareSession(session, 'disconnected', host);
}

/** The broker leads a partition no more, or not under the epoch that it did: its share partitions go. */
export function onSharePartitionResigned(topicPartition: TopicPartition, { process }: CoordinatorHost): void {
  for (const [key, share] of [...process.shares.partitions])
    if (share.topicPartition === topicPartition) process.shares.partitions.delete(key);
}
