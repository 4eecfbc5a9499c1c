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
const INTEREST: Readonly<Record<Verbosity, PlayPreferences['verbosity']>> = {
  errors: 'error',
  changes: 'change',
  everything: 'rpc',
};

/** A simulation that lives as long as the component; null until it was asked for. `create` is a function of a module. */
export function useSimulationOf(create: () => Simulation): Simulation | null {
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  useEffect(() => {
    const created = create();
    setSimulation(created);
    return () => created.dispose();
  }, [create]);
  return simulation;
}

/** Begins with the pacing, the speed and the metrics that the reader chose last, and remembers what is chosen next. */
function createOwn(): Simulation {
  const { pacing, speed, metrics, alertRules } = playPreferences.getState();
  const simulation = createSimulation({
    isMotionReduced: prefersReducedMotion,
    pacing,
    speed,
    metrics,
    alertRules,
  });
  simulation.alertRules.subscribe((rules) => playPreferences.setState({ alertRules: rules }));
  simulation.playback.subscribe((now, before) => {
    if (now.pacing !== before.pacing || now.speed !== before.speed) {
      playPreferences.setState({ pacing: now.pacing, speed: now.speed });
    }
  });
  return {
    ...simulation,
    watchMetrics: (names) => {
      playPreferences.setState({ metrics: names });
      return simulation.watchMetrics(names);
    },
  };
}

export function useOwnSimulation(): Simulation | null {
  return useSimulationOf(createOwn);
}

export interface KeptView {
  readonly initialView: Partial<StageViewState>;
  readonly onVerbosity: (verbosity: Verbosity) => void;
}

/** What a stage shows at first, and what of it is remembered. */
export function useKeptView(): KeptView {
  const [initialView] = useState(() => ({ verbosity: VERBOSITY[playPreferences.getState().verbosity] }));
  return { initialView, onVerbosity: keepVerbosity };
}

function keepVerbosity(verbosity: Verbosity): void {
  playPreferences.setState({ verbosity: INTEREST[verbosity] });
}
