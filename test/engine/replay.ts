import { EngineSession } from '../../src/bridge/EngineSession.ts';
import type { SimulationResult } from '../../src/bridge/SimulationResult.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { CommandBody, Scenario } from '../../src/scenario/Scenario.ts';
import type { TraceRow } from '../../src/shared/traceEvents.ts';
import { randomScenario } from './randomScenario.ts';

export const SEEDS: readonly number[] = Array.from({ length: 20 }, (_, i) => 101 + i);
/** Most faults have come by then, and many are being repaired. */
export const UNTIL_US = 25_000_000;

/** A session that keeps its whole trace, and whose clock says at each look that another ms is gone: a budget counts looks. */
export function session(checkpointInterval = 1500): EngineSession {
  let wallMs = 0;
  return new EngineSession({ traceRows: Infinity, checkpointInterval, wallMs: () => wallMs++ });
}

export interface Outcome {
  readonly digest: string;
  readonly rows: readonly TraceRow[];
  readonly result: SimulationResult;
}

/** What a session has come to at `UNTIL_US`, to which it is run. */
export function outcomeOf(engine: EngineSession): Outcome {
  engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
  return { digest: engine.digest(), rows: engine.allRows(), result: engine.result() };
}

const scenarios = new Map<number, Scenario>();
const outcomes = new Map<number, Outcome>();

export function scenarioOf(seed: number): Scenario {
  const known = scenarios.get(seed) ?? randomScenario(seed);
  scenarios.set(seed, known);
  return known;
}

/** The run from start to end without a stop. */
export function straightRun(seed: number): Outcome {
  let known = outcomes.get(seed);
  if (!known) {
    const engine = session(0);
    engine.load(scenarioOf(seed), []);
    known = outcomeOf(engine);
    outcomes.set(seed, known);
  }
  return known;
}

/** Random numbers of one test and seed. */
export function drawsOf(seed: number, purpose: string): (bound: number) => number {
  const rng = new Rng(seed, purpose);
  return (bound) => rng.int(bound);
}

/** Something that could be done to this cluster. */
export function randomDeed(scenario: Scenario, draw: (bound: number) => number): CommandBody {
  const command = scenario.commands[draw(scenario.commands.length)];
  if (!command) throw new Error('the scenario has no commands');
  const { atUs: _atUs, after: _after, ...body } = command;
  return body;
}
