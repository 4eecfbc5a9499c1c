import type { KnobId, StepConfigs } from './lessonSchema.ts';
import type { Scenario } from '../scenario/Scenario.ts';

export type ConsumerKnobId = Extract<
  KnobId,
  | 'session.timeout.ms'
  | 'heartbeat.interval.ms'
  | 'max.poll.interval.ms'
  | 'max.poll.records'
  | 'auto.commit.interval.ms'
  | 'auto.offset.reset'
  | 'prefetch'
>;

/** Values that a reader may choose for all consumers of a step; and the default of Kafka, or of RabbitMQ. */
export const CONSUMER_KNOBS: Readonly<
  Record<ConsumerKnobId, { readonly values: readonly string[]; readonly default: string }>
> = {
  'session.timeout.ms': { values: ['10000', '45000', '90000'], default: '45000' },
  'heartbeat.interval.ms': { values: ['1000', '3000', '9000'], default: '3000' },
  'max.poll.interval.ms': { values: ['60000', '300000', '600000'], default: '300000' },
  'max.poll.records': { values: ['1', '10', '500'], default: '500' },
  'auto.commit.interval.ms': { values: ['1000', '5000', '30000'], default: '5000' },
  'auto.offset.reset': { values: ['earliest', 'latest'], default: 'latest' },
  prefetch: { values: ['1', '10', '100', '0'], default: '0' },
};

export function isConsumerKnob(knob: KnobId): knob is ConsumerKnobId {
  return knob in CONSUMER_KNOBS;
}

/** What the first consumer has; null: there is none. */
export function consumerValueOf(knob: ConsumerKnobId, { consumers, queueBrokers }: Scenario): string | null {
  if (knob === 'prefetch') {
    const prefetch = queueBrokers?.flatMap((broker) => broker.consumers)[0]?.prefetch;
    return prefetch === undefined ? null : String(prefetch);
  }
  const first = consumers[0];
  return first === undefined ? null : (first.configs[knob] ?? CONSUMER_KNOBS[knob].default);
}

/** All consumers of the scenario with another value. */
export function withConsumerValue(
  knob: ConsumerKnobId,
  value: string,
  { consumers, queueBrokers = [] }: Scenario,
): StepConfigs {
  if (knob === 'prefetch') {
    const ids = queueBrokers.flatMap((broker) => broker.consumers.map(({ clientId }) => clientId));
    return { prefetch: Object.fromEntries(ids.map((id) => [id, Number(value)])) };
  }
  return { consumers: Object.fromEntries(consumers.map(({ clientId }) => [clientId, { [knob]: value }])) };
}
