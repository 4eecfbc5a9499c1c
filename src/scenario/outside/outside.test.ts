import { expect, test } from 'vitest';
import { formatScenario } from '../formatScenario.ts';
import { parseScenario } from '../parseScenario.ts';
import type { FileProcessing } from '../ScenarioFile.ts';
import type { FileStore } from './OutsideFile.ts';

const DB: FileStore = { name: 'db' };
const SENDER = { 'client.id': 'dlq', workload: { topic: 'dlt' } };

function file(processing: FileProcessing, more: object = {}) {
  const app = { 'client.id': 'app', subscribe: ['a'], configs: { 'group.id': 'g' }, processing };
  return {
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'a' }, { name: 'retry' }, { name: 'dlt' }],
    producers: [SENDER],
    consumers: [app],
    stores: [DB],
    ...more,
  };
}

const codesOf = (json: unknown) => {
  const parsed = parseScenario(json);
  return parsed.ok ? [] : parsed.problems.map(({ code, path }) => `${code} ${path}`);
};

test('databases and what applications do with them are read, and printed as they were written', () => {
  const stores = [
    {
      name: 'db',
      rack: 'r1',
      latency: '5ms',
      down: [{ from: '1s', to: '2s' }],
      failCommits: [3],
      loseAnswers: [5],
    },
    DB,
  ].slice(0, 1);
  for (const processing of [
    { store: { name: 'db' } },
    { deserialization: { fails: [{ partition: 'a-0', offset: 42 }], pollsAgain: '100ms' } },
    {
      store: {
        name: 'db',
        write: 'upsert',
        unique: 'id',
        transaction: 'poll',
        offsets: 'store',
        fencing: 'generation',
        timeout: '2s',
      },
      delay: '5s',
    },
    {
      errors: {
        retriable: 10,
        fatal: 1,
        poison: [{ partition: 'a-0', offset: 7 }],
        attempts: 5,
        backoff: '200ms',
        then: 'skip',
        retryTopic: 'retry',
        deadLetterTopic: 'dlt',
        producer: 'dlq',
      },
    },
    {
      errors: { fatal: 1, producer: 'dlq' },
      sink: {
        'errors.tolerance': 'all',
        'errors.retry.timeout': 3000,
        'errors.retry.delay.max.ms': 500,
        'errors.deadletterqueue.topic.name': 'dlt',
        'errors.deadletterqueue.context.headers.enable': 'true',
      },
    },
  ]) {
    const parsed = parseScenario(file(processing, { stores }));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const printed = formatScenario(parsed.scenario);
    expect(printed.stores).toEqual(stores);
    expect(printed.consumers?.[0]?.processing).toEqual(processing);
    expect(parseScenario(printed)).toMatchObject({ scenario: parsed.scenario });
  }
  const none = parseScenario(file({ perRecord: '1ms' }, { stores: undefined }));
  expect(none.ok && Object.keys(none.scenario).includes('stores')).toBe(false);
  expect(none.ok && Object.keys(none.scenario.consumers[0] ?? {}).includes('store')).toBe(false);
});

test('what contradicts itself is told with its place', () => {
  const P = 'consumers[0].processing';
  const store = { name: 'db' };
  const toDlt = { deadLetterTopic: 'dlt', producer: 'dlq' };
  for (const [processing, problem, more] of [
    [{ store: { name: 'dbb' } }, `unknown-store ${P}.store.name`],
    [{ store: { name: 'db', write: 'upsert' } }, `upsert-without-key ${P}.store.write`],
    [{ store: { ...store, offsets: 'store' }, commit: 'commitSync' }, `offsets-kept-twice ${P}.commit`],
    [{ store, workers: 2 }, `outside-with-workers ${P}.workers`],
    [{ errors: { fatal: 1 }, failures: { percent: 1 } }, `errors-and-failures ${P}.failures`],
    [{ errors: { deadLetterTopic: 'dlt' } }, `forwards-without-producer ${P}.errors`],
    [{ errors: { ...toDlt, deadLetterTopic: 'dltt' } }, `unknown-topic ${P}.errors`],
    [{ errors: { ...toDlt, producer: 'dlqq' } }, `unknown-producer ${P}.errors.producer`],
    [{ errors: toDlt, sink: { 'errors.tolerance': 'all' } }, `sink-sends-to-its-own ${P}.sink`],
    [
      { errors: toDlt },
      `forwards-in-transactions ${P}.errors.producer`,
      { producers: [{ ...SENDER, configs: { 'transactional.id': 't' } }] },
    ],
    [
      { errors: toDlt },
      `output-of-its-own ${P}.errors.producer`,
      { producers: [{ ...SENDER, workload: { topic: 'dlt', arrivals: { constant: '1/s' } } }] },
    ],
    [{ store }, 'duplicate stores[1].name', { stores: [DB, DB] }],
    [
      { store },
      'end-before-start stores[0].down[0].to',
      { stores: [{ ...DB, down: [{ from: '2s', to: '1s' }] }] },
    ],
  ] as const)
    expect(codesOf(file(processing as FileProcessing, more as object | undefined)), problem).toEqual([
      problem,
    ]);
});
