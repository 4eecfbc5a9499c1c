import { useState } from 'react';
import { useReducedMotion } from '../ui/theme.ts';
import { useSimulationState } from './SimulationContext.tsx';

/**
 * Whether a value is another than where the run stood before. Where motion is not wanted nothing glides or fades, and what a step has
 * changed is marked instead, until the next one; else it is always false, and nothing is drawn again for it.
 */
export function useChangedInStep(value: string): boolean {
  const isStill = useReducedMotion();
  const stand = useSimulationState(({ nowUs, after }) => (isStill ? `${nowUs} ${after}` : ''));
  const [seen, setSeen] = useState({ stand, value, before: value });
  if (seen.stand !== stand) setSeen({ stand, value, before: seen.value });
  else if (seen.value !== value) setSeen({ ...seen, value });
  return stand !== '' && value !== seen.before;
}
