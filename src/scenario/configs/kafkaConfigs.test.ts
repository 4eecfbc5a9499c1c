import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkConfig, configNames, configRule, type ConfigPlace } from './kafkaConfigs.ts';
import { findProducerConflict } from './findProducerConflict.ts';
import { MODELLED_CONFIGS, MODELLED_CONTROLLER_CONFIGS } from './modelledConfigs.ts';

const PLACES: readonly ConfigPlace[] = ['topic', 'broker', 'producer', 'consumer'];

describe('the tables of Kafka configs', () => {
  test('hold every config that is modelled', () => {
    for (const place of PLACES) {
      for (const name of MODELLED_CONFIGS[place])
        expect(configRule(place, name), `${place} ${name}`).not.toBeNull();
    }
    for (const name of MODELLED_CONTROLLER_CONFIGS)
      expect(checkConfig('broker', name, 1000), name).toMatchObject({ ok: true, modelled: true });
    expect(checkConfig('topic', 'metadata.max.retention.ms', 1000)).toMatchObject({ ok: false });
  });

  test('have no name twice, and are not cut off', () => {
    for (const place of PLACES) expect(new Set(configNames(place)).size).toBe(configNames(place).length);
    expect(PLACES.map((place) => configNames(place).length >= 36)).toEqual([true, true, true, true]);
  });

  test('know the configs whose defaults the vectors hold', () => {
    const url = new URL('../../../test/vectors/vectors-1.json', import.meta.url);
    const vectors = JSON.parse(readFileSync(url, 'utf8')) as {
      config_defaults_4x: Record<string, Record<string, unknown>>;
    };
    for (const [group, place] of [
      ['broker', 'broker'],
      ['controller', 'broker'],
      ['producer', 'producer'],
    ] as const) {
      for (const key of Object.keys(vectors.config_defaults_4x[group] ?? {})) {
        const name = key.replace(' (internal)', '');
        expect(configRule(place, name), `${group} ${name}`).not.toBeNull();
      }
    }
  });
});

describe('checkConfig', () => {
  test('keeps values as Kafka does', () => {
    expect(checkConfig('topic', 'min.insync.replicas', 2)).toEqual({ ok: true, value: '2', modelled: true });
    expect(checkConfig('topic', 'retention.ms', ' -1 ')).toEqual({ ok: true, value: '-1', modelled: true });
    expect(checkConfig('topic', 'compression.lz4.level', ' 5 ')).toEqual({
      ok: true,
      value: '5',
      modelled: false,
    });
    expect(checkConfig('topic', 'unclean.leader.election.enable', true)).toMatchObject({ value: 'true' });
    expect(checkConfig('topic', 'unclean.leader.election.enable', 'TRUE')).toMatchObject({ value: 'true' });
    expect(checkConfig('topic', 'cleanup.policy', 'compact, delete')).toMatchObject({
      value: 'compact,delete',
    });
    expect(checkConfig('topic', 'max.compaction.lag.ms', '9223372036854775807')).toMatchObject({
      value: '9223372036854775807',
    });
    expect(checkConfig('topic', 'min.cleanable.dirty.ratio', 0.5)).toMatchObject({ value: '0.5' });
  });

  test.each([
    ['producer', 'acks', '2'],
    ['producer', 'acks', 'ALL'],
    ['topic', 'min.insync.replicas', 0],
    ['topic', 'min.insync.replicas', '1.5'],
    ['topic', 'min.insync.replicas', 1e21],
    ['topic', 'max.compaction.lag.ms', '9223372036854775808'],
    ['topic', 'segment.bytes', 1000],
    ['topic', 'cleanup.policy', 'compact,compact'],
    ['topic', 'preallocate', 'yes'],
    ['topic', 'min.cleanable.dirty.ratio', 2],
    ['broker', 'num.io.threads', ''],
  ] as const)('refuses %s %s = %s', (place, name, value) => {
    expect(checkConfig(place, name, value)).toMatchObject({ ok: false, fault: 'bad-config-value' });
  });

  test('names the likely config, or the place where it belongs', () => {
    expect(checkConfig('topic', 'min.insync.replica', 2)).toEqual({
      ok: false,
      fault: 'unknown-config',
      likely: 'min.insync.replicas',
    });
    expect(checkConfig('topic', 'acks', 'all')).toEqual({
      ok: false,
      fault: 'config-elsewhere',
      place: 'producer',
      likely: null,
    });
    expect(checkConfig('topic', 'message.max.bytes', 1)).toMatchObject({
      place: 'broker',
      likely: 'max.message.bytes',
    });
    expect(checkConfig('broker', 'retention.ms', 1)).toMatchObject({
      place: 'topic',
      likely: 'log.retention.ms',
    });
    expect(checkConfig('topic', '__proto__', 1)).toMatchObject({ fault: 'unknown-config' });
  });

  test.each(['broker', 'topic'] as const)(
    '[R8] KIP-966 names unclean.recovery.strategy, 4.x has none: %s',
    (place) => {
      expect(checkConfig(place, 'unclean.recovery.strategy', 'Balanced')).toMatchObject({
        ok: false,
        fault: 'unknown-config',
      });
    },
  );
});

describe('findProducerConflict (C1)', () => {
  test.each([
    [{ acks: '1' }, null],
    [{ acks: '1', 'enable.idempotence': 'true' }, 'acks'],
    [{ acks: '-1', 'enable.idempotence': 'true' }, null],
    [{ retries: '0', 'enable.idempotence': 'true' }, 'retries'],
    [{ acks: '1', 'max.in.flight.requests.per.connection': '6' }, 'max.in.flight.requests.per.connection'],
    [{ 'enable.idempotence': 'false', 'max.in.flight.requests.per.connection': '6' }, null],
    [
      { 'linger.ms': '0', 'request.timeout.ms': '30000', 'delivery.timeout.ms': '29999' },
      'delivery.timeout.ms',
    ],
    [{ 'linger.ms': '100000', 'request.timeout.ms': '30000' }, null],
  ])('of %j is %s', (configs, name) => {
    expect(findProducerConflict(configs as Record<string, string>)?.name ?? null).toBe(name);
  });
});
