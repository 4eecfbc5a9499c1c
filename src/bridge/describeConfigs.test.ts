import { expect, test } from 'vitest';
import type { ConfigDescription } from './frame.ts';
import { readScenario, sessionOn } from './SessionTestContext.ts';

const scenario = readScenario({
  highwater: 1,
  configs: { 'metadata.log.max.snapshot.interval.ms': 60000 },
  brokers: [
    { 'node.id': 1, configs: { 'num.io.threads': 4, 'replica.lag.time.max.ms': 20000 } },
    { 'node.id': 2 },
  ],
  topics: [{ name: 't', 'replication.factor': 2, configs: { 'min.insync.replicas': 2 } }],
  producers: [{ 'client.id': 'p', configs: { acks: '1' } }],
  consumers: [{ 'client.id': 'c', assign: ['t-0'], configs: { 'fetch.min.bytes': 9 } }],
});

const find = (configs: readonly ConfigDescription[], name: string) =>
  configs.find((config) => config.name === name);

test('theNearestPlaceWinsAndTheDefaultIsLast', () => {
  const engine = sessionOn(scenario);
  expect(find(engine.describeConfigs('broker:1'), 'num.io.threads')).toEqual({
    name: 'num.io.threads',
    value: '4',
    source: 'STATIC_BROKER_CONFIG',
  });
  expect(find(engine.describeConfigs('broker:2'), 'num.io.threads')).toMatchObject({
    value: '8',
    source: 'DEFAULT_CONFIG',
  });
  engine.apply({ kind: 'AlterClusterConfigs', configs: { 'num.io.threads': '6' } });
  expect(find(engine.describeConfigs('broker:1'), 'num.io.threads')).toMatchObject({
    value: '6',
    source: 'DYNAMIC_DEFAULT_BROKER_CONFIG',
  });
  engine.apply({ kind: 'AlterBrokerConfigs', broker: 1, configs: { 'num.io.threads': '7' } });
  expect(find(engine.describeConfigs('broker:1'), 'num.io.threads')).toMatchObject({
    value: '7',
    source: 'DYNAMIC_BROKER_CONFIG',
  });
  expect(find(engine.describeConfigs('broker:2'), 'num.io.threads')).toMatchObject({ value: '6' });
});

test('topicsAndClientsSayWhatWasGivenToThem', () => {
  const engine = sessionOn(scenario);
  expect(find(engine.describeConfigs('partition:t-0'), 'min.insync.replicas')).toMatchObject({
    value: '2',
    source: 'DYNAMIC_TOPIC_CONFIG',
  });
  expect(find(engine.describeConfigs('producer:p'), 'acks')).toMatchObject({
    value: '1',
    source: 'CLIENT_CONFIG',
  });
  expect(find(engine.describeConfigs('consumer:c'), 'fetch.min.bytes')).toMatchObject({
    value: '9',
    source: 'CLIENT_CONFIG',
  });
  expect(find(engine.describeConfigs('controller:101'), 'controller.quorum.fetch.timeout.ms')).toMatchObject({
    value: '2000',
    source: 'DEFAULT_CONFIG',
  });
  expect(
    find(engine.describeConfigs('controller:101'), 'metadata.log.max.snapshot.interval.ms'),
  ).toMatchObject({ value: '60000', source: 'STATIC_BROKER_CONFIG' });
  expect(engine.describeConfigs('link:a~b')).toEqual([]);
});
