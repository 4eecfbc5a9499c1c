import { readFileSync } from 'node:fs';
import { afterEach, expect, vi } from 'vitest';
import { CONSUMER_ASSIGNORS } from '../../../src/engine/client/consumer/assignors/assignors.ts';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import * as Partitioning from '../../../src/engine/client/producer/partitionForKey.ts';
import { CONSUMER_DEFAULTS } from '../../../src/engine/protocol/configDefaults.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import { describeScenarioProblem } from '../../../src/i18n/describeScenarioProblem.ts';
import { parseScenario } from '../../../src/scenario/parseScenario.ts';
import type { ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FIELD_SCENARIOS, FieldRun, sumOf } from './FieldRun.ts';

vi.setConfig({ testTimeout: 240_000 });
const { boundPartition } = Partitioning;

afterEach(() => {
  vi.restoreAllMocks();
});

function memberOf(run: FieldRun, clientId: string): GroupConsumer {
  const node = run.consumer(clientId);
  return node instanceof GroupConsumer ? node : expect.fail(`${clientId} has no group`);
}

function sizesOf(run: FieldRun): number[] {
  return run.scenario.consumers.map(({ clientId }) => memberOf(run, clientId).partitions.length);
}

// CON-04: the fourth member comes at once after a poll of the slow one.

const JOINS_MS = 41_112;

interface ScaleOut {
  /** Partitions that somebody gave up, each time. */
  readonly revoked: readonly string[];
  readonly idleSeconds: number;
  /** Records that came to a partition while it was nobody's. */
  readonly delayed: number;
  readonly generations: number;
  readonly sizes: readonly number[];
}

function scaleOut(run: FieldRun): ScaleOut {
  run.toEnd();
  const fromUs = JOINS_MS * 1000;
  const untilUs = fromUs + 50_000_000;
  const idleSince = new Map<string, number>();
  const revoked: string[] = [];
  let idleUs = 0;
  let delayed = 0;
  for (const { timeUs, event } of run.allRows()) {
    if (timeUs < fromUs || timeUs > untilUs) continue;
    if (event.kind === 'PartitionsRevoked')
      for (const partition of event.partitions) {
        revoked.push(partition);
        idleSince.set(partition, timeUs);
      }
    if (event.kind === 'PartitionsAssigned')
      for (const partition of event.partitions) {
        idleUs += timeUs - (idleSince.get(partition) ?? timeUs);
        idleSince.delete(partition);
      }
    if (event.kind === 'RecordsAppended' && event.role === 'leader' && idleSince.has(event.partition))
      delayed += event.count;
  }
  expect(idleSince.size).toBe(0);
  const joined = run.facts('GroupJoined').map(({ timeUs, event }) => ({ timeUs, ...event }));
  const before = Math.max(0, ...joined.filter(({ timeUs }) => timeUs < fromUs).map((one) => one.generation));
  const after = Math.max(0, ...joined.map((one) => one.generation));
  return { revoked, idleSeconds: idleUs / 1e6, delayed, generations: after - before, sizes: sizesOf(run) };
}

// CON-06: times from the poll that returns the records.

interface Crash {
  readonly committed: number | 'none';
  readonly lost: number;
  readonly duplicates: number;
}

function crash(run: FieldRun): Crash {
  run.toEnd();
  const [killed] = run.facts('ClientDied', {}).filter(({ timeUs }) => timeUs > 10_000_000);
  const commits = run
    .facts('OffsetCommitAcknowledged')
    .filter(({ timeUs }) => timeUs < (killed?.timeUs ?? 0));
  const worker = memberOf(run, 'worker');
  worker.settleWorkers(run.run.cluster.nowUs);
  const done = [...(worker.processed.get('jobs-0')?.values() ?? [])];
  return {
    committed: commits.at(-1)?.event.offset ?? 'none',
    lost: 500 - sumOf(done, ({ size }) => size),
    duplicates: worker.reprocessedCount,
  };
}

// PRO-06

const HOT_FROM_MS = 10_000;

interface HotKey {
  readonly inRate: number;
  readonly lagAt60: number;
  readonly otherLag: number;
  readonly otherUtilisation: number;
  readonly growth: number;
}

function hotKey(run: FieldRun): HotKey {
  const members = (): readonly GroupConsumer[] =>
    run.scenario.consumers.map(({ clientId }) => memberOf(run, clientId));
  /** Records that stand in a partition and are not done. */
  const lagOf = (partition: string): number => {
    const owner = members().find(({ partitions }) =>
      partitions.some(({ topicPartition }) => topicPartition === partition),
    );
    const left = owner?.processing.remaining(run.run.cluster.nowUs) ?? 0;
    const position = owner?.partitionOf(partition)?.position ?? 0;
    return run.ends(1, partition).leo - Math.max(0, position) + left;
  };
  const names = Array.from({ length: 12 }, (_, i) => `orders-${i}`);
  run.runUntil(HOT_FROM_MS + 20_000);
  const busyBefore = members().map(({ processing }) => processing.busyUs(run.run.cluster.nowUs));
  run.runUntil(HOT_FROM_MS + 60_000);
  const lags = names.map(lagOf);
  const hot = lags.indexOf(Math.max(...lags));
  const hotName = names[hot] ?? '';
  const owner = members().findIndex(({ partitions }) =>
    partitions.some(({ topicPartition }) => topicPartition === hotName),
  );
  const utilisations = members()
    .map(
      ({ processing }, i) => (processing.busyUs(run.run.cluster.nowUs) - (busyBefore[i] ?? 0)) / 40_000_000,
    )
    .filter((_, i) => i !== owner && i < 12);
  const inRate = run.ends(1, hotName).leo / 60;
  run.runUntil(HOT_FROM_MS + 135_000);
  const lagBefore = lagOf(hotName);
  run.toEnd();
  return {
    inRate,
    lagAt60: lags[hot] ?? -1,
    otherLag: Math.max(...lags.filter((_, i) => i !== hot)),
    otherUtilisation: sumOf(utilisations, (one) => one) / utilisations.length,
    growth: (lagOf(hotName) - lagBefore) / 30,
  };
}

// PRO-07

const KEYS = ['order-1', 'order-2', 'alice', 'bob', 'user-1002', 'customer-42'];

function partitionsOf(run: FieldRun, key: string): readonly [number, number] {
  const used = run
    .producer(key)
    .accumulator.partitions.map((one) => Number(one.slice(one.lastIndexOf('-') + 1)));
  const first = used[0] ?? -1;
  return [first, used.at(-1) ?? first];
}

/** When a member began with the record at an offset of a partition. */
function begun(run: FieldRun, partition: string, offset: number): number {
  const row = run
    .facts('RecordsDelivered', { partition })
    .find(({ event }) => event.baseOffset <= offset && offset < event.baseOffset + event.count);
  return row?.timeUs ?? Infinity;
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'CON-04',
    rules: ['consumer-rebalance-protocol', 'consumer-join'],
    play: (open) => {
      const eager = scaleOut(open('CON-04'));
      const cooperative = scaleOut(open('CON-04.cooperative'));
      const modern = scaleOut(open('CON-04.kip848'));
      const sizes = [eager, cooperative, modern].map((one) => one.sizes.join());
      return {
        measured: {
          'partitions_revoked.eager': eager.revoked.length,
          'partition_seconds_lost.eager': eager.idleSeconds,
          'records_delayed.eager': eager.delayed,
          'partitions_stopped.cooperative': new Set(cooperative.revoked).size,
          'rebalances.eager': eager.generations,
          'rebalances.cooperative': cooperative.generations,
          'partitions_moved.kip848_uniform': new Set(modern.revoked).size,
          final_assignment_sizes: new Set(sizes).size === 1 ? eager.sizes : sizes,
        },
      };
    },
    switchedOff: {
      rule: 'an eager member gives all up before it joins',
      rules: {
        givenUpBeforeJoin: (owned, protocol, isOutOfGroup, isSubscribed) =>
          kafkaRules.givenUpBeforeJoin(owned, 'COOPERATIVE', isOutOfGroup, isSubscribed),
      },
      fails: ['partitions_revoked.eager', 'partition_seconds_lost.eager', 'records_delayed.eager'],
    },
  },
  {
    id: 'CON-06',
    rules: ['consumer-auto-commit', 'consumer-workers'],
    play: (open) => {
      const a = crash(open('CON-06'));
      const b = crash(open('CON-06.in-the-loop'));
      return {
        measured: {
          'A.committed': a.committed,
          'A.lost': a.lost,
          'A.duplicates': a.duplicates,
          'B.committed': b.committed,
          'B.lost': b.lost,
          'B.duplicates': b.duplicates,
        },
      };
    },
    switchedOff: {
      rule: 'what poll() has returned is committed, done or not',
      rules: { committableOffset: ({ position }) => Math.max(0, position - 400) },
      fails: ['A.committed', 'A.lost', 'A.duplicates'],
    },
  },
  {
    id: 'CON-16',
    rules: ['consumer-assignor-range', 'server-assignor-uniform'],
    play: (open) => ({
      measured: {
        'case1.range': sizesOf(open('CON-16').toEnd()),
        'case2.range': sizesOf(open('CON-16.ten-topics').toEnd()),
        'case2.uniform': sizesOf(open('CON-16.ten-topics-uniform').toEnd()),
      },
    }),
    switchedOff: {
      rule: 'range divides each topic by itself',
      off: () => {
        vi.spyOn(CONSUMER_ASSIGNORS.range, 'assign').mockImplementation((group) =>
          CONSUMER_ASSIGNORS.roundrobin.assign(group),
        );
      },
      fails: ['case1.range', 'case2.range'],
    },
  },
  {
    id: 'CON-19',
    rules: ['consumer-protocol-configs', 'server-assignor-uniform'],
    play: (open) => {
      const run = open('CON-19').runUntil(5000);
      // What a member is told is how long it waits.
      run.toEnd();
      const told = memberOf(run, 'c0').coordinator.membership?.heartbeats;
      const file = JSON.parse(readFileSync(`${FIELD_SCENARIOS}/CON-19.json`, 'utf8')) as ScenarioFile;
      const [first, ...rest] = file.consumers ?? [];
      const refused = parseScenario({
        ...file,
        consumers: [{ ...first, configs: { ...first?.configs, 'session.timeout.ms': 10_000 } }, ...rest],
      });
      const said = refused.ok ? '' : refused.problems.map(describeScenarioProblem).join();
      return {
        measured: {
          config_with_session_timeout: /ConfigException/.exec(said)?.[0] ?? said,
          assignment_sizes_sorted: sizesOf(run).sort((a, b) => b - a),
          default_group_protocol: CONSUMER_DEFAULTS['group.protocol'],
          server_heartbeat_interval: (told?.intervalMs ?? -1) / 1000,
        },
      };
    },
    switchedOff: {
      rule: 'a member gets what its target gives it',
      rules: {
        reconcileMember: (input) =>
          kafkaRules.reconcileMember({ ...input, target: input.target.slice(0, 2) }),
      },
      fails: ['assignment_sizes_sorted'],
    },
  },
  {
    id: 'PRO-06',
    rules: ['consumer-assignor-range', 'PP2'],
    play: (open) => {
      const { inRate, lagAt60, otherLag, otherUtilisation, growth } = hotKey(open('PRO-06'));
      return {
        measured: {
          hot_partition_in_rate: inRate,
          hot_partition_lag_at_60: lagAt60,
          other_partition_lag: otherLag,
          other_consumer_utilisation: otherUtilisation,
          lag_growth_after_24_consumers: growth,
        },
      };
    },
    switchedOff: {
      rule: 'a key has one partition',
      off: () => {
        let next = 0;
        vi.spyOn(Partitioning, 'boundPartition').mockImplementation((choice, count) => {
          if (choice.partition !== null) return choice.partition;
          next = (next + 1) % count;
          return next;
        });
      },
      fails: [
        'hot_partition_in_rate',
        'hot_partition_lag_at_60',
        'other_consumer_utilisation',
        'lag_growth_after_24_consumers',
      ],
    },
    contrasts: {
      "key = hotKey + '-' + (i mod 8), spread evenly over 8 partitions": () => {
        const { inRate, lagAt60, growth } = hotKey(FieldRun.of('PRO-06.spread'));
        expect(inRate).toBeCloseTo(130, 0);
        expect(lagAt60).toBeLessThan(130);
        expect(Math.abs(growth)).toBeLessThan(2);
      },
    },
  },
  {
    id: 'PRO-07',
    rules: ['PP2', 'consumer-leader'],
    play: (open) => {
      const run = open('PRO-07').toEnd();
      const pairs = KEYS.map((key) => partitionsOf(run, key));
      const [, alice] = partitionsOf(run, 'alice');
      return {
        measured: {
          ...Object.fromEntries(KEYS.map((key, i) => [`partition.${key}`, pairs[i]])),
          new_partition: pairs,
          alice_11_processed_before_alice_1:
            begun(run, `orders-${alice}`, alice === 9 ? 0 : 3000) < begun(run, 'orders-3', 3000),
        },
      };
    },
    switchedOff: {
      rule: 'a key goes to its hash modulo the number of partitions there are',
      off: () => {
        vi.spyOn(Partitioning, 'boundPartition').mockImplementation((choice) => boundPartition(choice, 6));
      },
      fails: [
        'partition.order-1',
        'partition.alice',
        'partition.bob',
        'partition.customer-42',
        'alice_11_processed_before_alice_1',
      ],
    },
    contrasts: {
      'create a new 12-partition topic and drain the old one first': () => {
        const run = FieldRun.of('PRO-07.new-topic').toEnd();
        expect(begun(run, 'orders-12-9', 0)).toBeLessThan(Infinity);
        expect(begun(run, 'orders-3', 3009)).toBeLessThan(begun(run, 'orders-12-9', 0));
      },
    },
  },
];

runCases(PLANS, { held: 34, context: 0, history: 0, pending: 0 });
