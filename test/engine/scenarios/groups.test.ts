import { describe, expect, test } from 'vitest';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import type { FileConfigs, FileConsumer } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext, producer, TOPIC, type ClusterOptions } from '../ClusterTestContext.ts';

const LAWS = { lawInterval: 199 } as const;

function member(clientId: string, configs: FileConfigs = {}, processing = {}): FileConsumer {
  return {
    'client.id': clientId,
    subscribe: [TOPIC],
    configs: { 'group.id': 'g', 'auto.offset.reset': 'earliest', ...configs },
    processing,
  };
}

function group(consumers: readonly FileConsumer[], options: ClusterOptions = {}): ClusterTestContext {
  return new ClusterTestContext({
    partitions: 4,
    brokers: 3,
    producers: [producer('p', { 'linger.ms': 0 }, '40/s')],
    consumers,
    ...LAWS,
    ...options,
    configs: { 'offsets.topic.num.partitions': 1, 'group.initial.rebalance.delay.ms': 0, ...options.configs },
  });
}

function consumer(context: ClusterTestContext, clientId: string): GroupConsumer {
  const node = context.consumer(clientId);
  return node instanceof GroupConsumer ? node : expect.fail(`${node.name} has no group`);
}

function owned(context: ClusterTestContext): Record<string, string[]> {
  return Object.fromEntries(
    context.scenario.consumers.map(({ clientId }) => [
      clientId,
      consumer(context, clientId).partitions.map(({ topicPartition }) =>
        topicPartition.replace(`${TOPIC}-`, ''),
      ),
    ]),
  );
}

function coordinatorOf(context: ClusterTestContext, clientId: string): number {
  return consumer(context, clientId).coordinator.channel.node ?? -1;
}

/** Records below each committed offset were read; and after a last look everything was. */
function readsAll(context: ClusterTestContext): void {
  context.do({ kind: 'PauseWorkload', producer: 'p' }).runFor(5000);
  const { acked, read } = context.ledger();
  expect(read).toBe(acked);
  expect(acked).toBeGreaterThan(0);
}

describe('a group', () => {
  test('[consumer-join] grows: an eager member that joins stops everybody until all have joined again', () => {
    const context = group([member('a'), member('b')]);
    context.do({ kind: 'KillClient', client: 'consumer:b' }).runUntil(5000);
    expect(owned(context)).toEqual({ a: ['0', '1', '2', '3'], b: [] });
    context.do({ kind: 'StartClient', client: 'consumer:b' }).runUntil(15_000);
    expect(owned(context)).toEqual({ a: ['0', '1'], b: ['2', '3'] });
    const revoked = context.facts('PartitionsRevoked', { consumer: 'a' });
    expect(revoked.map(({ event }) => event.partitions.length)).toEqual([4]);
    const assigned = context.facts('PartitionsAssigned', { consumer: 'a' }).at(-1);
    expect(assigned?.timeUs).toBeGreaterThan(revoked[0]?.timeUs ?? Infinity);
    // Nobody reads anything twice: it was committed before it was revoked.
    expect(context.facts('CommittedOffsetFetched').length).toBeGreaterThanOrEqual(4);
    readsAll(context);
  });

  test('[consumer-rebalance-protocol] cooperative members stop only for what moves', () => {
    const sticky = { 'partition.assignment.strategy': 'CooperativeStickyAssignor' };
    const context = group([member('a', sticky), member('b', sticky)]);
    context.do({ kind: 'KillClient', client: 'consumer:b' }).runUntil(5000);
    context.do({ kind: 'StartClient', client: 'consumer:b' }).runUntil(20_000);
    expect(owned(context)).toEqual({ a: ['0', '1'], b: ['2', '3'] });
    expect(context.facts('PartitionsRevoked').map(({ event }) => event.partitions)).toEqual([
      [`${TOPIC}-2`, `${TOPIC}-3`],
    ]);
    expect(context.facts('GroupJoined', { consumer: 'a' }).map(({ event }) => event.generation)).toEqual([
      1, 2, 3,
    ]);
    readsAll(context);
  });

  test('[consumer-heartbeat] a member that is killed is missed after session.timeout.ms, and not before', () => {
    const session = { 'session.timeout.ms': 10_000 };
    const context = group([member('a', session), member('b', session)]);
    context.runUntil(8000);
    expect(owned(context)).toEqual({ a: ['0', '1'], b: ['2', '3'] });
    const killedUs = context.run.cluster.nowUs;
    context.do({ kind: 'KillClient', client: 'consumer:b' });
    const removed = context.until('GroupMemberRemoved');
    const afterMs = (removed.timeUs - killedUs) / 1000;
    expect(afterMs).toBeGreaterThan(6999);
    expect(afterMs).toBeLessThan(10_001);
    context.runFor(5000);
    expect(owned(context)).toEqual({ a: ['0', '1', '2', '3'], b: [] });
    readsAll(context);
  });

  test('[consumer-static-member] a static member that is back within its session gets the same again, and nobody rebalances', () => {
    const context = group([
      member('a', { 'group.instance.id': 'one' }),
      member('b', { 'group.instance.id': 'two' }),
    ]);
    context.runUntil(15_000);
    const before = owned(context);
    const { generationId } = consumer(context, 'a').coordinator.generation;
    context.do({ kind: 'CloseClient', client: 'consumer:b' }).runFor(5000);
    expect(context.facts('LeaveGroupSent')).toEqual([]);
    context.do({ kind: 'StartClient', client: 'consumer:b' }).runFor(10_000);
    expect(owned(context)).toEqual(before);
    expect(consumer(context, 'a').coordinator.generation.generationId).toBe(generationId);
    expect(consumer(context, 'b').coordinator.generation.generationId).toBe(generationId);
    expect(
      context.facts('PartitionsRevoked', { consumer: 'a' }).filter(({ timeUs }) => timeUs > 15_000_000),
    ).toEqual([]);
    readsAll(context);
  });

  test('[consumer-poll-interval] a member that works too long loses its partitions, and reads the same again', () => {
    const context = group(
      [
        member(
          'a',
          { 'max.poll.interval.ms': 8000, 'max.poll.records': 1, 'enable.auto.commit': false },
          { perRecord: '10s', commit: 'commitSync' },
        ),
      ],
      { partitions: 1, producers: [producer('p', {}, '1/s')] },
    );
    context.until('PollIntervalExceeded');
    context.until('GroupMemberRemoved');
    context.until('PartitionsLost');
    context.runFor(20_000);
    const reads = context.facts('RecordsDelivered').map(({ event }) => event.baseOffset);
    expect(new Set(reads)).toEqual(new Set([0]));
    expect(reads.length).toBeGreaterThan(1);
    expect(context.facts('OffsetCommitFailed').map(({ event }) => event.error)).toContain(
      'CommitFailedException',
    );
  });

  test('[consumer-join] the coordinator is killed: its members find the next one, and keep what they have', () => {
    const context = group([member('a'), member('b')], {
      configs: { 'offsets.topic.replication.factor': 3, 'broker.session.timeout.ms': 5000 },
      replicas: [1, 2, 3],
    });
    context.runUntil(10_000);
    const before = owned(context);
    const coordinator = coordinatorOf(context, 'a');
    context.kill(coordinator).runFor(25_000);
    expect(coordinatorOf(context, 'a')).not.toBe(coordinator);
    expect(coordinatorOf(context, 'b')).toBe(coordinatorOf(context, 'a'));
    expect(owned(context)).toEqual(before);
    expect(context.facts('PartitionsLost')).toEqual([]);
    readsAll(context);
  });

  test('[consumer-leader] new partitions are assigned when the leader’s metadata are new', () => {
    const context = group([member('a', { 'metadata.max.age.ms': 6000 })], { partitions: 2 });
    context.runUntil(5000);
    context.do({ kind: 'CreatePartitions', topic: TOPIC, count: 4, replicas: null }).runUntil(20_000);
    expect(context.facts('RejoinRequested').map(({ event }) => event.reason)).toContain(
      'cached metadata has changed',
    );
    expect(owned(context)).toEqual({ a: ['0', '1', '2', '3'] });
  });

  test('[consumer-auto-commit] a process that dies reads again what its group had not committed, and no more', () => {
    const context = group([member('a')], { partitions: 1 });
    context.runUntil(8000);
    const position = context.position('a');
    context.do({ kind: 'KillClient', client: 'consumer:a' }).runFor(1000);
    context.do({ kind: 'StartClient', client: 'consumer:a' });
    const from = context.until('CommittedOffsetFetched', { consumer: 'a' }).event.offset;
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThan(position);
    context.runFor(1000);
    expect(consumer(context, 'a').reprocessedCount).toBe(position - from);
  });

  test('[consumer-join] a run with a group comes to the same after going back and forth', () => {
    const context = group([member('a'), member('b')]);
    context.runUntil(7000);
    const checkpoint = context.run.cluster.checkpoint();
    context.runUntil(12_000);
    const digest = context.run.cluster.digest();
    context.run.cluster.restore(checkpoint);
    context.runUntil(12_000);
    expect(context.run.cluster.digest()).toBe(digest);
  });
});
