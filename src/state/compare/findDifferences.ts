import { InterestTracker, isTold } from '../../shared/interestingEvents.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import type { Micros } from '../../shared/units.ts';
import { keepEqual } from '../keepEqual.ts';

/** A place where two runs of one seed are not the same. */
export interface Difference {
  /** The earlier of the two. */
  readonly timeUs: Micros;
  /** What is so in A; null: there is nothing of the kind. */
  readonly a: TraceRow | null;
  readonly b: TraceRow | null;
  /** `exact`: the first row of all that is not the same. `notable`: one that is worth reading and is in one run alone, or elsewhere. */
  readonly kind: 'exact' | 'notable';
}

/** The same fact in both within this time is one difference, and told as earlier and later. */
const SHIFTED_WITHIN_US: Micros = 5_000_000;
const MOST_DIFFERENCES = 2000;

/**
 * Reads two traces side by side, stretch by stretch. Rows are the same when time and fact are: the number of an event shifts by
 * each command and says nothing. The commands themselves are what the runs were given, and are no difference.
 */
export class DifferenceFinder {
  private exact: Difference | null = null;
  /** The first rows of a run say how it was configured: the first difference after them is found as well. */
  private afterStart: Difference | null = null;
  private notable: Difference[] = [];
  private readonly trackers = { a: new InterestTracker(), b: new InterestTracker() };
  /** Those of one side that the other may still have later. */
  private waiting: { readonly row: TraceRow; readonly side: 'a' | 'b' }[] = [];
  private scannedUs: Micros;

  constructor(readonly fromUs: Micros) {
    this.scannedUs = fromUs - 1;
  }

  /** Every row up to here has been read. */
  get untilUs(): Micros {
    return this.scannedUs;
  }

  /** Whether every row is needed, and not only what is worth reading. */
  get needsEveryRow(): boolean {
    return this.afterStart === null;
  }

  /** By time, the exact ones among them. */
  get all(): readonly Difference[] {
    const exact = [...new Set([this.exact, this.afterStart])].flatMap((one) => one ?? []);
    const told = [...this.notable, ...this.waiting.map(({ row, side }) => alone(row, side))];
    const others = told.filter((one) => !exact.some((first) => isSameDifference(first, one)));
    return [...exact, ...others].sort((x, y) => x.timeUs - y.timeUs || (x.kind === 'exact' ? -1 : 1));
  }

  /** The rows of both from where the last stretch ended up to an instant that both have left. */
  read(a: readonly TraceRow[], b: readonly TraceRow[], untilUs: Micros): void {
    const [left, right] = [this.fresh(a, untilUs), this.fresh(b, untilUs)];
    if (this.exact === null) this.exact = firstDifference(left, right);
    if (this.exact !== null && this.afterStart === null) {
      const isLater = this.exact.timeUs > 0;
      const later = (rows: readonly TraceRow[]) => rows.filter(({ timeUs }) => timeUs > 0);
      this.afterStart = isLater ? this.exact : firstDifference(later(left), later(right));
    }
    if (this.notable.length < MOST_DIFFERENCES) this.readNotable(left, right);
    this.scannedUs = Math.max(this.scannedUs, untilUs);
  }

  private fresh(rows: readonly TraceRow[], untilUs: Micros): TraceRow[] {
    return rows.filter(
      ({ timeUs, event }) => timeUs > this.scannedUs && timeUs <= untilUs && event.kind !== 'CommandApplied',
    );
  }

  private readNotable(a: readonly TraceRow[], b: readonly TraceRow[]): void {
    const told = (rows: readonly TraceRow[], side: 'a' | 'b') =>
      rows
        .filter(({ event }) => isTold(this.trackers[side].observe(event), 'change'))
        .map((row) => ({ row, side }));
    const merged = [...told(a, 'a'), ...told(b, 'b')].sort((x, y) => x.row.timeUs - y.row.timeUs);
    for (const { row, side } of merged) {
      this.settle(row.timeUs - SHIFTED_WITHIN_US);
      const text = JSON.stringify(row.event);
      const twin = this.waiting.findIndex(
        (other) => other.side !== side && JSON.stringify(other.row.event) === text,
      );
      const found = this.waiting[twin];
      if (found === undefined) this.waiting.push({ row, side });
      else {
        this.waiting.splice(twin, 1);
        if (found.row.timeUs !== row.timeUs) {
          const [inA, inB] = side === 'a' ? [row, found.row] : [found.row, row];
          this.notable.push({ timeUs: found.row.timeUs, a: inA, b: inB, kind: 'notable' });
        }
      }
    }
  }

  /** What has waited for so long has no twin. */
  private settle(beforeUs: Micros): void {
    const old = this.waiting.filter(({ row }) => row.timeUs < beforeUs);
    if (old.length === 0) return;
    this.waiting = this.waiting.filter(({ row }) => row.timeUs >= beforeUs);
    this.notable.push(...old.map(({ row, side }) => alone(row, side)));
  }
}

function alone(row: TraceRow, side: 'a' | 'b'): Difference {
  return {
    timeUs: row.timeUs,
    a: side === 'a' ? row : null,
    b: side === 'b' ? row : null,
    kind: 'notable',
  };
}

/** The first place where two lists of rows are not the same. */
export function firstDifference(a: readonly TraceRow[], b: readonly TraceRow[]): Difference | null {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]];
    if (left !== undefined && right !== undefined && isSameRow(left, right)) continue;
    const timeUs = Math.min(left?.timeUs ?? Infinity, right?.timeUs ?? Infinity);
    const at = (row: TraceRow | undefined) => (row?.timeUs === timeUs ? row : null);
    return { timeUs, a: at(left), b: at(right), kind: 'exact' };
  }
  return null;
}

function isSameRow(a: TraceRow, b: TraceRow): boolean {
  return a.timeUs === b.timeUs && a.event.kind === b.event.kind && keepEqual(a.event, b.event) === a.event;
}

/** What is said of the second is said of the first already. */
function isSameDifference(a: Difference, b: Difference): boolean {
  const isSaid = (x: TraceRow | null, y: TraceRow | null) => y === null || (x !== null && isSameRow(x, y));
  return a.timeUs === b.timeUs && isSaid(a.a, b.a) && isSaid(a.b, b.b);
}

/** The first one after an instant. */
export function differenceAfter(all: readonly Difference[], timeUs: Micros): Difference | null {
  return all.find((one) => one.timeUs > timeUs) ?? null;
}
