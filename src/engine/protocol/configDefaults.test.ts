import { describe, expect, test } from 'vitest';
import kafka4Defaults from '../../../test/vectors/kafka4_defaults.json';
import vectors from '../../../test/vectors/vectors-1.json';
import {
  BROKER_DEFAULTS,
  CONSUMER_DEFAULTS,
  CONTROLLER_DEFAULTS,
  PRODUCER_DEFAULTS,
  TOPIC_DEFAULTS,
  type ConfigValue,
} from './configDefaults.ts';

type Defaults = Readonly<Record<string, ConfigValue>>;

/** Entries of the files whose value or name is prose. */
const CHANGED_LATER = /[ ,]|Long\.MAX/;

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
    ? !(typeof value === 'string' && CHANGED_LATER.test(value))
    : false;
}

/** `session.timeout.ms (classic)` is about session.timeout.ms. */
function configName(entry: string): string {
  return entry.replace(/ \((classic|internal)\)$/, '');
}

describe('vectors-1.json config_defaults_4x', () => {
  const {
    broker,
    controller,
    producer,
    features_new_cluster: features,
    ...rest
  } = vectors.config_defaults_4x;
  const groups: [string, Record<string, unknown>, Defaults][] = [
    ['broker', broker, BROKER_DEFAULTS],
    ['controller', controller, CONTROLLER_DEFAULTS],
    ['producer', producer, PRODUCER_DEFAULTS],
  ];
  let ran = 0;

  for (const [name, stated, ours] of groups) {
    test.each(Object.entries(stated))(`[C1] ${name} %s is %s`, (entry, value) => {
      expect(isPlain(value)).toBe(true);
      expect(ours[configName(entry)]).toBe(value);
      ran += 1;
    });
  }

  test('runs all 65; what a new cluster has switched on is no config', () => {
    expect(ran).toBe(35 + 9 + 21);
    expect(rest).toEqual({});
    expect(Object.keys(features)).toEqual(['transaction.version', 'eligible.leader.replicas.version']);
  });
});

describe('kafka4_defaults.json', () => {
  const { broker, controller, topic, producer, consumer, groups, transactions } = kafka4Defaults;
  const sections: [string, Record<string, unknown>, Defaults][] = [
    ['broker', broker, BROKER_DEFAULTS],
    ['controller', controller, CONTROLLER_DEFAULTS],
    ['topic', topic, TOPIC_DEFAULTS],
    ['producer', producer, PRODUCER_DEFAULTS],
    ['consumer', consumer, CONSUMER_DEFAULTS],
    ['groups', groups, BROKER_DEFAULTS],
    ['transactions', transactions, BROKER_DEFAULTS],
  ];
  /** Names that say in words what is no config of Kafka. */
  const NO_CONFIG = [
    'group.consumer default assignor',
    '__transaction_state partitions',
    'batches kept per producer for duplicate detection',
  ];
  /** Values that come with a remark: read from its beginning. */
  const REMARKS: Record<string, ConfigValue> = {
    'num.recovery.threads.per.data.dir': 2,
    'max.compaction.lag.ms': 2 ** 63,
    'message.timestamp.after.max.ms': 3_600_000,
    'message.timestamp.before.max.ms': 2 ** 63,
    'linger.ms': 5,
    'retry.backoff.ms': 100,
    'transaction.timeout.ms': 60_000,
  };
  const NOT_OURS = [
    'isr check period',
    'leader.imbalance.per.broker.percentage',
    'unclean.leader.election interval',
    'eligible.leader.replicas',
    'segment.bytes minimum',
    'group.share.partition.max.record.locks',
  ];
  let ran = 0;

  for (const [name, stated, ours] of sections) {
    const entries = Object.entries(stated).filter(
      ([entry]) => !NO_CONFIG.includes(entry) && !NOT_OURS.includes(entry),
    );
    test.each(entries)(`[C1] ${name} %s is %s`, (entry, value) => {
      const config = configName(entry);
      const expected = isPlain(value) ? value : REMARKS[config];
      expect(expected).toBeDefined();
      expect(ours[config]).toBe(expected);
      ran += 1;
    });
  }

  test('runs all but what is no config, or known to differ in 4.2', () => {
    const stated = sections.flatMap(([, section]) => Object.keys(section));
    expect(ran).toBe(stated.length - NO_CONFIG.length - NOT_OURS.length);
    expect([...NO_CONFIG, ...NOT_OURS].filter((entry) => !stated.includes(entry))).toEqual([]);
  });
});

test('[C1] a topic takes its broker defaults under its own names', () => {
  expect(TOPIC_DEFAULTS['max.message.bytes']).toBe(BROKER_DEFAULTS['message.max.bytes']);
  expect(TOPIC_DEFAULTS['segment.bytes']).toBe(BROKER_DEFAULTS['log.segment.bytes']);
  expect(TOPIC_DEFAULTS['retention.ms']).toBe(BROKER_DEFAULTS['log.retention.hours'] * 3_600_000);
  expect(TOPIC_DEFAULTS['min.insync.replicas']).toBe(BROKER_DEFAULTS['min.insync.replicas']);
});
