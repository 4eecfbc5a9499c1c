import type { LedgerView } from '../../../bridge/frame.ts';
import { ledgerRows, type LedgerName } from '../../../views/ledger/ledgerRows.ts';

export interface ComparedRow {
  readonly name: LedgerName;
  readonly a: number;
  readonly b: number;
  /** Not zero in one of them, where it should be. */
  readonly wrong: boolean;
}

/** Both ledgers row by row: what is wrong first, then what differs, then the rest; zeros stay in sight. */
export function compareLedgers(a: LedgerView, b: LedgerView): readonly ComparedRow[] {
  const [left, right] = [ledgerRows(a), ledgerRows(b)];
  const wrong = new Set(
    [...left.states, ...left.cross, ...right.states, ...right.cross]
      .filter((row) => row.wrong)
      .map(({ name }) => name),
  );
  const row = (name: LedgerName): ComparedRow => ({ name, a: a[name], b: b[name], wrong: wrong.has(name) });
  const rows = [...left.states, ...left.cross].map(({ name }) => row(name));
  const rank = (one: ComparedRow) => (one.wrong ? 0 : 1);
  return [row('produced'), ...rows.toSorted((x, y) => rank(x) - rank(y))];
}

/** What two ledgers say of each other, the gravest first. */
export type LedgerSentence =
  | { readonly kind: 'same' }
  /** One lost what the other, which was handed the same, still has. */
  | { readonly kind: 'lostButKept'; readonly side: 'a' | 'b'; readonly records: number }
  | { readonly kind: 'differs'; readonly name: LedgerName; readonly a: number; readonly b: number };

/** In the order in which one asks. What follows from another row is not told twice: read is told only where nothing else differs. */
const ASKED: readonly LedgerName[] = [
  'produced',
  'lost',
  'lostAfterAck',
  'readThenLost',
  'failed',
  'storedThoughFailed',
  'duplicated',
  'outOfOrder',
  'expired',
  'aborted',
  'acked',
  'uncommitted',
  'inFlight',
  'committed',
  'read',
];
const MOST_SENTENCES = 4;

export function ledgerSentences(a: LedgerView, b: LedgerView): readonly LedgerSentence[] {
  const sentences = ASKED.filter((name) => a[name] !== b[name]).map((name): LedgerSentence => {
    const isOneSided = name === 'lost' && a.produced === b.produced && Math.min(a.lost, b.lost) === 0;
    // Of the other's records none is lost, and none of them failed: it has them, or they are on their way.
    const other = a.lost > 0 ? b : a;
    if (isOneSided && other.failed === 0 && other.expired === 0)
      return { kind: 'lostButKept', side: a.lost > 0 ? 'a' : 'b', records: Math.max(a.lost, b.lost) };
    return { kind: 'differs', name, a: a[name], b: b[name] };
  });
  return sentences.length === 0 ? [{ kind: 'same' }] : sentences.slice(0, MOST_SENTENCES);
}
