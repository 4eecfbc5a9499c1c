import { describe, expect, test } from 'vitest';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import { buildPartitionChange } from './buildPartitionChange.ts';
import {
  completeReassignment,
  hasCompleted,
  isReassigning,
  planReassignment,
  revertReassignment,
} from './reassignment.ts';

const PARTITION: PartitionRegistration = {
  replicas: [1, 2, 3],
  isr: [1, 2, 3],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 9,
  recovery: 'RECOVERED',
};
const moving = (change: Partial<PartitionRegistration> = {}): PartitionRegistration => ({
  ...PARTITION,
  replicas: [1, 2, 4, 3],
  addingReplicas: [4],
  removingReplicas: [3],
  ...change,
});

test.each([
  [[1, 2, 3], [1, 2, 4], { replicas: [1, 2, 4, 3], adding: [4], removing: [3] }],
  [[3, 2, 1], [4, 5], { replicas: [4, 5, 1, 2, 3], adding: [4, 5], removing: [1, 2, 3] }],
  [[1, 2], [2, 1], { replicas: [2, 1], adding: [], removing: [] }],
  [[1], [1, 3, 2], { replicas: [1, 3, 2], adding: [2, 3], removing: [] }],
  [[1, 2, 3], [3], { replicas: [3, 1, 2], adding: [], removing: [1, 2] }],
])('[reassignment] from %j to %j', (current, target, plan) => {
  expect(planReassignment(current, target)).toEqual(plan);
});

describe('completeReassignment', () => {
  const plan = { replicas: [1, 2, 4, 3], adding: [4], removing: [3] };
  test.each([
    ['nothing under way', { ...plan, adding: [], removing: [] }, [1, 2, 4, 3], null],
    ['the newcomer is not in sync', plan, [1, 2, 3], null],
    ['an old replica that stays is not in sync', plan, [1, 4], null],
    ['all are', plan, [1, 2, 3, 4], { replicas: [1, 2, 4], isr: [1, 2, 4] }],
    ['only what goes is in sync', { replicas: [4, 3], adding: [4], removing: [3] }, [3], null],
    ['nobody stays', { replicas: [3], adding: [], removing: [3] }, [3], null],
    [
      'only newcomers, all in sync',
      { replicas: [1, 4], adding: [4], removing: [] },
      [1, 4],
      { replicas: [1, 4], isr: [1, 4] },
    ],
  ])('[reassignment] %s', (_, reassignment, isr, completed) => {
    expect(completeReassignment(reassignment, isr)).toEqual(
      completed && { ...completed, adding: [], removing: [] },
    );
  });
});

describe('revertReassignment', () => {
  test('[reassignment-revert] takes the newcomers out and keeps what was to go', () => {
    expect(revertReassignment(moving({ isr: [4, 1, 3] }))).toEqual({
      replicas: [1, 2, 3],
      isr: [1, 3],
      unclean: false,
    });
  });

  test('[reassignment-revert] is unclean where only newcomers are in sync', () => {
    expect(revertReassignment(moving({ isr: [4] }))).toEqual({
      replicas: [1, 2, 3],
      isr: [1],
      unclean: true,
    });
  });

  test('[reassignment-revert] has no way back without an old replica', () => {
    expect(revertReassignment(moving({ replicas: [4], isr: [4], removingReplicas: [] }))).toBeNull();
  });
});

describe('buildPartitionChange', () => {
  const build = (
    current: PartitionRegistration,
    change: Partial<Parameters<typeof buildPartitionChange>[1]>,
  ) =>
    buildPartitionChange(current, {
      election: 'ONLINE',
      isAcceptableLeader: () => true,
      minIsr: 2,
      eligibleLeaderReplicasEnabled: true,
      ...change,
    });

  test('[reassignment] [I10] to begin one raises the partition epoch alone', () => {
    const begun = build(PARTITION, { targetReplicas: [1, 2, 4, 3], targetAdding: [4], targetRemoving: [3] });
    expect(begun).toEqual({ ...moving(), partitionEpoch: 10 });
    expect(isReassigning(PARTITION)).toBe(false);
    expect(begun && isReassigning(begun)).toBe(true);
  });

  test('[reassignment] [I10] [I9] to complete one drops a replica, which raises the leader epoch too', () => {
    const completed = build(moving(), { targetIsr: [1, 2, 3, 4] });
    expect(completed).toEqual({
      ...PARTITION,
      replicas: [1, 2, 4],
      isr: [1, 2, 4],
      leaderEpoch: 5,
      partitionEpoch: 10,
    });
    expect(completed && hasCompleted(moving(), completed)).toBe(true);
    const deposed = build(moving({ replicas: [2, 4, 1], isr: [1, 2], removingReplicas: [1] }), {
      targetIsr: [1, 2, 4],
    });
    expect(deposed).toMatchObject({ replicas: [2, 4], isr: [2, 4], leader: 2, leaderEpoch: 5 });
  });

  test('[reassignment] one that only adds keeps the leader epoch to its end', () => {
    const current = moving({ replicas: [1, 2, 3, 4], removingReplicas: [] });
    expect(build(current, { targetIsr: [1, 2, 3, 4] })).toMatchObject({ leaderEpoch: 4, partitionEpoch: 10 });
  });

  test('[reassignment-revert] to cancel one is no completion', () => {
    const cancelled = build(moving(), { targetReplicas: [1, 2, 3], targetAdding: [], targetRemoving: [] });
    expect(cancelled).toEqual({ ...PARTITION, leaderEpoch: 5, partitionEpoch: 10 });
    expect(cancelled && hasCompleted(moving(), cancelled)).toBe(false);
  });
});
