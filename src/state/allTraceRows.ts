import type { AsyncEngine } from '../bridge/engineClient.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';

/** Rows asked for at a time: what is cloned from the worker at once. */
const PAGE_ROWS = 10_000;

/** All rows from one instant up to another, page by page. A page that is full is taken without its last instant, which may go on in the next. */
export async function allTraceRows(
  engine: Pick<AsyncEngine, 'traceRows'>,
  toUs: Micros,
  pageRows = PAGE_ROWS,
  startUs: Micros = 0,
  withoutRoutine = false,
): Promise<readonly TraceRow[]> {
  const all: TraceRow[] = [];
  let fromUs = startUs;
  let limit = pageRows;
  for (;;) {
    const page = await engine.traceRows(fromUs, toUs, limit, withoutRoutine);
    if (page.length < limit) return all.concat(page);
    const lastUs = page.at(-1)!.timeUs;
    const whole = page.filter((row) => row.timeUs < lastUs);
    // One instant has more rows than a page: it is asked for again, and more of it.
    if (whole.length === 0) limit *= 2;
    else limit = pageRows;
    for (const row of whole) all.push(row);
    fromUs = lastUs;
  }
}
