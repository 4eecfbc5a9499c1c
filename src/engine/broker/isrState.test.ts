import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../protocol/Errors.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import {
  committedIsr,
  isInflight,
  isrAfterAlterPartitionResponse,
  maximalIsr,
  proposedIsr,
} from './isrState.ts';
import type { AlterPartitionOutcome, PendingIsrState } from './isrState.ts';

const EXPAND: PendingIsrState = { kind: 'PendingExpandIsr', isr: [1, 2], newInSyncReplicaId: 3 };
const SHRINK: PendingIsrState = { kind: 'PendingShrinkIsr', isr: [1, 2, 3], outOfSyncReplicaIds: [1, 3] };
const COMMITTED = { kind: 'CommittedPartitionState', isr: [1, 2] } as const;

test('[I6] a newcomer holds the watermark back before it is committed, a laggard until its removal is', () => {
  expect(committedIsr(COMMITTED)).toEqual([1, 2]);
  expect(maximalIsr(COMMITTED)).toEqual([1, 2]);
  expect(committedIsr(EXPAND)).toEqual([1, 2]);
  expect(maximalIsr(EXPAND)).toEqual([1, 2, 3]);
  expect(committedIsr(SHRINK)).toEqual([1, 2, 3]);
  expect(maximalIsr(SHRINK)).toEqual([1, 2, 3]);
});

test('[I7] only a proposal is in flight', () => {
  expect([COMMITTED, EXPAND, SHRINK].map(isInflight)).toEqual([false, true, true]);
});

test('[I6] proposes the ISR with the newcomer or without the laggards', () => {
  expect(proposedIsr(EXPAND)).toEqual([1, 2, 3]);
  expect(proposedIsr(SHRINK)).toEqual([2]);
});

describe.each([EXPAND, SHRINK])('$kind', (pending) => {
  const OUTCOMES: Partial<Record<KafkaError, AlterPartitionOutcome>> = {
    OPERATION_NOT_ATTEMPTED: 'reverted',
    INELIGIBLE_REPLICA: 'reverted',
    UNKNOWN_TOPIC_OR_PARTITION: 'keptPending',
    UNKNOWN_TOPIC_ID: 'keptPending',
    FENCED_LEADER_EPOCH: 'keptPending',
    INVALID_UPDATE_VERSION: 'keptPending',
    INVALID_REQUEST: 'keptPending',
    NEW_LEADER_ELECTED: 'keptPending',
  };

  for (const error of Object.keys(ERROR_CODES) as KafkaError[]) {
    if (error === 'NONE') continue;
    const outcome = OUTCOMES[error] ?? 'resend';
    test(`[I8] ${error} -> ${outcome}`, () => {
      const after = isrAfterAlterPartitionResponse(
        pending,
        { error, leaderEpoch: 5, partitionEpoch: 9, isr: [9] },
        5,
        1,
      );
      const state = outcome === 'reverted' ? { kind: 'CommittedPartitionState', isr: pending.isr } : pending;
      expect(after).toEqual({ outcome, state, partitionEpoch: 1 });
    });
  }

  test('[I8] success commits what the controller stored, also when it had nothing to change', () => {
    for (const partitionEpoch of [7, 8]) {
      const answer = { error: 'NONE', leaderEpoch: 5, partitionEpoch, isr: [2, 3] } as const;
      const state = { kind: 'CommittedPartitionState', isr: [2, 3] };
      const after = isrAfterAlterPartitionResponse(pending, answer, 5, 7);
      expect(after).toEqual({ outcome: 'committed', state, partitionEpoch });
    }
  });

  test('[I8] a success that metadata has overtaken changes nothing', () => {
    for (const [leaderEpoch, partitionEpoch] of [
      [5, 6],
      [4, 8],
      [6, 8],
    ] as const) {
      const answer = { error: 'NONE', leaderEpoch, partitionEpoch, isr: [2, 3] } as const;
      const after = isrAfterAlterPartitionResponse(pending, answer, 5, 7);
      expect(after).toEqual({ outcome: 'keptPending', state: pending, partitionEpoch: 7 });
    }
  });
});
