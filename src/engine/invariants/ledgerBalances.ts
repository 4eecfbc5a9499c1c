import { computeFatesAtRest } from '../cluster/ledger.ts';
import type { RecordFates } from '../cluster/ledger.ts';
import type { Invariant } from './Invariant.ts';

/** Every record is in exactly one state, and all states together are what was produced. What is on a wire is one of them either way. */
export const ledgerBalances: Invariant = {
  name: 'LedgerBalances',
  check(cluster) {
    for (const fates of computeFatesAtRest(cluster)) {
      const sum = statesOf(fates).reduce((total, state) => total + state.size, 0);
      if (sum !== fates.produced)
        return `${fates.partition} of ${fates.producer}: ${sum} in states, ${fates.produced} produced`;
      const union = statesOf(fates).reduce((all, state) => all.union(state));
      if (union.size !== fates.produced) return `${fates.partition} of ${fates.producer}: states overlap`;
    }
    return null;
  },
};

function statesOf(fates: RecordFates): RecordFates['lost'][] {
  return [fates.committed, fates.uncommitted, fates.expired, fates.inFlight, fates.lost, fates.failed];
}
