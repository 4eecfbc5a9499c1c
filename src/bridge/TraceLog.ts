import type { TraceSink } from '../engine/cluster/Cluster.ts';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';

/**
 * All rows of one future, in order. A run that goes over explored time again emits the same rows: they are compared with
 * those that are here instead of being added, so that every scrub backward is also a test that the run repeats itself.
 */
export class TraceLog implements TraceSink {
  private rows: TraceRow[] = [];
  /** Rows dropped from the front because there were too many. */
  private dropped = 0;
  /** Place of the next row to come. */
  private cursor = 0;
  private readonly limit: number;
  private difference: string | null = null;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Number of the next row, counted from the start of the run. */
  get position(): number {
    return this.cursor;
  }

  /** The first row that came out otherwise the second time, in words; null when all agreed. */
  get replayDifference(): string | null {
    return this.difference;
  }

  row(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void {
    const known = this.at(this.cursor);
    this.cursor += 1;
    if (known) {
      const isSame =
        known.timeUs === timeUs &&
        known.seq === seq &&
        known.causeSeq === causeSeq &&
        sameFields(known.event, event);
      if (!isSame) {
        const { timeUs: knownUs, seq: knownSeq } = known;
        this.difference ??= `${describe(known.event)} at ${knownUs} µs (event ${knownSeq}) came out as ${describe(event)} at ${timeUs} µs (event ${seq})`;
      }
      return;
    }
    if (this.cursor - 1 < this.dropped) return;
    this.rows.push({ timeUs, seq, causeSeq, event });
    if (this.rows.length > this.limit) {
      const surplus = Math.ceil(this.limit / 8);
      this.rows.splice(0, surplus);
      this.dropped += surplus;
    }
  }

  /** The run stands where row `position` is the next; what comes after is kept for comparison. */
  rewind(position: number): void {
    this.cursor = position;
  }

  /** Another future begins here. */
  forgetAhead(): void {
    this.rows.length = Math.max(0, this.cursor - this.dropped);
    // Of a future that begins before all rows that are kept, every row is new.
    this.dropped = Math.min(this.dropped, this.cursor);
  }

  /** Rows from `position` up to where the run stands. */
  since(position: number): readonly TraceRow[] {
    return this.rows.slice(Math.max(0, position - this.dropped), Math.max(0, this.cursor - this.dropped));
  }

  last(): TraceRow | undefined {
    return this.at(this.cursor - 1);
  }

  /** At most `limit` rows of a stretch of time, none beyond where the run stands. */
  between(fromUs: Micros, toUs: Micros, limit: number): readonly TraceRow[] {
    const found: TraceRow[] = [];
    for (let i = this.firstFrom(fromUs); i < this.cursor - this.dropped && found.length < limit; i++) {
      const row = this.rows[i] as TraceRow;
      if (row.timeUs > toUs) break;
      found.push(row);
    }
    return found;
  }

  /** From the rows of event `seq` back over their causes to a command or the scenario; the newest row of each event. */
  chain(seq: number): readonly TraceRow[] {
    const chain: TraceRow[] = [];
    let wanted = seq;
    for (let i = this.rows.length - 1; i >= 0 && wanted > 0; i--) {
      const row = this.rows[i] as TraceRow;
      if (row.seq !== wanted) continue;
      chain.push(row);
      wanted = row.causeSeq;
    }
    return chain;
  }

  /** Index of the first row at or after an instant. */
  private firstFrom(fromUs: Micros): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] as TraceRow).timeUs < fromUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private at(position: number): TraceRow | undefined {
    return this.rows[position - this.dropped];
  }
}

type Fields = Readonly<Record<string, unknown>>;

function sameFields(a: TraceEvent, b: TraceEvent): boolean {
  if (a.kind !== b.kind) return false;
  for (const [name, value] of Object.entries(a)) {
    const other = (b as unknown as Fields)[name];
    if (value !== other && !(Array.isArray(value) && String(value) === String(other))) return false;
  }
  return true;
}

function describe(event: TraceEvent): string {
  return JSON.stringify(event);
}
