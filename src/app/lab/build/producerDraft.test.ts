import { expect, it } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { ARRIVAL_KINDS, EMPTY_PRODUCER, producerDraft, type ProducerFields } from './producerDraft.ts';

const FIELDS: ProducerFields = { ...EMPTY_PRODUCER, clientId: ' pay-api ', topic: 'payments' };

const scenarioWith = (fields: Partial<ProducerFields>) =>
  parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'payments', partitions: 4, 'replication.factor': 1 }],
    producers: [producerDraft({ ...FIELDS, ...fields })],
  });

const producerWith = (fields: Partial<ProducerFields>) => {
  const read = scenarioWith(fields);
  return read.ok ? read.scenario.producers[0] : read.problems;
};

it('writes nothing of what stays as it is by default', () => {
  expect(producerDraft(FIELDS)).toEqual({
    'client.id': 'pay-api',
    configs: { acks: 'all' },
    workload: { topic: 'payments', arrivals: { constant: '100/s' }, valueBytes: 100 },
  });
});

const RATES = { diurnal: '10–90', at: '1s, 2s' } as const;

it('makes a scenario that is accepted, of each kind of arrivals', () => {
  for (const arrivals of ARRIVAL_KINDS) {
    const rate = arrivals in RATES ? RATES[arrivals as keyof typeof RATES] : '5';
    expect(scenarioWith({ arrivals, rate }).ok, arrivals).toBe(true);
  }
  expect(producerWith({ arrivals: 'diurnal', rate: '10-90', period: '1h' })).toMatchObject({
    workload: { arrivals: { lowPerSecond: 10, highPerSecond: 90, periodUs: 3_600_000_000 } },
  });
  expect(producerWith({ arrivals: 'closedLoop', rate: '4', period: '5ms' })).toMatchObject({
    workload: { arrivals: { senders: 4, thinkUs: 5000 } },
  });
});

it('has keys and how they are picked, sizes, headers, event time and real values', () => {
  expect(
    producerWith({
      key: 'card-{n}',
      keyCount: '40',
      keyPick: 'hot',
      hotShare: '60',
      partitioner: 'sarama:hash',
      compression: 'lz4',
      transactionalId: 'pay',
      abortEvery: '5',
    }),
  ).toMatchObject({
    partitioner: { kind: 'client', name: 'sarama:hash' },
    configs: { 'compression.type': 'lz4', 'transactional.id': 'pay' },
    workload: {
      keyCount: 40,
      keyPick: { kind: 'hot', sharePercent: 60 },
      transaction: { records: 2, abortEvery: 5 },
    },
  });
  expect(
    producerWith({
      key: 'alice, bob',
      keyPick: 'uniform',
      bytesMost: '2KiB',
      values: 'json',
      headers: 'trace:16, span',
      eventDelay: '5s',
      eventDelayMost: '1min',
    }),
  ).toMatchObject({
    workload: {
      keyList: ['alice', 'bob'],
      keyPick: { kind: 'uniform' },
      valueBytesMost: 2048,
      values: 'json',
      headers: [
        { key: 'trace', valueBytes: 16 },
        { key: 'span', valueBytes: 0 },
      ],
      eventTime: { delayUs: 5_000_000, delayMostUs: 60_000_000 },
    },
  });
});

it('has rules of the application’s own, a chosen partition, transfers, configs and names', () => {
  expect(producerWith({ key: 'c-{n}', partitioner: 'vip', ruleKeys: 'c-1, c-2' })).toMatchObject({
    partitioner: { kind: 'vip', keys: ['c-1', 'c-2'], partitions: 2 },
  });
  expect(producerWith({ key: 'c-{n}', partitioner: 'salt', ruleCount: '3' })).toMatchObject({
    partitioner: { kind: 'salt', keys: null, salts: 3 },
  });
  expect(
    producerWith({
      partition: '3',
      key: 'alice, bob',
      amount: '100',
      transferRecords: '2',
      configs: 'linger.ms=20\nbootstrap.servers=kafka:9092',
      hosts: 'kafka=1',
    }),
  ).toMatchObject({
    configs: { 'linger.ms': '20' },
    hosts: [{ name: 'kafka', broker: 1 }],
    workload: { partition: 3, transfers: { amount: 100, opening: 1000, records: 2 } },
  });
});

it('leaves what is no number to the words of the scenario', () => {
  const wrong: readonly Partial<ProducerFields>[] = [
    { arrivals: 'bursts', rate: 'many' },
    { key: 'a-{n}', keyPick: 'hot', hotShare: 'most' },
    { key: 'a-{n}', partitioner: 'salt', ruleCount: '1' },
    { amount: '100' },
    { configs: 'linger' },
    { eventDelay: 'late' },
  ];
  for (const fields of wrong) expect(scenarioWith(fields).ok, JSON.stringify(fields)).toBe(false);
});
