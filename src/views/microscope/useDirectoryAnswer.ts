import { useEffect, useState } from 'react';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../../shared/LogDirectory.ts';
import { usePanelState, useSimulation } from '../SimulationContext.tsx';

/**
 * What a partition's directory answers, asked anew when the run has moved. undefined until the first answer to this question; null:
 * there is no such thing (any more).
 */
export function useDirectoryAnswer<Kind extends DirectoryQueryKind>(
  query: Extract<DirectoryQuery, { readonly kind: Kind }> | null,
): DirectoryAnswers[Kind] | null | undefined {
  const simulation = useSimulation();
  const now = usePanelState((state) => `${state.nowUs} ${state.after} ${state.eventCount}`);
  const text = query === null ? null : JSON.stringify(query);
  const isOfRun = query !== null && 'source' in query && query.source.kind === 'replica';
  const [answered, setAnswered] = useState<{
    readonly text: string;
    readonly answer: DirectoryAnswers[Kind] | null;
  } | null>(null);
  const moment = isOfRun ? now : '';
  useEffect(() => {
    if (text === null) return;
    let isWanted = true;
    const asked = JSON.parse(text) as Extract<DirectoryQuery, { readonly kind: Kind }>;
    simulation.inspectDirectory<Kind>(asked).then(
      (answer) => {
        if (isWanted) setAnswered({ text, answer });
      },
      // A worker that died is told of by the stage.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [simulation, text, moment]);
  return answered?.text === text ? answered.answer : undefined;
}
