import type { ConsumerView, ProducerView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';

/** What stands on a producer's card beside its name: why it does not go on as usual; null: it does. */
export function producerState(m: Catalogue['stage']['producer'], producer: ProducerView): string | null {
  if (producer.process !== 'running') return m[producer.process];
  if (producer.pausedSinceUs !== null) return m.processPaused;
  return producer.paused ? m.paused : null;
}

/** The same of a consumer. */
export function consumerState(m: Catalogue['stage'], consumer: ConsumerView): string | null {
  if (consumer.process !== 'running') return m.producer[consumer.process];
  if (consumer.pausedSinceUs !== null) return m.producer.processPaused;
  if (consumer.stalledSinceUs !== null) return m.consumer.stalled;
  // Of some partitions alone the inspector says it.
  return consumer.paused?.length === consumer.positions.length ? m.producer.paused : null;
}
