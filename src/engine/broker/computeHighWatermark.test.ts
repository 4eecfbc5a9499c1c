import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeHighWatermark, mayAdvanceHighWatermark } from './computeHighWatermark.ts';
import type { HighWatermarkInput, RemoteReplica } from './computeHighWatermark.ts';
import { initialFollowerState } from './replicaState.ts';

const LAG_US = 30_000_000;
const NOW_US = 1_000_000_000;

function replica(
  brokerId: number,
  logEndOffset: number,
  changes: Partial<RemoteReplica> = {},
): RemoteReplica {
  return { brokerId, state: { ...initialFollowerState(), logEndOffset }, isIsrEligible: true, ...changes };
}

function input(changes: Partial<HighWatermarkInput>): HighWatermarkInput {
  return {
    highWatermark: 0,
    leaderLogEndOffset: 10,
    maximalIsr: [1, 2, 3],
    remoteReplicas: [],
    nowUs: NOW_US,
    replicaLagTimeMaxUs: LAG_US,
    ...changes,
  };
}

test('[H1] takes the lowest log end of the leader and the maximal ISR', () => {
  expect(computeHighWatermark(input({ remoteReplicas: [replica(2, 7), replica(3, 4)] }))).toBe(4);
  expect(computeHighWatermark(input({ remoteReplicas: [replica(2, 7), replica(3, 12)] }))).toBe(7);
  expect(computeHighWatermark(input({ remoteReplicas: [replica(2, 11), replica(3, 12)] }))).toBe(10);
  expect(computeHighWatermark(input({ maximalIsr: [1] }))).toBe(10);
});

test('[H1] waits for a replica outside the ISR only if it is caught up and eligible', () => {
  const caughtUp = { ...initialFollowerState(), logEndOffset: 4, lastCaughtUpUs: NOW_US - LAG_US };
  const late = { ...caughtUp, lastCaughtUpUs: NOW_US - LAG_US - 1 };
  const outside = (changes: Partial<RemoteReplica>) =>
    computeHighWatermark(input({ maximalIsr: [1], remoteReplicas: [replica(2, 4, changes)] }));
  expect(outside({ state: caughtUp })).toBe(4);
  expect(outside({ state: caughtUp, isIsrEligible: false })).toBe(10);
  expect(outside({ state: late })).toBe(10);
});

test('[H1] waits for an ISR member even if it is neither caught up nor eligible', () => {
  expect(computeHighWatermark(input({ remoteReplicas: [replica(2, 4, { isIsrEligible: false })] }))).toBe(4);
});

test('[H5] a new leader keeps its watermark while it knows no follower', () => {
  expect(
    computeHighWatermark(input({ highWatermark: 3, remoteReplicas: [replica(2, -1), replica(3, 10)] })),
  ).toBe(3);
});

test('[H1] never falls, never passes the leader end, and every ISR member has all below it', () => {
  const followers = fc.array(fc.tuple(fc.integer({ min: -1, max: 12 }), fc.boolean(), fc.boolean()), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.nat(10), followers, (highWatermark, ends) => {
      const remoteReplicas = ends.map(([end, , isIsrEligible], index) =>
        replica(index + 2, end, { isIsrEligible }),
      );
      const maximalIsr = [1, ...ends.flatMap(([, isInIsr], index) => (isInIsr ? [index + 2] : []))];
      const next = computeHighWatermark(input({ highWatermark, maximalIsr, remoteReplicas }));
      expect(next).toBeGreaterThanOrEqual(highWatermark);
      expect(next).toBeLessThanOrEqual(10);
      if (next === highWatermark) return;
      ends.forEach(([end, isInIsr]) => {
        if (isInIsr) expect(end).toBeGreaterThanOrEqual(next);
      });
    }),
  );
});

test('[H2] the watermark rests while fewer replicas are in sync than asked for', () => {
  for (let isrSize = 1; isrSize <= 4; isrSize += 1) {
    for (let minIsr = 1; minIsr <= 4; minIsr += 1) {
      expect(mayAdvanceHighWatermark(isrSize, minIsr)).toBe(!(isrSize < minIsr));
    }
  }
});

test('[H2] the ISR growing back to its minimum frees all that waited (strict-min-isr-freeze)', () => {
  expect(mayAdvanceHighWatermark(1, 2)).toBe(false);
  expect(mayAdvanceHighWatermark(2, 2)).toBe(true);
  const grown = input({ leaderLogEndOffset: 5, maximalIsr: [1, 2], remoteReplicas: [replica(2, 5)] });
  expect(computeHighWatermark(grown)).toBe(5);
});

test('[F7] an immediate answer holds the watermark of before the fetch (hw-in-immediate-response-is-stale)', () => {
  const before = input({ leaderLogEndOffset: 5, maximalIsr: [1, 2], remoteReplicas: [replica(2, 0)] });
  expect(computeHighWatermark(before)).toBe(0);
  expect(computeHighWatermark({ ...before, remoteReplicas: [replica(2, 3)] })).toBe(3);
  expect(computeHighWatermark({ ...before, highWatermark: 3, remoteReplicas: [replica(2, 5)] })).toBe(5);
});

test('[H4] the watermark passes a record only when the followers fetch after it (hw-two-trip)', () => {
  const isr = input({ leaderLogEndOffset: 1 });
  // 0 ms: the record is appended, both parked fetches at 0 are answered.
  expect(computeHighWatermark({ ...isr, remoteReplicas: [replica(2, 0), replica(3, 0)] })).toBe(0);
  // 2 ms: their fetches at 1 arrive, one after the other.
  expect(computeHighWatermark({ ...isr, remoteReplicas: [replica(2, 1), replica(3, 0)] })).toBe(0);
  expect(computeHighWatermark({ ...isr, remoteReplicas: [replica(2, 1), replica(3, 1)] })).toBe(1);
});
