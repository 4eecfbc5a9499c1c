import { expect, it } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { JAVA, producerDraft, type ProducerFields } from './producerDraft.ts';

const FIELDS: ProducerFields = {
  clientId: ' pay-api ',
  rack: '',
  acks: 'all',
  topic: 'payments',
  arrivals: 'constant',
  rate: '100',
  bytes: '100',
  key: '',
  hotShare: '',
  partitioner: JAVA,
  compression: 'none',
  transactionalId: '',
};

const scenarioWith = (fields: Partial<ProducerFields>) =>
  parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'payments', partitions: 4, 'replication.factor': 1 }],
    producers: [producerDraft({ ...FIELDS, ...fields })],
  });

it('writes nothing of what stays as it is by default', () => {
  expect(producerDraft(FIELDS)).toEqual({
    'client.id': 'pay-api',
    configs: { acks: 'all' },
    workload: { topic: 'payments', arrivals: { constant: '100/s' }, valueBytes: 100 },
  });
});

it('makes a scenario that is accepted, of each kind of arrivals', () => {
  for (const arrivals of ['constant', 'poisson', 'bursts', 'none'] as const)
    expect(scenarioWith({ arrivals }).ok, arrivals).toBe(true);
  const full = scenarioWith({
    key: 'card-{n}',
    hotShare: '60',
    partitioner: 'sarama:hash',
    compression: 'lz4',
    transactionalId: 'pay',
  });
  expect(full.ok && full.scenario.producers[0]).toMatchObject({
    partitioner: { kind: 'client', name: 'sarama:hash' },
    configs: { 'compression.type': 'lz4', 'transactional.id': 'pay' },
    workload: { keyCount: 10, keyPick: { kind: 'hot', sharePercent: 60 } },
  });
});

it('leaves what is no number to the words of the scenario', () => {
  expect(scenarioWith({ arrivals: 'bursts', rate: 'many' }).ok).toBe(false);
  expect(scenarioWith({ key: 'a-{n}', hotShare: 'most' }).ok).toBe(false);
});
