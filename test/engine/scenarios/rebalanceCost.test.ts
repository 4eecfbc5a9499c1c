import { describe, expect, test } from 'vitest';
import type {
  FileCommand,
  FileConfigs,
  FileConsumer,
  FileProcessing,
} from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

// What a rebalance costs: for how long each partition is nobody's, all of them together, in partition-milliseconds.

const PARTITIONS = 20;
const CLASSIC = 'org.apache.kafka.clients.consumer.';
const PROTOCOLS = {
  eager: { 'partition.assignment.strategy': `${CLASSIC}RangeAssignor` },
  cooperative: { 'partition.assignment.strategy': `${CLASSIC}CooperativeStickyAssignor` },
  'KIP-848': { 'group.protocol': 'consumer' },
} as const;

/** Records that stand in a partition from the start on. */
const BACKLOG = 30_000;
/** A poll() that returns 100 records is followed by the next one a second later. */
const BUSY = { perRecord: '10ms' } as const;

function member(name: string, configs: FileConfigs, processing: FileProcessing = {}): FileConsumer {
  return {
    'client.id': name,
    configs: {
      'group.id': 'g',
      'auto.offset.reset': 'earliest',
      'max.poll.records': 100,
      ...configs,
    },
    subscribe: ['orders'],
    processing,
  };
}

function cluster(consumers: readonly FileConsumer[], commands: readonly FileCommand[]): ClusterTestContext {
  return new ClusterTestContext({
    lawInterval: Infinity,
    file: {
      highwater: 1,
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': 1,
        'group.initial.rebalance.delay.ms': 1000,
      },
      brokers: [{ 'node.id': 1 }],
      topics: [
        {
          name: 'orders',
          partitions: PARTITIONS,
          initial: Object.fromEntries(
            Array.from({ length: PARTITIONS }, (_, i) => [String(i), { records: BACKLOG, from: '-1h' }]),
          ),
        },
      ],
      consumers,
      commands,
    },
  });
}

interface Cost {
  readonly pausedPartitionMs: number;
  /** How many partitions were nobody's at some time. */
  readonly stopped: number;
  /** Generations, or group epochs. */
  readonly rebalances: number;
}

/** What it cost from one instant to another. A process that ends lets go of what it has. */
function costOf(context: ClusterTestContext, fromMs: number, toMs: number): Cost {
  context.runUntil(fromMs);
  const owned = (): Set<string> =>
    new Set(
      context.scenario.consumers.flatMap(({ clientId }) => {
        const consumer = context.consumer(clientId);
        return consumer.isRunning() ? consumer.partitions.map(({ topicPartition }) => topicPartition) : [];
      }),
    );
  const all = Array.from({ length: PARTITIONS }, (_, i) => `orders-${i}`);
  const stopped = new Set<string>();
  let pausedUs = 0;
  let before = owned();
  let lastUs = fromMs * 1000;
  for (let isOver = false; !isOver;) {
    isOver = !context.run.step(toMs * 1000);
    const nowUs = isOver ? toMs * 1000 : context.run.cluster.nowUs;
    for (const partition of all) {
      if (before.has(partition)) continue;
      pausedUs += nowUs - lastUs;
      stopped.add(partition);
    }
    before = owned();
    lastUs = nowUs;
  }
  const generations = context
    .facts('GroupStateChanged', { group: 'g' })
    .map(({ timeUs, event }) => ({ timeUs, generation: event.generation }));
  const until = Math.max(
    ...generations.filter(({ timeUs }) => timeUs <= fromMs * 1000).map((one) => one.generation),
  );
  const last = Math.max(...generations.map(({ generation }) => generation));
  expect(before.size).toBe(PARTITIONS);
  return { pausedPartitionMs: Math.round(pausedUs / 1000), stopped: stopped.size, rebalances: last - until };
}

describe('[consumer-rebalance-protocol] the same scale-out, from four members to five', () => {
  function scaleOut(protocol: keyof typeof PROTOCOLS): Cost {
    const names = Array.from({ length: 5 }, (_, i) => `c${i}`);
    const consumers = names.map((name) => member(name, PROTOCOLS[protocol]));
    const newcomer = 'consumer:c4';
    return costOf(
      cluster(consumers, [
        { at: 0, kind: 'KillClient', client: newcomer },
        { at: '20s', kind: 'StartClient', client: newcomer },
      ]),
      19_000,
      50_000,
    );
  }
  const costs = {
    eager: scaleOut('eager'),
    cooperative: scaleOut('cooperative'),
    modern: scaleOut('KIP-848'),
  };

  test('stops all partitions where members are eager, and those that move elsewhere', () => {
    expect(costs.eager.stopped).toBe(PARTITIONS);
    expect(costs.cooperative.stopped).toBe(PARTITIONS / 5);
    expect(costs.modern.stopped).toBe(PARTITIONS / 5);
  });

  test('takes one rebalance where members are eager, two where they are cooperative, and one epoch', () => {
    expect(costs.eager.rebalances).toBe(1);
    expect(costs.cooperative.rebalances).toBe(2);
    expect(costs.modern.rebalances).toBe(1);
  });

  test('costs at most a heartbeat for each partition that stops', () => {
    expect(costs.eager.pausedPartitionMs).toBeLessThan(PARTITIONS * 3100);
    expect(costs.cooperative.pausedPartitionMs).toBeLessThan((PARTITIONS / 5) * 3100);
    // It hears of what was given up by its own heartbeat, every 5 s.
    expect(costs.modern.pausedPartitionMs).toBeLessThan((PARTITIONS / 5) * 5100);
    for (const { pausedPartitionMs } of Object.values(costs)) expect(pausedPartitionMs).toBeGreaterThan(0);
  });
});

describe('[consumer-static-member] a rolling restart of 10 members, each away for 2 s', () => {
  const DOWN_MS = 2000;
  const EVERY_MS = 11_300;
  const FROM_MS = 20_000;

  function rollingRestart(isStatic: boolean): Cost {
    const names = Array.from({ length: 10 }, (_, i) => `c${i}`);
    const consumers = names.map((name) =>
      member(name, { ...PROTOCOLS.eager, ...(isStatic ? { 'group.instance.id': name } : {}) }, BUSY),
    );
    const commands = names.flatMap((name, i): FileCommand[] => [
      { at: FROM_MS + i * EVERY_MS, kind: 'CloseClient', client: `consumer:${name}` },
      { at: FROM_MS + i * EVERY_MS + DOWN_MS, kind: 'StartClient', client: `consumer:${name}` },
    ]);
    return costOf(cluster(consumers, commands), FROM_MS - 1000, FROM_MS + 10 * EVERY_MS);
  }
  const dynamic = rollingRestart(false);
  const fixed = rollingRestart(true);

  test('leaves a group of static members as it is: what a member had is nobody’s while it is away', () => {
    expect(fixed.rebalances).toBe(0);
    // It ends when it has done what it works on, up to a second later, and comes back at its time.
    expect(fixed.pausedPartitionMs).toBeLessThan(PARTITIONS * DOWN_MS * 1.05);
    expect(fixed.pausedPartitionMs).toBeGreaterThan(PARTITIONS * (DOWN_MS - 1100));
  });

  test('rebalances a group of dynamic members for each of them, every partition each time', () => {
    // One that leaves while the others are still on their way into the last generation makes no rebalance of its own.
    expect(dynamic.rebalances).toBeGreaterThanOrEqual(10);
    expect(dynamic.rebalances).toBeLessThanOrEqual(20);
    expect(dynamic.stopped).toBe(PARTITIONS);
    expect(dynamic.pausedPartitionMs).toBeGreaterThan(fixed.pausedPartitionMs);
  });
});
