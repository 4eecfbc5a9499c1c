import type { KafkaError } from '../../protocol/Errors.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import type { Partition } from '../Partition.ts';
import { nextLockEndUs, releaseRecords, type AcknowledgementRange } from './acknowledgeRecords.ts';
import { deliveryCompleteCount } from './moveStartOffset.ts';
import { readShareState, writeShareState } from './persister.ts';
import { limitsOf } from './ShareGroupConfig.ts';
import { SharePartition, sharePartitionKey } from './SharePartition.ts';
import type { ShareState, StateBatch } from './ShareState.ts';

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
  const limits = limitsOf(broker, groupId);
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
  const limits = limitsOf(broker, groupId);
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

/** The records stand otherwise: the timer of locks and SPSO follow. */
export function setRecords(share: SharePartition, next: ShareState, host: CoordinatorHost): void {
  const { broker, ctx } = host;
  const from = share.records.startOffset;
  share.records = next;
  share.nextLockEndUs = nextLockEndUs(next);
  const { nextLockEndUs: endsUs } = share;
  if (endsUs > ctx.nowUs && endsUs < (ctx.timerAtUs(SHARE_LOCK_TIMER) ?? Infinity))
    ctx.setTimer(SHARE_LOCK_TIMER, endsUs - ctx.nowUs);
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

export function write(
  share: SharePartition,
  stateBatches: readonly StateBatch[],
  isChanging: boolean,
  callId: number | null,
  host: CoordinatorHost,
): void {
  const counted = deliveryCompleteCount(share.records);
  writeShareState(share, { deliveryCompleteCount: counted, stateBatches, isChanging, callId }, host);
}

export function traceArchived(
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

/** The broker leads a partition no more, or not under the epoch that it did: its share partitions go. */
export function onSharePartitionResigned(topicPartition: TopicPartition, { process }: CoordinatorHost): void {
  for (const [key, share] of [...process.shares.partitions])
    if (share.topicPartition === topicPartition) process.shares.partitions.delete(key);
}
