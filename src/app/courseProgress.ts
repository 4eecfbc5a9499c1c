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

/** Where the reader left off: a lesson that is begun and not done, and its next step, counted from 1. */
export function nextStep(
  lessons: Lessons,
  stepCount: (slug: LessonSlug) => number | null,
): { readonly slug: LessonSlug; readonly step: number } | null {
  for (const [slug, { stepsDone }] of Object.entries(lessons).reverse()) {
    if (!isLessonSlug(slug) || stepsDone.length === 0) continue;
    const steps = stepCount(slug);
    if (steps !== null && stepsDone.length < steps) return { slug, step: stepsDone.length + 1 };
  }
  return null;
}
