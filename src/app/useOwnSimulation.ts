import { useEffect, useState } from 'react';
import { createSimulation } from '../state/createSimulation.ts';
import { createPreferencesStore, type PlayPreferences } from '../state/preferencesStore.ts';
import type { Simulation } from '../state/Simulation.ts';
import { prefersReducedMotion } from '../ui/theme.ts';
import type { StageViewState, Verbosity } from '../views/SimulationContext.tsx';

const playPreferences = createPreferencesStore();

const VERBOSITY: Readonly<Record<PlayPreferences['verbosity'], Verbosity>> = {
  error: 'errors',
  change: 'changes',
  rpc: 'everything',
};

/**
 * A simulation that lives as long as the component; null until its worker was asked for. It begins with the pacing and the speed
 * that the reader chose last.
 */
export function useOwnSimulation(): Simulation | null {
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  useEffect(() => {
    const { pacing, speed } = playPreferences.getState();
    const created = createSimulation({ isMotionReduced: prefersReducedMotion, pacing, speed });
    const unsubscribe = created.playback.subscribe((now, before) => {
      if (now.pacing !== before.pacing || now.speed !== before.speed) {
        playPreferences.setState({ pacing: now.pacing, speed: now.speed });
      }
    });
    setSimulation(created);
    return () => {
      unsubscribe();
      created.dispose();
    };
  }, []);
  return simulation;
}

/** What a stage shows at first. */
export function useStartView(): Partial<StageViewState> {
  const [view] = useState(() => ({ verbosity: VERBOSITY[playPreferences.getState().verbosity] }));
  return view;
}
