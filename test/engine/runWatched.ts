import { Run } from '../../src/engine/cluster/Run.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { readScenario } from './randomScenario.ts';

/** What came of a run: which laws were broken, when it stopped, and after how many events. */
export interface WatchedRun {
  readonly problems: readonly string[];
  readonly atUs: number;
  readonly events: number;
}

/** Runs a scenario up to an instant, checking every law after every event; it stops at the first that breaks. `look` is told every fact. */
export function runWatched(
  file: ScenarioFile,
  untilMs: number,
  rules: Rules,
  look: (event: TraceEvent) => void,
): WatchedRun {
  const run = new Run(readScenario(file), [], rules);
  const watch = new RunWatch();
  const problems: string[] = [];
  run.cluster.sink = {
    row: (timeUs, seq, causeSeq, event) => {
      look(event);
      watch.row(timeUs, seq, causeSeq, event);
    },
  };
  try {
    run.start();
    while (problems.length === 0 && run.step(untilMs * 1000)) problems.push(...watch.check(run.cluster));
  } catch (error) {
    problems.push(whatWasThrown(error, run.cluster.nowUs));
  }
  return { problems, atUs: run.cluster.nowUs, events: run.cluster.state.eventCount };
}

/** An exception of the engine as a problem, with its stack. */
export function whatWasThrown(error: unknown, atUs: number): string {
  return `at ${atUs} µs: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
