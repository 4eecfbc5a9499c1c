import type { LessonSlug } from './courseIndex.ts';
import { isLessonSlug } from './courseIndex.ts';

export interface LessonProgress {
  readonly stepsDone: number;
}

export type CourseProgress = Readonly<Partial<Record<LessonSlug, LessonProgress>>>;

export function useCourseProgress(): CourseProgress {
  return {};
}

/** Where the reader left off: the last lesson that is begun and not done, and its next step, counted from 1. */
export function nextStep(
  progress: CourseProgress,
  stepCount: (slug: LessonSlug) => number | null,
): { readonly slug: LessonSlug; readonly step: number } | null {
  for (const [slug, { stepsDone }] of Object.entries(progress)) {
    if (!isLessonSlug(slug)) continue;
    const steps = stepCount(slug);
    if (steps !== null && stepsDone > 0 && stepsDone < steps) return { slug, step: stepsDone + 1 };
  }
  return null;
}
