import { expect } from 'vitest';
import { checkEnoughReplicasReachOffset } from '../../src/engine/broker/decideProduce.ts';
import { initialFollowerState } from '../../src/engine/broker/replicaState.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { computeHighWatermark, decideAppend, delayedProduceOutcome, effectiveMinIsr, mayAdvanceHighWatermark } = rulesUnderTest;

const REPLICA_COUNT = 3;
const LAST_OFFSET = 41;

interface Arrival {
  readonly acks: number;
  readonly isr?: number;
  readonly minIsr?: number;
  readonly result: string;
  readonly appended: boolean;
  readonly hwAdvances?: boolean;
  readonly consumerVisible?: boolean;
}

/** High watermark after a batch up to LAST_OFFSET was appended by a leader with this ISR, whose followers are at `ends`. */
function highWatermarkAfter(isrSize: number, minIsr: number, followerEnds: readonly number[]): number {
  const before = LAST_OFFSET;
  if (!mayAdvanceHighWatermark(isrSize, minIsr)) return before;
  return computeHighWatermark({
    highWatermark: before,
    leaderLogEndOffset: LAST_OFFSET + 1,
    maximalIsr: [1, 2, 3].slice(0, isrSize),
    remoteReplicas: followerEnds.map((logEndOffset, index) => ({
      brokerId: index + 2,
      state: { ...initialFollowerState(), logEndOffset },
      isIsrEligible: true,
    })),
    nowUs: 1e12,
    replicaLagTimeMaxUs: 30_000_000,
  });
}

const onArrival = caseRunner(['A2'], /^(result|appended|hwAdvances|consumerVisible)$/, (vector: Arrival) => {
  const minIsr = effectiveMinIsr(vector.minIsr ?? 1, REPLICA_COUNT);
  const isrSize = vector.isr ?? REPLICA_COUNT;
  const decision = decideAppend({
    acks: vector.acks,
    isLeader: true,
    committedIsrSize: isrSize,
    effectiveMinIsr: minIsr,
  });
  expect(decision.append).toBe(vector.appended);
  expect(decision.answer === 'never' ? 'no response' : decision.error).toBe(vector.result);

  const highWatermark = highWatermarkAfter(isrSize, minIsr, []);
  if (vector.hwAdvances !== undefined) expect(highWatermark > LAST_OFFSET).toBe(vector.hwAdvances);
  if (vector.consumerVisible !== undefined) expect(LAST_OFFSET < highWatermark).toBe(vector.consumerVisible);
});

runVectorGroup({
  file: 'vectors-1.json',
  group: 'produce_ack_matrix',
  cases: {
    'case 1': onArrival,
    'case 2': onArrival,
    'case 3': onArrival,
    'case 4': caseRunner(
      ['A2', 'A3'],
      /requires/,
      (vector: { acks: number; isr: number; minIsr: number; requires: string }) => {
        const { acks, isr, minIsr } = vector;
        const decision = decideAppend({
          acks,
          isLeader: true,
          committedIsrSize: isr,
          effectiveMinIsr: minIsr,
        });
        expect(decision).toEqual({ append: true, error: 'NONE', answer: 'whenReplicated' });

        const ends = [LAST_OFFSET, LAST_OFFSET + 1];
        const combinations = ends.flatMap((second) => ends.map((third) => [second, third]));
        const sufficient = combinations.filter((followerEnds) => {
          const highWatermark = highWatermarkAfter(isr, minIsr, followerEnds);
          const requiredOffset = LAST_OFFSET + 1;
          return checkEnoughReplicasReachOffset({
            requiredOffset,
            highWatermark,
            maximalIsrSize: isr,
            effectiveMinIsr: minIsr,
          }).done;
        });
        expect(sufficient).toEqual([[LAST_OFFSET + 1, LAST_OFFSET + 1]]);
        expect(vector.requires).toBe('HW >= lastOffset+1, i.e. all 3 ISR members fetched past it');
      },
    ),
    'case 5': caseRunner(
      ['A2', 'H2'],
      /^(then|result|not)$/,
      (vector: {
        acks: number;
        isrAtAppend: number;
        minIsr: number;
        then: string;
        result: string;
        not: string;
      }) => {
        const { acks, isrAtAppend, minIsr } = vector;
        const decision = decideAppend({
          acks,
          isLeader: true,
          committedIsrSize: isrAtAppend,
          effectiveMinIsr: minIsr,
        });
        expect(decision.append).toBe(true);

        expect(vector.then).toBe('ISR shrinks to 1 before HW reaches offset');
        const isrSize = 1;
        const check = {
          requiredOffset: LAST_OFFSET + 1,
          highWatermark: highWatermarkAfter(isrSize, minIsr, [LAST_OFFSET + 1]),
          maximalIsrSize: isrSize,
          effectiveMinIsr: minIsr,
          isLeader: true,
        };
        expect(delayedProduceOutcome({ ...check, isTimedOut: false }).done).toBe(false);
        const outcome = delayedProduceOutcome({ ...check, isTimedOut: true });
        expect(outcome.done).toBe(true);
        expect(`${outcome.error} after request timeout, record stays in leader log`).toBe(vector.result);
        expect(vector.not).toBe('NOT_ENOUGH_REPLICAS_AFTER_APPEND');
      },
    ),
    'case 6': caseRunner(
      ['A2'],
      /result/,
      (vector: {
        acks: number;
        hwReached: boolean;
        maximalIsrAtCheck: number;
        minIsr: number;
        result: string;
      }) => {
        expect(vector.acks).toBe(-1);
        const progress = checkEnoughReplicasReachOffset({
          requiredOffset: LAST_OFFSET + 1,
          highWatermark: vector.hwReached ? LAST_OFFSET + 1 : LAST_OFFSET,
          maximalIsrSize: vector.maximalIsrAtCheck,
          effectiveMinIsr: vector.minIsr,
        });
        expect(progress).toEqual({ done: true, error: vector.result });
      },
    ),
    'case 7': caseRunner(
      ['A2'],
      /result/,
      (vector: { acks: number; leaderResignsWhilePending: boolean; result: string }) => {
        expect(vector.acks).toBe(-1);
        const progress = delayedProduceOutcome({
          requiredOffset: LAST_OFFSET + 1,
          highWatermark: LAST_OFFSET,
          maximalIsrSize: 3,
          effectiveMinIsr: 2,
          isLeader: !vector.leaderResignsWhilePending,
          isTimedOut: false,
        });
        expect(progress).toEqual({ done: true, error: vector.result });
      },
    ),
    'case 8': onArrival,
  },
  prose: ['source'],
  runCount: 8,
  leftCount: 0,
});
