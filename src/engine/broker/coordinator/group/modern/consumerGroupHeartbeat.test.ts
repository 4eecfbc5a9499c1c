import { expect, test } from 'vitest';
import type { ConsumerGroupHeartbeatRequest } from '../../../../protocol/consumerGroupRequests.ts';
import { consumerGroupState, replayConsumerGroup, type ConsumerGroup } from './ConsumerGroup.ts';
import {
  consumerGroupHeartbeat,
  heartbeatRequestError,
  type GroupChange,
  type HeartbeatWorld,
} from './consumerGroupHeartbeat.ts';
import { groupTombstones } from './consumerGroupRecords.ts';
import { preferredAssignor, subscriptionType } from './targetAssignment.ts';
import { newMember } from './ConsumerGroupMember.ts';

const joins: ConsumerGroupHeartbeatRequest = {
  kind: 'ConsumerGroupHeartbeatRequest',
  groupId: 'g',
  memberId: 'A',
  memberEpoch: 0,
  instanceId: null,
  rackId: null,
  rebalanceTimeoutMs: 300_000,
  subscribedTopicNames: ['t'],
  serverAssignor: null,
  topicPartitions: [],
  clientId: 'client',
};
const lives = { ...joins, rebalanceTimeoutMs: -1, subscribedTopicNames: null, topicPartitions: null };

test.each([
  ['a member without an id', { memberId: '' }, 'INVALID_REQUEST'],
  ['a group without an id', { groupId: '' }, 'INVALID_REQUEST'],
  ['an empty instance id', { instanceId: '' }, 'INVALID_REQUEST'],
  ['an empty rack', { rackId: '' }, 'INVALID_REQUEST'],
  ['one that joins without its rebalance timeout', { rebalanceTimeoutMs: -1 }, 'INVALID_REQUEST'],
  ['one that joins and has something', { topicPartitions: ['t-0'] }, 'INVALID_REQUEST'],
  ['one that joins and does not say what it has', { topicPartitions: null }, 'INVALID_REQUEST'],
  ['one that joins and wants nothing', { subscribedTopicNames: null }, 'INVALID_REQUEST'],
  ['a dynamic member that means to come back', { memberEpoch: -2 }, 'INVALID_REQUEST'],
  ['an epoch that means nothing', { memberEpoch: -3, instanceId: 'i' }, 'INVALID_REQUEST'],
  ['an assignor that there is not', { serverAssignor: 'sticky' }, 'UNSUPPORTED_ASSIGNOR'],
  ['one that there is', { serverAssignor: 'range' }, 'NONE'],
  ['a static member that means to come back', { memberEpoch: -2, instanceId: 'i' }, 'NONE'],
  ['one that joins', {}, 'NONE'],
])('[consumer-group-heartbeat] %s', (_name, change, expected) => {
  expect(heartbeatRequestError({ ...joins, ...change })).toBe(expected);
});

const world = (partitions = 4): HeartbeatWorld => ({
  heartbeatIntervalMs: 5000,
  maxSize: 2,
  partitionCount: (topic) => (topic === 't' ? partitions : undefined),
  metadataHash: (topics) => `${[...topics].join()}=${partitions}`,
});

function after(
  group: ConsumerGroup | undefined,
  change: ReturnType<typeof consumerGroupHeartbeat>,
): ConsumerGroup {
  if (typeof change === 'string') return expect.fail(change);
  let next = group;
  for (const record of change.records) next = replayConsumerGroup(next, record) ?? undefined;
  return next ?? expect.fail('there is no group');
}

const one = after(undefined, consumerGroupHeartbeat(undefined, joins, world()));

test('[consumer-group-heartbeat] who is unknown can only join, and a group holds no more than group.consumer.max.size', () => {
  expect(consumerGroupHeartbeat(undefined, { ...lives, memberEpoch: 1 }, world())).toBe('GROUP_ID_NOT_FOUND');
  expect(consumerGroupHeartbeat(undefined, { ...lives, memberEpoch: -1 }, world())).toBe(
    'GROUP_ID_NOT_FOUND',
  );
  expect(consumerGroupHeartbeat(one, { ...lives, memberId: 'B', memberEpoch: -1 }, world())).toBe(
    'UNKNOWN_MEMBER_ID',
  );
  const two = after(one, consumerGroupHeartbeat(one, { ...joins, memberId: 'B' }, world()));
  expect(consumerGroupHeartbeat(two, { ...joins, memberId: 'C' }, world())).toBe('GROUP_MAX_SIZE_REACHED');
  expect(typeof consumerGroupHeartbeat(two, { ...lives, memberEpoch: 1 }, world())).not.toBe('string');
});

test('[consumer-group-heartbeat] nothing is written when nothing changes', () => {
  const change = consumerGroupHeartbeat(one, { ...lives, memberEpoch: 1 }, world());
  expect(change).toMatchObject({
    records: [],
    timers: [{ kind: 'ScheduleSession', memberId: 'A' }],
    response: { error: 'NONE', memberEpoch: 1, assignment: null },
  });
});

test('[consumer-group-heartbeat] partitions that are added to a topic raise the group epoch and are given out', () => {
  const change = consumerGroupHeartbeat(one, { ...lives, memberEpoch: 1 }, world(6)) as GroupChange<unknown>;
  const group = after(one, change as never);
  expect([group.groupEpoch, group.assignmentEpoch, consumerGroupState(group)]).toEqual([2, 2, 'Stable']);
  expect(change.response).toMatchObject({
    memberEpoch: 2,
    assignment: ['t-0', 't-1', 't-2', 't-3', 't-4', 't-5'],
  });
});

test('[consumer-group-heartbeat] who no longer wants a topic is to give its partitions up at once', () => {
  const change = consumerGroupHeartbeat(
    one,
    { ...lives, memberEpoch: 1, subscribedTopicNames: ['other'] },
    world(),
  );
  const group = after(one, change);
  expect(group.members.get('A')).toMatchObject({
    state: 'UNREVOKED_PARTITIONS',
    memberEpoch: 1,
    assignedPartitions: [],
    partitionsPendingRevocation: ['t-0', 't-1', 't-2', 't-3'],
  });
  expect(change).toMatchObject({
    timers: [{ kind: 'ScheduleRebalance', memberEpoch: 1, timeoutMs: 300_000 }, {}],
  });
});

test('[consumer-group-heartbeat] a static member that is fenced by another id, or was never heard of', () => {
  const group = after(undefined, consumerGroupHeartbeat(undefined, { ...joins, instanceId: 'i' }, world()));
  const other = { ...lives, memberId: 'B', memberEpoch: 1, instanceId: 'i' };
  expect(consumerGroupHeartbeat(group, other, world())).toBe('FENCED_INSTANCE_ID');
  expect(consumerGroupHeartbeat(group, { ...other, memberEpoch: -1 }, world())).toBe('FENCED_INSTANCE_ID');
  expect(consumerGroupHeartbeat(group, { ...other, instanceId: 'j' }, world())).toBe('UNKNOWN_MEMBER_ID');
});

test('[consumer-group-records] tombstones of all that was written leave nothing', () => {
  let group: ConsumerGroup | null = one;
  for (const record of groupTombstones(one)) group = replayConsumerGroup(group ?? undefined, record);
  expect(group).toBe(null);
});

test('[server-assignor-uniform] most votes choose the assignor, none the first; one other wish makes a group heterogeneous', () => {
  const voters = (...names: (string | null)[]): ReturnType<typeof newMember>[] =>
    names.map((serverAssignorName, i) => ({ ...newMember(`m${i}`), serverAssignorName }));
  expect(preferredAssignor(voters(null, null))).toBe('uniform');
  expect(preferredAssignor(voters('range', null))).toBe('range');
  expect(preferredAssignor(voters('range', 'uniform', 'uniform'))).toBe('uniform');
  expect(preferredAssignor(voters('uniform', 'range', 'range'))).toBe('range');

  const wishers = (...wishes: string[][]): Map<string, ReturnType<typeof newMember>> =>
    new Map(
      wishes.map((subscribedTopicNames, i) => [`m${i}`, { ...newMember(`m${i}`), subscribedTopicNames }]),
    );
  expect(subscriptionType(wishers(['a', 'b'], ['a', 'b']))).toBe('HOMOGENEOUS');
  expect(subscriptionType(wishers(['a', 'b'], ['a']))).toBe('HETEROGENEOUS');
  expect(subscriptionType(wishers(['a'], []))).toBe('HETEROGENEOUS');
});
