import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCommand, formatScenario } from './formatScenario.ts';
import { parseCommand } from './parseCommand.ts';
import { parseScenario } from './parseScenario.ts';
import type { Scenario } from './Scenario.ts';

const some = <T>(items: readonly T[], min = 0) =>
  fc.shuffledSubarray([...items], { minLength: Math.min(min, items.length) });
/** An object of which any key may be left out. */
const partly = (keys: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  fc.record(keys, { requiredKeys });
const time = fc.oneof(
  fc.nat(100_000),
  fc.nat(1e9).map((us) => `${us}us`),
  fc.constantFrom('0.25ms', '5s', '2min', '1h', '7d'),
);
const configs = fc.constantFrom(
  {},
  { 'min.insync.replicas': 2 },
  { 'unclean.leader.election.enable': true, 'min.insync.replicas': '1' },
);

function initial(replicas: readonly number[], running: readonly number[]): fc.Arbitrary<unknown> {
  const isrAndElr = fc
    .tuple(some(replicas), some(replicas))
    .map(([isr, elr]) => ({ isr, elr: elr.filter((one) => !isr.includes(one)) }));
  return fc
    .record({
      members: fc.oneof(fc.constant({}), isrAndElr),
      electLeader: fc.boolean(),
      lastKnownElr: some(replicas),
      start: fc.nat(50),
      records: fc.nat(1000),
      epochs: partly({
        leaderEpoch: fc.nat(9),
        partitionEpoch: fc.nat(9),
        from: fc.constantFrom('-1h', 0, '-5ms'),
      }),
      behind: fc.array(fc.tuple(fc.constantFrom(...replicas), fc.nat(1000), fc.option(fc.nat(100)))),
    })
    .map(({ members, electLeader, lastKnownElr, start, records, epochs, behind }) => {
      const electable = replicas.filter(
        (one) => running.includes(one) && (!('isr' in members) || members.isr.includes(one)),
      );
      const leader = electLeader ? electable[electable.length - 1] : undefined;
      const elected = leader ?? electable[0];
      const standing = new Map(
        behind
          .filter(([broker]) => broker !== elected)
          .map(([broker, lag, known]) => [broker, { lag, known }]),
      );
      return {
        ...members,
        ...epochs,
        ...(leader === undefined ? {} : { leader }),
        ...(lastKnownElr.length > 0 ? { lastKnownElr } : {}),
        logStartOffset: start,
        records,
        replicas: Object.fromEntries(
          [...standing].map(([broker, { lag, known }]) => [
            broker,
            {
              logEndOffset: start + Math.max(0, records - lag),
              ...(known === null || known > 0 ? {} : { highWatermark: start }),
            },
          ]),
        ),
      };
    });
}

function topic(name: string, brokers: readonly number[], running: readonly number[]): fc.Arbitrary<unknown> {
  const partition = some(brokers, 1).chain((replicas) =>
    initial(replicas, running).map((stands) => ({ replicas, stands })),
  );
  const stated = fc.array(partition, { minLength: 1, maxLength: 4 }).map((partitions) => ({
    name,
    partitions: partitions.length,
    replicas: Object.fromEntries(partitions.map(({ replicas }, i) => [i, replicas])),
    initial: Object.fromEntries(partitions.map(({ stands }, i) => [i, stands])),
  }));
  const placed = partly(
    {
      name: fc.constant(name),
      partitions: fc.integer({ min: 1, max: 5 }),
      'replication.factor': fc.integer({ min: 1, max: brokers.length }),
      configs,
    },
    ['name'],
  );
  return fc.oneof(stated, placed);
}

function commands(brokers: readonly number[]): fc.Arbitrary<unknown> {
  const node = fc.constantFrom(`broker:${brokers[0]!}`, 'producer:pay api');
  const between = fc.constant([`broker:${brokers[0]!}`, 'producer:pay api']);
  const direction = fc.constantFrom('both', 'forward');
  const body = fc.oneof(
    fc.record({
      kind: fc.constantFrom(
        'KillBroker',
        'StopBroker',
        'StartBroker',
        'CutPower',
        'FailDisk',
        'ReplaceDisk',
        'MendDisk',
      ),
      broker: fc.constantFrom(...brokers),
    }),
    fc.record({ kind: fc.constant('CutPower'), rack: fc.constant('a') }),
    fc.record({
      kind: fc.constant('SlowDisk'),
      broker: fc.constantFrom(...brokers),
      factor: fc.integer({ min: 2, max: 1000 }),
    }),
    partly(
      {
        kind: fc.constant('PauseProcess'),
        node,
        for: time,
        repeat: fc.record({ every: fc.constantFrom('10s', 5), times: fc.integer({ min: 2, max: 20 }) }),
      },
      ['kind', 'node'],
    ),
    fc.record({ kind: fc.constant('ResumeProcess'), node }),
    partly({ kind: fc.constantFrom('CutLink', 'MendLink'), between, direction }, ['kind', 'between']),
    partly(
      {
        kind: fc.constant('SlowLink'),
        between,
        direction,
        latency: time,
        jitter: time,
        bandwidth: fc.constantFrom('10Gbit/s', '1.5kbit/s'),
        lossPercent: fc.integer({ min: 0, max: 90 }),
      },
      ['kind', 'between', 'latency'],
    ),
    partly(
      {
        kind: fc.constant('SetClock'),
        node,
        offset: fc.constantFrom(0, '-1h', '3s'),
        driftPpm: fc.integer({ min: -1000, max: 1000 }),
      },
      ['kind', 'node'],
    ),
    fc.record({
      kind: fc.constantFrom('KillClient', 'CloseClient', 'StartClient'),
      client: fc.constant('producer:pay api'),
    }),
    partly(
      {
        kind: fc.constant('AlterTopicConfigs'),
        topic: fc.constant('payments'),
        configs,
        remove: fc.constantFrom([], ['retention.ms']),
      },
      ['kind', 'topic', 'configs'],
    ),
    partly(
      {
        kind: fc.constantFrom('AlterBrokerConfigs', 'AlterClusterConfigs'),
        configs,
        remove: fc.constantFrom([], ['min.insync.replicas', 'num.io.threads']),
      },
      ['kind'],
    ).map((change) =>
      (change as { kind: string }).kind === 'AlterBrokerConfigs' ? { ...change, broker: brokers[0] } : change,
    ),
    partly(
      {
        kind: fc.constant('CreateTopic'),
        topic: fc.constantFrom('orders', '', 'no topic'),
        partitions: fc.integer({ min: -1, max: 9 }),
        'replication.factor': fc.integer({ min: -1, max: 3 }),
        replicas: fc.constantFrom([], [[...brokers], [brokers[0]!, 9999]]),
        configs,
      },
      ['kind', 'topic'],
    ),
    fc.record({ kind: fc.constant('DeleteTopic'), topic: fc.constantFrom('payments', 'nowhere') }),
    partly(
      {
        kind: fc.constant('CreatePartitions'),
        topic: fc.constant('payments'),
        count: fc.nat(9),
        replicas: fc.constantFrom([], [[...brokers]]),
      },
      ['kind', 'topic', 'count'],
    ),
    partly(
      {
        kind: fc.constant('ElectLeaders'),
        electionType: fc.constantFrom('PREFERRED', 'UNCLEAN'),
        partitions: fc.constantFrom([], ['payments-0', 'nowhere-7']),
      },
      ['kind', 'electionType'],
    ),
    fc.record({
      kind: fc.constant('AlterPartitionReassignments'),
      reassignments: fc.constantFrom(
        [{ partition: 'payments-0', replicas: [...brokers] }],
        [
          { partition: 'payments-0', replicas: null },
          { partition: 'payments-1', replicas: [] },
        ],
      ),
    }),
    fc.record({
      kind: fc.constant('DeleteRecords'),
      partition: fc.constantFrom('payments-0', 'nowhere-7'),
      offset: fc.integer({ min: -1, max: 5000 }),
    }),
    fc.record({ kind: fc.constant('UnregisterBroker'), broker: fc.constantFrom(...brokers) }),
    partly(
      {
        kind: fc.constant('FailLogDir'),
        broker: fc.constantFrom(...brokers),
        logDir: fc.constant('/data/1'),
      },
      ['kind', 'broker'],
    ),
    partly(
      {
        kind: fc.constant('ResizeDisk'),
        broker: fc.constantFrom(...brokers),
        logDir: fc.constant('/data/1'),
        capacity: fc.constantFrom(0, '3GB', '10MiB'),
      },
      ['kind', 'broker'],
    ),
    fc.record({
      kind: fc.constant('RestartProducer'),
      producer: fc.constant('pay api'),
      configs: fc.constantFrom({}, { acks: 1 }, { acks: 'all' }),
    }),
    fc.record({
      kind: fc.constantFrom('KillController', 'StopController', 'StartController', 'CutControllerPower'),
      controller: fc.constant(3001),
    }),
    fc.record({ kind: fc.constantFrom('PauseWorkload', 'ResumeWorkload'), producer: fc.constant('pay api') }),
    fc.record({
      kind: fc.constant('SendRecords'),
      producer: fc.constant('pay api'),
      count: fc.integer({ min: 1, max: 1000 }),
    }),
  );
  const when = partly({ at: time, after: fc.nat(5) }, ['at']);
  return fc.array(
    fc.tuple(when, body).map(([at, deed]) => ({ ...at, ...deed })),
    { maxLength: 8 },
  );
}

const workload = partly(
  {
    topic: fc.constant('payments'),
    partition: fc.constantFrom(null, 0),
    arrivals: fc.constantFrom(
      null,
      { constant: '100/s' },
      { constant: '0.5/s' },
      { poisson: '7/s' },
      { bursts: { records: 3, every: '1s' } },
      { bursts: { records: 3, every: '1s', within: '1ms' } },
      { diurnal: { low: '1/s', high: '2/s' } },
      { diurnal: { low: '1/s', high: '2/s', period: '1h' } },
      { closedLoop: { senders: 4 } },
      { closedLoop: { senders: 4, think: '5ms' } },
      { at: [0, '1s', '1s'] },
    ),
    valueBytesMost: fc.constantFrom('2KiB', 5000),
    headers: fc.constantFrom([], [{ key: 'trace' }, { key: '', valueBytes: 16 }]),
    eventTime: fc.constantFrom({ delay: '5s' }, { delay: 0, delayMost: '1h' }),
    valueBytes: fc.constantFrom(0, 100, '1KiB', '1.5kB'),
    start: fc.nat(1000),
    end: fc.constantFrom(null, '1h'),
  },
  ['topic'],
);
const keyed = fc.constantFrom(
  {},
  { key: null },
  { key: 'k' },
  { key: 'card-{n}', keys: 10, values: 'json' },
  { values: 'text' },
  { compressibility: { ratioPermille: 100 } },
  { key: 'k', compressibility: { ratioPermille: 900, halfBytes: '1KiB' } },
  { key: 'k', tombstoneEvery: 3 },
  { keyList: ['a', 'b', 'a'], tombstoneEvery: 3 },
  { key: 'card-{n}', keys: 10, keyPick: { kind: 'zipf' } },
  { key: 'card-{n}', keys: 10, keyPick: { kind: 'zipf', exponentPercent: 120 } },
  { keyList: ['a'], keyPick: { kind: 'uniform' } },
  { key: 'k', keyPick: { kind: 'hot', sharePercent: 60 } },
  { keyList: ['alice', 'bob'], transfers: { amount: 100 } },
  { key: 'account-{n}', keys: 9, transfers: { amount: 5, amountMost: 90, opening: 1000, records: 2 } },
);

const anyFile: fc.Arbitrary<unknown> = fc
  .tuple(fc.uniqueArray(fc.nat(2000), { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.boolean()))
  .chain(([brokers, stopped]) => {
    const states = brokers.map((id) => ({ id, state: stopped.next().value ? 'stopped' : 'running' }));
    const running = states.filter(({ state }) => state === 'running').map(({ id }) => id);
    return partly(
      {
        highwater: fc.constant(1),
        title: fc.constantFrom('A planned move', 'é „q“'),
        description: fc.constantFrom('', 'One.\nTwo.'),
        sources: fc.constantFrom(
          [],
          [{ title: 'KIP-966', url: 'https://cwiki.apache.org/x' }, { title: 'a log' }],
        ),
        openAt: time,
        'kafka.version': fc.constantFrom('4.1', '4.2', '4.4'),
        seed: fc.nat(4_294_967_295),
        until: time,
        configs,
        network: partly({
          latency: time,
          latencyAcrossRacks: time,
          bandwidth: fc.constantFrom('10Gbit/s', '1Mbit/s', '1.5kbit/s'),
          links: fc.constant([{ between: [`broker:${brokers[0]!}`, 'producer:pay api'], latency: '20ms' }]),
        }),
        times: partly({
          request: time,
          requestPerKiB: fc.constantFrom('0.5us', '1us', 2),
          append: time,
          appendPerKiB: fc.constant('0.25us'),
          fsync: time,
          brokerStart: time,
          pageCacheExpire: time,
          recoveryPerMiB: time,
          remoteCopyPerMiB: time,
          remoteRead: time,
        }),
        controllers: fc.constantFrom(
          [{ 'node.id': 3001 }, { 'node.id': 3002 }],
          [{ 'node.id': 3001 }, ...running.slice(0, 2).map((id) => ({ 'node.id': id }))],
        ),
        brokers: fc.constant(
          states.map(({ id, state }) => ({
            'node.id': id,
            state,
            ...(id % 2 === 0 ? { 'broker.rack': 'a' } : {}),
            ...(id % 3 === 0 ? { disks: [{ capacity: '1.5GB' }] } : {}),
            ...(id % 3 === 1
              ? {
                  configs: { 'log.dirs': '/a, /b' },
                  disks: [{ logDir: '/b', capacity: 4096 }, { capacity: '1GiB' }],
                }
              : {}),
          })),
        ),
        topics: fc.tuple(topic('payments', brokers, running), topic('a.b_c-1', brokers, running)),
        producers: fc
          .tuple(
            workload,
            keyed,
            fc.constantFrom(
              {},
              { partitioner: { kind: 'client', name: 'sarama:hash' } },
              { partitioner: { kind: 'vip', keys: ['a'] } },
              { partitioner: { kind: 'vip', keys: ['a'], partitions: 2 } },
              { partitioner: { kind: 'salt', salts: 8 } },
              { partitioner: { kind: 'salt', keys: ['a'], salts: 8 } },
            ),
          )
          .map(([load, key, partitioner]) => [
            {
              'client.id': 'pay api',
              configs: { acks: -1 },
              rack: 'a',
              workload: { ...load, ...key },
              ...partitioner,
            },
            { 'client.id': 'idle' },
          ]),
        consumers: fc.constantFrom(
          [],
          [{ 'client.id': 'ledger-1', assign: ['payments-0', 'a.b_c-1-0'] }],
          [{ 'client.id': 'slow', processing: { perRecord: '50ms' } }],
          [
            {
              'client.id': 'uneven',
              processing: { perRecord: '50ms', spread: 'exponential', failures: { percent: 2 } },
            },
          ],
        ),
        commands: commands(brokers),
      },
      ['highwater', 'controllers', 'brokers', 'topics', 'producers'],
    );
  });

function parsed(file: unknown): Scenario {
  const result = parseScenario(file);
  if (!result.ok) throw new Error(JSON.stringify({ problems: result.problems, file }, null, 1));
  return result.scenario;
}

describe('formatScenario', () => {
  test('gives a file that is read back as the same scenario', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const scenario = parsed(file);
        const printed = formatScenario(scenario);
        expect(parsed(JSON.parse(JSON.stringify(printed)))).toEqual(scenario);
        expect(formatScenario(parsed(printed))).toEqual(printed);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  test('leaves out what is Kafka’s or our default', () => {
    const file = {
      highwater: 1,
      brokers: [{ 'node.id': 1 }],
      topics: [{ name: 't', partitions: 1, initial: { 0: { leader: 1, isr: [1], records: 0 } } }],
    };
    expect(formatScenario(parsed(file))).toEqual({
      highwater: 1,
      'kafka.version': '4.2',
      brokers: [{ 'node.id': 1 }],
      topics: [{ name: 't' }],
    });
  });

  test('says only where a partition stands elsewhere than by default', () => {
    const topics = [
      {
        name: 't',
        'replication.factor': 3,
        initial: {
          0: {
            leader: 2,
            leaderEpoch: 7,
            isr: [1, 2],
            records: 1000,
            from: '-1h',
            replicas: { 3: { logEndOffset: 980 } },
          },
        },
      },
    ];
    const file = {
      highwater: 1,
      'kafka.version': '4.2',
      brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
      topics,
    };
    expect(formatScenario(parsed(file))).toEqual(file);
  });
});

test('each command of a scenario comes back alone', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const scenario = parsed(file);
      for (const command of scenario.commands) {
        expect(parseCommand(formatCommand(command), scenario)).toEqual({ ok: true, command });
      }
    }),
  );
});
