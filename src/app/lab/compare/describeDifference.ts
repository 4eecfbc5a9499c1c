import { compare as m } from '../../../i18n/en/compare.ts';
import { formatTime } from '../../../i18n/format.ts';
import type { Difference } from '../../../state/compare/findDifferences.ts';
import { describeTraceEvent } from '../../../views/trace/describeTraceEvent.ts';

/** What is not the same there, in a sentence or two. */
export function describeDifference({ a, b }: Difference): string {
  const inA = a === null ? null : describeTraceEvent(a.event);
  const inB = b === null ? null : describeTraceEvent(b.event);
  if (inA !== null && inB !== null && a !== null && b !== null)
    return inA === inB && a.timeUs !== b.timeUs
      ? m.shifted(inA, formatTime(a.timeUs), formatTime(b.timeUs))
      : m.both(inA, inB);
  if (inA !== null) return m.only('A', inA);
  return m.only('B', inB ?? '');
}
