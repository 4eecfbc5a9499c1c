import { computeFatesAtRest } from '../cluster/ledger.ts';
import type { RecordFates } from '../cluster/ledger.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';
import { stirredPartitions } from './stirredPartitions.ts';

/** Every record is in exactly one state, and all states together are what was produced. What is on a wire is one of them either way. */
export const ledgerBalances: Invariant = {
  name: 'LedgerBalances',
  check: (cluster) => whatIsUnbalanced(computeFatesAtRest(cluster)),
};

/** The same of a run that is watched: no record is written, moved, answered for or given up but that the trace says so. */
export function ledgerBalancesAfterFacts(history: RunHistory): Invariant {
  return {
    name: ledgerBalances.name,
    check(cluster) {
      if (history.rows.length === 0) return null;
      return whatIsUnbalanced(computeFatesAtRest(cluster, stirredPartitions(history)));
    },
  };
}

function whatIsUnbalanced(all: readonly RecordFates[]): string | null {
  for (const fates of all) {
    const states = statesOf(fates);
    const sum = states.reduce((total, state) => total + state.size, 0);
    if (sum !== fates.produced)
      return `${fates.partition} of ${fates.producer}: ${sum} in states, ${fates.produced} produced`;
    const union = states.reduce((union, state) => union.union(state));
    if (union.size !== fates.produced) return `${fates.partition} of ${fates.producer}: states overlap`;
  }
  return null;
}

function statesOf(fates: RecordFates): RecordFates['lost'][] {
  return [fates.committed, fates.uncommitted, fates.expired, fates.inFlight, fates.lost, fates.failed];
}
