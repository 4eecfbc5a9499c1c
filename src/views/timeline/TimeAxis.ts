import { createContext, use } from 'react';
import type { Micros } from '../../shared/units.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { timelineEnd } from './layoutTimeline.ts';

/** One axis of time for all that stands above each other. */
export interface TimeAxis {
  /** It reaches at least so far, for what else stands on it. */
  readonly atLeastUs: Micros;
  /** Left free at either end, in CSS pixels. */
  readonly margin: number;
}

/** null: each picture has an axis of its own. */
export const TimeAxisContext = createContext<TimeAxis | null>(null);

/** Where the axis ends that everything here stands on. */
export function useAxisEnd(): Micros {
  const exploredUs = usePanelState((state) => state.exploredUs);
  const untilUs = usePanelState((state) => state.scenario.untilUs);
  const axis = use(TimeAxisContext);
  return timelineEnd(Math.max(exploredUs, axis?.atLeastUs ?? 0), untilUs);
}
