import { shorten } from '../../kernel/shortLists.ts';
import { sortShort } from '../../kernel/sortShort.ts';
import type { ClientMetadata } from '../network/ClientMetadata.ts';
import type { NodeContext } from '../../node/Node.ts';
import type { ProduceRequest } from '../../protocol/requests.ts';
import type { BatchCompression } from '../../storage/compressedSize.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Bytes, Micros, TopicPartition } from '../../../shared/units.ts';
import { succeed } from './answers.ts';
import { batchReady, isBackingOff } from './batchReady.ts';
import type { AccumulatorPressure, BatchReadiness } from './batchReady.ts';
import { inFlightBatches } from './inFlightBatches.ts';
import { drainQueued, shouldStopDrain } from './drainOrder.ts';
import type { QueuedCandidate } from './drainOrder.ts';
import type { Producer } from './Producer.ts';
import { toRecordBatch } from './ProducerBatch.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { requiredAcks } from './producerConfig.ts';
import type { PartitionQueue } from './QueuedPartitions.ts';
import { commonShape } from './WorkloadSource.ts';

/** Versions of a produce request under transaction.version 2 and before (KIP-890). */
const PRODUCE_ADDS_PARTITIONS = 12;
const PRODUCE_OF_V1 = 11;

/** Asks for a producer id when one is needed (ID1), and returns when to look again. */
export function maybeInitProducerId(producer: Producer, ctx: NodeContext): Micros {
  const { network, config } = producer;
  if (!producer.isIdempotent || producer.sequences.hasProducerId || producer.pidRequest !== null)
    return Infinity;
  if (producer.pidRetryAtUs > ctx.nowUs) return producer.pidRetryAtUs;
  const broker = network.leastLoaded(producer.metadata.brokers, ctx);
  if (broker === null) return ctx.nowUs + config['retry.backoff.ms'] * MICROS_PER_MILLI;
  if (!network.ready(broker, ctx)) return Infinity;
  producer.pidRequest = network.send(broker, { kind: 'InitProducerIdRequest' }, true, ctx);
  return Infinity;
}

/**
 * Sends what is ready to every leader that can take it (S3, S4); returns when to look again. Kafka: `Sender.sendProducerData`,
 * `RecordAccumulator.ready` and `drain` (4.2).
 */
export function sendReady(producer: Producer, ctx: NodeContext): Micros {
  const { metadata, accumulator } = producer;
  let againUs = Infinity;
  const leaders: BrokerId[] = [];
  for (const queue of accumulator.queued) {
    const leader = leaderOf(queue, metadata);
    if (leader !== null) {
      if (!leaders.includes(leader)) leaders.push(leader);
    } else {
      metadata.requestUpdate();
      againUs = Math.min(againUs, metadata.maybeRefresh(producer.network, ctx));
    }
  }
  if (leaders.length === 0) return againUs;
  const pressure = pressureOn(producer);
  for (const broker of leaders) againUs = Math.min(againUs, sendToLeader(producer, broker, pressure, ctx));
  return againUs;
}

function sendToLeader(
  producer: Producer,
  broker: BrokerId,
  pressure: AccumulatorPressure,
  ctx: NodeContext,
): Micros {
  const { network } = producer;
  for (;;) {
    let againUs = Infinity;
    let isAnyReady = false;
    for (const queue of producer.accumulator.queued) {
      if (leaderOf(queue, producer.metadata) !== broker) continue;
      const readiness = readinessOf(producer, queue, pressure, ctx.nowUs);
      if (readiness === null) continue;
      if (readiness.ready) isAnyReady = true;
      else againUs = Math.min(againUs, ctx.nowUs + readiness.nextCheckMs * MICROS_PER_MILLI);
    }
    if (!isAnyReady) return againUs;
    if (!network.ready(broker, ctx))
      return Math.min(againUs, network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
    if (!network.canSendMore(broker)) return againUs;
    if (!drainTo(producer, broker, ctx)) return againUs;
  }
}

/** Looked up once for as long as no leader changes. */
function leaderOf(queue: PartitionQueue, metadata: ClientMetadata): BrokerId | null {
  const generation = metadata.leadersGeneration;
  if (queue.leaderKnownBy !== generation) {
    queue.leader = metadata.leaderOf(queue.topicPartition)?.leader ?? null;
    queue.leaderKnownBy = generation;
  }
  return queue.leader;
}

function pressureOn(producer: Producer): AccumulatorPressure {
  return {
    memoryExhausted: producer.blockedSinceUs !== null,
    closing: producer.isClosing,
    flushing: producer.outputs?.isFlushing ?? false,
    transactionCompleting: producer.transactions?.manager.isCompleting ?? false,
  };
}

function readinessOf(
  producer: Producer,
  { topicPartition, batches }: PartitionQueue,
  pressure: AccumulatorPressure,
  nowUs: Micros,
): BatchReadiness | null {
  const { config } = producer;
  const head = batches[0];
  if (!head || isMuted(producer, topicPartition)) return null;
  // What was sent once, or split, is closed; and closed is full.
  const isFull =
    batches.length > 1 || head.attempts > 0 || head.isSplit || head.sizeBytes >= head.pooledBytes;
  const waitedMs = (nowUs - head.waitingSinceUs) / MICROS_PER_MILLI;
  const backoffMs = isHeldBack(producer, head, nowUs) ? head.backoffMs : null;
  return batchReady({ waitedMs, full: isFull, backoffMs }, config['linger.ms'], pressure);
}

function drainTo(producer: Producer, broker: BrokerId, ctx: NodeContext): boolean {
  const { accumulator, drainIndexes } = producer;
  const led = producer.metadata.ledBy(broker);
  const candidates = new Array<QueuedCandidate>(accumulator.queued.length);
  let count = 0;
  for (const { topicPartition, batches } of accumulator.queued) {
    const index = led.indexes.get(topicPartition);
    const head = batches[0];
    if (index === undefined || !head) continue;
    const muted = isMuted(producer, topicPartition);
    const backingOff = isHeldBack(producer, head, ctx.nowUs);
    const stopsDrain = mustWait(producer, head);
    const { sizeBytes } = head;
    const sentBytes = sentBytesOf(producer, head, ctx);
    candidates[count++] = { index, muted, head: { sizeBytes, sentBytes, backingOff, stopsDrain } };
  }
  shorten(candidates, count);
  sortShort(candidates, (a, b) => a.index - b.index);
  const { taken, drainIndex } = drainQueued(
    candidates,
    led.partitions.length,
    drainIndexes.get(broker) ?? 0,
    producer.config['max.request.size'],
  );
  drainIndexes.set(broker, drainIndex);
  if (taken.length === 0) return false;
  const batches = taken.map((index) => accumulator.takeFirst(led.partitions[index] as TopicPartition));
  sendBatches(producer, broker, batches, ctx);
  return true;
}

function sendBatches(
  producer: Producer,
  broker: BrokerId,
  batches: readonly ProducerBatch[],
  ctx: NodeContext,
): void {
  const { config, sequences, metadata, accumulator, transactions } = producer;
  const acks = requiredAcks(config.acks);
  const partitions = batches.map((batch) => {
    const { topicPartition } = batch;
    if (producer.isIdempotent && batch.sequence === null)
      sequences.number(batch, () => inFlightBatches(producer, topicPartition).length > 0);
    accumulator.compression?.close(batch, ctx.rules.compressRecords);
    batch.attempts += 1;
    batch.sequenceHasBeenReset = false;
    batch.attemptLeaderEpoch = metadata.leaderEpochOf(topicPartition) ?? -1;
    return {
      topicPartition,
      batch: toRecordBatch(
        batch,
        ctx.self,
        ctx.clockOffsetMs(),
        transactions !== undefined,
        compressionOf(producer, batch),
        producer.workload?.values,
      ),
      attempt: batch.attempts,
    };
  });
  producer.meters.requestSent(batches, recordBytesOf(producer), ctx.nowUs);
  const { clientId } = producer;
  const timeoutMs = config['request.timeout.ms'];
  const request: ProduceRequest = transactions
    ? {
        kind: 'ProduceRequest',
        acks,
        timeoutMs,
        clientId,
        transactionalId: transactions.manager.config.transactionalId,
        apiVersion: transactions.manager.isV2 ? PRODUCE_ADDS_PARTITIONS : PRODUCE_OF_V1,
        partitions,
      }
    : { kind: 'ProduceRequest', acks, timeoutMs, clientId, partitions };
  const correlationId = producer.network.send(broker, request, acks !== 0, ctx);
  if (acks !== 0) producer.sent.set(correlationId, batches);
  // Without acks the callback fires as soon as the request has left, with offset −1 (A6).
  else for (const batch of batches) succeed(producer, batch, -1, ctx);
}

/** Upper bound of each of its records; null: they differ. */
function recordBytesOf({ workload }: Producer): Bytes | null {
  return (workload && commonShape(workload)?.upperBoundBytes) ?? null;
}

/** What the batch comes to when it is sent. */
function sentBytesOf({ accumulator }: Producer, batch: ProducerBatch, ctx: NodeContext): Bytes {
  const { compressed, sizeBytes } = batch;
  const isOpen = compressed !== undefined && !compressed.isClosed;
  return isOpen && accumulator.compression
    ? accumulator.compression.closedBytes(batch, compressed, ctx.rules.compressRecords)
    : sizeBytes;
}

function compressionOf({ accumulator }: Producer, { compressed }: ProducerBatch): BatchCompression | null {
  return (compressed && accumulator.compression?.onWire(compressed)) ?? null;
}

function isHeldBack({ metadata }: Producer, head: ProducerBatch, nowUs: Micros): boolean {
  // A new batch waits for nothing, and most are new.
  if (head.attempts === 0) return false;
  const leaderChanged = (metadata.leaderEpochOf(head.topicPartition) ?? -1) > head.attemptLeaderEpoch;
  const waitedMs = (nowUs - head.waitingSinceUs) / MICROS_PER_MILLI;
  return isBackingOff(head.attempts, waitedMs, head.backoffMs, leaderChanged);
}

function mustWait(producer: Producer, head: ProducerBatch): boolean {
  if (!producer.isIdempotent) return false;
  const { sequences } = producer;
  const { topicPartition, sequence } = head;
  const hasStaleEpoch = sequences.hasStaleEpoch(topicPartition);
  // Looked for only where the decision depends on them.
  const inFlight = sequence !== null || hasStaleEpoch ? inFlightBatches(producer, topicPartition) : [];
  return shouldStopDrain({
    sendAllowed:
      sequences.hasProducerId &&
      (producer.transactions === undefined || producer.transactions.manager.isSendAllowed(topicPartition)),
    baseSequence: sequence?.baseSequence ?? null,
    firstInFlightSequence: inFlight[0]?.sequence?.baseSequence ?? null,
    inFlightWithOlderEpoch: hasStaleEpoch && inFlight.length > 0,
    hasUnresolvedSequence: sequences.isUnresolved(topicPartition),
  });
}

function isMuted({ config, sent }: Producer, topicPartition: TopicPartition): boolean {
  if (config['max.in.flight.requests.per.connection'] !== 1) return false;
  for (const batches of sent.values())
    if (batches.some((batch) => batch.topicPartition === topicPartition)) return true;
  return false;
}
