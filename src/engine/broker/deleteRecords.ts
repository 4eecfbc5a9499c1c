import type { NodeContext } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { wakeSessions } from './fetchSessions.ts';
import { traceLogStart } from './traceLogStart.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import { watchOver } from './Purgatory.ts';
import type { DelayedOperation } from './Purgatory.ts';
import type { ReplicaManager } from './ReplicaManager.ts';
import { lowWatermark, validateDeleteRecords } from './validateDeleteRecords.ts';

export const DELETE_RECORDS_TIMER = 'deleteRecordsPurgatory';

/** Not of the broker: an admin client waits as long as its request.timeout.ms says, 30 s by default. */
const REQUEST_TIMEOUT_US: Micros = 30_000 * MICROS_PER_MILLI;

/** A DeleteRecords that waits until every living replica has moved its log start. Kafka: `DelayedDeleteRecords` (4.2). */
export interface DelayedDeleteRecords extends DelayedOperation {
  readonly topicPartition: TopicPartition;
  /** The low watermark must reach this. */
  readonly requiredOffset: Offset;
}

/**
 * Moves the log start of a partition that this broker leads (RE7). The records below are gone at once, their segments with the
 * next check of retention; the answer comes when all living followers have followed. Kafka: `ReplicaManager.deleteRecords` (4.2).
 *
 * Simplified: the admin client's request reaches the leader at once, and its answer is the trace.
 */
export function deleteRecords(
  asked: { readonly topicPartition: TopicPartition; readonly topic: string; readonly offset: Offset },
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { topicPartition } = asked;
  const partition = broker.partitions.get(topicPartition);
  const log = partition?.log;
  const answer = validateDeleteRecords({
    ...asked,
    broker: broker.id,
    partition:
      partition && log
        ? {
            isLeader: partition.leader !== null,
            highWatermark: log.highWatermark,
            isDeleted: configOf(partition, broker).log.isDeleted,
            isCompacted: configOf(partition, broker).log.isCompacted,
          }
        : null,
  });
  if ('message' in answer || !partition || !log) {
    refuse(topicPartition, answer.error, 'message' in answer ? answer.message : '', ctx);
    return;
  }
  const from = log.logStartOffset;
  if (log.raiseLogStart(answer.offset, ctx.nowUs)) {
    traceLogStart(topicPartition, log, from, 'ClientRecordDeletion', broker, ctx);
    wakeSessions(partition, manager);
  }
  const id = manager.nextOperationId();
  const timesOutUs = ctx.nowUs + REQUEST_TIMEOUT_US;
  manager.deletes.park({
    id,
    watched: [topicPartition],
    timesOutUs,
    topicPartition,
    requiredOffset: answer.offset,
  });
  completeDeletes(manager, partition, broker, ctx);
  if (manager.deletes.parked.has(id)) watchOver(manager.deletes, DELETE_RECORDS_TIMER, ctx);
}

/** The lowest log start of all living replicas; the leader's own where it is not the leader. */
export function lowWatermarkOf({ leader, log }: Partition, broker: BrokerInternals): Offset {
  return lowWatermark(
    log.logStartOffset,
    leader?.followers ?? [],
    (follower) => broker.image.brokers.get(follower)?.fenced === false,
  );
}

/**
 * A follower has said where its log begins now, or the high watermark moved: who waited may be answered. That a follower was
 * fenced is noticed then only. Kafka: `Partition.updateFollowerFetchState`, `tryCompleteDelayedRequests`.
 */
export function completeDeletes(
  manager: ReplicaManager,
  partition: Partition,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (const id of manager.deletes.watching(partition.topicPartition)) {
    const delayed = manager.deletes.parked.get(id);
    if (!delayed) continue;
    if (!partition.leader) {
      manager.deletes.remove(id);
      const message = `Leader not local for partition ${partition.topicPartition} on broker ${broker.id}`;
      refuse(partition.topicPartition, 'NOT_LEADER_OR_FOLLOWER', message, ctx);
      continue;
    }
    const low = lowWatermarkOf(partition, broker);
    if (low < delayed.requiredOffset) continue;
    manager.deletes.remove(id);
    ctx.trace({
      kind: 'RecordsDeleted',
      partition: partition.topicPartition,
      broker: broker.id,
      lowWatermark: low,
    });
  }
}

/** Answers requests whose time is over: the log start stays where it is. */
export function expireDeletes(manager: ReplicaManager, ctx: NodeContext): void {
  for (const id of manager.deletes.expired(ctx.nowUs)) {
    const delayed = manager.deletes.parked.get(id);
    manager.deletes.remove(id);
    if (delayed) refuse(delayed.topicPartition, 'REQUEST_TIMED_OUT', '', ctx);
  }
  watchOver(manager.deletes, DELETE_RECORDS_TIMER, ctx);
}

function refuse(resource: TopicPartition, error: KafkaError, message: string, ctx: NodeContext): void {
  ctx.trace({ kind: 'AdminRequestFailed', request: 'DeleteRecords', resource, error, message });
}
