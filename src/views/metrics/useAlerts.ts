import { useMemo } from 'react';
import { useStore } from 'zustand';
import { alertsOf, type Alert } from '../../shared/alerts.ts';
import { usePanelMetrics, useSimulation } from '../SimulationContext.tsx';

const NONE: readonly Alert[] = [];

/** Every time that one of the reader's rules fired, up to where the run stands. */
export function useAlerts(): readonly Alert[] {
  const rules = useStore(useSimulation().alertRules);
  const metrics = usePanelMetrics();
  return useMemo(() => (rules.length === 0 ? NONE : alertsOf(rules, metrics)), [rules, metrics]);
}
