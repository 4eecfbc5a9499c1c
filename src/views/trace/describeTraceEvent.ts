import { traceEvents } from '../../i18n/en/traceEvents.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';

/** The one sentence for a fact: for the panel, the live region and the messages of tests. */
export function describeTraceEvent(event: TraceEvent): string {
  // Each kind's function takes that kind; the catalogue's type says so, the compiler cannot follow the lookup.
  const sentence = traceEvents[event.kind] as (fact: TraceEvent) => string;
  return sentence(event);
}
