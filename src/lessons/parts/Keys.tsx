import { lazy, Suspense } from 'react';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { useLesson } from '../LessonContext.tsx';

// What is drawn of keys comes with the first lesson that speaks of them.
const KeyPathView = lazy(async () => ({
  default: (await import('../../views/keys/KeyPathView.tsx')).KeyPathView,
}));
const KeySkewView = lazy(async () => ({
  default: (await import('../../views/keys/KeySkewView.tsx')).KeySkewView,
}));

/** A key of the reader's, step by step to its partition of the lesson's topic. */
export function KeySteps({ of }: { readonly of: string }) {
  const partitions = usePartitionCount();
  return (
    <Suspense fallback={null}>
      <KeyPathView initialKey={of} partitions={partitions} level={2} />
    </Suspense>
  );
}

export interface KeySpreadProps {
  /** With `{n}` for 0, 1, 2 … */
  readonly pattern: string;
  readonly count: number;
  /** Lines of the first key: more than one makes it a hot one. */
  readonly first?: number;
}

/** Keys of the reader's, spread over the partitions of the lesson's topic as five clients do it. */
export function KeySpread({ pattern, count, first = 1 }: KeySpreadProps) {
  const partitions = usePartitionCount();
  const keys = Array.from({ length: count }, (_, n) => pattern.replaceAll('{n}', String(n)));
  return (
    <Suspense fallback={null}>
      <KeySkewView
        initialKeys={[...Array.from({ length: first - 1 }, () => keys[0]!), ...keys]}
        partitions={partitions}
        level={2}
      />
    </Suspense>
  );
}

/** Of the lesson's first topic, as it stands in the run; before there is one, as the scenario has it. */
function usePartitionCount(): number {
  const { scenario } = useLesson();
  const topic = scenario.topics[0];
  const found = usePanelState((state) => {
    let count = 0;
    for (const entity of state.entities.values())
      if (entity.kind === 'partition' && entity.topic === topic?.name) count++;
    return count;
  });
  return found === 0 ? (topic?.partitions.length ?? 1) : found;
}
