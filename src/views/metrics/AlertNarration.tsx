import { useEffect, useRef } from 'react';
import { dashboard } from '../../i18n/en/dashboard.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { usePanelState, useStageView } from '../SimulationContext.tsx';
import { conditionOf, metricOf } from './alertWords.ts';
import { useAlerts } from './useAlerts.ts';

/** Speaks each alert as it fires; a jump in time tells nothing, as with other facts. Draws nothing. */
export function AlertNarration() {
  const alerts = useAlerts();
  const nowUs = usePanelState((state) => state.nowUs);
  const muted = useStageView((state) => state.muted);
  /** Up to where alerts were told; null: nothing was seen yet. */
  const toldUs = useRef<number | null>(null);
  useEffect(() => {
    const fromUs = toldUs.current;
    toldUs.current = nowUs;
    if (fromUs === null || nowUs <= fromUs || nowUs - fromUs > LONGEST_STEP_US || muted) return;
    for (const { rule, firedUs } of alerts) {
      if (firedUs <= fromUs || firedUs > nowUs) continue;
      const words = dashboard.alerts.ruleFor(metricOf(rule), conditionOf(rule), rule.forUs);
      announce(dashboard.alerts.spoken(firedUs, words), 'assertive');
    }
  }, [alerts, nowUs, muted]);
  return null;
}

/** More than this between two looks is a jump. */
const LONGEST_STEP_US = 60_000_000;
