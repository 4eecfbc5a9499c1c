import { describe, expect, test } from 'vitest';
import { checkEnoughReplicasReachOffset, decideAppend, delayedProduceOutcome } from './decideProduce.ts';

const OK = { append: true, error: 'NONE' } as const;

describe('decideAppend', () => {
  test('[A2] acks other than 0, 1 and all are refused before anything else is looked at', () => {
    for (const acks of [-2, 2, 3, 100]) {
      for (const isLeader of [false, true]) {
        const decision = decideAppend({ acks, isLeader, committedIsrSize: 1, effectiveMinIsr: 2 });
        expect(decision).toEqual({ append: false, error: 'INVALID_REQUIRED_ACKS', answer: 'atOnce' });
      }
    }
  });

  test('[A2] who does not lead refuses; a producer with acks=0 can only be told by closing the connection', () => {
    for (const [acks, answer] of [
      [0, 'closeConnection'],
      [1, 'atOnce'],
      [-1, 'atOnce'],
    ] as const) {
      const decision = decideAppend({ acks, isLeader: false, committedIsrSize: 1, effectiveMinIsr: 2 });
      expect(decision).toEqual({ append: false, error: 'NOT_LEADER_OR_FOLLOWER', answer });
    }
  });

  test('[A2] too small an ISR stops acks=all only', () => {
    for (let committedIsrSize = 1; committedIsrSize <= 3; committedIsrSize += 1) {
      for (let effectiveMinIsr = 1; effectiveMinIsr <= 3; effectiveMinIsr += 1) {
        const decide = (acks: number) =>
          decideAppend({ acks, isLeader: true, committedIsrSize, effectiveMinIsr });
        expect(decide(1)).toEqual({ ...OK, answer: 'atOnce' });
        expect(decide(-1)).toEqual(
          committedIsrSize >= effectiveMinIsr
            ? { ...OK, answer: 'whenReplicated' }
            : { append: false, error: 'NOT_ENOUGH_REPLICAS', answer: 'atOnce' },
        );
      }
    }
  });

  test('[A6] acks=0 is written and never answered', () => {
    const decision = decideAppend({ acks: 0, isLeader: true, committedIsrSize: 1, effectiveMinIsr: 2 });
    expect(decision).toEqual({ ...OK, answer: 'never' });
  });
});

const CHECK = { requiredOffset: 5, highWatermark: 5, maximalIsrSize: 2, effectiveMinIsr: 2 };

test('[A2] acks=all is done when the watermark has reached the last offset + 1', () => {
  const done = [4, 5, 6].map(
    (highWatermark) => checkEnoughReplicasReachOffset({ ...CHECK, highWatermark }).done,
  );
  expect(done).toEqual([false, true, true]);
});

test('[A2] too small an ISR at that moment is NOT_ENOUGH_REPLICAS_AFTER_APPEND, and before it is not an error', () => {
  const small = { ...CHECK, maximalIsrSize: 1 };
  expect(checkEnoughReplicasReachOffset(small)).toEqual({
    done: true,
    error: 'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  });
  expect(checkEnoughReplicasReachOffset({ ...small, highWatermark: 4 })).toEqual({
    done: false,
    error: 'NONE',
  });
  expect(checkEnoughReplicasReachOffset(CHECK)).toEqual({ done: true, error: 'NONE' });
});

test('[A2] a parked produce ends by resignation first, then by replication, then by its timeout', () => {
  for (const isLeader of [false, true]) {
    for (const isTimedOut of [false, true]) {
      for (const highWatermark of [4, 5]) {
        const outcome = delayedProduceOutcome({ ...CHECK, highWatermark, isLeader, isTimedOut });
        if (!isLeader) expect(outcome).toEqual({ done: true, error: 'NOT_LEADER_OR_FOLLOWER' });
        else if (highWatermark === 5) expect(outcome).toEqual({ done: true, error: 'NONE' });
        else if (isTimedOut) expect(outcome).toEqual({ done: true, error: 'REQUEST_TIMED_OUT' });
        else expect(outcome).toEqual({ done: false, error: 'NONE' });
      }
    }
  }
});
