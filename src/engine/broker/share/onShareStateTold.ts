import type { KafkaError } from '../../protocol/Errors.ts';
import type { Offset, TopicPartition } from '../../../shared/units.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { GroupContext } from '../coordinator/group/GroupContext.ts';
import { GROUP_COORDINATOR } from '../coordinator/group/groupCoordinator.ts';
import { onShareStateInitialized } from '../coordinator/group/share/handleShareGroupHeartbeat.ts';
import { onShareAdminDone } from '../coordinator/group/share/shareGroupAdmin.ts';
import type { Partition } from '../Partition.ts';
import { settleChanges } from './acknowledgeRecords.ts';
import { limitsOf, ownConfigOf } from './ShareGroupConfig.ts';
import { sharePartitionKey } from './SharePartition.ts';
import type { PersisterCall, ReadShareState } from './SharePersister.ts';
import { completeShareFetches, failShareFetches, finishWrite } from './shareFetch.ts';
import { setRecords } from './sharePartitionEvents.ts';

// What share coordinators answer, and what follows from it. Kafka: `SharePartition`, `GroupCoordinatorService` (4.2).

/** A call of the persister is over: it was done, or given up for `error`. */
export function onShareStateTold(
  call: PersisterCall,
  error: KafkaError,
  result: ReadShareState | null,
  host: CoordinatorHost,
): void {
  if (call.kind === 'Read') onStateRead(call, error, result, host);
  else if (call.kind === 'Write') onStateWritten(call, error, host);
  else initialized(call.initialization, error === 'NONE' ? call.topicPartition : null, host);
}

/** The share coordinator has answered: the group goes on where its share partition stands. */
function onStateRead(
  { groupId, topicPartition, leaderEpoch }: PersisterCall,
  error: KafkaError,
  result: ReadShareState | null,
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
  const { autoOffsetReset } = ownConfigOf(broker.image, groupId);
  if (autoOffsetReset === 'earliest') return log.logStartOffset;
  if (autoOffsetReset === 'latest') return log.highWatermark;
  const found = log.offsetForTimestamp(ctx.clockMs() - autoOffsetReset.durationMs);
  return found && found.offset < log.highWatermark ? found.offset : log.highWatermark;
}

/** The share coordinator keeps it now, or does not. */
function onStateWritten(
  call: Extract<PersisterCall, { kind: 'Write' }>,
  error: KafkaError,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const key = sharePartitionKey(call.groupId, call.topicPartition);
  const share = process.shares.partitions.get(key);
  let isMoved = false;
  if (share && share.leaderEpoch === call.leaderEpoch && share.status === 'ACTIVE') {
    const limits = limitsOf(broker, call.groupId);
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

/** One share partition of a group is known, or will not be (null); the group goes on when that is so of all. */
function initialized(id: number, topicPartition: TopicPartition | null, host: CoordinatorHost): void {
  const { persister } = host.process.shares;
  const known = persister.initializations.get(id);
  if (!known) return;
  const done = topicPartition === null ? known.done : [...known.done, topicPartition];
  const next = { ...known, done, left: known.left - 1 };
  persister.initializations.set(id, next);
  if (next.left > 0) return;
  persister.initializations.delete(id);
  const { then } = next;
  const group = host.process.coordinators.groups.activeShard(then.shard);
  if (then.kind === 'ShareAdminDone') {
    if (typeof group === 'string') return;
    onShareAdminDone(then.change, next.done, new GroupContext(GROUP_COORDINATOR, group, host));
    return;
  }
  const { replyTo, request, response } = then;
  if (typeof group === 'string') {
    host.broker.answer(replyTo, { ...response, error: group, memberEpoch: 0, assignment: null }, host.ctx);
    return;
  }
  const context = new GroupContext(GROUP_COORDINATOR, group, host);
  onShareStateInitialized(replyTo, request, response, next.asked, next.done, context);
}
