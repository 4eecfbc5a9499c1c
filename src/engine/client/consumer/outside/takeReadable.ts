import type { NodeContext } from '../../../node/Node.ts';
import { endOffsetOf } from '../../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Offset, TopicPartition } from '../../../../shared/units.ts';
import { deliver } from '../fetches.ts';
import type { GroupConsumer } from '../group/GroupConsumer.ts';
import { hasValidPosition } from '../positions.ts';
import type { OutsideWork } from './OutsideWork.ts';

/** A record by its place. */
export interface PlacedRecord {
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
}

/** The first record from a position on, and before an offset, that the consumer's deserializer cannot read; null: there is none. */
export function nextUnreadable(
  unreadable: readonly PlacedRecord[],
  topicPartition: TopicPartition,
  position: Offset,
  endOffset: Offset,
): Offset | null {
  let next: Offset | null = null;
  for (const { topicPartition: partition, offset } of unreadable)
    if (partition === topicPartition && offset >= position && offset < endOffset)
      next = next === null ? offset : Math.min(next, offset);
  return next;
}

/**
 * One poll() of a consumer whose deserializer fails at some records. What comes before such a record is returned; the next call has nothing
 * collected and throws, and so does each one after it: the position stays, and the fetch stays first in the buffer, so that other partitions
 * wait behind it. Kafka: `FetchCollector.collectFetch`, `CompletedFetch.fetchRecords`, `RecordDeserializationException` (4.2).
 */
export function takeReadable(
  consumer: GroupConsumer,
  work: OutsideWork,
  ctx: NodeContext,
): { readonly taken: number; readonly againUs: Micros } {
  const unreadable = work.spec.deserialization?.fails ?? [];
  const most = consumer.config.maxPollRecords;
  let room = most;
  for (let next = consumer.fetched[0]; next && room > 0; next = consumer.fetched[0]) {
    const { topicPartition, batches, hidden } = next;
    const partition = consumer.partitionOf(topicPartition);
    const last = batches[batches.length - 1];
    if (partition && last && hasValidPosition(partition) && !consumer.isHeldBack(topicPartition)) {
      const { position } = partition;
      const bad = ctx.rules.nextUnreadable(unreadable, topicPartition, position, endOffsetOf(last));
      if (bad === position) {
        if (room < most) break;
        return { taken: 0, againUs: throws(consumer, work, topicPartition, bad, ctx) };
      }
      room -= deliver(
        consumer,
        partition,
        batches,
        hidden,
        ctx,
        bad === null ? room : Math.min(room, bad - position),
      );
      if (partition.position < endOffsetOf(last)) continue;
    }
    consumer.fetched.shift();
    consumer.moved.add(topicPartition);
  }
  return { taken: most - room, againUs: Infinity };
}

/** The application catches the exception and polls again a little later, or does not catch it. */
function throws(
  consumer: GroupConsumer,
  work: OutsideWork,
  partition: TopicPartition,
  offset: Offset,
  ctx: NodeContext,
): Micros {
  const pauseUs = work.spec.deserialization?.againUs ?? null;
  work.thrown += 1;
  ctx.trace({
    kind: 'RecordDeserializationFailed',
    consumer: consumer.clientId,
    partition,
    offset,
    againInMs: pauseUs === null ? -1 : pauseUs / MICROS_PER_MILLI,
  });
  if (pauseUs === null) {
    consumer.fail('RecordDeserializationException', ctx);
    return Infinity;
  }
  work.pollsAtUs = ctx.nowUs + pauseUs;
  return work.pollsAtUs;
}
