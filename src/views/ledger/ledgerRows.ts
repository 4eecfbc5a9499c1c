import type { LedgerCrossCount, LedgerState, LedgerView } from '../../bridge/frame.ts';

export type LedgerName = keyof LedgerView;

export interface LedgerRow {
  readonly name: LedgerName;
  readonly count: number;
  /** Not zero, where it should be. */
  readonly wrong: boolean;
}

const STATES: readonly LedgerState[] = ['inFlight', 'uncommitted', 'committed', 'failed', 'lost', 'expired'];
const CROSS_COUNTS: readonly LedgerCrossCount[] = [
  'acked',
  'read',
  'lostAfterAck',
  'storedThoughFailed',
  'duplicated',
  'outOfOrder',
  'readThenLost',
  'aborted',
];
const SHOULD_BE_ZERO: ReadonlySet<LedgerName> = new Set<LedgerName>([
  'failed',
  'lost',
  'lostAfterAck',
  'storedThoughFailed',
  'duplicated',
  'outOfOrder',
  'readThenLost',
]);

/** What is wrong comes first in each group; zeros stay in sight. */
export function ledgerRows(ledger: LedgerView): {
  readonly states: readonly LedgerRow[];
  readonly cross: readonly LedgerRow[];
} {
  const row = (name: LedgerName): LedgerRow => ({
    name,
    count: ledger[name],
    wrong: ledger[name] !== 0 && SHOULD_BE_ZERO.has(name),
  });
  const ordered = (names: readonly LedgerName[]) => {
    const rows = names.map(row);
    return [...rows.filter(({ wrong }) => wrong), ...rows.filter(({ wrong }) => !wrong)];
  };
  return { states: ordered(STATES), cross: ordered(CROSS_COUNTS) };
}

/** The states whose ranges make up the list that a number opens. */
export function statesOf(name: LedgerName): readonly (LedgerState | LedgerCrossCount)[] {
  return name === 'produced' ? STATES : [name];
}
