import { Suspense, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FutureKeeper } from '../../../state/futures/createFutures.ts';
import { latestOf, standsAt } from '../../../state/futures/futures.ts';
import { usePanelState, useStageView } from '../../../views/SimulationContext.tsx';
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
}

/** Under the stage, as wide as the page: how time goes, and on one axis of it the futures with their deeds, and metrics. */
export function TimeDock({ futures: keeper, onFork, onCompare, onUndo, onRedo }: TimeDockProps) {
  const kept = useStore(keeper.store);
  const timeUs = usePanelState((state) => state.nowUs);
  const after = usePanelState((state) => state.after);
  const futures = useMemo(() => standsAt(kept, { timeUs, after }), [kept, timeUs, after]);
  const areStripsFolded = useStageView(({ folded, dashboard }) => folded.strips || dashboard);
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
            <FoldButton part="strips" />
            <UnfoldButton part="strips" />
          </>
        }
      />
      <div className="time-dock" data-folded={areStripsFolded || undefined}>
        <FuturesStrip
          futures={keeper}
          onFork={onFork}
          onCompare={onCompare}
          timeline={<Scrubber showsPlans />}
        />
        {!areStripsFolded && (
          <Suspense fallback={null}>
            <MetricStrips isDocked />
          </Suspense>
        )}
      </div>
    </TimeAxisContext>
  );
}
