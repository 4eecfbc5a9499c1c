import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { MDXContent } from 'mdx/types';
import { useStore } from 'zustand';
import type { Scenario } from '../scenario/Scenario.ts';
import type { ClientCodeExporter } from './ClientCodeExporter.ts';
import type { EngineLike } from './EngineLike.ts';
import type { LessonRuntime, LessonRuntimeState } from './LessonRuntime.ts';
import type { Lesson } from './lessonSchema.ts';

/** An engine in a worker of its own, for trials: the run on the stage is not disturbed, and the page does not wait. */
export type StartTrialEngine = () => EngineLike & { dispose(): void };

export interface LessonContextValue {
  readonly slug: string;
  readonly lesson: Lesson;
  readonly scenario: Scenario;
  readonly Text: MDXContent;
  readonly runtime: LessonRuntime;
  readonly startTrialEngine: StartTrialEngine | null;
  readonly clientCode: ClientCodeExporter | null;
  /** How true to Kafka a config is, to stand beside its knob; the app knows. */
  readonly fidelityMark: ((control: string) => ReactNode) | null;
  readonly goToStep: (stepIndex: number) => void;
  readonly hrefOfStep: (stepIndex: number) => string;
  /** Ids of the steps that the reader has done. */
  readonly stepsDone: readonly string[];
  /** What the reader must know of the link that the open step came by; null without one. */
  readonly linkNotice: ReactNode;
  /** Sets the open step up as the lesson has it. */
  readonly restart: () => void;
  /** The open step is done. */
  readonly finishStep: () => void;
}

const LessonContext = createContext<LessonContextValue | null>(null);
export const LessonContextProvider = LessonContext;

export function useLesson(): LessonContextValue {
  const value = useContext(LessonContext);
  if (value === null) throw new Error('A part of a lesson stands outside of LessonView.');
  return value;
}

export function useLessonState<T>(selector: (state: LessonRuntimeState) => T): T {
  return useStore(useLesson().runtime.store, selector);
}
