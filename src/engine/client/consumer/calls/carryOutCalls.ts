import type { NodeContext } from '../../../node/Node.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../../../protocol/requests.ts';
import { CONSUMER_DEFAULTS } from '../../../protocol/configDefaults.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Offset } from '../../../../shared/units.ts';
import type { AssignedPartition } from '../AssignedPartition.ts';
import type { Consumer } from '../Consumer.ts';
import { askAboutPositions, placePartitions } from '../positions.ts';
import type { ConsumerCall } from './ConsumerCall.ts';

/**
 * The application makes its calls, one after the other, before it polls again. Returns when to look again while it waits for
 * offsetsForTimes(); null: it goes on. Kafka: `KafkaConsumer.seek`, `seekToBeginning`, `seekToEnd`, `offsetsForTimes`, `pause`, `resume` (4.2).
 *
 * Simplified: an application that waits in poll() makes its call at once, where Kafka's has to wait until poll() returns.
 */
export function carryOutCalls(consumer: Consumer, ctx: NodeContext): Micros | null {
  for (;;) {
    if (consumer.timeLookup) {
      const againUs = goOnLookingUp(consumer, ctx);
      if (againUs !== null) return againUs;
      continue;
    }
    const { calls } = consumer;
    const call = calls?.[0];
    if (!calls || !call || !consumer.isRunning()) return null;
    consumer.keepCalls(calls.slice(1));
    if (call.kind !== 'commitSync') carryOut(consumer, call, ctx);
    else if (consumer.commitOffsets(call.offsets, ctx)) return null;
  }
}

function carryOut(
  consumer: Consumer,
  call: Exclude<ConsumerCall, { readonly kind: 'commitSync' }>,
  ctx: NodeContext,
): void {
  const named = call.partitions ?? consumer.partitions.map(({ topicPartition }) => topicPartition);
  const partitions = named.flatMap((name) => consumer.partitionOf(name) ?? []);
  const stranger = named.find((name) => !consumer.partitionOf(name));
  if (stranger !== undefined) {
    // Kafka: `No current assignment for partition …`; the application catches it.
    ctx.trace({
      kind: 'ConsumerCallFailed',
      consumer: consumer.clientId,
      call: nameOf(call),
      partition: stranger,
      error: 'IllegalStateException',
    });
    return;
  }
  if (partitions.length === 0) return;
  switch (call.kind) {
    case 'pause':
      pause(consumer, partitions, ctx);
      return;
    case 'resume':
      resume(consumer, partitions, ctx);
      return;
    case 'seek':
      if (call.to === 'offset')
        for (const partition of partitions) seek(consumer, partition, call.offset, ctx);
      else if (call.to === 'timestamp') beginLookUp(consumer, partitions, call.timestampMs, ctx);
      else {
        const timestamp = call.to === 'beginning' ? EARLIEST_TIMESTAMP : LATEST_TIMESTAMP;
        for (const partition of partitions) requestReset(consumer, partition, timestamp);
      }
  }
}

function nameOf(call: Exclude<ConsumerCall, { readonly kind: 'commitSync' }>): string {
  if (call.kind !== 'seek') return call.kind;
  return { beginning: 'seekToBeginning', end: 'seekToEnd', offset: 'seek', timestamp: 'offsetsForTimes' }[
    call.to
  ];
}

/**
 * The next poll() returns the record at `offset`, or what comes after it. What was fetched from another place is thrown away, and so is
 * what is still on its way. Kafka: `SubscriptionState.seekUnvalidated`, `FetchCollector.fetchRecords` (4.2).
 */
function seek(consumer: Consumer, partition: AssignedPartition, offset: Offset, ctx: NodeContext): void {
  const { topicPartition, position: from } = partition;
  if (from !== offset) dropFetched(consumer, partition);
  partition.position = offset;
  partition.needsReset = false;
  partition.awaitsValidation = false;
  delete partition.resetTo;
  // Of what stands before it nothing is known, so there is nothing to ask the leader (E8).
  partition.offsetEpoch = null;
  partition.positionLeader = consumer.metadata.leaderOf(topicPartition);
  partition.isBusy = false;
  partition.retryAtUs = 0;
  consumer.sought(topicPartition);
  ctx.trace({
    kind: 'PositionSought',
    consumer: consumer.clientId,
    partition: topicPartition,
    from,
    to: offset,
  });
}

/** The place is looked up when poll() comes to it. Kafka: `SubscriptionState.requestOffsetReset` (4.2). */
function requestReset(consumer: Consumer, partition: AssignedPartition, timestamp: number): void {
  dropFetched(consumer, partition);
  partition.needsReset = true;
  partition.resetTo = timestamp;
  partition.awaitsValidation = false;
  partition.isBusy = false;
  partition.retryAtUs = 0;
  consumer.sought(partition.topicPartition);
}

function dropFetched(consumer: Consumer, { topicPartition }: AssignedPartition): void {
  if (consumer.fetched.some((item) => item.topicPartition === topicPartition))
    consumer.fetched = consumer.fetched.filter((item) => item.topicPartition !== topicPartition);
}

/**
 * Records of it are neither fetched nor returned; what was fetched, and what is on its way, stays for the time after. Kafka:
 * `SubscriptionState.pause`, `FetchCollector.collectFetch` (4.2).
 */
function pause(consumer: Consumer, partitions: readonly AssignedPartition[], ctx: NodeContext): void {
  const names: string[] = [];
  for (const partition of partitions) {
    const { topicPartition, source } = partition;
    if (partition.paused) continue;
    partition.paused = Object.freeze({ source });
    consumer.moved.add(topicPartition);
    names.push(topicPartition);
  }
  if (names.length > 0)
    ctx.trace({ kind: 'PartitionsPaused', consumer: consumer.clientId, partitions: names });
}

function resume(consumer: Consumer, partitions: readonly AssignedPartition[], ctx: NodeContext): void {
  const names: string[] = [];
  for (const partition of partitions) {
    if (!partition.paused) continue;
    delete partition.paused;
    consumer.moved.add(partition.topicPartition);
    names.push(partition.topicPartition);
  }
  if (names.length > 0)
    ctx.trace({ kind: 'PartitionsResumed', consumer: consumer.clientId, partitions: names });
}

/** offsetsForTimes(), and a seek to what it returns; to the end where no record is as young. */
function beginLookUp(
  consumer: Consumer,
  partitions: readonly AssignedPartition[],
  timestampMs: number,
  ctx: NodeContext,
): void {
  for (const partition of partitions) requestReset(consumer, partition, timestampMs);
  consumer.timeLookup = Object.freeze({
    partitions: Object.freeze(partitions.map(({ topicPartition }) => topicPartition)),
    timestampMs,
    untilUs: ctx.nowUs + consumer.defaultApiTimeoutMs * MICROS_PER_MILLI,
  });
}

/** Kafka: `OffsetFetcher.fetchOffsetsByTimes` (4.2). */
function goOnLookingUp(consumer: Consumer, ctx: NodeContext): Micros | null {
  const lookup = consumer.timeLookup;
  if (!lookup) return null;
  const isOpen = lookup.partitions.some((name) => consumer.partitionOf(name)?.needsReset === true);
  if (!isOpen) {
    delete consumer.timeLookup;
    return null;
  }
  if (lookup.untilUs <= ctx.nowUs) {
    delete consumer.timeLookup;
    consumer.fail('TimeoutException', ctx);
    return null;
  }
  return Math.min(placePartitions(consumer, ctx), askAboutPositions(consumer, ctx), lookup.untilUs);
}

/** Where a configuration does not say it. */
export const DEFAULT_API_TIMEOUT_MS = CONSUMER_DEFAULTS['default.api.timeout.ms'];
