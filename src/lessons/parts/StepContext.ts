import { createContext, useContext } from 'react';
import type { Step } from '../lessonSchema.ts';

export const StepContext = createContext<Step | null>(null);

/** The step that the surrounding text belongs to. */
export function useStep(): Step {
  const step = useContext(StepContext);
  if (step === null) throw new Error('This part of a lesson stands outside of <Step>.');
  return step;
}
