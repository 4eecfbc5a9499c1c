import { useMemo } from 'react';
import { useAlerts } from '../metrics/useAlerts.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { axisMarks, type AxisMark } from './axisMarks.ts';

const NOTHING_PLANNED = [] as const;

/** All that stands on the axis of time. `showsPlans`: with what the scenario will do, which a lesson keeps for itself. */
export function useAxisMarks(showsPlans: boolean): readonly AxisMark[] {
  const marks = usePanelState((state) => state.marks);
  const exploredUs = usePanelState((state) => state.exploredUs);
  const commands = usePanelState((state) => state.scenario.commands);
  const alerts = useAlerts();
  return useMemo(
    () => axisMarks(marks, alerts, { commands: showsPlans ? commands : NOTHING_PLANNED, exploredUs }),
    [marks, alerts, commands, exploredUs, showsPlans],
  );
}
