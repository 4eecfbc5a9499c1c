/** Kafka's names of the states of a transactional.id, as its tools show them. */
export type TransactionState =
  | 'Empty'
  | 'Ongoing'
  | 'PrepareCommit'
  | 'PrepareAbort'
  | 'CompleteCommit'
  | 'CompleteAbort'
  | 'Dead'
  | 'PrepareEpochFence';

interface StateDefinition {
  /** As it stands in a record of `__transaction_state`. */
  readonly id: number;
  /** States that it may be reached from. */
  readonly validPreviousStates: readonly TransactionState[];
  /** Whether an id that rests in it may be forgotten. */
  readonly isExpirationAllowed: boolean;
}

const RESTING: readonly TransactionState[] = ['Empty', 'CompleteCommit', 'CompleteAbort'];

/**
 * The states and what may lead to each (T2). An epoch fence is prepared in memory only, and an abort follows at once.
 * Kafka: `TransactionState` (4.2).
 */
export const TRANSACTION_STATES: Readonly<Record<TransactionState, StateDefinition>> = {
  Empty: { id: 0, validPreviousStates: RESTING, isExpirationAllowed: true },
  Ongoing: { id: 1, validPreviousStates: ['Ongoing', ...RESTING], isExpirationAllowed: false },
  PrepareCommit: { id: 2, validPreviousStates: ['Ongoing'], isExpirationAllowed: false },
  PrepareAbort: {
    id: 3,
    validPreviousStates: ['Ongoing', 'PrepareEpochFence', ...RESTING],
    isExpirationAllowed: false,
  },
  CompleteCommit: { id: 4, validPreviousStates: ['PrepareCommit'], isExpirationAllowed: true },
  CompleteAbort: { id: 5, validPreviousStates: ['PrepareAbort'], isExpirationAllowed: true },
  Dead: { id: 6, validPreviousStates: RESTING, isExpirationAllowed: false },
  PrepareEpochFence: { id: 7, validPreviousStates: ['Ongoing'], isExpirationAllowed: false },
};

/** Whether a transactional.id may go from one state to another (T2). */
export function isValidTransition(from: TransactionState, to: TransactionState): boolean {
  return TRANSACTION_STATES[to].validPreviousStates.includes(from);
}
