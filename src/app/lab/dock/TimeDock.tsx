import { Suspense, useMemo } from 'react';
import { useStore } from 'zustand';
import { dashboard } from '../../../i18n/en/dashboard.ts';
import type { FutureKeeper } from '../../../state/futures/createFutures.ts';
import { latestOf, standsAt } from '../../../state/futures/futures.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { usePanelState, useStageView, useStageViewStore } from '../../../views/SimulationContext.tsx';
import { AXIS_MARGIN } from '../../../views/timeline/layoutTimeline.ts';
import { Scrubber } from '../../../views/timeline/Scrubber.tsx';
import { TimeAxisContext } from '../../../views/timeline/TimeAxis.ts';
import { MetricStrips } from '../../pieces.tsx';
import { StageTransport } from '../../StageTransport.tsx';
import { FoldButton, UnfoldButton } from '../FoldButton.tsx';
import { ForkAndCompare, FuturesStrip, type FuturesStripProps } from '../futures/FuturesStrip.tsx';
import './dock.css';

export interface TimeDockProps {
  readonly futures: FutureKeeper;
  readonly onFork: () => void;
  readonly onCompare: NonNullable<FuturesStripProps['onCompare']>;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** There is room for metrics under the timeline; else they are a panel. */
  readonly hasMetrics: boolean;
}

/** Under the stage: how time goes, and on one axis of it the futures with their deeds, and, where there is room, metrics. */
export function TimeDock({ futures: keeper, onFork, onCompare, onUndo, onRedo, hasMetrics }: TimeDockProps) {
  const kept = useStore(keeper.store);
  const timeUs = usePanelState((state) => state.nowUs);
  const after = usePanelState((state) => state.after);
  const futures = useMemo(() => standsAt(kept, { timeUs, after }), [kept, timeUs, after]);
  const view = useStageViewStore();
  const isDashboard = useStageView((state) => state.dashboard);
  const isFolded = useStageView(({ folded }) => folded.strips);
  const areMetricsShown = hasMetrics && !isFolded && !isDashboard;
  const atLeastUs = latestOf(futures);
  const axis = useMemo(() => ({ atLeastUs, margin: AXIS_MARGIN }), [atLeastUs]);
  return (
    <TimeAxisContext value={axis}>
      <StageTransport
        onUndo={onUndo}
        onRedo={onRedo}
        docked={
          <>
            <ForkAndCompare futures={futures} onFork={onFork} onCompare={onCompare} />
            {(hasMetrics || futures.list.length > 1) && (
              <>
                <FoldButton part="strips" />
                <UnfoldButton part="strips" />
              </>
            )}
          </>
        }
      />
      <div
        className="time-dock"
        data-size={hasMetrics ? 'wide' : 'narrow'}
        data-folded={!areMetricsShown || undefined}
      >
        <FuturesStrip
          futures={keeper}
          onFork={onFork}
          onCompare={onCompare}
          timeline={<Scrubber showsPlans />}
          hasOthers={hasMetrics || !isFolded}
        />
        {!areMetricsShown && !isDashboard && (
          // Where it stands beside the metrics.
          <span className="time-dock-dashboard">
            <IconButton
              icon="open"
              label={dashboard.open}
              onPress={() => view.setState({ dashboard: true })}
            />
          </span>
        )}
        {areMetricsShown && (
          <Suspense fallback={null}>
            <MetricStrips isDocked />
          </Suspense>
        )}
      </div>
    </TimeAxisContext>
  );
}
