import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { committedIsr, isInflight, proposedIsr } from '../../src/engine/broker/isrState.ts';
import type {
  AlterPartitionAnswer,
  AlterPartitionOutcome,
  IsrState,
} from '../../src/engine/broker/isrState.ts';
import type { FollowerBroker } from '../../src/engine/broker/needsExpandIsr.ts';
import { isrShrinkCheckIntervalUs } from '../../src/engine/broker/outOfSyncReplicas.ts';
import { initialFollowerState } from '../../src/engine/broker/replicaState.ts';
import type { FollowerState } from '../../src/engine/broker/replicaState.ts';
import { fencingCheckPeriodUs } from '../../src/engine/controller/staleBroker.ts';
import type { KafkaError } from '../../src/engine/protocol/Errors.ts';
import { expectPresent } from '../../src/shared/assert.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const {
  computeHighWatermark,
  effectiveMinIsr,
  isReplicaIsrEligible,
  isrAfterAlterPartitionResponse,
  maximalIsr,
  mayAdvanceHighWatermark,
  needsExpandIsr,
  nextStaleBroker,
  outOfSyncReplicas,
  resetReplicaState,
  updateFetchState,
} = rulesUnderTest;
/** By then any session is over. */
const NEVER_US = 3_600_000_000;

const US = 1000;
const LAG_MS = 30_000;
const LEADER = 0;

interface Setup {
  readonly replicas?: readonly number[];
  readonly isr?: readonly number[];
  readonly leaderLeo?: number;
  readonly minIsr?: number;
  readonly startMs?: number;
}

/** A partition as its leader runs it, with the pure rules for brain, a clock, and a controller played by the test. */
class LeaderPartition {
  nowMs: number;
  logEnd: number;
  highWatermark = 0;
  isrState: IsrState;
  partitionEpoch = 1;
  /** The ISRs sent to the controller so far. */
  readonly sent: (readonly number[])[] = [];
  readonly brokers = new Map<number, FollowerBroker>();
  readonly leaderEpoch = 5;
  readonly leaderEpochStart: number;
  private readonly followers = new Map<number, FollowerState>();
  private readonly minIsr: number;

  /** Becomes leader of a log that ends at `leaderLeo`. */
  constructor({ replicas = [0, 1], isr = replicas, leaderLeo = 10, minIsr = 1, startMs = 0 }: Setup) {
    this.nowMs = startMs;
    this.logEnd = leaderLeo;
    this.leaderEpochStart = leaderLeo;
    this.minIsr = effectiveMinIsr(minIsr, replicas.length);
    this.isrState = { kind: 'CommittedPartitionState', isr };
    for (const replicaId of replicas.filter((id) => id !== LEADER)) {
      const reset = { isNewLeader: true, isInIsr: isr.includes(replicaId), leaderLogEndOffset: leaderLeo };
      this.followers.set(replicaId, resetReplicaState(initialFollowerState(), reset, startMs * US));
      this.brokers.set(replicaId, { isFenced: false, isInControlledShutdown: false, brokerEpoch: 1 });
    }
    this.maybeIncrementHighWatermark();
  }

  follower(replicaId = 1): FollowerState {
    return expectPresent(this.followers.get(replicaId), 'follower');
  }

  append(count: number): void {
    this.logEnd += count;
    this.maybeIncrementHighWatermark();
  }

  fetch(fetchOffset: number, replicaId = 1): void {
    const fetch = { fetchOffset, followerLogStartOffset: 0, brokerEpoch: 1 };
    const state = updateFetchState(this.follower(replicaId), fetch, this.logEnd, this.nowMs * US);
    this.followers.set(replicaId, state);
    const partition = {
      isrState: this.isrState,
      highWatermark: this.highWatermark,
      leaderEpochStartOffset: this.leaderEpochStart,
    };
    if (needsExpandIsr(partition, replicaId, state, this.isEligible(replicaId))) {
      this.isrState = {
        kind: 'PendingExpandIsr',
        isr: committedIsr(this.isrState),
        newInSyncReplicaId: replicaId,
      };
      this.sendAlterPartition();
    }
    this.maybeIncrementHighWatermark();
  }

  /** The periodic check. Returns whether it asked for a smaller ISR. */
  maybeShrink(): boolean {
    const outOfSync = outOfSyncReplicas(
      this.isrState,
      LEADER,
      this.followers,
      this.logEnd,
      this.nowMs * US,
      LAG_MS * US,
    );
    if (outOfSync.length === 0) return false;
    this.isrState = {
      kind: 'PendingShrinkIsr',
      isr: committedIsr(this.isrState),
      outOfSyncReplicaIds: outOfSync,
    };
    this.sendAlterPartition();
    return true;
  }

  answerOk(partitionEpoch = this.partitionEpoch + 1): AlterPartitionOutcome {
    const isr = expectPresent(this.sent.at(-1), 'AlterPartition');
    return this.handleAnswer({ error: 'NONE', leaderEpoch: this.leaderEpoch, partitionEpoch, isr });
  }

  answerError(error: Exclude<KafkaError, 'NONE'>): AlterPartitionOutcome {
    return this.handleAnswer({ error, leaderEpoch: -1, partitionEpoch: -1, isr: [] });
  }

  /** Metadata changed the ISR under the same leader epoch: the followers stay as they are known. */
  adoptIsr(isr: readonly number[]): void {
    this.isrState = { kind: 'CommittedPartitionState', isr };
    this.partitionEpoch += 1;
    this.maybeIncrementHighWatermark();
  }

  private handleAnswer(answer: AlterPartitionAnswer): AlterPartitionOutcome {
    const pending = this.isrState;
    if (!isInflight(pending)) return expect.fail('an answer, but nothing was asked');
    const after = isrAfterAlterPartitionResponse(pending, answer, this.leaderEpoch, this.partitionEpoch);
    this.isrState = after.state;
    this.partitionEpoch = after.partitionEpoch;
    if (after.outcome === 'resend') this.sendAlterPartition();
    if (after.outcome === 'committed') this.maybeIncrementHighWatermark();
    return after.outcome;
  }

  private sendAlterPartition(): void {
    if (isInflight(this.isrState)) this.sent.push(proposedIsr(this.isrState));
  }

  private isEligible(replicaId: number): boolean {
    return isReplicaIsrEligible(
      this.follower(replicaId),
      expectPresent(this.brokers.get(replicaId), 'broker'),
    );
  }

  private maybeIncrementHighWatermark(): void {
    if (!mayAdvanceHighWatermark(committedIsr(this.isrState).length, this.minIsr)) return;
    this.highWatermark = computeHighWatermark({
      highWatermark: this.highWatermark,
      leaderLogEndOffset: this.logEnd,
      maximalIsr: maximalIsr(this.isrState),
      remoteReplicas: [...this.followers].map(([brokerId, state]) => ({
        brokerId,
        state,
        isIsrEligible: this.isEligible(brokerId),
      })),
      nowUs: this.nowMs * US,
      replicaLagTimeMaxUs: LAG_MS * US,
    });
  }
}

interface Step {
  readonly t?: number;
  readonly sleep?: number;
  readonly append?: number;
  readonly fetch?: number | { readonly replica: number; readonly offset: number };
  readonly maybeShrink?: string | { readonly sentIsr: readonly number[] };
  readonly shrinkSent?: readonly number[];
  readonly error?: Exclude<KafkaError, 'NONE'>;
  readonly controllerOk?: true | { readonly partitionEpoch: number };
  readonly retry?: boolean;
  readonly follower?: { readonly leo: number; readonly lastCaughtUp: number };
  readonly lastCaughtUp?: number;
  readonly alterPartitionSent?: false | { readonly isr: readonly number[] };
  readonly committedIsr?: readonly number[];
  readonly maximalIsr?: readonly number[];
  readonly maximalIsrSize?: number;
  readonly state?: string;
  readonly hw?: number;
}

/** Does what the step says, in the order time, append, fetch, shrink check, answer; then checks what it expects. */
function runStep(leader: LeaderPartition, step: Step): void {
  const sentBefore = leader.sent.length;
  if (step.t !== undefined) leader.nowMs = step.t;
  leader.nowMs += step.sleep ?? 0;
  if (step.append !== undefined) leader.append(step.append);
  if (typeof step.fetch === 'number') leader.fetch(step.fetch);
  else if (step.fetch !== undefined) leader.fetch(step.fetch.offset, step.fetch.replica);
  if (step.maybeShrink !== undefined) checkShrink(leader, step.maybeShrink);
  if (step.shrinkSent !== undefined) {
    leader.nowMs += LAG_MS + 1;
    expect(leader.maybeShrink()).toBe(true);
    expect(leader.sent.at(-1)).toEqual(step.shrinkSent);
  }
  if (step.error !== undefined) checkError(leader, step.error, step.retry ?? false);
  if (step.controllerOk !== undefined) checkOk(leader, step.controllerOk);

  if (step.follower !== undefined) {
    const { logEndOffset, lastCaughtUpUs } = leader.follower();
    expect({ leo: logEndOffset, lastCaughtUp: lastCaughtUpUs / US }).toEqual(step.follower);
  }
  if (step.lastCaughtUp !== undefined) expect(leader.follower().lastCaughtUpUs).toBe(step.lastCaughtUp * US);
  if (step.alterPartitionSent !== undefined) {
    const isrs = leader.sent.slice(sentBefore);
    expect(isrs).toEqual(step.alterPartitionSent === false ? [] : [step.alterPartitionSent.isr]);
  }
  if (step.committedIsr !== undefined) expect(committedIsr(leader.isrState)).toEqual(step.committedIsr);
  if (step.maximalIsr !== undefined) expect(maximalIsr(leader.isrState)).toEqual(step.maximalIsr);
  if (step.maximalIsrSize !== undefined) expect(maximalIsr(leader.isrState).length).toBe(step.maximalIsrSize);
  if (step.state !== undefined) expect(`stays ${leader.isrState.kind}`).toBe(step.state);
  if (step.hw !== undefined) expect(leader.highWatermark).toBe(step.hw);
}

function checkShrink(
  leader: LeaderPartition,
  expected: string | { readonly sentIsr: readonly number[] },
): void {
  const isSent = leader.maybeShrink();
  if (typeof expected !== 'string') {
    expect(isSent).toBe(true);
    expect(leader.sent.at(-1)).toEqual(expected.sentIsr);
  } else if (isSent) {
    expect(expected).toBe('sent');
  } else {
    expect(['none', 'no change (fresh leader gives ISR members lastCaughtUp=now)']).toContain(expected);
  }
}

function checkError(leader: LeaderPartition, error: Exclude<KafkaError, 'NONE'>, isRetried: boolean): void {
  const sentBefore = leader.sent.slice();
  const outcome = leader.answerError(error);
  expect(outcome === 'resend').toBe(isRetried);
  expect(leader.sent).toEqual(isRetried ? [...sentBefore, sentBefore.at(-1)] : sentBefore);
}

function checkOk(leader: LeaderPartition, ok: true | { readonly partitionEpoch: number }): void {
  expect(leader.answerOk(ok === true ? undefined : ok.partitionEpoch)).toBe('committed');
  if (ok !== true) expect(leader.partitionEpoch).toBe(ok.partitionEpoch);
  expect(isInflight(leader.isrState)).toBe(false);
}

interface WalkVector {
  readonly leaderLeo?: number;
  readonly leaderEpochStart?: number;
  readonly isr?: readonly number[] | 'both';
  readonly replicas?: readonly number[];
  readonly minIsr?: number;
  readonly steps: readonly Step[];
}

const EXPECTATIONS =
  /follower\.|lastCaughtUp|alterPartitionSent|committedIsr|maximalIsr|maybeShrink|shrinkSent|retry|state|hw$/;

/** `setup` is what the vector leaves to the reader. */
const walk = (rules: readonly string[], setup: Setup = {}) =>
  caseRunner(rules, EXPECTATIONS, (vector: WalkVector) => {
    const isr = vector.isr === 'both' ? [0, 1] : vector.isr;
    const leader = new LeaderPartition({
      ...setup,
      ...(vector.leaderLeo === undefined ? {} : { leaderLeo: vector.leaderLeo }),
      ...(vector.minIsr === undefined ? {} : { minIsr: vector.minIsr }),
      ...(isr === undefined ? {} : { isr, replicas: vector.replicas ?? isr }),
    });
    if (vector.leaderEpochStart !== undefined) expect(leader.leaderEpochStart).toBe(vector.leaderEpochStart);
    for (const step of vector.steps) runStep(leader, step);
  });

const fencedFollower = caseRunner(
  ['H1', 'I4'],
  /^hw|isrAfterControllerShrink/,
  (vector: {
    replicas: readonly number[];
    leaderLeo: number;
    followerLeo: number;
    isrAfterControllerShrink: readonly number[];
    hw: Readonly<Record<string, number>>;
  }) => {
    const brokers: Readonly<Record<string, Partial<FollowerBroker>>> = {
      'follower unfenced and recently caught up': {},
      'follower fenced': { isFenced: true },
      'follower shutting down': { isInControlledShutdown: true },
    };
    expect(Object.keys(vector.hw)).toEqual(Object.keys(brokers));
    for (const [situation, broker] of Object.entries(brokers)) {
      const { replicas, followerLeo } = vector;
      const leader = new LeaderPartition({ replicas, leaderLeo: followerLeo, startMs: 1_000_000 });
      leader.fetch(followerLeo);
      expect(leader.highWatermark).toBe(followerLeo);
      leader.brokers.set(1, { isFenced: false, isInControlledShutdown: false, brokerEpoch: 1, ...broker });
      leader.append(vector.leaderLeo - followerLeo);
      expect(leader.highWatermark, 'an ISR member holds it back').toBe(followerLeo);

      leader.adoptIsr(vector.isrAfterControllerShrink);
      expect(maximalIsr(leader.isrState)).toEqual([0]);
      expect(leader.highWatermark, situation).toBe(vector.hw[situation]);
    }
  },
);

const kafkaDefaults = JSON.parse(readFileSync(join(import.meta.dirname, 'kafka4_defaults.json'), 'utf8')) as {
  readonly broker: Readonly<Record<string, unknown>>;
};

runVectorGroup({
  file: 'vectors-1.json',
  group: 'isr',
  cases: {
    testUpdateFollowerFetchState: walk(['I1']),
    testIsrExpansion: walk(['I5', 'I6', 'I8']),
    testIsrNotExpandedIfUpdateFails: walk(['I6', 'I8'], { replicas: [0, 1], isr: [0] }),
    testMaybeShrinkIsr: walk(['I3', 'I6', 'M1']),
    testRetryShrinkIsr: walk(['I6', 'I8']),
    testHighWatermarkAdvanceShouldNotAdvanceWhenUnderMinISR: walk(['H2', 'I6']),
    testShouldNotShrinkIsrIfPreviousFetchIsCaughtUp: caseRunner(
      ['I1', 'I2'],
      EXPECTATIONS,
      (vector: WalkVector & { readonly lagMaxInTest: string }) => {
        expect(vector.lagMaxInTest).toBe(`default ${LAG_MS}`);
        const leader = new LeaderPartition({ leaderLeo: vector.leaderLeo ?? NaN });
        for (const step of vector.steps) runStep(leader, step);
        // It is the earlier fetch that counts: the lag time runs from 5000, when the follower asked for what was then the end.
        leader.nowMs = 5000 + LAG_MS;
        expect(leader.maybeShrink()).toBe(false);
        leader.nowMs += 1;
        expect(leader.maybeShrink()).toBe(true);
      },
    ),
    testShouldNotShrinkIsrIfFollowerCaughtUpToLogEnd: walk(['I2']),
    testIsrNotShrunkIfUpdateFails: walk(['I6', 'I8']),
    testHighWatermarkIncreasesWithFencedOrShutdownFollower: fencedFollower,
    testIsUnderMinIsr: caseRunner(
      ['H2', 'A1'],
      /under/,
      (vector: { minIsr: number; replicas: number; cases: { isr: number; under: boolean }[] }) => {
        const minIsr = effectiveMinIsr(vector.minIsr, vector.replicas);
        for (const { isr, under } of vector.cases) expect(mayAdvanceHighWatermark(isr, minIsr)).toBe(!under);
      },
    ),
    'effective min ISR': caseRunner(
      ['A1'],
      /effective/,
      (vector: { rule: string; cases: { minIsr: number; rf: number; effective: number }[] }) => {
        expect(vector.rule).toBe('min(min.insync.replicas, replica count)');
        for (const { minIsr, rf, effective } of vector.cases)
          expect(effectiveMinIsr(minIsr, rf)).toBe(effective);
      },
    ),
  },
  entries: {
    replica_lag_time_max_ms: caseRunner([], /^$/, (lagMs: number) => {
      expect(lagMs).toBe(LAG_MS);
      expect(kafkaDefaults.broker['replica.lag.time.max.ms']).toBe(lagMs);
    }),
    isr_removal_timing_DER: caseRunner(
      ['I3'],
      /./,
      (vector: { check_interval_ms: number; removed_between_ms_after_last_caught_up: readonly number[] }) => {
        const intervalMs = isrShrinkCheckIntervalUs(LAG_MS) / US;
        expect(intervalMs).toBe(vector.check_interval_ms);
        let [earliest, latest] = [Infinity, -Infinity];
        for (let caughtUpMs = 0; caughtUpMs < intervalMs; caughtUpMs += 1) {
          const leader = new LeaderPartition({ startMs: caughtUpMs });
          leader.fetch(leader.logEnd);
          leader.append(1);
          leader.nowMs = intervalMs;
          while (!leader.maybeShrink()) leader.nowMs += intervalMs;
          earliest = Math.min(earliest, leader.nowMs - caughtUpMs);
          latest = Math.max(latest, leader.nowMs - caughtUpMs);
        }
        expect([earliest, latest]).toEqual(vector.removed_between_ms_after_last_caught_up);
      },
    ),
    broker_fencing_timing: caseRunner(
      ['B3'],
      /./,
      (vector: {
        session_ms: number;
        check_period_ms: number;
        fenced_within_ms_of_last_heartbeat: readonly [number, number];
      }) => {
        expect(kafkaDefaults.broker['broker.session.timeout.ms']).toBe(vector.session_ms);
        const sessionUs = vector.session_ms * US;
        const periodUs = fencingCheckPeriodUs(sessionUs);
        expect(periodUs).toBe(vector.check_period_ms * US);
        let [earliestUs, latestUs] = [Infinity, -Infinity];
        for (let heartbeatUs = 0; heartbeatUs < periodUs; heartbeatUs += US / 2) {
          const brokers = [{ brokerId: 1, lastContactUs: heartbeatUs }];
          let nowUs = periodUs;
          while (nowUs < NEVER_US && nextStaleBroker(brokers, nowUs, sessionUs) === null) nowUs += periodUs;
          earliestUs = Math.min(earliestUs, nowUs - heartbeatUs);
          latestUs = Math.max(latestUs, nowUs - heartbeatUs);
        }
        // The session must be over, so the earliest moment is the first one after it.
        expect(Math.floor(earliestUs / US)).toBe(vector.fenced_within_ms_of_last_heartbeat[0]);
        expect(latestUs / US).toBe(vector.fenced_within_ms_of_last_heartbeat[1]);
      },
    ),
  },
  prose: ['source', 'name'],
  runCount: 15,
  leftCount: 0,
});
