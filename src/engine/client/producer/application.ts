import { sortShort } from '../../kernel/sortShort.ts';
import type { NodeContext } from '../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Bytes, Micros, TopicPartition } from '../../../shared/units.ts';
import type { RecordShape } from './appendRecord.ts';
import type { Producer } from './Producer.ts';
import { placeByLoad, stickySwitch, uniformPartition } from './stickyPartition.ts';
import type { QueuedPartition } from './stickyPartition.ts';
import { ROUND_ROBIN_PARTITIONER, roundRobinPartition } from './roundRobinPartitioner.ts';
import { commonShape, recordOf } from './WorkloadSource.ts';
import type { DueCalls } from './fillBatch.ts';
import { failTransaction } from './transactions/transactionErrors.ts';
import type { WorkloadShape } from './WorkloadSource.ts';

/**
 * The application's side of a producer: calls send() for every record that is due by then, or for so many of them, until one throws. Returns
 * for how many. Kafka: `KafkaProducer.send` (4.2).
 */
export function callSend(producer: Producer, ctx: NodeContext, untilUs: Micros, most = Infinity): number {
  const { workload, arrivals } = producer;
  if (!producer.isSending || !workload) return 0;
  const before = producer.recordCount;
  for (;;) {
    const room = most - (producer.recordCount - before);
    if (room <= 0 || producer.transactions?.application.thrown) return producer.recordCount - before;
    const count = sendRun(producer, workload, untilUs, room);
    arrivals.take(count);
    producer.recordCount += count;
    const isExtra = producer.extraRecords > 0;
    // A call that is blocked goes on to its end, even when the workload is paused meanwhile.
    const dueUs = isExtra ? ctx.nowUs : (producer.blockedSinceUs ?? arrivals.nextUs());
    if (count >= room) continue;
    if (dueUs > untilUs) return producer.recordCount - before;
    const atUs = producer.blockedSinceUs === null ? Math.max(dueUs, producer.unblockedAtUs) : ctx.nowUs;
    const isSent = send(producer, workload, atUs, ctx);
    if (!isSent && !givesUpBlocked(producer, workload, dueUs, ctx)) return producer.recordCount - before;
    if (producer.blockedSinceUs !== null) {
      producer.blockedSinceUs = null;
      producer.unblockedAtUs = ctx.nowUs;
    }
    if (isExtra) producer.extraRecords -= 1;
    else arrivals.take(1);
    producer.recordCount += 1;
  }
}

/** When the application's next call makes a difference: it opens a batch, or fills one. */
export function nextSendUs(producer: Producer, nowUs: Micros): Micros {
  const { workload, arrivals, config } = producer;
  if (!producer.isSending || !workload) return Infinity;
  if (producer.blockedSinceUs !== null)
    return producer.blockedSinceUs + config['max.block.ms'] * MICROS_PER_MILLI;
  const shape = alikeShape(producer, workload);
  if (shape === null || isRoundRobin(producer)) return arrivals.nextUs();
  const partition = workload.partition ?? producer.sticky?.partition ?? 0;
  const queue = producer.accumulator.queues.get(nameOf(producer, workload, partition));
  const open = queue?.[queue.length - 1];
  if (!open || open.attempts > 0) return arrivals.nextUs();
  const { count, sizeBytes } = producer.accumulator.filling(
    open,
    shape,
    arrivals,
    Infinity,
    roomOfTurn(producer, workload),
  );
  // The call that fills the batch to the byte, else the first that it does not take.
  const fills = count > 0 && sizeBytes >= config['batch.size'];
  return Math.max(nowUs, arrivals.timeOf(fills ? count - 1 : count));
}

/** Bytes until the sticky partitioner moves on by force: a turn has reached two batches (PP5). */
function roomOfTurn({ sticky, config }: Producer, workload: WorkloadShape): Bytes {
  const isSticky = workload.partition === null && sticky !== null;
  return isSticky ? 2 * config['batch.size'] - sticky.producedBytes : Infinity;
}

/** One call of send(); false when it must wait for metadata or memory (S2). */
function send(producer: Producer, workload: WorkloadShape, atUs: Micros, ctx: NodeContext): boolean {
  const partitionCount = producer.metadata.partitionCount(workload.topic);
  if (partitionCount === 0) return false;
  const record = nextRecord(producer, workload, partitionCount);
  if (record.shape.upperBoundBytes > largestRecordBytes(producer)) {
    const partition = record.partition ?? producer.sticky?.partition ?? 0;
    failSend(producer, nameOf(producer, workload, partition), 'RecordTooLargeException', ctx);
    return true;
  }
  const timestampUs = atUs - record.delayMs * MICROS_PER_MILLI;
  if (refusedByTransaction(producer, workload, record.partition, ctx)) return true;
  const partition =
    record.partition ?? stickyPartition(producer, workload, partitionCount, record.shape, timestampUs, ctx);
  const topicPartition = nameOf(producer, workload, partition);
  const before = openBytes(producer, topicPartition);
  const appended = producer.accumulator.append(
    topicPartition,
    record.shape,
    atUs,
    record.keyed,
    record.delayMs,
  );
  if (appended === null) {
    producer.meters.waitsForMemory(ctx.nowUs);
    return false;
  }
  producer.meters.endsWaiting(ctx.nowUs);
  if (record.partition === null && producer.sticky) {
    const after = openBytes(producer, topicPartition);
    producer.sticky.producedBytes += appended === 'newBatch' ? after : after - before;
  }
  joinTransaction(producer, topicPartition, ctx);
  producer.numbers?.sent(topicPartition, producer.recordCount);
  producer.outputs?.sent(topicPartition, producer.accumulator.produced(topicPartition) - 1);
  return true;
}

/** An error came before: send() throws, and what had come into a batch would fail with the others (T21). */
function refusedByTransaction(
  producer: Producer,
  workload: WorkloadShape,
  partition: number | null,
  ctx: NodeContext,
): boolean {
  const error = producer.transactions?.manager.sendError ?? null;
  if (error === null) return false;
  const place = partition ?? producer.sticky?.partition ?? 0;
  failRecord(producer, nameOf(producer, workload, place), error.name, ctx);
  // An error of the broker comes with the future; only others are thrown.
  const isCaught = workload.transaction !== undefined || producer.outputs !== undefined;
  if (isCaught && error.name === 'KafkaException' && producer.transactions)
    producer.transactions.application.thrown = error;
  return true;
}

/**
 * The partition of a record that was appended belongs to the transaction from now on (T10, T11). Outside of a transaction send() throws, and
 * the record stays where it is: it goes out with the next transaction that takes in its partition.
 */
function joinTransaction(producer: Producer, topicPartition: TopicPartition, ctx: NodeContext): void {
  const error = producer.transactions?.manager.addPartition(topicPartition) ?? null;
  if (error === null) return;
  const { clientId, outcomes, accumulator } = producer;
  outcomes.fail(topicPartition, accumulator.produced(topicPartition) - 1, 1);
  producer.meters.sendFailed(false, ctx.nowUs);
  ctx.trace({
    kind: 'RecordsFailed',
    producer: clientId,
    partition: topicPartition,
    count: 1,
    error: error.name,
  });
}

/** Many calls at once, for records without keys that go into the batch that is open; returns how many. */
function sendRun(producer: Producer, workload: WorkloadShape, untilUs: Micros, most: number): number {
  const { arrivals, sticky, accumulator } = producer;
  const shape = alikeShape(producer, workload);
  if (shape === null || producer.extraRecords > 0 || producer.blockedSinceUs !== null) return 0;
  const partition = workload.partition ?? sticky?.partition;
  if (partition === undefined) return 0;
  const nextUs = arrivals.nextUs();
  if (nextUs < producer.unblockedAtUs) return 0;
  const topicPartition = nameOf(producer, workload, partition);
  if (producer.transactions && !producer.transactions.manager.takesMore(topicPartition)) return 0;
  const before = openBytes(producer, topicPartition);
  if (nextUs > untilUs) return 0;
  const count = accumulator.appendRun(
    topicPartition,
    shape,
    most === Infinity ? arrivals : atMost(arrivals, most),
    untilUs,
    roomOfTurn(producer, workload),
  );
  if (workload.partition === null && sticky !== null)
    sticky.producedBytes += openBytes(producer, topicPartition) - before;
  return count;
}

/** The shape of records that can be added many at once; null where that depends on each. */
function alikeShape({ accumulator }: Producer, workload: WorkloadShape): RecordShape | null {
  return accumulator.compression ? null : commonShape(workload);
}

/** The first so many of the calls to come. */
function atMost(due: DueCalls, most: number): DueCalls {
  return { timeOf: (ahead) => (ahead < most ? due.timeOf(ahead) : Infinity) };
}

/** How long send() was blocked, and for how many bytes if not for metadata. */
interface BlockedFor {
  readonly blockedMs?: number;
  readonly neededBytes?: Bytes;
}

/** send() threw: the record was handed over, and never came into a batch. */
function failSend(
  producer: Producer,
  topicPartition: TopicPartition,
  error: string,
  ctx: NodeContext,
  wait: BlockedFor = {},
): void {
  failRecord(producer, topicPartition, error, ctx, wait);
  failTransaction(producer, error, 'application', ctx);
}

function failRecord(
  producer: Producer,
  topicPartition: TopicPartition,
  error: string,
  ctx: NodeContext,
  wait: BlockedFor = {},
): void {
  const { clientId, outcomes, accumulator } = producer;
  outcomes.fail(topicPartition, accumulator.skipRecord(topicPartition), 1);
  producer.meters.endsWaiting(ctx.nowUs);
  producer.meters.sendFailed(error === 'BufferExhaustedException', ctx.nowUs);
  producer.arrivals.completed?.(1, ctx.nowUs);
  if (producer.outputs?.turn) producer.outputs.turn.failedCount += 1;
  producer.numbers?.sent(topicPartition, producer.recordCount);
  producer.outputs?.sent(topicPartition, null);
  ctx.trace({
    kind: 'RecordsFailed',
    producer: clientId,
    partition: topicPartition,
    count: 1,
    error,
    ...wait,
  });
}

function largestRecordBytes({ config }: Producer): Bytes {
  return Math.min(config['max.request.size'], config['buffer.memory']);
}

function nextRecord(
  producer: Producer,
  workload: WorkloadShape,
  partitionCount: number,
): ReturnType<typeof recordOf> {
  const ignoreKeys = producer.config['partitioner.ignore.keys'];
  const customPartition = isRoundRobin(producer)
    ? roundRobinPartition(
        producer.recordCount,
        producer.metadata.partitionsOf(workload.topic).inHashMapOrder,
        partitionCount,
      )
    : null;
  return recordOf(workload, producer.recordCount, partitionCount, ignoreKeys, customPartition);
}

function isRoundRobin({ config }: Producer): boolean {
  return config['partitioner.class'] === ROUND_ROBIN_PARTITIONER;
}

function openBytes({ accumulator }: Producer, topicPartition: TopicPartition): Bytes {
  const queue = accumulator.queueOf(topicPartition);
  return queue[queue.length - 1]?.sizeBytes ?? 0;
}

/** A blocked send() fails after `max.block.ms`; the record counts as handed over and failed. */
function givesUpBlocked(
  producer: Producer,
  workload: WorkloadShape,
  dueUs: Micros,
  ctx: NodeContext,
): boolean {
  // Calls come one after the other: one that was due while another was blocked begins to wait when that one has ended.
  producer.blockedSinceUs ??= Math.max(dueUs, producer.unblockedAtUs);
  if (ctx.nowUs - producer.blockedSinceUs < producer.config['max.block.ms'] * MICROS_PER_MILLI) return false;
  const partitionCount = producer.metadata.partitionCount(workload.topic);
  const record = nextRecord(producer, workload, Math.max(1, partitionCount));
  const partition = record.partition ?? producer.sticky?.partition ?? 0;
  const error = partitionCount === 0 ? 'TimeoutException' : 'BufferExhaustedException';
  const blockedMs = producer.config['max.block.ms'];
  const neededBytes = Math.max(producer.config['batch.size'], record.shape.upperBoundBytes);
  failSend(producer, nameOf(producer, workload, partition), error, ctx, {
    blockedMs,
    ...(partitionCount > 0 && { neededBytes }),
  });
  return true;
}

/** The current partition, until a batch's worth went to it and its last batch takes no more (PP5, PP6). */
function stickyPartition(
  producer: Producer,
  workload: WorkloadShape,
  partitionCount: number,
  shape: RecordShape,
  atUs: Micros,
  ctx: NodeContext,
): number {
  const { sticky, accumulator, config } = producer;
  if (sticky) {
    const topicPartition = nameOf(producer, workload, sticky.partition);
    const allBatchesFull = !accumulator.hasRoom(topicPartition, shape, atUs);
    if (stickySwitch(sticky.producedBytes, config['batch.size'], allBatchesFull) === 'keep')
      return sticky.partition;
  }
  const partition = choosePartition(producer, workload.topic, partitionCount, ctx);
  producer.sticky = { partition, producedBytes: 0 };
  return partition;
}

/** By weight when every partition has a queue and they differ in length, else any that has a leader (PP6). */
function choosePartition(
  producer: Producer,
  topic: string,
  partitionCount: number,
  ctx: NodeContext,
): number {
  if (partitionCount === 1) return 0;
  const { metadata, config } = producer;
  const { queues, queued } = producer.accumulator;
  const { available, places } = metadata.partitionsOf(topic);
  const drawn = ctx.rng('stickyPartition').int(0x7fffffff);
  if (config['partitioner.adaptive.partitioning.enable'] && queues.size === partitionCount) {
    const loads: QueuedPartition[] = [];
    for (const { topicPartition, batches } of queued) {
      const place = places.get(topicPartition);
      if (place !== undefined) loads.push({ place, size: batches.length });
    }
    sortShort(loads, (a, b) => a.place - b.place);
    const place = placeByLoad(drawn, available.length, partitionCount, loads);
    if (place !== null) return available[place] as number;
  }
  return uniformPartition(drawn, available, partitionCount);
}

/** `payments-0`; made once for each partition that the metadata know of. */
function nameOf({ metadata }: Producer, { topic }: WorkloadShape, partition: number): TopicPartition {
  return metadata.partitionsOf(topic).names[partition] ?? `${topic}-${partition}`;
}
