import type { TopicPartition } from '../../shared/units.ts';

/** `payments-0` in its two parts; a topic's name may hold dashes itself. */
export function partitionOf(topicPartition: TopicPartition): {
  readonly topic: string;
  readonly partition: number;
} {
  const dash = topicPartition.lastIndexOf('-');
  return { topic: topicPartition.slice(0, dash), partition: Number(topicPartition.slice(dash + 1)) };
}
