import { expect, it } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { consumerDraft, EMPTY_CONSUMER, withDraftedConsumer, type ConsumerFields } from './consumerDraft.ts';

const FIELDS: ConsumerFields = { ...EMPTY_CONSUMER, clientId: 'app', assign: 'payments-0, payments-1', subscribe: 'payments' };

const FILE = {
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'payments', partitions: 2 }, { name: 'fees' }],
} as const;

const scenarioWith = (fields: Partial<ConsumerFields>) =>
  parseScenario(withDraftedConsumer(FILE, { ...FIELDS, ...fields }));

it('writes nothing of what stays as it is by default', () => {
  expect(consumerDraft(FIELDS)).toEqual({ 'client.id': 'app', assign: ['payments-0', 'payments-1'] });
  expect(scenarioWith({}).ok).toBe(true);
});

it('makes a member of a group', () => {
  const made = scenarioWith({
    reads: 'group',
    protocol: 'consumer',
    isolation: 'read_committed',
    perRecord: '5ms',
    commit: 'commitSync',
  });
  expect(made.ok && made.scenario.consumers[0]).toMatchObject({
    subscribe: ['payments'],
    perRecordUs: 5000,
    commit: 'commitSync',
    configs: { 'group.id': 'group-1', 'group.protocol': 'consumer', 'enable.auto.commit': 'false' },
  });
});

it('makes consume–process–produce, with transactions and without', () => {
  for (const [outputId, commit] of [
    ['fees', null],
    ['', 'commitSync'],
  ] as const) {
    const made = scenarioWith({ reads: 'group', outputTopic: 'fees', outputId });
    expect(made.ok && made.scenario.consumers[0]).toMatchObject({ commit, output: { producer: 'app-out' } });
    expect(made.ok && made.scenario.producers[0]).toMatchObject({
      clientId: 'app-out',
      workload: { topic: 'fees', arrivals: { kind: 'none' } },
    });
  }
});
