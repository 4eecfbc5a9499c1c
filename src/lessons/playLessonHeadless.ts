import type { Scenario } from '../scenario/Scenario.ts';
import { EngineDriver } from './EngineDriver.ts';
import type { EngineLike } from './EngineLike.ts';
import { factsOf, gradeQuestion } from './grade.ts';
import type { Goal, Lesson, Step } from './lessonSchema.ts';
import { lookUpsOf, playActs, scenarioForStep } from './playActs.ts';
import { evaluateMeasure, evaluatePredicate, rowsLike, type LessonFacts } from './predicates.ts';

export interface StepReport {
  readonly step: string;
  /** What does not hold, in words for whoever wrote the lesson. Empty: all does. */
  readonly problems: readonly string[];
  readonly facts: Readonly<Record<string, number | null>>;
  readonly nowUs: number;
}

/** Plays every step of a lesson and says what of it does not hold. */
export async function playLessonHeadless(
  engine: EngineLike,
  scenario: Scenario,
  lesson: Lesson,
): Promise<readonly StepReport[]> {
  const driver = new EngineDriver(engine);
  const reports: StepReport[] = [];
  for (const step of lesson.steps) {
    const problems: string[] = [];
    if (step.from === 'scenario') await driver.load(scenarioForStep(scenario, step));
    if (!(await playActs(driver, step.before ?? []))) problems.push('an `until` of `before` was not reached');
    driver.run.startHere();
    if (!(await playActs(driver, step.acts ?? []))) problems.push('an `until` of `acts` was not reached');
    const facts = { ...driver.run.facts(), lookUps: await lookUpsOf(driver, step) };
    problems.push(...problemsOf(step, facts));
    for (const violation of driver.run.violations)
      problems.push(`invariant ${violation.invariant} broke: ${violation.detail}`);
    reports.push({ step: step.id, problems, facts: factsOf(step, facts), nowUs: driver.nowUs() });
    for (const goal of step.goals ?? []) reports.push(await playGoal(driver, scenario, step, goal));
  }
  return reports;
}

function problemsOf(step: Step, facts: LessonFacts): string[] {
  const problems: string[] = [];
  (step.check ?? []).forEach((predicate, i) => {
    if (!evaluatePredicate(predicate, facts))
      problems.push(`check ${i} does not hold: ${JSON.stringify(predicate)}`);
  });
  if (step.predict !== undefined) {
    const grade = gradeQuestion(step.predict, facts);
    if (grade.kind === 'choice' && grade.trueOptions.length !== 1)
      problems.push(
        `${step.predict.id}: the run makes [${grade.trueOptions.join(', ')}] true, not exactly one`,
      );
    if (grade.kind === 'number' && grade.value === null)
      problems.push(`${step.predict.id}: the run has no number`);
  }
  for (const [name, measure] of Object.entries(step.facts ?? {}))
    if (evaluateMeasure(measure, facts) === null) problems.push(`fact ${name}: the run does not have it`);
  if (step.explain !== undefined && rowsLike(step.explain, facts.rows).length === 0)
    problems.push('nothing fits `explain`');
  return problems;
}

/** A goal is not met at once, and is met by the way that the lesson itself knows. */
async function playGoal(
  driver: EngineDriver,
  scenario: Scenario,
  step: Step,
  goal: Goal,
): Promise<StepReport> {
  const problems: string[] = [];
  await driver.load(scenarioForStep(scenario, step));
  await playActs(driver, step.before ?? []);
  driver.run.startHere();
  if (evaluatePredicate(goal.when, driver.run.facts()))
    problems.push('the goal is met before anything is done');
  if (!(await playActs(driver, goal.solution))) problems.push('an `until` of the solution was not reached');
  if (!evaluatePredicate(goal.when, driver.run.facts())) problems.push('the solution does not meet the goal');
  return { step: `${step.id}/${goal.id}`, problems, facts: {}, nowUs: driver.nowUs() };
}
