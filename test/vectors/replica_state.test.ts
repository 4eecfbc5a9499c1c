import { expect } from 'vitest';
import { initialFollowerState, isCaughtUp } from '../../src/engine/broker/replicaState.ts';
import type { FollowerState } from '../../src/engine/broker/replicaState.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { brokerEpochCheck, resetReplicaState, updateFetchState } = rulesUnderTest;

const US = 1000;
const LAG_US = 30_000 * US;
/** Kafka's tests run on a clock that is far from 0, so that a time of 0 means "never". */
const START_MS = 1_000_000;
/** The vectors name moments; any growing values will do. */
const MOMENTS: Readonly<Record<string, number>> = {
  t1: START_MS,
  t2: START_MS + 7,
  t3: START_MS + 9,
  r: START_MS + 50,
};

type Moment = string | number;
interface Reset {
  readonly t?: Moment;
  readonly leaderLeo?: number;
  readonly newLeader: boolean;
  readonly inIsr: boolean;
}
interface ResetVector {
  readonly before?: { readonly fetchOffset: number; readonly leaderLeo: number };
  readonly reset: Reset;
  readonly after: Readonly<Record<string, Moment | null>>;
}

/** A moment in ms: named, or a number. */
function ms(moment: Moment): number {
  return typeof moment === 'number' ? moment : (MOMENTS[moment] ?? NaN);
}

function fetchAt(state: FollowerState, fetchOffset: number, leaderLeo: number, nowMs: number): FollowerState {
  return updateFetchState(
    state,
    { fetchOffset, followerLogStartOffset: 1, brokerEpoch: 1 },
    leaderLeo,
    nowMs * US,
  );
}

function asVector(state: FollowerState) {
  return {
    leo: state.logEndOffset,
    lastCaughtUp: state.lastCaughtUpUs / US,
    lastFetchLeaderLeo: state.lastFetchLeaderLogEndOffset,
    lastFetchTime: state.lastFetchUs / US,
    brokerEpoch: state.brokerEpoch,
  };
}

const reset = caseRunner(['M1'], /^after/, ({ before, reset, after }: ResetVector) => {
  const fetched = fetchAt(
    initialFollowerState(),
    before?.fetchOffset ?? 10,
    before?.leaderLeo ?? 10,
    START_MS,
  );
  const state = resetReplicaState(
    fetched,
    { isNewLeader: reset.newLeader, isInIsr: reset.inIsr, leaderLogEndOffset: reset.leaderLeo ?? 11 },
    ms(reset.t ?? 'r') * US,
  );
  for (const [key, value] of Object.entries(after)) {
    const expected = typeof value === 'string' ? ms(value) : value;
    expect(asVector(state)[key as keyof ReturnType<typeof asVector>], key).toBe(expected);
  }
  expect(state.logStartOffset).toBe(reset.newLeader ? -1 : 1);
});

interface Step {
  readonly sleep?: number;
  readonly fetchOffset?: number;
  readonly leaderLeo?: number;
}

/** Steps whose expectations are keys such as "isCaughtUp(16)" or "isCaughtUp(leaderLeo=10)". */
const caughtUp = caseRunner(['I2'], /isCaughtUp/, ({ steps }: { readonly steps: readonly Step[] }) => {
  let state = initialFollowerState();
  let nowMs = START_MS;
  for (const step of steps) {
    nowMs += step.sleep ?? 0;
    if (step.fetchOffset !== undefined) {
      nowMs += 1;
      state = fetchAt(state, step.fetchOffset, step.leaderLeo ?? NaN, nowMs);
    }
    for (const [key, value] of Object.entries(step)) {
      const leaderLeo = /^isCaughtUp\((?:leaderLeo=)?(\d+)\)$/.exec(key)?.[1];
      if (leaderLeo !== undefined) {
        expect(isCaughtUp(state, Number(leaderLeo), nowMs * US, LAG_US), key).toBe(value);
      }
    }
  }
});

runVectorGroup({
  file: 'vectors-1.json',
  group: 'replica_state',
  cases: {
    'case 1': caseRunner(
      ['I1'],
      /lastCaughtUp/,
      ({
        steps,
      }: {
        steps: { t: string; fetchOffset: number; leaderLeo: number; lastCaughtUp: Moment }[];
      }) => {
        let state = initialFollowerState();
        for (const step of steps) {
          state = fetchAt(state, step.fetchOffset, step.leaderLeo, ms(step.t));
          expect(state.lastCaughtUpUs).toBe(ms(step.lastCaughtUp) * US);
          expect(state.logEndOffset).toBe(step.fetchOffset);
        }
      },
    ),
    're-elected same leader, in ISR': reset,
    're-elected same leader, not in ISR': reset,
    'new leader, in ISR': reset,
    'new leader, not in ISR': reset,
    'caught up to end never lags': caughtUp,
    'not at end': caughtUp,
    'stale broker epoch': caseRunner(
      ['I1'],
      /expect/,
      (vector: { cachedBrokerEpoch: number; updates: { brokerEpoch: number; expect: string }[] }) => {
        for (const update of vector.updates) {
          const error = brokerEpochCheck(update.brokerEpoch, vector.cachedBrokerEpoch);
          expect(error === 'NONE' ? 'OK' : error).toBe(update.expect);
        }
      },
    ),
  },
  entries: {
    initial: caseRunner(['I1'], /./, (expected: object) => {
      expect({ ...asVector(initialFollowerState()), brokerEpoch: undefined }).toEqual(expected);
      expect(initialFollowerState().brokerEpoch).toBeNull();
    }),
  },
  prose: ['source', 'name'],
  runCount: 9,
  leftCount: 0,
});
