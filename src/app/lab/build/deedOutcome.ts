import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { formatCommand } from '../../../scenario/formatScenario.ts';
import { parseCommand } from '../../../scenario/parseCommand.ts';
import type { CommandBody, Scenario } from '../../../scenario/Scenario.ts';
import type { TraceEvent, TraceRow } from '../../../shared/traceEvents.ts';

export type Refusal = Extract<TraceEvent, { readonly kind: 'AdminRequestFailed' }>;

/** What the controller refused of the command that was given last, in Kafka's words; empty: nothing. */
export function refusalsOfLastCommand(trace: readonly TraceRow[]): readonly Refusal[] {
  const from = trace.findLastIndex(({ event }) => event.kind === 'CommandApplied');
  return trace
    .slice(from + 1)
    .flatMap(({ event }) => (from >= 0 && event.kind === 'AdminRequestFailed' ? [event] : []));
}

/** What keeps a command from being one at all, a line each: it could not be kept or shared either. */
export function problemsOfDeed(body: CommandBody, scenario: Scenario): readonly string[] {
  const read = parseCommand(formatCommand({ atUs: 0, ...body }), scenario);
  return read.ok ? [] : read.problems.map(describeScenarioProblem);
}
