import { useState } from 'react';
import type { QueueFigures } from '../../shared/RunQuestions.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import { usePanelState, useSimulation } from '../../views/SimulationContext.tsx';

const SPAN_US = 10 * MICROS_PER_SECOND;

/** What the queues of the run on the stage come to in the ten seconds after this instant; asked for by hand, as it takes a moment. */
export function useQueueFigures() {
  const simulation = useSimulation();
  const isLoading = usePanelState((state) => state.status === 'loading');
  const [figures, setFigures] = useState<QueueFigures | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const ask = () => {
    setState('asking');
    simulation.inspectRun<'queues'>({ kind: 'queues', spanUs: SPAN_US }).then(
      (answer) => {
        setFigures(answer);
        setState('idle');
      },
      () => setState('failed'),
    );
  };
  return {
    figures,
    isAsking: state === 'asking',
    hasFailed: state === 'failed',
    ask: isLoading ? null : ask,
  };
}
