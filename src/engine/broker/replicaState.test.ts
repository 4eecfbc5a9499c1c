import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brokerEpochCheck,
  initialFollowerState,
  isCaughtUp,
  resetReplicaState,
  updateFetchState,
} from './replicaState.ts';

const LAG_US = 30_000_000;

function fetch(fetchOffset: number) {
  return { fetchOffset, followerLogStartOffset: 0, brokerEpoch: 1 };
}

test('[I1] a fetch at the leader end is caught up now, one at the previous end since the previous fetch', () => {
  let state = updateFetchState(initialFollowerState(), fetch(5), 10, 100);
  expect(state.lastCaughtUpUs).toBe(0);
  state = updateFetchState(state, fetch(10), 15, 200);
  expect(state.lastCaughtUpUs).toBe(100);
  state = updateFetchState(state, fetch(15), 15, 300);
  expect(state.lastCaughtUpUs).toBe(300);
});

test('[I1] a steady follower one fetch behind a busy leader never lags', () => {
  let state = updateFetchState(initialFollowerState(), fetch(0), 100, 1000);
  for (let turn = 1; turn < 200; turn += 1) {
    const nowUs = 1000 + turn * 500_000;
    state = updateFetchState(state, fetch(turn * 100), (turn + 1) * 100, nowUs);
    expect(isCaughtUp(state, (turn + 1) * 100, nowUs, LAG_US)).toBe(true);
  }
});

test('[I1] time of being caught up never goes back and is never after the last fetch', () => {
  const fetches = fc.array(fc.tuple(fc.nat(20), fc.nat(3), fc.nat(1000)), { maxLength: 20 });
  fc.assert(
    fc.property(fetches, (steps) => {
      let state = initialFollowerState();
      let leaderLogEndOffset = 0;
      let nowUs = 0;
      for (const [fetchOffset, appended, passedUs] of steps) {
        leaderLogEndOffset += appended;
        nowUs += passedUs;
        const next = updateFetchState(state, fetch(fetchOffset), leaderLogEndOffset, nowUs);
        expect(next.lastCaughtUpUs).toBeGreaterThanOrEqual(state.lastCaughtUpUs);
        expect(next.lastCaughtUpUs).toBeLessThanOrEqual(nowUs);
        expect(next).toMatchObject({ logEndOffset: fetchOffset, lastFetchUs: nowUs, brokerEpoch: 1 });
        state = next;
      }
    }),
  );
});

test('[I1] the leader end of the last fetch is remembered at its highest', () => {
  const state = updateFetchState(initialFollowerState(), fetch(3), 10, 100);
  expect(updateFetchState(state, fetch(3), 8, 200).lastFetchLeaderLogEndOffset).toBe(10);
  expect(updateFetchState(state, fetch(3), 12, 200).lastFetchLeaderLogEndOffset).toBe(12);
});

test('[I2] a silent follower at the leader end stays caught up for ever (idle-equal-leo-follower-never-lags)', () => {
  const state = updateFetchState(initialFollowerState(), fetch(10), 10, 0);
  expect(isCaughtUp(state, 10, 3_600_000_000, LAG_US)).toBe(true);
});

test('[I2] a follower behind the end lags when more than the lag time has passed, not when exactly so much has', () => {
  const state = updateFetchState(initialFollowerState(), fetch(10), 10, 5_000_000);
  expect(isCaughtUp(state, 11, 35_000_000, LAG_US)).toBe(true);
  expect(isCaughtUp(state, 11, 35_000_001, LAG_US)).toBe(false);
});

test('[M1] a new leader knows no log end and gives ISR members, even dead ones, a full lag time', () => {
  const known = updateFetchState(initialFollowerState(), fetch(10), 10, 100);
  const reset = { isNewLeader: true, leaderLogEndOffset: 12 };
  const inIsr = resetReplicaState(known, { ...reset, isInIsr: true }, 50_000_000);
  expect(inIsr).toMatchObject({ logEndOffset: -1, logStartOffset: -1, brokerEpoch: null });
  expect(isCaughtUp(inIsr, 12, 80_000_000, LAG_US)).toBe(true);
  expect(isCaughtUp(inIsr, 12, 80_000_001, LAG_US)).toBe(false);

  const outside = resetReplicaState(known, { ...reset, isInIsr: false }, 50_000_000);
  expect(isCaughtUp(outside, 12, 50_000_000, LAG_US)).toBe(false);
});

test('[M1] the first fetch from a new leader credits nothing before it', () => {
  const fresh = resetReplicaState(
    initialFollowerState(),
    { isNewLeader: true, isInIsr: false, leaderLogEndOffset: 10 },
    50_000_000,
  );
  expect(updateFetchState(fresh, fetch(3), 10, 50_500_000).lastCaughtUpUs).toBe(0);
});

test('[M1] a leader elected again keeps what it knew of its followers', () => {
  const known = updateFetchState(initialFollowerState(), fetch(10), 10, 100);
  const reset = { isNewLeader: false, isInIsr: true, leaderLogEndOffset: 12 };
  expect(resetReplicaState(known, reset, 700)).toEqual({
    ...known,
    lastCaughtUpUs: 700,
    lastFetchUs: 700,
    lastFetchLeaderLogEndOffset: 12,
  });
});

test('[I1] a fetch from an earlier life of the broker is refused, one without epoch or of an unknown broker is not', () => {
  expect(brokerEpochCheck(4, 5)).toBe('NOT_LEADER_OR_FOLLOWER');
  expect(brokerEpochCheck(5, 5)).toBe('NONE');
  expect(brokerEpochCheck(6, 5)).toBe('NONE');
  expect(brokerEpochCheck(-1, 5)).toBe('NONE');
  expect(brokerEpochCheck(4, null)).toBe('NONE');
});
