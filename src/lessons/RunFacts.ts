import type { TraceRow } from '../shared/traceEvents.ts';
import type { EngineFrame } from './EngineLike.ts';
import type { LessonFacts } from './predicates.ts';
import { isLater } from './rowOrder.ts';

/** Gathers what predicates look at from the frames of a run that nobody watches. */
export class RunFacts {
  private readonly entities = new Map<string, EngineFrame['upserts'][number]>();
  private rows: TraceRow[] = [];
  private ledger: LessonFacts['ledger'] | null = null;
  private ledgerAtStart: LessonFacts['ledger'] | null = null;
  private startUs = 0;
  private lastRow: TraceRow | null = null;
  nowUs = 0;
  violations: EngineFrame['violations'] = [];

  /** The rows that the frame added. */
  take(frame: EngineFrame): readonly TraceRow[] {
    if (frame.sinceFrame === 0) this.entities.clear();
    for (const view of frame.upserts) this.entities.set(view.key, view);
    for (const key of frame.removed) this.entities.delete(key);
    // A complete frame repeats the rows that are known.
    const news = frame.trace.filter((row) => isLater(row, this.lastRow));
    for (const row of news) this.rows.push(row);
    this.lastRow = frame.trace.at(-1) ?? this.lastRow;
    this.ledger = frame.ledger;
    this.nowUs = frame.nowUs;
    this.violations = frame.violations;
    return news;
  }

  /** Another run begins. */
  reset(): void {
    this.entities.clear();
    this.rows = [];
    this.lastRow = null;
  }

  /** From here on rows count, and the ledger's growth is measured. */
  startHere(): void {
    this.rows = [];
    this.ledgerAtStart = this.ledger;
    this.startUs = this.nowUs;
  }

  facts(): LessonFacts {
    if (this.ledger === null || this.ledgerAtStart === null) throw new Error('nothing was loaded yet');
    return {
      entities: this.entities,
      ledger: this.ledger,
      nowUs: this.nowUs,
      rows: this.rows,
      ledgerAtStart: this.ledgerAtStart,
      startUs: this.startUs,
    };
  }
}
