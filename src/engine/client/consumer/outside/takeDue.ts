import type { NodeContext } from '../../../node/Node.ts';
import { endOffsetOf, recordTimestampMs } from '../../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Offset } from '../../../../shared/units.ts';
import { deliver } from '../fetches.ts';
import { hasValidPosition } from '../positions.ts';
import type { GroupConsumer } from '../group/GroupConsumer.ts';
import type { OutsideWork } from './OutsideWork.ts';

/** What of a fetched partition may be handed out. */
export interface DueRecords {
  /** Records from the position on whose time has come. */
  readonly count: number;
  /** When the next one's does; null: there is none that is not due. */
  readonly nextAtMs: number | null;
}

/** Which records of a retry topic are due: those before the first whose timestamp and delay lie ahead. */
export function dueRecords(
  batches: readonly RecordBatch[],
  hidden: readonly boolean[] | undefined,
  position: Offset,
  delayMs: number,
  nowMs: number,
): DueRecords {
  let count = 0;
  for (const [i, batch] of batches.entries()) {
    if (hidden?.[i] === true || endOffsetOf(batch) <= position) continue;
    for (let place = Math.max(0, position - batch.baseOffset); place < batch.count; place++) {
      const dueMs = recordTimestampMs(batch, place) + delayMs;
      if (dueMs > nowMs) return { count, nextAtMs: dueMs };
      count += 1;
    }
  }
  return { count, nextAtMs: null };
}

/**
 * One poll() of an application whose records wait for their time: partitions whose next record is not due are paused, what was fetched of
 * them stays in the buffer, and the poll loop goes on, so that the member keeps its place in the group. Returns how many records there
 * are, and when the next partition is resumed. After Spring Kafka’s retry topics (`KafkaConsumerBackoffManager`); ours, no class of Kafka.
 */
export function takeDue(
  consumer: GroupConsumer,
  work: OutsideWork,
  ctx: NodeContext,
): { readonly taken: number; readonly againUs: Micros } {
  const delayMs = (work.spec.delayUs ?? 0) / MICROS_PER_MILLI;
  let room = consumer.config.maxPollRecords;
  let againUs = Infinity;
  const kept: typeof consumer.fetched = [];
  for (const item of consumer.fetched) {
    const { topicPartition, batches, hidden } = item;
    const partition = consumer.partitionOf(topicPartition);
    const last = batches[batches.length - 1];
    const isGood = partition && last && hasValidPosition(partition) && !consumer.isHeldBack(topicPartition);
    if (isGood && !partition.paused && room > 0) {
      const { count, nextAtMs } = dueRecords(batches, hidden, partition.position, delayMs, ctx.clockMs());
      if (count > 0 || nextAtMs === null)
        room -= deliver(
          consumer,
          partition,
          batches,
          hidden,
          ctx,
          nextAtMs === null ? room : Math.min(room, count),
        );
      if (count === 0 && nextAtMs !== null) {
        const untilUs = ctx.nowUs + (nextAtMs - ctx.clockMs()) * MICROS_PER_MILLI;
        againUs = Math.min(againUs, untilUs);
        pause(consumer, work, topicPartition, partition.position, untilUs, ctx);
      } else work.restingUntil.delete(topicPartition);
    }
    if (isGood && partition.position < endOffsetOf(last)) kept.push(item);
    else consumer.moved.add(topicPartition);
  }
  consumer.fetched = kept;
  return { taken: consumer.config.maxPollRecords - room, againUs };
}

function pause(
  consumer: GroupConsumer,
  work: OutsideWork,
  partition: string,
  offset: Offset,
  untilUs: Micros,
  ctx: NodeContext,
): void {
  if (work.restingUntil.get(partition) === untilUs) return;
  work.restingUntil.set(partition, untilUs);
  const forMs = (untilUs - ctx.nowUs) / MICROS_PER_MILLI;
  ctx.trace({ kind: 'RetryPartitionPaused', consumer: consumer.clientId, partition, offset, forMs });
}
