import type { CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { Simulation, SimulationState } from '../state/Simulation.ts';

/** What finding one record in a replica's log takes; of which record, see the look-ups of a step. */
export type LookUpFigures = NonNullable<Awaited<ReturnType<Simulation['lookUpFigures']>>>;
export type LookUpOf = Parameters<Simulation['lookUpFigures']>[0];

type MaybePromise<T> = T | Promise<T>;
type Entity = SimulationState['entities'] extends ReadonlyMap<string, infer View> ? View : never;

/** The part of a frame that lessons read. */
export interface EngineFrame {
  readonly sinceFrame: number;
  readonly nowUs: number;
  readonly upserts: readonly Entity[];
  readonly removed: readonly string[];
  readonly trace: readonly TraceRow[];
  readonly ledger: SimulationState['ledger'];
  readonly violations: SimulationState['violations'];
}

/**
 * The part of EngineApi that trials and headless lessons use. `EngineSession` fits as it is (tests), and so does a worker's
 * client, whose answers are promises (the page): the same trial code runs in both.
 */
export interface EngineLike {
  load(scenario: Scenario, commands: readonly []): MaybePromise<EngineFrame>;
  advance(request: { readonly untilUs: number; readonly budgetMs: number }): MaybePromise<EngineFrame>;
  advanceUntil(goal: TraceGoal, limitUs: number): MaybePromise<EngineFrame & { readonly reached: boolean }>;
  apply(body: CommandBody): MaybePromise<EngineFrame>;
  lookUpFigures(of: LookUpOf): MaybePromise<LookUpFigures | null>;
  inspectRun(query: RunQuery): MaybePromise<RunAnswers[RunQueryKind]>;
}
