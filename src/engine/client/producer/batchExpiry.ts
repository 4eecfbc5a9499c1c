import type { NodeContext } from '../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Micros } from '../../../shared/units.ts';
import { fail, isExpired } from './answers.ts';
import { failTransaction } from './transactions/transactionErrors.ts';
import type { Producer } from './Producer.ts';
import type { ProducerBatch } from './ProducerBatch.ts';

/** delivery.timeout.ms ends batches wherever they are (RT2). */
export function expireBatches(producer: Producer, ctx: NodeContext): void {
  const { accumulator, sent } = producer;
  if (boundUs(producer) > ctx.nowUs) return;
  for (const [topicPartition, queue] of accumulator.queues) {
    while (queue[0] && isExpired(producer, queue[0], ctx)) {
      const batch = accumulator.takeFirst(topicPartition);
      expire(producer, batch, batch.attempts > 0, ctx);
    }
  }
  for (const [correlationId, batches] of sent) {
    const expired = batches.filter((batch) => isExpired(producer, batch, ctx));
    if (expired.length === 0) continue;
    sent.set(
      correlationId,
      batches.filter((batch) => !expired.includes(batch)),
    );
    for (const batch of expired) expire(producer, batch, batch.attempts > 1, ctx);
  }
}

/**
 * When the next batch expires, if that comes before `otherwiseUs`; else anything that is not before it. What is known of the
 * oldest batch stays true when it is gone, if only as a bound, and serves for two minutes: then all are looked at again.
 */
export function nextExpiryUs(producer: Producer, otherwiseUs: Micros, nowUs: Micros): Micros {
  if (boundUs(producer) > otherwiseUs) return Infinity;
  const { accumulator, sent } = producer;
  let earliest = Infinity;
  for (const { batches } of accumulator.queued)
    if (batches[0]) earliest = Math.min(earliest, batches[0].createdUs);
  for (const batches of sent.values())
    for (const batch of batches) earliest = Math.min(earliest, batch.createdUs);
  // A batch that is still to come is created now at the earliest.
  producer.oldestCreatedUs.value = Math.min(earliest, nowUs);
  return earliest + timeoutUs(producer);
}

/** No batch expires before this. */
function boundUs(producer: Producer): Micros {
  return (producer.oldestCreatedUs.value ?? -Infinity) + timeoutUs(producer);
}

function timeoutUs({ config }: Producer): Micros {
  return config['delivery.timeout.ms'] * MICROS_PER_MILLI;
}

function expire(producer: Producer, batch: ProducerBatch, isRetry: boolean, ctx: NodeContext): void {
  producer.meters.failed(batch.count, ctx.nowUs);
  if (isRetry) producer.sequences.expired(batch);
  fail(producer, batch, 'TimeoutException', ctx);
  failTransaction(producer, 'TimeoutException', 'sender', ctx);
}
