import { useEffect, useState } from 'react';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import { usePanelState, useSimulation } from './SimulationContext.tsx';

/**
 * What the run answers to a question. undefined until there is an answer. One that is about the run is asked anew when that has moved,
 * and the last answer stands until the next is there.
 */
export function useRunAnswer<Kind extends RunQueryKind>(
  query: Extract<RunQuery, { readonly kind: Kind }> | null,
  isOfRun = true,
): RunAnswers[Kind] | undefined {
  const simulation = useSimulation();
  const now = usePanelState((state) =>
    isOfRun ? `${state.status} ${state.nowUs} ${state.after} ${state.eventCount}` : '',
  );
  const text = query === null ? null : JSON.stringify(query);
  const [answered, setAnswered] = useState<{
    readonly text: string;
    readonly answer: RunAnswers[Kind];
  } | null>(null);
  useEffect(() => {
    if (text === null || now.startsWith('loading')) return;
    let isWanted = true;
    const asked = JSON.parse(text) as Extract<RunQuery, { readonly kind: Kind }>;
    simulation.inspectRun<Kind>(asked).then(
      (answer) => {
        if (isWanted) setAnswered({ text, answer });
      },
      // A worker that died is told of by the stage.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [simulation, text, now]);
  return answered?.text === text ? answered.answer : undefined;
}
