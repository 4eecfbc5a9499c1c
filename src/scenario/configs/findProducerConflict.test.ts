import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveProducerConfig } from '../../engine/client/producer/producerConfig.ts';
import { typedProducerConfigs } from '../../engine/cluster/configs.ts';
import type { ConfigMap } from '../Scenario.ts';
import { findProducerConflict } from './findProducerConflict.ts';

const IN_FLIGHT = 'max.in.flight.requests.per.connection';
const IDEMPOTENCE = 'enable.idempotence';
const TWO_PHASE = 'transaction.two.phase.commit.enable';

describe('[C1] a producer does not start', () => {
  const refused: readonly (readonly [ConfigMap, string])[] = [
    [{ [IDEMPOTENCE]: 'true', retries: '0' }, 'retries'],
    [{ [IDEMPOTENCE]: 'true', acks: '1' }, 'acks'],
    // Both are wrong: retries are looked at first.
    [{ [IDEMPOTENCE]: 'true', acks: '1', retries: '0' }, 'retries'],
    [{ [IN_FLIGHT]: '6' }, IN_FLIGHT],
    // Though acks turn idempotence off by themselves.
    [{ [IN_FLIGHT]: '6', acks: '1' }, IN_FLIGHT],
    [{ 'transactional.id': 't', [IDEMPOTENCE]: 'false' }, 'transactional.id'],
    [{ 'transactional.id': 't', acks: '1' }, 'transactional.id'],
    [{ 'transactional.id': 't', retries: '0' }, 'transactional.id'],
    [{ 'transactional.id': '' }, 'transactional.id'],
    [
      { 'transactional.id': 't', [TWO_PHASE]: 'true', 'transaction.timeout.ms': '60000' },
      'transaction.timeout.ms',
    ],
    [{ 'delivery.timeout.ms': '30004' }, 'delivery.timeout.ms'],
    [{ 'delivery.timeout.ms': '29999', 'linger.ms': '0' }, 'delivery.timeout.ms'],
    [{ 'compression.gzip.level': '0' }, 'compression.gzip.level'],
  ];
  test.each(refused)('%o: %s', (configs, name) => {
    expect(findProducerConflict(configs)?.name).toBe(name);
  });

  const accepted: readonly ConfigMap[] = [
    {},
    { acks: '1' },
    { retries: '0' },
    { acks: '1', [IDEMPOTENCE]: 'false', [IN_FLIGHT]: '6' },
    { 'transactional.id': 't' },
    { 'transactional.id': 't', [TWO_PHASE]: 'true' },
    { 'delivery.timeout.ms': '30005' },
    { 'linger.ms': '200000' },
    { 'compression.gzip.level': '-1' },
    { 'linger.ms': '4000000000', 'delivery.timeout.ms': '2147483647' },
  ];
  test.each(accepted)('but does with %o', (configs) => {
    expect(findProducerConflict(configs)).toBeNull();
  });
});

test('[C1] what a file is refused for is what the constructor throws for', () => {
  const some = (values: readonly string[]) => fc.constantFrom(undefined, ...values);
  const given = fc
    .record({
      acks: some(['all', '-1', '0', '1']),
      retries: some(['0', '5']),
      [IDEMPOTENCE]: some(['true', 'false']),
      [IN_FLIGHT]: some(['1', '5', '6']),
      'transactional.id': some(['t']),
      'linger.ms': some(['0', '200000']),
      'request.timeout.ms': some(['1000', '30000']),
      'delivery.timeout.ms': some(['1000', '30000', '230000']),
    })
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
  fc.assert(
    fc.property(given, (configs) => {
      const map = configs as ConfigMap;
      const resolved = resolveProducerConfig(typedProducerConfigs(map));
      const conflict = findProducerConflict(map);
      expect(conflict?.name ?? null).toBe('error' in resolved ? resolved.error.config : null);
      if ('error' in resolved) expect(conflict?.exception).toContain(resolved.error.message);
    }),
    { numRuns: 1000 },
  );
});
