import { useStore } from 'zustand';
import { createProgressStore, type LessonProgress } from '../state/progressStore.ts';
import { isLessonSlug, type LessonSlug } from './courseIndex.ts';

/** Read and written by every page; kept by the browser. */
export const courseProgress = createProgressStore();

type Lessons = Readonly<Record<string, LessonProgress>>;

export function useCourseProgress(): Lessons {
  return useStore(courseProgress.store, (state) => state.lessons);
}

export function stepsDoneIn(lessons: Lessons, slug: LessonSlug): number {
  return lessons[slug]?.stepsDone.length ?? 0;
}

export interface NextStep {
  readonly slug: LessonSlug;
  readonly stepId: string;
  /** From 1. */
  readonly number: number;
}

/** Where the reader left off: a lesson that is begun and not done, and the step that is open there or the next undone one. */
export function nextStep(
  lessons: Lessons,
  stepIdsOf: (slug: LessonSlug) => readonly string[] | null,
): NextStep | null {
  for (const [slug, { stepId, stepsDone }] of Object.entries(lessons).reverse()) {
    if (!isLessonSlug(slug) || stepsDone.length === 0) continue;
    const ids = stepIdsOf(slug) ?? [];
    const isLeft = (id: string) => !stepsDone.includes(id);
    const open = Math.max(0, ids.indexOf(stepId ?? ''));
    const next = ids.slice(open).find(isLeft) ?? ids.find(isLeft);
    if (next !== undefined) return { slug, stepId: next, number: ids.indexOf(next) + 1 };
  }
  return null;
}
