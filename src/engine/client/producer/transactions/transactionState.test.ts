import { expect, test } from 'vitest';
import { isTransitionValid, TRANSACTION_STATES } from './transactionState.ts';

test('[T21] a transactional producer changes state as Kafka lets it, and in no other way', () => {
  const legal = TRANSACTION_STATES.flatMap((source) =>
    TRANSACTION_STATES.filter((target) => target !== 'FATAL_ERROR' && isTransitionValid(source, target)).map(
      (target) => `${source} → ${target}`,
    ),
  );
  expect(legal.sort()).toEqual(
    [
      'UNINITIALIZED → INITIALIZING',
      'INITIALIZING → READY',
      'INITIALIZING → ABORTABLE_ERROR',
      'READY → UNINITIALIZED',
      'READY → IN_TRANSACTION',
      'IN_TRANSACTION → COMMITTING_TRANSACTION',
      'IN_TRANSACTION → ABORTING_TRANSACTION',
      'IN_TRANSACTION → ABORTABLE_ERROR',
      'COMMITTING_TRANSACTION → INITIALIZING',
      'COMMITTING_TRANSACTION → READY',
      'COMMITTING_TRANSACTION → ABORTABLE_ERROR',
      'ABORTING_TRANSACTION → INITIALIZING',
      'ABORTING_TRANSACTION → READY',
      'ABORTABLE_ERROR → UNINITIALIZED',
      'ABORTABLE_ERROR → ABORTING_TRANSACTION',
      'ABORTABLE_ERROR → ABORTABLE_ERROR',
    ].sort(),
  );
});

test('[T21] what is fatal can come at any time', () => {
  for (const source of TRANSACTION_STATES) expect(isTransitionValid(source, 'FATAL_ERROR')).toBe(true);
});
