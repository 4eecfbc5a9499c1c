import type { TraceRow } from '../shared/traceEvents.ts';
import type { SimulationState } from '../state/Simulation.ts';

/**
 * The trace with the facts before it. The store keeps some thousand rows, a busy cluster fills them in seconds; what mattered
 * before stands among the marks of the timeline. Marks of a future that was explored and left are not among these.
 */
export function withOlderFacts(
  trace: readonly TraceRow[],
  marks: SimulationState['marks'],
  nowUs: number,
): readonly TraceRow[] {
  const beginsUs = trace[0]?.timeUs ?? nowUs + 1;
  const older = marks.filter(({ timeUs }) => timeUs < beginsUs && timeUs <= nowUs);
  if (older.length === 0) return trace;
  return [...older.map(({ timeUs, seq, event }) => ({ timeUs, seq, causeSeq: 0, event })), ...trace];
}
