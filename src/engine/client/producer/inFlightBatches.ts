import { sortShort } from '../../kernel/sortShort.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import type { Producer } from './Producer.ts';
import type { ProducerBatch } from './ProducerBatch.ts';

/** Numbered and not settled, on the way or put back for a retry, lowest sequence first. */
export function inFlightBatches(producer: Producer, topicPartition: TopicPartition): ProducerBatch[] {
  const found: ProducerBatch[] = [];
  for (const batches of producer.sent.values())
    for (const batch of batches)
      if (batch.topicPartition === topicPartition && batch.sequence !== null) found.push(batch);
  // What was put back stands before what is new.
  for (const batch of producer.accumulator.queues.get(topicPartition) ?? []) {
    if (batch.sequence === null) break;
    found.push(batch);
  }
  return sortShort(found, bySequence);
}

function bySequence(a: ProducerBatch, b: ProducerBatch): number {
  if (!a.sequence || !b.sequence) return 0;
  return (
    a.sequence.producerId - b.sequence.producerId ||
    a.sequence.producerEpoch - b.sequence.producerEpoch ||
    a.sequence.baseSequence - b.sequence.baseSequence
  );
}
