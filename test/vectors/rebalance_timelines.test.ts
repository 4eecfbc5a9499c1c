import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GroupConsumer } from '../../src/engine/client/consumer/group/GroupConsumer.ts';
import type { FileConsumer } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { ClusterTestContext, NO_WORK } from '../engine/ClusterTestContext.ts';

interface TimelineEvent {
  readonly t: number;
  readonly member?: string;
  readonly event: string;
  readonly generation: number;
  readonly groupState: string;
  readonly leader?: boolean;
  readonly partitions?: readonly number[];
  readonly added?: readonly number[];
  readonly revokedNow?: readonly number[];
  readonly owned: Readonly<Record<string, readonly number[]>>;
}

interface Timeline {
  readonly id: string;
  readonly name: string;
  readonly assignor: 'range' | 'cooperative-sticky';
  readonly partitions: number;
  readonly heartbeatIntervalMs: number;
  readonly heartbeatPhaseMs: Readonly<Record<string, number>>;
  readonly events: readonly TimelineEvent[];
  readonly idleMsPerPartition: Readonly<Record<string, number>>;
}

const { rebalanceTimelines } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: { readonly rebalanceTimelines: readonly Timeline[] };
  }
).groups;

const ASSIGNORS = { range: 'RangeAssignor', 'cooperative-sticky': 'CooperativeStickyAssignor' } as const;
/** When the group is stable, and the timeline begins. */
const START_MS = 10_000;
/** The clients of a timeline answer at once; ours have wires, and one JoinGroup after the other. */
const LATE_MS = 60;

function member(name: string, { assignor, heartbeatIntervalMs }: Timeline): FileConsumer {
  return {
    'client.id': name,
    configs: {
      'group.id': 'g',
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': false,
      'heartbeat.interval.ms': heartbeatIntervalMs,
      'partition.assignment.strategy': `org.apache.kafka.clients.consumer.${ASSIGNORS[assignor]}`,
    },
    subscribe: ['orders'],
  };
}

/** A cluster whose members of the beginning are stable, with heartbeats when the timeline has them. */
function begin(timeline: Timeline): ClusterTestContext {
  const { partitions, heartbeatPhaseMs, events } = timeline;
  const names = [...new Set(events.flatMap(({ owned }) => Object.keys(owned)))].sort();
  const old = Object.keys(events[0]?.owned ?? {});
  const cluster = new ClusterTestContext({
    brokers: 1,
    replicas: [1],
    partitions,
    network: { latency: '10us' },
    times: NO_WORK,
    lawInterval: Infinity,
    configs: {
      'offsets.topic.num.partitions': 1,
      'offsets.topic.replication.factor': 1,
      'group.initial.rebalance.delay.ms': 3000,
    },
    consumers: names.map((name) => member(name, timeline)),
  });
  // A comes first, and leads.
  for (const name of names) if (name !== 'A') cluster.do({ kind: 'KillClient', client: `consumer:${name}` });
  cluster.runUntil(1000);
  for (const name of names)
    if (old.includes(name)) cluster.do({ kind: 'StartClient', client: `consumer:${name}` });
  cluster.runUntil(START_MS);
  for (const [name, phaseMs] of Object.entries(heartbeatPhaseMs)) {
    const consumer = memberNamed(cluster, name);
    consumer.coordinator.heartbeat.dueUs = (START_MS + phaseMs) * 1000;
  }
  return cluster;
}

function memberNamed(cluster: ClusterTestContext, name: string): GroupConsumer {
  const consumer = cluster.consumer(name);
  return consumer instanceof GroupConsumer ? consumer : expect.fail(`${name} has no group`);
}

const numbers = (partitions: readonly string[]): number[] =>
  partitions.map((one) => Number(one.slice(one.lastIndexOf('-') + 1))).sort((a, b) => a - b);

/** What a member did, as the timeline says it; null: it says nothing of that. */
function said(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'PartitionsRevoked':
      return `${event.consumer} revoked ${numbers(event.partitions).join()}`;
    case 'GroupJoined':
      return `${event.consumer} joined ${event.generation}${event.isLeader ? ' as leader' : ''}`;
    case 'PartitionsAssigned':
      return `${event.consumer} assigned ${numbers(event.partitions).join()} in ${event.generation}`;
    default:
      return null;
  }
}

function saidBy(one: TimelineEvent): string[] {
  const { member: name = '', event, generation } = one;
  switch (event) {
    case 'revoked':
      return [`${name} revoked ${(one.partitions ?? []).join()}`];
    case 'JoinGroup answered':
      return [`${name} joined ${generation}${one.leader === true ? ' as leader' : ''}`];
    case 'assigned': {
      const { revokedNow = [], added = [] } = one;
      const revoked = revokedNow.length > 0 ? [`${name} revoked ${revokedNow.join()}`] : [];
      return [...revoked, `${name} assigned ${added.join()} in ${generation}`];
    }
    default:
      return [];
  }
}

test.each(rebalanceTimelines)('[G3] [G4] [G6] [consumer-rebalance-protocol] $id: $name', (timeline) => {
  const { events, idleMsPerPartition, partitions } = timeline;
  const cluster = begin(timeline);
  const first = events[1];
  const newcomer = first?.event === 'JoinGroup sent' ? first.member : undefined;
  const client = `consumer:${first?.member ?? ''}`;
  cluster.do(newcomer === undefined ? { kind: 'CloseClient', client } : { kind: 'StartClient', client });
  if (newcomer === undefined) cluster.until('ConsumerClosed', { consumer: first?.member ?? '' });
  const leavesNow = cluster.facts('PartitionsRevoked', { consumer: first?.member ?? '' }).length;
  expect(leavesNow).toBe(newcomer === undefined ? 1 : 0);

  const names = Object.keys(events.at(-1)?.owned ?? {});
  const idle = new Map<number, number>(Array.from({ length: partitions }, (_, i) => [i, 0]));
  let lastUs = cluster.run.cluster.nowUs;
  let at = 0;
  const instants = [...new Set(events.map(({ t }) => t))];
  for (const t of instants) {
    const untilUs = (START_MS + t + LATE_MS) * 1000;
    for (;;) {
      const owned = new Set(names.flatMap((name) => numbers(memberNamed(cluster, name).partitions.map(({ topicPartition }) => topicPartition))));
      const isOver = !cluster.run.step(untilUs);
      const nowUs = isOver ? untilUs : cluster.run.cluster.nowUs;
      for (let i = 0; i < partitions; i++) if (!owned.has(i)) idle.set(i, (idle.get(i) ?? 0) + nowUs - lastUs);
      lastUs = nowUs;
      if (isOver) break;
    }
    const stated = events.filter((one) => one.t === t);
    const last = stated.at(-1);
    const state = Object.fromEntries(
      names.map((name) => [name, numbers(memberNamed(cluster, name).partitions.map(({ topicPartition }) => topicPartition))]),
    );
    expect(state, `owned at ${t}`).toMatchObject(last?.owned ?? {});
    const shard = cluster.broker(1).process?.coordinators.groups.shards.get('__consumer_offsets-0');
    const group = shard?.state.groups.get('g');
    expect({ state: group?.state, generation: group?.generationId }, `group at ${t}`).toEqual({
      state: last?.groupState,
      generation: last?.generation,
    });
    const rows = cluster.allRows();
    const done = rows
      .slice(at)
      .filter(({ timeUs }) => timeUs > START_MS * 1000)
      .flatMap(({ event }) => said(event) ?? []);
    at = rows.length;
    const leaving = newcomer === undefined && t === 0 ? done.filter((one) => one.startsWith(`${first?.member ?? ''} revoked`)) : [];
    expect(done.filter((one) => !leaving.includes(one)).sort(), `done at ${t}`).toEqual(stated.flatMap(saidBy).sort());
  }
  for (const [partition, ms] of Object.entries(idleMsPerPartition))
    expect(Math.abs((idle.get(Number(partition)) ?? 0) / 1000 - ms), `idle time of ${partition}`).toBeLessThan(2 * LATE_MS);
});

test('runs 6 of 6 cases', () => {
  expect(rebalanceTimelines).toHaveLength(6);
});
