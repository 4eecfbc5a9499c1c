import { lazy, Suspense } from 'react';
import { useLessonState } from '../LessonContext.tsx';
import { useStep } from './StepContext.ts';

// Index, batches and bytes are drawn by the microscope, which a lesson without a look-up does not need.
const LookUpPicture = lazy(async () => ({ default: (await import('./LookUpPicture.tsx')).LookUpPicture }));

export interface LookUpProps {
  readonly id: string;
  /** `search`: how the index is halved and the batches scanned. `batch`: the bytes of the batch that was found. */
  readonly show?: 'search' | 'batch';
}

/** A look-up of the step, drawn when its deed is done. */
export function LookUp({ id, show = 'search' }: LookUpProps) {
  const step = useStep();
  const of = step.lookUps?.[id];
  if (of === undefined) throw new Error(`step ${step.id} has no look-up ${id}`);
  const isDone = useLessonState((state) => state.phase === 'done');
  if (!isDone) return null;
  return (
    <Suspense fallback={null}>
      <LookUpPicture of={of} show={show} />
    </Suspense>
  );
}
