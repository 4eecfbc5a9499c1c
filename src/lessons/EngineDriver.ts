import type { CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { EngineLike } from './EngineLike.ts';
import type { LessonDriver } from './playActs.ts';
import { RunFacts } from './RunFacts.ts';

/** Plays on an engine directly: lessons in tests, cells of the matrix and trials of formulas in a worker of their own. */
export class EngineDriver implements LessonDriver {
  readonly run = new RunFacts();
  private readonly engine: EngineLike;

  constructor(engine: EngineLike) {
    this.engine = engine;
  }

  async load(scenario: Scenario): Promise<void> {
    this.run.reset();
    this.run.take(await this.engine.load(scenario, []));
    this.run.startHere();
  }

  nowUs(): number {
    return this.run.nowUs;
  }

  async apply(body: CommandBody): Promise<void> {
    this.run.take(await this.engine.apply(body));
  }

  async advanceUntil(goal: TraceGoal, limitUs: number): Promise<boolean> {
    const frame = await this.engine.advanceUntil(goal, limitUs);
    this.run.take(frame);
    return frame.reached;
  }

  /** Runs to an instant, however many slices it takes. */
  async advanceTo(untilUs: number): Promise<void> {
    while (this.run.nowUs < untilUs && this.run.violations.length === 0)
      this.run.take(await this.engine.advance({ untilUs, budgetMs: 250 }));
  }
}
