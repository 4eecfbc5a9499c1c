import { expect, test } from 'vitest';
import type { IsrState } from './isrState.ts';
import { isReplicaIsrEligible, needsExpandIsr } from './needsExpandIsr.ts';
import { initialFollowerState } from './replicaState.ts';

const REPLICA = 2;
const OUTSIDE: IsrState = { kind: 'CommittedPartitionState', isr: [1] };

function state(logEndOffset: number, brokerEpoch: number | null = 1) {
  return { ...initialFollowerState(), logEndOffset, brokerEpoch };
}

test('[I4] only a broker that is unfenced, stays, and fetched in its present life may join', () => {
  for (const isFenced of [false, true]) {
    for (const isInControlledShutdown of [false, true]) {
      for (const brokerEpoch of [null, 4, 5, 6]) {
        for (const fetchEpoch of [null, -1, 5]) {
          const broker = { isFenced, isInControlledShutdown, brokerEpoch };
          const isPresentLife = fetchEpoch === -1 || fetchEpoch === brokerEpoch;
          const isKnown = fetchEpoch !== null && brokerEpoch !== null;
          const expected = !isFenced && !isInControlledShutdown && isKnown && isPresentLife;
          expect(isReplicaIsrEligible(state(10, fetchEpoch), broker)).toBe(expected);
        }
      }
    }
  }
});

test('[I5] expands for an eligible outsider at the watermark and at the start of the epoch, when nothing is in flight', () => {
  const states: IsrState[] = [
    OUTSIDE,
    { kind: 'CommittedPartitionState', isr: [1, REPLICA] },
    { kind: 'PendingExpandIsr', isr: [1], newInSyncReplicaId: 3 },
    { kind: 'PendingShrinkIsr', isr: [1, 3], outOfSyncReplicaIds: [3] },
  ];
  for (const isrState of states) {
    for (const highWatermark of [0, 9, 10, 11]) {
      for (const leaderEpochStartOffset of [null, 0, 9, 10, 11]) {
        for (const isIsrEligible of [false, true]) {
          const partition = { isrState, highWatermark, leaderEpochStartOffset };
          const isReached =
            highWatermark <= 10 && leaderEpochStartOffset !== null && leaderEpochStartOffset <= 10;
          const expected = isrState === OUTSIDE && isIsrEligible && isReached;
          expect(needsExpandIsr(partition, REPLICA, state(10), isIsrEligible)).toBe(expected);
        }
      }
    }
  }
});
