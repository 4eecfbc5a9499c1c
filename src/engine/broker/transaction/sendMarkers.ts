import type { DisconnectReason } from '../../node/Node.ts';
import type { WriteTxnMarkersResponse } from '../../protocol/requests.ts';
import type { BrokerId, TopicPartition } from '../../../shared/units.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { TransactionContext } from './TransactionContext.ts';
import type { MarkerBatch, MarkerEntry, PendingCompleteTxn } from './TransactionMarkerChannelManager.ts';

// How the markers of a transaction get to the leaders of its partitions (T15). Kafka: `TransactionMarkerChannelManager`,
// `TransactionMarkerRequestCompletionHandler` (4.2).

/** Goes off when completions that could not be written are tried again, if nothing else has woken the sender. */
export const APPEND_RETRY_TIMER = 'appendRetry';
const SENDER_SLEEP_US = 30_000 * MICROS_PER_MILLI;

/** The outcome of a transaction is replicated: its markers go out, and when all are written it is complete. */
export function addTxnMarkersToSend(
  context: TransactionContext,
  pending: PendingCompleteTxn,
  partitions: readonly TopicPartition[],
): void {
  context.coordinators.markers.withPendingMarkers.set(pending.transactionalId, pending);
  addTxnMarkersToBrokerQueue(context, { pending, partitions, attempts: 0 });
  maybeWriteTxnCompletion(context, pending.transactionalId);
  wakeSender(context);
}

/** The sender looks at all that waits: it sends what can go to brokers that have nothing under way. Kafka: `generateRequests`. */
export function wakeSender(context: TransactionContext): void {
  const { markers } = context.coordinators;
  const { ctx } = context;
  const appends = markers.logAppendRetries;
  markers.logAppendRetries = [];
  for (const pending of appends) appendCompletion(context, pending);
  const unknown = markers.unknownDestination;
  markers.unknownDestination = [];
  for (const entry of unknown) addTxnMarkersToBrokerQueue(context, entry);
  for (const [target, entries] of markers.queued) {
    if (entries.length === 0) continue;
    markers.queued.set(target, []);
    const batches = markers.unsent.get(target) ?? [];
    markers.unsent.set(target, [...batches, Object.freeze(entries)]);
  }
  for (const [target, batches] of markers.unsent) {
    const [batch, ...rest] = batches;
    if (!batch || !markers.channel.isReady(target, ctx)) continue;
    markers.unsent.set(target, rest);
    const correlationId = markers.channel.send(target, requestOf(batch), ctx);
    if (correlationId === null) continue;
    markers.inFlight.set(correlationId, batch);
    for (const entry of batch) if (entry.attempts === 0) traceSent(context, entry, target);
  }
}

/** A completion could not be written: it is tried again when the sender wakes, and that is in 30 s at the latest. */
export function retryCompletion(context: TransactionContext, pending: PendingCompleteTxn): void {
  context.coordinators.markers.logAppendRetries.push(pending);
  const timer = context.kind.timerPrefix + APPEND_RETRY_TIMER;
  if (context.ctx.timerAtUs(timer) === null) context.ctx.setTimer(timer, SENDER_SLEEP_US);
}

export function onMarkersAnswered(
  context: TransactionContext,
  response: WriteTxnMarkersResponse,
  correlationId: number,
): void {
  const { markers } = context.coordinators;
  if (markers.channel.takeAnswer(correlationId, context.ctx) === null) return;
  const batch = markers.inFlight.get(correlationId) ?? [];
  markers.inFlight.delete(correlationId);
  for (const entry of batch) {
    const answer = response.markers.find(({ producerId }) => producerId === entry.pending.producerId);
    settle(context, entry, answer?.partitions ?? []);
  }
  wakeSender(context);
}

/** A broker is gone, for now: all that was on the way to it is sent anew, to who leads by then. */
export function onMarkerChannelDisconnected(
  context: TransactionContext,
  target: BrokerId,
  reason: DisconnectReason,
  connection: number,
): void {
  const { channel } = context.coordinators.markers;
  const failed = channel.onDisconnected(target, reason, connection, context.ctx);
  if (failed !== null) requeue(context, target, failed);
}

/** The timer of the channel to a broker: a request was not answered in time, or the wait after a failure is over. */
export function onMarkerChannelTimer(context: TransactionContext, target: BrokerId): void {
  const failed = context.coordinators.markers.channel.onTimer(target, context.ctx);
  if (failed !== null) requeue(context, target, failed);
  else wakeSender(context);
}

function requeue(context: TransactionContext, target: BrokerId, correlationId: number): void {
  const { markers } = context.coordinators;
  const lost = [markers.inFlight.get(correlationId) ?? [], ...(markers.unsent.get(target) ?? [])];
  markers.inFlight.delete(correlationId);
  markers.unsent.delete(target);
  for (const entry of lost.flat()) {
    const { pending } = entry;
    if (context.shardUnder(pending.logPartition, pending.coordinatorEpoch))
      addTxnMarkersToBrokerQueue(context, entry);
    else markers.removeMarkersForTxn(pending);
  }
  wakeSender(context);
}

function settle(
  context: TransactionContext,
  entry: MarkerEntry,
  results: WriteTxnMarkersResponse['markers'][number]['partitions'],
): void {
  const { ctx, broker, coordinators } = context;
  const { pending } = entry;
  const shard = context.shardUnder(pending.logPartition, pending.coordinatorEpoch);
  const metadata = shard?.state.transactions.get(pending.transactionalId);
  if (!metadata || !coordinators.markers.isPending(pending)) {
    coordinators.markers.removeMarkersForTxn(pending);
    return;
  }
  const retried: TopicPartition[] = [];
  for (const { topicPartition, error } of results) {
    const reaction = ctx.rules.reactToMarkerError(error);
    if (reaction === 'done') metadata.removePartition(topicPartition);
    else {
      if (entry.attempts === 0 || reaction !== 'retry')
        ctx.trace({
          kind: 'TxnMarkerRefused',
          broker: broker.id,
          transactionalId: pending.transactionalId,
          partition: topicPartition,
          error,
        });
      if (reaction === 'retry') retried.push(topicPartition);
      else {
        coordinators.markers.removeMarkersForTxn(pending);
        return;
      }
    }
  }
  if (retried.length > 0)
    addTxnMarkersToBrokerQueue(context, { pending, partitions: retried, attempts: entry.attempts + 1 });
  else maybeWriteTxnCompletion(context, pending.transactionalId);
}

/** By leader: partitions without one wait, those that are deleted need no marker any more. */
function addTxnMarkersToBrokerQueue(
  context: TransactionContext,
  { pending, partitions, attempts }: MarkerEntry,
): void {
  const { markers } = context.coordinators;
  const { image } = context.broker;
  const byLeader = new Map<BrokerId, TopicPartition[]>();
  const leaderless: TopicPartition[] = [];
  const deleted: TopicPartition[] = [];
  for (const topicPartition of partitions) {
    const leader = image.partitions.get(topicPartition)?.registration.leader;
    if (leader === undefined) deleted.push(topicPartition);
    else if (!image.brokers.has(leader)) leaderless.push(topicPartition);
    else byLeader.set(leader, [...(byLeader.get(leader) ?? []), topicPartition]);
  }
  for (const [leader, theirs] of byLeader) {
    const entry = Object.freeze({ pending, partitions: Object.freeze(theirs), attempts });
    markers.queued.set(leader, [...(markers.queued.get(leader) ?? []), entry]);
  }
  if (leaderless.length > 0)
    markers.unknownDestination.push(
      Object.freeze({ pending, partitions: Object.freeze(leaderless), attempts }),
    );
  if (deleted.length === 0) return;
  const shard = context.shardUnder(pending.logPartition, pending.coordinatorEpoch);
  const metadata = shard?.state.transactions.get(pending.transactionalId);
  if (!metadata) {
    markers.removeMarkersForTxn(pending);
    return;
  }
  for (const topicPartition of deleted) metadata.removePartition(topicPartition);
  maybeWriteTxnCompletion(context, pending.transactionalId);
}

/** All markers of a transaction are written: its completion is. */
function maybeWriteTxnCompletion(context: TransactionContext, transactionalId: string): void {
  const { markers } = context.coordinators;
  const pending = markers.withPendingMarkers.get(transactionalId);
  if (!pending) return;
  const shard = context.shardUnder(pending.logPartition, pending.coordinatorEpoch);
  const metadata = shard?.state.transactions.get(transactionalId);
  if (metadata && metadata.current.topicPartitions.length > 0) return;
  markers.withPendingMarkers.delete(transactionalId);
  appendCompletion(context, pending);
}

function appendCompletion(context: TransactionContext, pending: PendingCompleteTxn): void {
  const shard = context.shardUnder(pending.logPartition, pending.coordinatorEpoch);
  if (shard)
    context.append(shard, pending.transactionalId, pending.completion, { kind: 'Complete', pending });
}

function requestOf(batch: MarkerBatch) {
  return {
    kind: 'WriteTxnMarkersRequest' as const,
    markers: batch.map(({ pending, partitions }) => ({
      producerId: pending.producerId,
      producerEpoch: pending.producerEpoch,
      transactionResult: pending.result,
      coordinatorEpoch: pending.coordinatorEpoch,
      transactionVersion: pending.transactionVersion,
      partitions,
    })),
  };
}

function traceSent(
  { ctx, broker }: TransactionContext,
  { pending, partitions }: MarkerEntry,
  target: BrokerId,
): void {
  const { transactionalId, producerId, producerEpoch, result } = pending;
  ctx.trace({
    kind: 'TxnMarkersSent',
    broker: broker.id,
    target,
    transactionalId,
    producerId,
    producerEpoch,
    result,
    partitions: partitions.length,
  });
}
