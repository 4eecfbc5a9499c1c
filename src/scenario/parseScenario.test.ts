import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { formatScenario } from './formatScenario.ts';
import { parseScenario, parseScenarioText } from './parseScenario.ts';
import type { Scenario } from './Scenario.ts';

const EXAMPLE = JSON.parse(`{ "highwater": 1, "kafka.version": "4.2", "seed": 7, "until": "60s",
  "features": { "eligible.leader.replicas.version": 1 }, "configs": {},
  "network": { "latency": "0.25ms", "bandwidth": "10Gbit/s", "links": [{ "between": ["broker:1", "broker:3"], "latency": "20ms" }] },
  "controllers": [{ "node.id": 101 }],
  "brokers": [{ "node.id": 1, "broker.rack": "a", "state": "running", "configs": {} }, { "node.id": 2 }, { "node.id": 3 }],
  "topics": [{ "name": "payments", "partitions": 1, "replication.factor": 3, "replicas": { "0": [1, 2, 3] },
               "configs": { "min.insync.replicas": 2 },
               "initial": { "0": { "leader": 2, "leaderEpoch": 7, "isr": [1, 2], "elr": [], "logStartOffset": 0, "records": 1000, "from": "-1h", "replicas": { "3": { "logEndOffset": 980 } } } } }],
  "producers": [{ "client.id": "pay-api", "configs": { "acks": "all" },
                  "workload": { "topic": "payments", "arrivals": { "constant": "100/s" }, "key": null, "valueBytes": 100 } }],
  "consumers": [{ "client.id": "ledger-1", "configs": {}, "assign": ["payments-0"] }],
  "commands": [{ "at": "30s", "kind": "KillBroker", "broker": 1 }] }`) as Record<string, unknown>;

/** The example with one place changed; `undefined` removes it. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(EXAMPLE);
  let at: unknown = copy;
  for (const step of path.slice(0, -1)) at = (at as Record<string, unknown>)[step];
  const holder = at as Record<string, unknown>;
  const last = path[path.length - 1]!;
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function accepted(json: unknown): Scenario {
  const result = parseScenario(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.scenario;
}

function problemsOf(json: unknown) {
  const result = parseScenario(json);
  return result.ok ? [] : result.problems;
}

describe('the example of the format', () => {
  test('is a scenario in µs and bytes with every default filled in', () => {
    const scenario = accepted(EXAMPLE);
    expect(scenario).toMatchObject({
      kafkaVersion: '4.2',
      seed: 7,
      untilUs: 60_000_000,
      network: {
        latencyUs: 250,
        latencyAcrossRacksUs: 500,
        bandwidthBitsPerSecond: 1e10,
        links: [{ between: ['broker:1', 'broker:3'], latencyUs: 20_000 }],
      },
      times: { requestUs: 20, requestPerKiBUs: 1, appendUs: 10, appendPerKiBUs: 0.5, fsyncUs: 5000 },
      brokers: [
        { nodeId: 1, rack: 'a', state: 'running', configs: {} },
        { nodeId: 2, rack: null },
        { nodeId: 3 },
      ],
      commands: [{ atUs: 30_000_000, kind: 'KillBroker', broker: 1 }],
    });
    expect(scenario.topics[0]?.configs).toEqual({ 'min.insync.replicas': '2' });
    expect(scenario.topics[0]?.partitions[0]).toEqual({
      replicas: [1, 2, 3],
      initial: {
        leader: 2,
        leaderEpoch: 7,
        partitionEpoch: 0,
        isr: [1, 2],
        elr: [],
        lastKnownElr: [],
        logStartOffset: 0,
        logEndOffset: 1000,
        fromUs: -3_600_000_000,
        highWatermark: 1000,
        replicas: new Map([[3, { logEndOffset: 980, highWatermark: 980 }]]),
      },
    });
    expect(scenario.producers[0]?.workload).toEqual({
      topic: 'payments',
      partition: null,
      arrivals: { kind: 'constant', recordsPerSecond: 100 },
      key: null,
      keyCount: 1,
      valueBytes: 100,
      tombstoneEvery: null,
      startUs: 0,
      endUs: null,
    });
  });
});

describe('defaults', () => {
  test('an empty file is an empty cluster with one controller', () => {
    expect(accepted({ highwater: 1 })).toMatchObject({
      seed: 1,
      untilUs: null,
      controllers: [{ nodeId: 101 }],
      brokers: [],
      features: { 'eligible.leader.replicas.version': 1 },
    });
    expect(accepted({ highwater: 1, 'kafka.version': '4.0' }).features).toEqual({
      'eligible.leader.replicas.version': 0,
    });
    expect(accepted({ highwater: 1, brokers: [{ 'node.id': 101 }] }).controllers).toEqual([{ nodeId: 102 }]);
    expect(accepted({ highwater: 1, network: { latency: '5ms' } }).network.latencyAcrossRacksUs).toBe(5000);
  });

  test('controllers are voters, in their order; one with the id of a broker shares its process', () => {
    const brokers = [{ 'node.id': 1 }, { 'node.id': 2, state: 'stopped' }];
    const controllers = [{ 'node.id': 9 }, { 'node.id': 1 }];
    expect(accepted({ highwater: 1, brokers, controllers }).controllers).toEqual([
      { nodeId: 9 },
      { nodeId: 1 },
    ]);
    expect(problemsOf({ highwater: 1, brokers, controllers: [{ 'node.id': 2 }] })).toMatchObject([
      { code: 'stopped-controller', path: 'controllers[0].node.id' },
    ]);
  });

  test('replicas go round robin over the brokers of the file', () => {
    const brokers = [3, 1, 2].map((id) => ({ 'node.id': id }));
    const scenario = accepted({
      highwater: 1,
      brokers,
      topics: [{ name: 't', partitions: 4, 'replication.factor': 2, replicas: { 2: [1, 3] } }],
    });
    expect(scenario.topics[0]?.partitions.map((one) => one.replicas)).toEqual([
      [3, 1],
      [1, 2],
      [1, 3],
      [3, 1],
    ]);
  });

  const stopped = (...states: string[]) => states.map((state, i) => ({ 'node.id': i + 1, state }));
  const initialOf = (json: unknown) => accepted(json).topics[0]?.partitions[0]?.initial;

  test('the ISR is who runs, and the first of them leads', () => {
    const topics = [{ name: 't', 'replication.factor': 3 }];
    const brokers = stopped('stopped', 'running', 'running');
    expect(initialOf({ highwater: 1, brokers, topics })).toMatchObject({ leader: 2, isr: [2, 3], elr: [] });
  });

  test('where nobody runs, the first replica stays electable: in the ELR, or in the ISR before KIP-966', () => {
    const topics = [{ name: 't', 'replication.factor': 2 }];
    const brokers = stopped('stopped', 'stopped');
    expect(initialOf({ highwater: 1, brokers, topics })).toMatchObject({ leader: -1, isr: [], elr: [1] });
    expect(initialOf({ highwater: 1, 'kafka.version': '4.0', brokers, topics })).toMatchObject({
      leader: -1,
      isr: [1],
      elr: [],
    });
  });

  test('the high watermark is what every replica of ISR and ELR has', () => {
    const json = changed(['topics', 0, 'initial', '0'], {
      isr: [1, 2],
      elr: [3],
      records: 100,
      replicas: { 2: { logEndOffset: 90 }, 3: { logEndOffset: 80 } },
    });
    const initial = initialOf(json);
    expect(initial).toMatchObject({ leader: 1, highWatermark: 80 });
    expect([...(initial?.replicas ?? [])]).toEqual([
      [2, { logEndOffset: 90, highWatermark: 80 }],
      [3, { logEndOffset: 80, highWatermark: 80 }],
    ]);
  });

  test('commands are in order of time, those of one instant as written', () => {
    const commands = [
      { at: '2s', kind: 'StartBroker', broker: 1 },
      { at: 0, after: 3, kind: 'StopBroker', broker: 2 },
      { at: '0s', kind: 'KillBroker', broker: 1 },
      { at: 0, kind: 'KillBroker', broker: 3 },
    ];
    expect(accepted(changed(['commands'], commands)).commands.map((one) => [one.kind, one.atUs])).toEqual([
      ['KillBroker', 0],
      ['KillBroker', 0],
      ['StopBroker', 0],
      ['StartBroker', 2_000_000],
    ]);
  });

  test('a command may be given again, at even distances', () => {
    const command = (repeat: unknown) => [{ at: '2s', kind: 'KillBroker', broker: 1, repeat }];
    expect(accepted(changed(['commands'], command({ every: '10s', times: 3 }))).commands[0]?.repeat).toEqual({
      everyUs: 10_000_000,
      times: 3,
    });
    const problemOf = (repeat: unknown) => {
      const read = parseScenario(changed(['commands'], command(repeat)));
      return read.ok ? null : read.problems.map(({ code, path }) => `${code} ${path}`);
    };
    expect(problemOf({ every: '10s', times: 1 })).toEqual(['out-of-range commands[0].repeat.times']);
    expect(problemOf({ times: 3 })).toEqual(['missing-key commands[0].repeat.every']);
    expect(problemOf({ every: 0, times: 3 })).toEqual(['no-time commands[0].repeat.every']);
    const tooMany = parseScenario(
      changed(
        ['commands'],
        [1, 2].flatMap(() => command({ every: '1s', times: 6000 })),
      ),
    );
    expect(tooMany).toMatchObject({ ok: false, problems: [{ code: 'too-many', path: 'commands' }] });
  });

  test('commands of administration get Kafka’s own defaults', () => {
    const commands = [
      { at: 0, kind: 'CreateTopic', topic: 'no name' },
      { at: 0, kind: 'CreateTopic', topic: 'b', replicas: [[1, 9]], configs: { 'retention.ms': 5 } },
      { at: 0, kind: 'CreatePartitions', topic: 'b', count: 3 },
      { at: 0, kind: 'ElectLeaders', electionType: 'UNCLEAN' },
      {
        at: 0,
        kind: 'AlterPartitionReassignments',
        reassignments: [{ partition: 'payments-0', replicas: null }],
      },
      { at: 0, kind: 'AlterClusterConfigs', remove: ['min.insync.replicas'] },
      { at: 0, kind: 'FailLogDir', broker: 1 },
    ];
    expect(accepted(changed(['commands'], commands)).commands).toMatchObject([
      { topic: 'no name', partitions: -1, replicationFactor: -1, replicas: null, configs: {} },
      { topic: 'b', replicas: [[1, 9]], configs: { 'retention.ms': '5' } },
      { count: 3, replicas: null },
      { electionType: 'UNCLEAN', partitions: null },
      { reassignments: [{ partition: 'payments-0', replicas: null }] },
      { configs: {}, remove: ['min.insync.replicas'] },
      { broker: 1, logDir: null },
    ]);
  });

  test('clients and configs may wait for a topic that a command creates', () => {
    const file = {
      ...EXAMPLE,
      producers: [{ 'client.id': 'p', workload: { topic: 'later', partition: 1 } }],
      consumers: [{ 'client.id': 'c', assign: ['later-3'] }],
      commands: [
        { at: 0, kind: 'CreateTopic', topic: 'later', partitions: 2 },
        { at: 0, kind: 'CreatePartitions', topic: 'later', count: 4 },
        { at: 0, kind: 'AlterTopicConfigs', topic: 'later', configs: {} },
      ],
    };
    expect(accepted(file).producers[0]?.workload?.topic).toBe('later');
    expect(parseScenario({ ...file, commands: file.commands.slice(0, 1) })).toMatchObject({
      problems: [{ code: 'unknown-partition', path: 'consumers[0].assign[0]' }],
    });
  });

  test('a new broker is no part of the cluster: nothing is placed on it', () => {
    const brokers = [{ 'node.id': 1, state: 'new' }, { 'node.id': 2 }, { 'node.id': 3 }];
    const topics = [{ name: 't', partitions: 3, 'replication.factor': 2 }];
    const scenario = accepted({ highwater: 1, brokers, topics });
    expect(scenario.brokers[0]?.state).toBe('new');
    expect(new Set(scenario.topics[0]?.partitions.flatMap(({ replicas }) => replicas))).toEqual(
      new Set([2, 3]),
    );
    expect(formatScenario(scenario).brokers?.[0]).toEqual({ 'node.id': 1, state: 'new' });
    expect(
      parseScenario({ highwater: 1, brokers, topics: [{ name: 't', replicas: { 0: [1, 2] } }] }),
    ).toMatchObject({
      problems: [{ code: 'unknown-broker', path: 'topics[0].replicas.0[0]' }],
    });
  });

  test('a config that the model does not act on is allowed and told', () => {
    const result = parseScenario(changed(['topics', 0, 'configs', 'preallocate'], true));
    expect(result).toMatchObject({
      ok: true,
      ignored: [{ path: 'topics[0].configs.preallocate', name: 'preallocate' }],
    });
  });
});

describe('what is refused, with its place and what was meant', () => {
  const leader = ['topics', 0, 'initial', '0', 'leader'] as const;
  const initial = (key: string) => ['topics', 0, 'initial', '0', key] as const;
  test.each<[readonly (string | number)[], unknown, object]>([
    [['highwater'], undefined, { code: 'missing-key', path: 'highwater' }],
    [['highwater'], 2, { code: 'not-allowed', path: 'highwater', value: '2' }],
    [['sed'], 3, { code: 'unknown-key', path: 'sed', suggestion: 'seed' }],
    [['kafkaVersion'], '4.2', { code: 'unknown-key', path: 'kafkaVersion', suggestion: 'kafka.version' }],
    [['__proto__'], {}, { code: 'unknown-key', path: '__proto__' }],
    [
      ['kafka.version'],
      '3.9',
      {
        code: 'not-allowed',
        path: 'kafka.version',
        allowed: { kind: 'one-of', values: ['4.0', '4.1', '4.2', '4.3', '4.4'] },
      },
    ],
    [['kafka.version'], 4.2, { code: 'not-allowed', suggestion: '4.2' }],
    [
      ['seed'],
      -1,
      { code: 'out-of-range', path: 'seed', allowed: { kind: 'range', min: 0, max: 4294967295 } },
    ],
    [['seed'], 1.5, { code: 'wrong-type', path: 'seed' }],
    [['until'], '60m', { code: 'minutes-or-months', path: 'until', value: '"60m"', suggestion: '60min' }],
    [['until'], '-1s', { code: 'bad-form', path: 'until' }],
    [
      ['topics', 0, 'partition'],
      3,
      { code: 'unknown-key', path: 'topics[0].partition', suggestion: 'partitions' },
    ],
    [['topics', 0, 'partitions'], 0, { code: 'out-of-range', path: 'topics[0].partitions' }],
    [['topics', 0, 'name'], 'a b', { code: 'bad-form', path: 'topics[0].name' }],
    [['topics', 0, 'name'], '..', { code: 'bad-form' }],
    [
      ['topics', 0, 'replication.factor'],
      4,
      {
        code: 'out-of-range',
        path: 'topics[0].replication.factor',
        allowed: { kind: 'range', min: 1, max: 3 },
      },
    ],
    [
      ['topics', 0, 'replication.factor'],
      2,
      { code: 'replication-factor-differs', path: 'topics[0].replicas.0' },
    ],
    [['topics', 0, 'replicas', '0'], [1, 2, 2], { code: 'duplicate', path: 'topics[0].replicas.0[2]' }],
    [
      ['topics', 0, 'replicas', '0'],
      [1, 2, 9],
      {
        code: 'unknown-broker',
        path: 'topics[0].replicas.0[2]',
        allowed: { kind: 'one-of', values: ['1', '2', '3'] },
      },
    ],
    [['topics', 0, 'replicas', '1'], [1, 2, 3], { code: 'unknown-partition', path: 'topics[0].replicas.1' }],
    [['topics', 0, 'replicas', 'zero'], [1], { code: 'not-allowed', path: 'topics[0].replicas.zero' }],
    [
      ['topics', 0, 'configs', 'min.insync.replica'],
      2,
      {
        code: 'unknown-config',
        path: 'topics[0].configs.min.insync.replica',
        suggestion: 'min.insync.replicas',
      },
    ],
    [
      ['topics', 0, 'configs', 'acks'],
      'all',
      { code: 'config-elsewhere', allowed: { kind: 'one-of', values: ['producer'] } },
    ],
    [['topics', 0, 'configs', 'min.insync.replicas'], 0, { code: 'bad-config-value', value: '0' }],
    [['topics', 0, 'configs', 'min.insync.replicas'], null, { code: 'wrong-type' }],
    [
      leader,
      3,
      {
        code: 'leader-not-in-isr',
        path: 'topics[0].initial.0.leader',
        allowed: { kind: 'one-of', values: ['-1', '1', '2'] },
      },
    ],
    [leader, 4, { code: 'not-a-replica', path: 'topics[0].initial.0.leader' }],
    [initial('isr'), [1, 2, 4], { code: 'not-a-replica', path: 'topics[0].initial.0.isr[2]' }],
    [initial('elr'), [2], { code: 'in-isr-and-elr', path: 'topics[0].initial.0.elr[0]' }],
    [initial('from'), '1h', { code: 'bad-form', path: 'topics[0].initial.0.from' }],
    [initial('highWatermark'), 1001, { code: 'out-of-range', path: 'topics[0].initial.0.highWatermark' }],
    [
      initial('replicas'),
      { 3: { logEndOffset: 1001 } },
      { code: 'out-of-range', path: 'topics[0].initial.0.replicas.3.logEndOffset' },
    ],
    [
      initial('replicas'),
      { 2: { logEndOffset: 1 } },
      { code: 'leader-stands-elsewhere', path: 'topics[0].initial.0.replicas.2' },
    ],
    [initial('replicas'), { 4: {} }, { code: 'not-a-replica' }],
    [['brokers', 1, 'node.id'], 1, { code: 'duplicate', path: 'brokers[1].node.id' }],
    [
      ['controllers'],
      [{ 'node.id': 7 }, { 'node.id': 7 }],
      { code: 'duplicate', path: 'controllers[1].node.id' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'KillController', controller: 102 },
      { code: 'unknown-controller', path: 'commands[0].controller' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'KillController', broker: 1 },
      { code: 'missing-key', path: 'commands[0].controller' },
    ],
    [
      ['brokers', 1, 'state'],
      'Stopped',
      { code: 'not-allowed', path: 'brokers[1].state', suggestion: 'stopped' },
    ],
    [
      ['network', 'links', 0, 'between'],
      ['broker:1', 'broker:9'],
      { code: 'unknown-node', path: 'network.links[0].between[1]' },
    ],
    [['network', 'links', 0, 'between'], ['broker:1', 'broker:1'], { code: 'same-node-twice' }],
    [['network', 'links', 0, 'between'], ['broker:1'], { code: 'bad-form' }],
    [['network', 'bandwidth'], 100, { code: 'bad-form', path: 'network.bandwidth' }],
    [
      ['producers', 0, 'configs', 'acks'],
      '2',
      {
        code: 'bad-config-value',
        path: 'producers[0].configs.acks',
        allowed: { kind: 'one-of', values: ['all', '-1', '0', '1'] },
      },
    ],
    [
      ['producers', 0, 'configs'],
      { acks: '1', 'enable.idempotence': true },
      { code: 'config-conflict', path: 'producers[0].configs.acks' },
    ],
    [
      ['producers', 0, 'workload', 'topic'],
      'payment',
      { code: 'unknown-topic', path: 'producers[0].workload.topic', suggestion: 'payments' },
    ],
    [['producers', 0, 'workload', 'partition'], 1, { code: 'unknown-partition' }],
    [['producers', 0, 'workload', 'keys'], 5, { code: 'keys-without-placeholder' }],
    [['producers', 0, 'workload', 'tombstoneEvery'], 5, { code: 'tombstones-without-key' }],
    [['producers', 0, 'workload', 'tombstoneEvery'], 0, { code: 'out-of-range' }],
    [['producers', 0, 'workload', 'end'], 0, { code: 'end-before-start' }],
    [
      ['producers', 0, 'workload', 'arrivals'],
      { constant: '100 per s' },
      { code: 'bad-form', suggestion: '100/s' },
    ],
    [['producers', 0, 'workload', 'arrivals'], { constant: '99999999/s' }, { code: 'out-of-range' }],
    [['producers', 0, 'workload', 'arrivals'], {}, { code: 'one-of-arrivals' }],
    [['producers', 0, 'workload', 'arrivals'], { constant: '1/s', at: [] }, { code: 'one-of-arrivals' }],
    [
      ['producers', 0, 'workload', 'arrivals'],
      { diurnal: { low: '1/s', high: '99999999/s' } },
      { code: 'out-of-range', path: 'producers[0].workload.arrivals.diurnal.high' },
    ],
    [['producers', 0, 'workload', 'arrivals'], { bursts: { records: 5, every: 0 } }, { code: 'no-time' }],
    [
      ['producers', 0, 'workload', 'arrivals'],
      { bursts: { records: 5, every: '1s', within: '2s' } },
      { code: 'longer-than-between' },
    ],
    [
      ['producers', 0, 'workload', 'arrivals'],
      { at: ['1s', '2s', '1s'] },
      { code: 'falling-times', path: 'producers[0].workload.arrivals.at[2]' },
    ],
    [
      ['producers', 0, 'workload', 'arrivals'],
      { poison: '1/s' },
      { code: 'unknown-key', suggestion: 'poisson' },
    ],
    [['producers', 0, 'workload', 'keyList'], [], { code: 'no-keys' }],
    [['producers', 0, 'workload', 'keyPick'], { kind: 'zipf' }, { code: 'pick-without-keys' }],
    [['producers', 0, 'workload', 'keyPick'], { kind: 'hot', sharePercent: 100 }, { code: 'out-of-range' }],
    [['producers', 0, 'workload', 'values'], 'yaml', { code: 'not-allowed' }],
    [['producers', 0, 'workload', 'transfers'], { amount: 5 }, { code: 'transfers-without-accounts' }],
    [['producers', 0, 'workload', 'transfers'], {}, { code: 'missing-key' }],
    [['producers', 0, 'workload', 'transfers'], { amount: 0 }, { code: 'out-of-range' }],
    [['producers', 0, 'workload', 'transfers'], { amount: 5, records: 3 }, { code: 'out-of-range' }],
    [
      ['producers', 0, 'workload'],
      { topic: 'payments', keyList: ['alice', 'bob'], tombstoneEvery: 2, transfers: { amount: 5 } },
      { code: 'transfers-and-tombstones' },
    ],
    [
      ['producers', 0, 'workload'],
      { topic: 'payments', keyList: ['alice', 'bob'], transfers: { amount: 5, amountMost: 4 } },
      { code: 'most-below-least', path: 'producers[0].workload.transfers.amountMost' },
    ],
    [
      ['producers', 0, 'workload', 'transfers'],
      { amount: 5, currency: 'euro' },
      { code: 'bad-form', path: 'producers[0].workload.transfers.currency' },
    ],
    [['producers', 0, 'workload', 'valueBytesMost'], 5, { code: 'most-below-least' }],
    [
      ['producers', 0, 'workload', 'eventTime'],
      { delay: '2s', delayMost: '1s' },
      { code: 'most-below-least' },
    ],
    [
      ['producers', 0, 'partitioner'],
      { kind: 'client', name: 'librdkafka:fnv1' },
      { code: 'not-allowed', suggestion: 'librdkafka:fnv1a' },
    ],
    [['producers', 0, 'partitioner'], { kind: 'salt', salts: 1 }, { code: 'out-of-range' }],
    [['producers', 0, 'hosts'], [{ name: 'kafka', broker: 1 }], { code: 'no-bootstrap-server' }],
    [
      ['consumers', 0, 'assign'],
      ['payments-1'],
      { code: 'unknown-partition', path: 'consumers[0].assign[0]' },
    ],
    [['consumers', 0, 'assign'], ['payment-0'], { code: 'unknown-topic', suggestion: 'payments-0' }],
    [
      ['commands', 0, 'kind'],
      'killBroker',
      { code: 'not-allowed', path: 'commands[0].kind', suggestion: 'KillBroker' },
    ],
    [['commands', 0, 'kind'], undefined, { code: 'missing-key', path: 'commands[0].kind' }],
    [['commands', 0, 'broker'], 7, { code: 'unknown-broker', path: 'commands[0].broker' }],
    [
      ['commands', 0],
      { at: 0, kind: 'UnregisterBroker', broker: 7 },
      { code: 'unknown-broker', path: 'commands[0].broker' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'DeleteRecords', partition: 'payments', offset: 5 },
      { path: 'commands[0].partition' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'DeleteRecords', partition: 'payments-0', offset: -2 },
      { path: 'commands[0].offset' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'DeleteRecords', partition: 'payments-0' },
      { code: 'missing-key', path: 'commands[0].offset' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'ElectLeaders', electionType: 'CLEAN' },
      { code: 'not-allowed', path: 'commands[0].electionType' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'AlterBrokerConfigs', broker: 1, remove: ['num.io.thread'] },
      { code: 'unknown-config', path: 'commands[0].remove[0]', suggestion: 'num.io.threads' },
    ],
    [
      ['commands', 0],
      { at: 0, kind: 'AlterPartitionReassignments', reassignments: [{ partition: 'payments-0' }] },
      { code: 'missing-key', path: 'commands[0].reassignments[0].replicas' },
    ],
    [['commands', 0, 'at'], -1, { code: 'bad-form', path: 'commands[0].at' }],
    [['commands', 0, 'topic'], 't', { code: 'unknown-key', path: 'commands[0].topic' }],
    [
      ['commands', 0],
      { at: 0, kind: 'PauseWorkload', producer: 'payapi' },
      { code: 'unknown-producer', suggestion: 'pay-api' },
    ],
    [
      ['commands', 0],
      {
        at: 0,
        kind: 'RestartProducer',
        producer: 'pay-api',
        configs: { 'max.in.flight.requests.per.connection': 6 },
      },
      { code: 'config-conflict', path: 'commands[0].configs.max.in.flight.requests.per.connection' },
    ],
  ])('%j = %j', (path, value, problem) => {
    expect(problemsOf(changed(path, value))).toContainEqual(expect.objectContaining(problem));
  });

  test('a leader that is stopped, an ELR that is off, a high watermark above an in-sync log end', () => {
    const brokers = [{ 'node.id': 1 }, { 'node.id': 2, state: 'stopped' }, { 'node.id': 3 }];
    expect(problemsOf(changed(['brokers'], brokers))).toEqual([
      expect.objectContaining({ code: 'leader-not-running' }),
    ]);
    const withElr = { leader: 1, isr: [1, 2], elr: [3] };
    const off = {
      ...(changed(['topics', 0, 'initial', '0'], withElr) as object),
      features: { 'eligible.leader.replicas.version': 0 },
    };
    expect(problemsOf(off)).toEqual([expect.objectContaining({ code: 'elr-is-off' })]);
    const behind = { isr: [1, 2], records: 10, highWatermark: 9, replicas: { 2: { logEndOffset: 8 } } };
    expect(problemsOf(changed(['topics', 0, 'initial', '0'], behind))).toEqual([
      expect.objectContaining({ code: 'above-in-sync-log-end' }),
    ]);
  });

  test('every unknown key is told, not only the first', () => {
    expect(problemsOf({ ...EXAMPLE, colour: 1, shape: 2 }).map((one) => one.path)).toEqual([
      'colour',
      'shape',
    ]);
  });

  test('more than the limits allow', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => ({ 'node.id': i }));
    expect(problemsOf({ highwater: 1, brokers: ids(LIMITS.brokers + 1) })).toMatchObject([
      { code: 'too-many', path: 'brokers', allowed: { max: LIMITS.brokers } },
    ]);
    const topics = [{ name: 'a', partitions: LIMITS.partitions }, { name: 'b' }];
    expect(problemsOf({ highwater: 1, brokers: ids(1), topics })).toMatchObject([
      { code: 'too-many', path: 'topics' },
    ]);
    const clients = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ 'client.id': `${prefix}${i}` }));
    expect(
      problemsOf({ highwater: 1, producers: clients('p', 600), consumers: clients('c', 600) }),
    ).toMatchObject([{ code: 'too-many' }]);
  });
});

describe('parseScenarioText', () => {
  test.each([
    ['{ "highwater": 1,\n  "seed": 7,\n}', { code: 'not-json', line: 3, column: 1, value: '“}”' }],
    ['{ "highwater": 1', { code: 'not-json', line: 1, column: 17, value: null }],
    ["{ 'highwater': 1 }", { code: 'not-json', line: 1, column: 3 }],
    ['', { code: 'not-json', line: 1, column: 1 }],
    ['{}\n{}', { code: 'not-json', line: 2, column: 1 }],
    [
      '{ "highwater": 1, "seed": 1,\r\n "seed": 2 }',
      { code: 'duplicate-key', line: 2, column: 2, value: '"seed"' },
    ],
    ['[1, 01]', { code: 'not-json', column: 6 }],
    ['["a\tb"]', { code: 'not-json', column: 2 }],
  ])('says where %j stops being JSON', (text, problem) => {
    const result = parseScenarioText(text);
    expect(result).toMatchObject({ ok: false, problems: [problem] });
  });

  test('takes what JSON.parse takes, and nothing else', () => {
    const texts = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
        .map(
          ([json, at, cut]) =>
            json.slice(0, at % (json.length + 1)) + cut + json.slice((at % (json.length + 1)) + cut.length),
        ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseScenarioText(text);
        const code = result.ok ? null : result.problems[0]?.code;
        // What comes after a key that is there twice nobody has looked at.
        if (code === 'duplicate-key') return;
        expect(code !== 'not-json').toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('deep nesting is refused, not a stack overflow', () => {
    expect(parseScenarioText('['.repeat(100_000))).toMatchObject({
      ok: false,
      problems: [{ code: 'not-json' }],
    });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('nothing that can be in JSON makes parseScenario throw', () => {
  const keys = [
    'highwater',
    'brokers',
    'topics',
    'producers',
    'commands',
    'network',
    'initial',
    'replicas',
    'configs',
    'name',
    'node.id',
    '0',
    '1',
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, 0, 1, -1, 1.5, 'a', '1s', true),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('any')),
    ),
  })).any;
  fc.assert(fc.property(value, (json) => void parseScenario(json)));
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(EXAMPLE)),
      value,
      (key, json) => void parseScenario({ ...EXAMPLE, [key]: json }),
    ),
    { numRuns: 500 },
  );
});

describe('what a person is told of a scenario', () => {
  const told = {
    title: 'A planned move',
    description: 'One sentence.\nAnother.',
    sources: [
      { title: 'KIP-966', url: 'https://cwiki.apache.org/confluence/x/mpOzDw' },
      { title: 'a log line' },
    ],
    openAt: '10.4s',
  };

  test('comes through, and is nothing where the file says nothing', () => {
    expect(accepted({ ...EXAMPLE, ...told })).toMatchObject({
      title: 'A planned move',
      description: 'One sentence.\nAnother.',
      sources: [
        { title: 'KIP-966', url: 'https://cwiki.apache.org/confluence/x/mpOzDw' },
        { title: 'a log line', url: null },
      ],
      openAtUs: 10_400_000,
    });
    expect(accepted(EXAMPLE)).toMatchObject({ title: null, description: null, sources: [], openAtUs: null });
  });

  test.each([
    [{ title: '' }, 'title', 'title'],
    [{ title: 'two\nlines' }, 'title', 'title'],
    [{ title: 'x'.repeat(201) }, 'title', 'title'],
    [{ description: 'x'.repeat(2001) }, 'description', 'description'],
    [{ sources: [{ title: 'a', url: 'javascript:alert(1)' }] }, 'sources[0].url', 'web address'],
    [{ sources: [{ title: 'a', url: 'http://a.b' }] }, 'sources[0].url', 'web address'],
  ])('refuses %j', (change, path, form) => {
    expect(problemsOf({ ...EXAMPLE, ...change })).toMatchObject([
      { code: 'bad-form', path, allowed: { kind: 'form', form } },
    ]);
  });
});

test('a consumer takes records at once, unless the file says how long each takes', () => {
  const consumers = [{ 'client.id': 'quick' }, { 'client.id': 'slow', processing: { perRecord: '50ms' } }];
  expect(accepted({ ...EXAMPLE, consumers }).consumers).toMatchObject([
    { perRecordUs: 0 },
    { perRecordUs: 50_000 },
  ]);
  expect(
    problemsOf({ ...EXAMPLE, consumers: [{ 'client.id': 'c', processing: { perRecords: 5 } }] }),
  ).toMatchObject([
    { code: 'unknown-key', path: 'consumers[0].processing.perRecords', suggestion: 'perRecord' },
  ]);
});

test('times of records may differ, and some may fail at first', () => {
  const withProcessing = (processing: object) => ({
    ...EXAMPLE,
    consumers: [{ 'client.id': 'c', processing }],
  });
  const failures = { percent: 2, backoff: '500ms' };
  expect(
    accepted(withProcessing({ perRecord: '5ms', spread: 'exponential', failures })).consumers,
  ).toMatchObject([{ spread: 'exponential', failures: { percent: 2, retries: 3, backoffUs: 500_000 } }]);
  expect(problemsOf(withProcessing({ failures: { percent: 0 } }))).toMatchObject([
    { code: 'out-of-range', path: 'consumers[0].processing.failures.percent' },
  ]);
});

describe('the scenario files of the project', () => {
  const root = new URL('../../content/scenarios/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );

  test('are found', () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
  });

  test.each(files)('%s can be run', (name) => {
    const result = parseScenarioText(readFileSync(new URL(name, root), 'utf8'));
    expect(result.ok ? [] : result.problems).toEqual([]);
  });
});

describe('consumers with a group', () => {
  const member = {
    'client.id': 'c',
    subscribe: ['payments'],
    configs: {
      'group.id': 'g',
      'partition.assignment.strategy': 'RangeAssignor, StickyAssignor',
      'auto.offset.reset': 'by_duration:PT1H',
    },
    processing: { perRecord: '2ms', commit: 'commitSync', commitWhen: 'before' },
  };

  test('subscribe to topics, and say when they commit', () => {
    const file = { ...EXAMPLE, consumers: [member] };
    const scenario = accepted(file);
    expect(scenario.consumers).toMatchObject([
      {
        assign: [],
        subscribe: ['payments'],
        perRecordUs: 2000,
        commit: 'commitSync',
        commitWhen: 'before',
        configs: {
          'partition.assignment.strategy':
            'org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.StickyAssignor',
        },
      },
    ]);
    expect(accepted(formatScenario(scenario))).toEqual(scenario);
    expect(accepted({ ...EXAMPLE, consumers: [{ 'client.id': 'c' }] }).consumers).toMatchObject([
      { subscribe: [], commit: null, commitWhen: 'after' },
    ]);
  });

  test.each([
    [
      { subscribe: ['payment'] },
      { code: 'unknown-topic', path: 'consumers[0].subscribe[0]', suggestion: 'payments' },
    ],
    [{ assign: ['payments-0'] }, { code: 'assign-and-subscribe', path: 'consumers[0].subscribe' }],
    [{ configs: {} }, { code: 'no-group', path: 'consumers[0].subscribe' }],
    [
      { configs: { 'group.id': 'g', 'auto.offset.reset': 'by_duration:1h' } },
      { code: 'bad-config-value', path: 'consumers[0].configs.auto.offset.reset' },
    ],
    [
      { configs: { 'group.id': 'g', 'partition.assignment.strategy': 'range' } },
      { code: 'bad-config-value', path: 'consumers[0].configs.partition.assignment.strategy' },
    ],
    [
      { configs: { 'group.id': 'g', 'session.timeout.ms': 2000 } },
      { code: 'config-conflict', path: 'consumers[0].configs.heartbeat.interval.ms' },
    ],
    [{ processing: { commit: 'commit' } }, { code: 'not-allowed', path: 'consumers[0].processing.commit' }],
  ])('refuses %j', (change, problem) => {
    expect(problemsOf({ ...EXAMPLE, consumers: [{ ...member, ...change }] })[0]).toMatchObject(problem);
  });

  test('commit only in a group', () => {
    const consumer = { 'client.id': 'c', assign: ['payments-0'], processing: { commit: 'commitAsync' } };
    expect(problemsOf({ ...EXAMPLE, consumers: [consumer] })).toMatchObject([
      { code: 'no-group', path: 'consumers[0].processing.commit' },
    ]);
  });
});

describe('transfers', () => {
  const sender = (clientId: string, transfers: object) => ({
    'client.id': clientId,
    workload: { topic: 'payments', keyList: ['alice', 'bob'], transfers },
  });

  test('all begin with one balance, in one currency, and each record is a transfer, unless the file says it', () => {
    const producers = [sender('p', { amount: 5 }), sender('q', { amount: 2, amountMost: 9, records: 2 })];
    const plain = { currency: 'EUR', amount: 5, amountMost: 5, opening: 0, records: 1 };
    expect(
      accepted({ ...EXAMPLE, commands: [], producers }).producers.map((one) => one.workload?.transfers),
    ).toEqual([plain, { ...plain, amount: 2, amountMost: 9, records: 2 }]);
  });

  test('of one set of books', () => {
    const producers = [sender('p', { amount: 5 }), sender('q', { amount: 5, currency: 'CHF', opening: 7 })];
    expect(problemsOf({ ...EXAMPLE, commands: [], producers })).toMatchObject([
      { code: 'other-books', path: 'producers[1].workload.transfers.currency' },
      { code: 'other-books', path: 'producers[1].workload.transfers.opening' },
    ]);
  });
});
