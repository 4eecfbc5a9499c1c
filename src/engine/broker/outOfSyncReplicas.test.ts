import { expect, test } from 'vitest';
import type { FollowerState } from './replicaState.ts';
import { initialFollowerState } from './replicaState.ts';
import { isrShrinkCheckIntervalUs, outOfSyncReplicas } from './outOfSyncReplicas.ts';
import type { IsrState } from './isrState.ts';

const LAG_US = 30_000_000;
const LEADER = 1;
const ISR: IsrState = { kind: 'CommittedPartitionState', isr: [1, 2, 3, 4] };

function followers(...entries: [number, Partial<FollowerState>][]): Map<number, FollowerState> {
  return new Map(entries.map(([brokerId, state]) => [brokerId, { ...initialFollowerState(), ...state }]));
}

const FOLLOWERS = followers(
  [2, { logEndOffset: 10, lastCaughtUpUs: 0 }],
  [3, { logEndOffset: 9, lastCaughtUpUs: 5_000_000 }],
  [4, { logEndOffset: 9, lastCaughtUpUs: 5_000_001 }],
  [5, { logEndOffset: 0, lastCaughtUpUs: 0 }],
);

test('[I2] removes the members that are behind and have been for longer than the lag time', () => {
  expect(outOfSyncReplicas(ISR, LEADER, FOLLOWERS, 10, 35_000_000, LAG_US)).toEqual([]);
  expect(outOfSyncReplicas(ISR, LEADER, FOLLOWERS, 10, 35_000_001, LAG_US)).toEqual([3]);
});

test('[I3] removes all laggards in one request, never the leader, never a replica outside the ISR', () => {
  expect(outOfSyncReplicas(ISR, LEADER, FOLLOWERS, 10, 99_000_000, LAG_US)).toEqual([3, 4]);
  expect(outOfSyncReplicas(ISR, LEADER, FOLLOWERS, 11, 99_000_000, LAG_US)).toEqual([2, 3, 4]);
});

test('[I3] a member the leader knows nothing of is out of sync', () => {
  expect(outOfSyncReplicas(ISR, LEADER, followers([2, { logEndOffset: 10 }]), 10, 0, LAG_US)).toEqual([3, 4]);
});

test('[I7] asks for nothing while a request is under way', () => {
  const pending: IsrState = { kind: 'PendingShrinkIsr', isr: [1, 2, 3, 4], outOfSyncReplicaIds: [2] };
  expect(outOfSyncReplicas(pending, LEADER, FOLLOWERS, 11, 99_000_000, LAG_US)).toEqual([]);
});

test('[I3] checks twice a lag time, so a laggard leaves at 45 s, not at 30 s (slow-follower-leaves-isr-by-lag)', () => {
  const interval = isrShrinkCheckIntervalUs(30_000);
  expect(interval).toBe(15_000_000);
  const slow = followers([2, { logEndOffset: 0, lastCaughtUpUs: 0 }]);
  const pair: IsrState = { kind: 'CommittedPartitionState', isr: [1, 2] };
  const removedAt = [1, 2, 3].map((turn) =>
    outOfSyncReplicas(pair, LEADER, slow, 99, turn * interval, LAG_US),
  );
  expect(removedAt).toEqual([[], [], [2]]);
});
