import { useEffect, useState } from 'react';
import { createSimulation, type SimulationOptions } from '../state/createSimulation.ts';
import type { Simulation } from '../state/Simulation.ts';
import { prefersReducedMotion } from '../ui/theme.ts';

/** A simulation that lives as long as the component; null until its worker was asked for. */
export function useOwnSimulation(
  options: Pick<SimulationOptions, 'pacing' | 'speed'> = {},
): Simulation | null {
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const { pacing, speed } = options;
  useEffect(() => {
    const created = createSimulation({
      isMotionReduced: prefersReducedMotion,
      ...(pacing === undefined ? {} : { pacing }),
      ...(speed === undefined ? {} : { speed }),
    });
    setSimulation(created);
    return () => created.dispose();
  }, [pacing, speed]);
  return simulation;
}
