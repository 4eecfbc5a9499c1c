import { expect } from 'vitest';
import { isValidTransition, TRANSACTION_STATES } from '../../src/engine/broker/transaction/TransactionState.ts';
import type { TransactionState } from '../../src/engine/broker/transaction/TransactionState.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface StateVector {
  readonly name: string;
  readonly id: number;
  readonly api_name: string;
  readonly valid_from: readonly string[];
  readonly expirable: boolean;
}

const NAMES = Object.keys(TRANSACTION_STATES) as TransactionState[];

/** Kafka's constant of a state: PREPARE_COMMIT for PrepareCommit. */
function constantOf(state: string): string {
  return state.replaceAll(/(?<!^)([A-Z])/g, '_$1').toUpperCase();
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'txn_states',
  cases: {},
  entries: {
    states: caseRunner<readonly StateVector[]>(['T2'], /./, (states) => {
      expect(states.length).toBe(NAMES.length);
      for (const vector of states) {
        const state = NAMES.find((name) => constantOf(name) === vector.name) as TransactionState;
        expect(state).toBe(vector.api_name);
        expect(TRANSACTION_STATES[state].id).toBe(vector.id);
        expect(TRANSACTION_STATES[state].isExpirationAllowed).toBe(vector.expirable);
        const from = NAMES.filter((name) => isValidTransition(name, state)).map(constantOf);
        expect(from.sort()).toEqual([...vector.valid_from].sort());
      }
    }),
  },
  prose: ['source'],
  runCount: 1,
  leftCount: 0,
});
