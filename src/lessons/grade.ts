import type { Question, Step } from './lessonSchema.ts';
import { evaluateMeasure, evaluatePredicate, type LessonFacts } from './predicates.ts';

/** What the run says to a question. */
export type Grade =
  | { readonly kind: 'choice'; readonly trueOptions: readonly string[] }
  | { readonly kind: 'number'; readonly value: number | null };

/** An option id, or a number. */
export type Answer = string | number;

export function gradeQuestion(question: Question, facts: LessonFacts): Grade {
  if (question.kind === 'number') return { kind: 'number', value: evaluateMeasure(question.answer, facts) };
  return {
    kind: 'choice',
    trueOptions: question.options
      .filter((option) => evaluatePredicate(option.when, facts))
      .map((option) => option.id),
  };
}

/** Whether the run agrees with an answer. */
export function agrees(question: Question, grade: Grade, answer: Answer): boolean {
  if (grade.kind === 'choice') return grade.trueOptions.includes(String(answer));
  if (grade.value === null || question.kind !== 'number') return false;
  return Math.abs(Number(answer) - grade.value) <= question.tolerance;
}

/** The numbers that the text of a step shows; null where the run does not have one. */
export function factsOf(step: Step, facts: LessonFacts): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    Object.entries(step.facts ?? {}).map(([name, measure]) => [name, evaluateMeasure(measure, facts)]),
  );
}
