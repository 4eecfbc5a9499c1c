import { describe, expect, test } from 'vitest';
import { PRODUCER_DEFAULTS } from '../../protocol/configDefaults.ts';
import { requiredAcks, resolveProducerConfig, type GivenProducerConfig } from './producerConfig.ts';

function configOf(given: GivenProducerConfig) {
  const resolved = resolveProducerConfig(given);
  if ('error' in resolved) throw new Error(resolved.error.message);
  return resolved.config;
}

function refusedConfig(given: GivenProducerConfig) {
  const resolved = resolveProducerConfig(given);
  return 'error' in resolved ? [resolved.error.name, resolved.error.config] : 'no error';
}

test('[C1] nothing given is all defaults', () => {
  expect(configOf({})).toEqual({ ...PRODUCER_DEFAULTS, 'transactional.id': null, 'partitioner.class': null });
});

test('[C1] acks -1 is another way to write all', () => {
  expect(configOf({ acks: '-1' }).acks).toBe('all');
  expect((['all', '1', '0'] as const).map(requiredAcks)).toEqual([-1, 1, 0]);
});

describe('idempotence', () => {
  test.each<GivenProducerConfig>([{ acks: '1' }, { acks: '0' }, { retries: 0 }])(
    '[C1] on by default, gives way in silence to %j',
    (given) => {
      expect(configOf(given)['enable.idempotence']).toBe(false);
    },
  );

  test('[C1] asked for by name, is refused with acks or retries that rule it out', () => {
    expect(refusedConfig({ 'enable.idempotence': true, acks: '1' })).toEqual(['ConfigException', 'acks']);
    expect(refusedConfig({ 'enable.idempotence': true, retries: 0 })).toEqual(['ConfigException', 'retries']);
    expect(refusedConfig({ 'enable.idempotence': true, retries: 0, acks: '0' })).toEqual([
      'ConfigException',
      'retries',
    ]);
  });

  test('[C1] more than five requests in flight are refused unless it is switched off by name', () => {
    const inFlight = { 'max.in.flight.requests.per.connection': 6 };
    const refused = ['ConfigException', 'max.in.flight.requests.per.connection'];
    expect(refusedConfig(inFlight)).toEqual(refused);
    expect(refusedConfig({ ...inFlight, acks: '1' })).toEqual(refused);
    expect(refusedConfig({ ...inFlight, retries: 0 })).toEqual(refused);
    expect(configOf({ ...inFlight, 'enable.idempotence': false })['enable.idempotence']).toBe(false);
  });

  test.each<GivenProducerConfig>([{ 'enable.idempotence': false }, { acks: '1' }, { retries: 0 }])(
    '[C1] a transactional id is refused with %j',
    (given) => {
      expect(refusedConfig({ ...given, 'transactional.id': 'pay' })).toEqual([
        'ConfigException',
        'transactional.id',
      ]);
    },
  );

  test('[C1] a transactional id needs nothing else', () => {
    expect(configOf({ 'transactional.id': 'pay' })['enable.idempotence']).toBe(true);
  });
});

describe('delivery.timeout.ms', () => {
  test('[C1] is raised in silence to linger plus request timeout if it is the default', () => {
    expect(configOf({ 'linger.ms': 100_000 })['delivery.timeout.ms']).toBe(130_000);
    expect(configOf({ 'request.timeout.ms': 119_995 })['delivery.timeout.ms']).toBe(120_000);
    expect(configOf({ 'linger.ms': 2_147_483_647 })['delivery.timeout.ms']).toBe(2_147_483_647);
  });

  test('[C1] is refused below that sum if it is given, even at its default value', () => {
    const refused = ['ConfigException', 'delivery.timeout.ms'];
    expect(refusedConfig({ 'linger.ms': 0, 'delivery.timeout.ms': 29_999 })).toEqual(refused);
    expect(refusedConfig({ 'linger.ms': 100_000, 'delivery.timeout.ms': 120_000 })).toEqual(refused);
    expect(configOf({ 'linger.ms': 0, 'delivery.timeout.ms': 30_000 })['delivery.timeout.ms']).toBe(30_000);
  });
});
