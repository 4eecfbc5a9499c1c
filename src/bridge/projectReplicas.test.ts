import { expect, test } from 'vitest';
import {
  REPLICA_IN_ISR,
  REPLICA_LEADS,
  REPLICA_OFFLINE,
  REPLICA_PREFERRED,
  REPLICA_UNDER_MIN_ISR,
} from './frame.ts';
import type { Frame, PartitionView, ReplicaView } from './frame.ts';
import { preset, readScenario, sessionOn } from './SessionTestContext.ts';

const RUN = readScenario({
  highwater: 1,
  'kafka.version': '4.2',
  seed: 3,
  brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
  topics: [
    { name: 'pay', partitions: 2, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } },
    { name: 'quiet', partitions: 1, 'replication.factor': 2 },
  ],
  producers: [
    {
      'client.id': 'api',
      configs: { acks: 'all' },
      workload: { topic: 'pay', arrivals: { constant: '200/s' }, valueBytes: 1000 },
    },
  ],
});

const viewsOf = <K extends 'partition' | 'replica'>(frame: Frame, kind: K) =>
  frame.upserts.filter(
    (view): view is Extract<PartitionView | ReplicaView, { kind: K }> => view.kind === kind,
  );

test('nobody asked: no columns, and every replica an entity', () => {
  const frame = sessionOn(RUN).advance({ untilUs: 1_000_000, budgetMs: Infinity });
  expect(frame.replicas.count).toBe(0);
  expect(viewsOf(frame, 'replica').length).toBeGreaterThan(0);
});

test('columns say of every replica what its entity says', () => {
  const session = sessionOn(RUN);
  session.watchReplicas({ columns: true, partitions: null });
  session.advance({ untilUs: 4_000_000, budgetMs: Infinity });
  session.apply({ kind: 'KillBroker', broker: 2 });
  session.advance({ untilUs: 6_000_000, budgetMs: Infinity });
  const frame = session.seek({ timeUs: 15_000_000, after: 0 });
  const { replicas: columns } = frame;
  const partitions = viewsOf(frame, 'partition');
  const replicas = viewsOf(frame, 'replica');
  expect(columns.count).toBe(8);
  let offline = 0;
  for (let i = 0; i < columns.count; i++) {
    const name = columns.partitionNames[columns.partition[i]!]!;
    const partition = partitions.find((one) => one.name === name)!;
    const broker = columns.broker[i]!;
    const replica = replicas.find((one) => one.partition === name && one.broker === broker)!;
    const leader = replicas.find((one) => one.partition === name && one.broker === partition.leader)!;
    expect(columns.logEndOffset[i]).toBe(replica.logEndOffset);
    expect(columns.highWatermark[i]).toBe(replica.highWatermark);
    expect(columns.lag[i]).toBe(leader.logEndOffset - replica.logEndOffset);
    const has = (flag: number) => (columns.flags[i]! & flag) !== 0;
    expect(has(REPLICA_LEADS)).toBe(partition.leader === broker);
    expect(has(REPLICA_IN_ISR)).toBe(partition.isr.includes(broker));
    expect(has(REPLICA_PREFERRED)).toBe(partition.replicas[0] === broker);
    expect(has(REPLICA_UNDER_MIN_ISR)).toBe(partition.isr.length < partition.effectiveMinIsr);
    expect(has(REPLICA_OFFLINE)).toBe(broker === 2);
    if (broker === 2) offline++;
    expect(columns.bytesInPerSecond[i]! > 0).toBe(name.startsWith('pay'));
  }
  expect(offline).toBeGreaterThan(0);
  const perSecond = [0, 1].map((p) => columns.bytesInPerSecond[columns.partition.indexOf(p)]!);
  // 200 records of some 1,010 bytes a second, in batches that have their own bytes.
  expect(perSecond[0]! + perSecond[1]!).toBeGreaterThan(150_000);
  expect(perSecond[0]! + perSecond[1]!).toBeLessThan(260_000);
});

test('only replicas of watched partitions are entities; all come back when nobody watches', () => {
  const session = sessionOn(RUN);
  session.advance({ untilUs: 1_000_000, budgetMs: Infinity });
  session.watchReplicas({ columns: true, partitions: ['pay-1'] });
  const few = session.advance({ untilUs: 1_100_000, budgetMs: Infinity });
  expect(few.removed.filter((key) => key.startsWith('replica:')).length).toBe(5);
  expect(few.replicas.count).toBe(8);
  session.watchReplicas({ columns: false, partitions: null });
  const all = session.seek({ timeUs: 1_100_000, after: 0 });
  expect(viewsOf(all, 'replica').length).toBe(8);
  expect(all.replicas.count).toBe(0);
});

test('a run that is watched is the same run', () => {
  const [plain, watched] = [sessionOn(preset('three-brokers')), sessionOn(preset('three-brokers'))];
  watched.watchReplicas({ columns: true, partitions: [] });
  for (const session of [plain, watched]) session.advance({ untilUs: 3_000_000, budgetMs: Infinity });
  expect(watched.digest()).toBe(plain.digest());
});
