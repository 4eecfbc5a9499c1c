import { BROKER_DEFAULTS } from '../protocol/configDefaults.ts';

/** What a number may be, by the broker configs that say so, and what holds where a group says nothing. */
interface Bound {
  readonly min: readonly [string, number];
  readonly max: readonly [string, number];
  readonly otherwise: number;
}

const CONSUMER_SESSION: Bound = {
  min: ['group.consumer.min.session.timeout.ms', BROKER_DEFAULTS['group.consumer.min.session.timeout.ms']],
  max: ['group.consumer.max.session.timeout.ms', BROKER_DEFAULTS['group.consumer.max.session.timeout.ms']],
  otherwise: BROKER_DEFAULTS['group.consumer.session.timeout.ms'],
};
const CONSUMER_HEARTBEAT: Bound = {
  min: [
    'group.consumer.min.heartbeat.interval.ms',
    BROKER_DEFAULTS['group.consumer.min.heartbeat.interval.ms'],
  ],
  max: [
    'group.consumer.max.heartbeat.interval.ms',
    BROKER_DEFAULTS['group.consumer.max.heartbeat.interval.ms'],
  ],
  otherwise: BROKER_DEFAULTS['group.consumer.heartbeat.interval.ms'],
};
const SHARE_SESSION: Bound = {
  min: ['group.share.min.session.timeout.ms', 45_000],
  max: ['group.share.max.session.timeout.ms', 60_000],
  otherwise: BROKER_DEFAULTS['group.share.session.timeout.ms'],
};
const SHARE_HEARTBEAT: Bound = {
  min: ['group.share.min.heartbeat.interval.ms', 5000],
  max: ['group.share.max.heartbeat.interval.ms', 15_000],
  otherwise: BROKER_DEFAULTS['group.share.heartbeat.interval.ms'],
};
const RECORD_LOCK: Bound = {
  min: ['group.share.min.record.lock.duration.ms', 15_000],
  max: ['group.share.max.record.lock.duration.ms', 60_000],
  otherwise: BROKER_DEFAULTS['group.share.record.lock.duration.ms'],
};

/** In the order in which Kafka looks at them. */
const BOUNDS: readonly (readonly [string, Bound])[] = [
  ['consumer.heartbeat.interval.ms', CONSUMER_HEARTBEAT],
  ['consumer.session.timeout.ms', CONSUMER_SESSION],
  ['share.heartbeat.interval.ms', SHARE_HEARTBEAT],
  ['share.session.timeout.ms', SHARE_SESSION],
  ['share.record.lock.duration.ms', RECORD_LOCK],
];
const LONGER_THAN: readonly (readonly [string, Bound, string, Bound])[] = [
  ['consumer.session.timeout.ms', CONSUMER_SESSION, 'consumer.heartbeat.interval.ms', CONSUMER_HEARTBEAT],
  ['share.session.timeout.ms', SHARE_SESSION, 'share.heartbeat.interval.ms', SHARE_HEARTBEAT],
];

/**
 * What is wrong with the dynamic configs of a group as they would be, in Kafka's words; null: nothing. Kafka: `GroupConfig.validate` (4.2).
 *
 * Simplified: the bounds are those of a broker that sets none of them.
 */
export function groupConfigFault(configs: ReadonlyMap<string, string>): string | null {
  const numberOf = (name: string, { otherwise }: Bound): number => Number(configs.get(name) ?? otherwise);
  for (const [name, bound] of BOUNDS) {
    const value = numberOf(name, bound);
    if (value < bound.min[1]) return `${name} must be greater than or equal to ${bound.min[0]}`;
    if (value > bound.max[1]) return `${name} must be less than or equal to ${bound.max[0]}`;
  }
  for (const [name, bound, other, otherBound] of LONGER_THAN)
    if (numberOf(name, bound) <= numberOf(other, otherBound)) return `${name} must be greater than ${other}`;
  return null;
}
