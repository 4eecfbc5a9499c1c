import type { Catalogue } from '../../i18n/Catalogue.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';

/** The one sentence for a fact: for the panel, the live region and the messages of tests. */
export function describeTraceEvent(m: Catalogue, event: TraceEvent): string {
  // Each kind's function takes that kind; the catalogue's type says so, the compiler cannot follow the lookup.
  const sentence = m.trace.events[event.kind] as (fact: TraceEvent) => string;
  return sentence(event);
}
