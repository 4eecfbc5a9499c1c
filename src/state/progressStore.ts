import { createStore, type StoreApi } from 'zustand/vanilla';
import { fieldsOf, KeptText } from './keptText.ts';

/** How far a reader came in one lesson. Names of steps and questions are the lesson's own. */
export interface LessonProgress {
  /** The step that is open. */
  readonly stepId: string | null;
  /** In the order in which they were done first. */
  readonly stepsDone: readonly string[];
  /** By question id, as the lesson keeps them: plain JSON. */
  readonly answers: Readonly<Record<string, unknown>>;
}

export interface CourseProgress {
  readonly lessons: Readonly<Record<string, LessonProgress>>;
}

export interface ProgressStore {
  readonly store: StoreApi<CourseProgress>;
  openStep(lesson: string, stepId: string): void;
  finishStep(lesson: string, stepId: string): void;
  answer(lesson: string, questionId: string, answer: unknown): void;
  /** Forgets one lesson. */
  restart(lesson: string): void;
}

export const NOT_BEGUN: LessonProgress = { stepId: null, stepsDone: [], answers: {} };

const KEY = 'highwater.progress';

/** Kept over a reload where the browser allows it. */
export function createProgressStore(kept = new KeptText()): ProgressStore {
  const store = createStore<CourseProgress>(() => ({ lessons: readLessons(kept.readJson(KEY)) }));
  store.subscribe((progress) => kept.write(KEY, JSON.stringify(progress)));
  const change = (lesson: string, with_: (progress: LessonProgress) => LessonProgress): void => {
    const { lessons } = store.getState();
    store.setState({ lessons: { ...lessons, [lesson]: with_(selectLesson(lesson)(store.getState())) } });
  };
  return {
    store,
    openStep: (lesson, stepId) => change(lesson, (progress) => ({ ...progress, stepId })),
    finishStep: (lesson, stepId) =>
      change(lesson, (progress) =>
        progress.stepsDone.includes(stepId)
          ? progress
          : { ...progress, stepsDone: [...progress.stepsDone, stepId] },
      ),
    answer: (lesson, questionId, answer) =>
      change(lesson, (progress) => ({ ...progress, answers: { ...progress.answers, [questionId]: answer } })),
    restart: (lesson) => change(lesson, () => NOT_BEGUN),
  };
}

export function selectLesson(lesson: string): (state: CourseProgress) => LessonProgress {
  return ({ lessons }) => (Object.hasOwn(lessons, lesson) ? lessons[lesson]! : NOT_BEGUN);
}

function readLessons(json: unknown): Readonly<Record<string, LessonProgress>> {
  const lessons = Object.entries(fieldsOf(fieldsOf(json).lessons));
  return Object.fromEntries(lessons.map(([lesson, progress]) => [lesson, readLesson(fieldsOf(progress))]));
}

function readLesson({ stepId, stepsDone, answers }: Readonly<Record<string, unknown>>): LessonProgress {
  return {
    stepId: typeof stepId === 'string' ? stepId : null,
    stepsDone: Array.isArray(stepsDone)
      ? stepsDone.filter((step): step is string => typeof step === 'string')
      : [],
    answers: fieldsOf(answers),
  };
}
