import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { CommandBody, Scenario } from '../scenario/Scenario.ts';
import { matchesGoal, type TraceGoal } from '../scenario/TraceGoal.ts';
import type { EngineLike, LookUpFigures, LookUpOf } from './EngineLike.ts';
import type { LessonDriver } from './playActs.ts';
import { RunFacts } from './RunFacts.ts';
import { SliceLength } from './SliceLength.ts';

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
    let missing = goal.times ?? 1;
    const slice = new SliceLength();
    for (;;) {
      const startUs = this.run.nowUs;
      const sliceEnd = Math.min(limitUs, startUs + slice.us);
      const frame = await this.engine.advanceUntil({ ...goal, times: missing }, sliceEnd);
      const news = this.run.take(frame);
      if (frame.reached) return true;
      if (frame.nowUs >= limitUs || frame.nowUs <= startUs) return false;
      slice.brought(news.length);
      missing -= news.filter((row) => matchesGoal(goal, row.event)).length;
    }
  }

  async lookUpFigures(of: LookUpOf): Promise<LookUpFigures | null> {
    return this.engine.lookUpFigures(of);
  }

  async inspectRun<Kind extends RunQueryKind>(
    query: Extract<RunQuery, { readonly kind: Kind }>,
  ): Promise<RunAnswers[Kind]> {
    // The answer to a question is of its kind.
    return (await this.engine.inspectRun(query)) as RunAnswers[Kind];
  }

  /** Runs to an instant, however many slices it takes. */
  async advanceTo(untilUs: number): Promise<void> {
    while (this.run.nowUs < untilUs && this.run.violations.length === 0)
      this.run.take(await this.engine.advance({ untilUs, budgetMs: 250 }));
  }
}
