import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { scenarioJsonSchema } from './scenarioJsonSchema.ts';

const printed = `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;
const validate = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true }).compile(
  scenarioJsonSchema(),
);

const EXAMPLE = {
  highwater: 1,
  'kafka.version': '4.2',
  seed: 7,
  until: '60s',
  features: { 'eligible.leader.replicas.version': 1 },
  configs: {},
  network: {
    latency: '0.25ms',
    bandwidth: '10Gbit/s',
    links: [{ between: ['broker:1', 'broker:3'], latency: '20ms' }],
  },
  controllers: [{ 'node.id': 101 }],
  brokers: [{ 'node.id': 1, 'broker.rack': 'a', state: 'running', configs: {} }],
  topics: [
    {
      name: 'payments',
      partitions: 1,
      'replication.factor': 3,
      replicas: { '0': [1, 2, 3] },
      configs: { 'min.insync.replicas': 2 },
      initial: {
        '0': {
          leader: 2,
          leaderEpoch: 7,
          isr: [1, 2],
          elr: [],
          logStartOffset: 0,
          records: 1000,
          from: '-1h',
          replicas: { '3': { logEndOffset: 980 } },
        },
      },
    },
  ],
  producers: [
    {
      'client.id': 'pay-api',
      configs: { acks: 'all' },
      workload: { topic: 'payments', arrivals: { constant: '100/s' }, key: null, valueBytes: 100 },
    },
  ],
  consumers: [{ 'client.id': 'ledger-1', configs: {}, assign: ['payments-0'] }],
  commands: [{ at: '30s', kind: 'KillBroker', broker: 1 }],
};

describe('public/scenario.schema.json', () => {
  test('is the one that the shape prints (run with -u to write it)', async () => {
    await expect(printed).toMatchFileSnapshot('../../public/scenario.schema.json');
  });

  test('accepts the example and every scenario file of the project', () => {
    expect(validate(EXAMPLE), JSON.stringify(validate.errors)).toBe(true);
    const root = new URL('../../content/scenarios/', import.meta.url);
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.json'),
    )) {
      expect(
        validate(JSON.parse(readFileSync(new URL(name, root), 'utf8'))),
        `${name}: ${JSON.stringify(validate.errors)}`,
      ).toBe(true);
    }
  });

  test.each([
    { colour: 1 },
    { highwater: 2 },
    { until: '5m' },
    { network: { bandwidth: '1GB/s' } },
    { brokers: [{ 'node.id': 1, rack: 'a' }] },
    { topics: [{ name: 'a b' }] },
    { topics: [{ name: 't', configs: { 'min.insync.replica': 2 } }] },
    { topics: [{ name: 't', replicas: { zero: [1] } }] },
    { topics: [{ name: 't', initial: { '0': { leader: -2 } } }] },
    { producers: [{ 'client.id': 'p', configs: { acks: 2 } }] },
    { commands: [{ at: 0, kind: 'KillBroker', broker: 1, topic: 't' }] },
    { commands: [{ at: 0, kind: 'Explode' }] },
    { commands: [{ kind: 'KillBroker', broker: 1 }] },
  ])('refuses %j', (change) => {
    expect(validate({ ...EXAMPLE, ...change })).toBe(false);
  });
});
