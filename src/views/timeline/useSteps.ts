import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';

/** On and back by what the reader steps by. */
export function useSteps(): { readonly on: () => void; readonly back: () => void } {
  const simulation = useSimulation();
  const view = useStageViewStore();
  return {
    on: () => {
      const { stepBy } = view.getState();
      if (stepBy === 'event') void simulation.stepEvent();
      else if (stepBy === 'rpc') void simulation.stepRpc();
      else void simulation.stepInteresting();
    },
    back: () => {
      const { stepBy } = view.getState();
      void (stepBy === 'notable' ? simulation.stepBack() : simulation.stepBack(stepBy));
    },
  };
}
