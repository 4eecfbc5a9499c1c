import type { TraceRow } from '../shared/traceEvents.ts';

/** Rows follow each other by time, then by `seq`; `seq` alone does not, since an event gets it when it is planned. */
export function isLater(row: TraceRow, than: TraceRow | null): boolean {
  if (than === null) return true;
  return row.timeUs > than.timeUs || (row.timeUs === than.timeUs && row.seq > than.seq);
}
