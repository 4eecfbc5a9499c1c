import { formatScenario } from '../../scenario/formatScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { downloadText } from '../../ui/clipboard.ts';

/** The scenario with everything that was done in the run. */
export function playedScenario(simulation: Simulation): Scenario {
  const { scenario, commands } = simulation.store.getState();
  return { ...scenario, commands: [...scenario.commands, ...commands] };
}

export function downloadScenario(simulation: Simulation): void {
  const text = JSON.stringify(formatScenario(playedScenario(simulation)), null, 2);
  downloadText('scenario.json', `${text}\n`, 'application/json');
}

/** Every fact that the worker keeps; of a worker that died the page has the end. */
export function downloadTrace(simulation: Simulation): void {
  void simulation
    .traceRows()
    .catch(() => simulation.store.getState().trace)
    .then((rows) => downloadText(traceFileName(rows), traceFile(rows), 'application/x-ndjson'));
}

/** The first rows of a run are those of its scenario, of seq 0; of a very long one the worker keeps the end. */
function traceFileName(rows: readonly TraceRow[]): string {
  return (rows[0]?.seq ?? 0) === 0 ? 'trace.ndjson' : `trace-last-${rows.length}-rows.ndjson`;
}

/** As `simulate --trace` writes it. */
function traceFile(rows: readonly TraceRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
