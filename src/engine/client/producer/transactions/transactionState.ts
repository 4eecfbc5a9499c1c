/** Where a transactional producer stands. Kafka: `TransactionManager.State` (4.2). */
export type TransactionState =
  | 'UNINITIALIZED'
  | 'INITIALIZING'
  | 'READY'
  | 'IN_TRANSACTION'
  | 'COMMITTING_TRANSACTION'
  | 'ABORTING_TRANSACTION'
  | 'ABORTABLE_ERROR'
  | 'FATAL_ERROR';

export const TRANSACTION_STATES: readonly TransactionState[] = [
  'UNINITIALIZED',
  'INITIALIZING',
  'READY',
  'IN_TRANSACTION',
  'COMMITTING_TRANSACTION',
  'ABORTING_TRANSACTION',
  'ABORTABLE_ERROR',
  'FATAL_ERROR',
];

const SOURCES: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  UNINITIALIZED: ['READY', 'ABORTABLE_ERROR'],
  INITIALIZING: ['UNINITIALIZED', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  READY: ['INITIALIZING', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  IN_TRANSACTION: ['READY'],
  COMMITTING_TRANSACTION: ['IN_TRANSACTION'],
  ABORTING_TRANSACTION: ['IN_TRANSACTION', 'ABORTABLE_ERROR'],
  ABORTABLE_ERROR: ['IN_TRANSACTION', 'COMMITTING_TRANSACTION', 'ABORTABLE_ERROR', 'INITIALIZING'],
  FATAL_ERROR: TRANSACTION_STATES,
};

/**
 * Whether a transactional producer may go from one state to another (T21). What is fatal can come at any time and is left by nothing.
 * Kafka: `TransactionManager.State.isTransitionValid` (4.2), without prepared transactions (KIP-939).
 */
export function isTransitionValid(source: TransactionState, target: TransactionState): boolean {
  return SOURCES[target].includes(source);
}
