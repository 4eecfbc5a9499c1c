import { lazy, Suspense, useCallback, useRef, type ReactNode } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { isSideLevel, isTooLargeToDraw, shownLevel } from '../levels/stageLevels.ts';
import { stageSizeFor } from '../log/placeLogArea.ts';
import {
  useSimulationState,
  useStageView,
  useStageViewStore,
  type CommandBody,
} from '../SimulationContext.tsx';
import '../views.css';
import { HeroPicture } from './HeroPicture.tsx';
import { Picture } from './Picture.tsx';
import { RunKeys } from './RunKeys.tsx';
import { StageBar } from './StageBar.tsx';
import { StageSkeleton } from './StageSkeleton.tsx';
import { useElementSize } from './useElementSize.ts';

const LevelSwitch = lazy(async () => ({ default: (await import('../levels/LevelSwitch.tsx')).LevelSwitch }));
const LevelView = lazy(async () => ({ default: (await import('../levels/LevelView.tsx')).LevelView }));
const TopicLevel = lazy(async () => ({ default: (await import('../topic/TopicLevel.tsx')).TopicLevel }));
const Outline = lazy(async () => ({ default: (await import('../outline/Outline.tsx')).Outline }));
const HeatMap = lazy(async () => ({ default: (await import('../heat/HeatMap.tsx')).HeatMap }));

/** Below it the levels have no room beside each other. */
const NARROW_SWITCH = 760;

export interface StageProps {
  /** `lab` leaves the inspector to the page; `hero` is only looked at. */
  readonly variant?: 'lesson' | 'lab' | 'hero';
  /** Whether a reader may look from other levels than that of a partition. */
  readonly hasLevels?: boolean;
  /** After a command was taken by the run. */
  readonly onCommand?: (body: CommandBody) => void;
  /** Knobs, at the right end of the tool bar. */
  readonly children?: ReactNode;
}

/** The live picture of one partition and all that speak to it. One tab stop, roving inside. */
export function Stage({ variant = 'lesson', hasLevels = false, onCommand, children }: StageProps) {
  const status = useSimulationState((state) => state.status);
  const entities = useSimulationState((state) => state.entities);
  const cluster = selectCluster(entities);
  const partitionName = useStageView((view) => view.partition);
  const partition = selectPartition(cluster, partitionName);
  const outlineVisible = useStageView((view) => view.outlineVisible);
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const chosen = useStageView((view) => view.level);
  const clusterSize = {
    brokers: cluster.brokers.length,
    partitions: cluster.partitions.filter(({ topic }) => !topic.startsWith('__')).length,
  };
  const small = size !== null && stageSizeFor(size.width) === 'phone';
  const level = hasLevels ? shownLevel(chosen, clusterSize, small) : 'partition';
  const view = useStageViewStore();
  const isMap = level === 'cluster';
  const isMany =
    partition !== null && cluster.partitions.filter(({ topic }) => topic === partition.topic).length > 1;
  const whole = isTooLargeToDraw(clusterSize) ? 'heat' : 'cluster';
  const farther = isMany && level === 'partition' ? 'topic' : whole;
  // Back to where the reader came from, else to the next picture of more.
  const showFarther = useCallback(
    () => view.setState(({ backTo }) => ({ level: backTo ?? farther, backTo: null, takesFocus: true })),
    [view, farther],
  );
  const m = useMessages().stage;
  const hero = variant === 'hero';
  const showBar = !hero && level === 'partition' && !(small && (children === undefined || size.height < 330));

  return (
    <section
      ref={frame}
      className="flex h-full min-h-0 flex-col bg-bg"
      aria-label={m.label(partition?.name ?? '')}
    >
      {!hero && <RunKeys target={frame} />}
      {hasLevels && size !== null && (
        <Suspense fallback={<div className="h-[38px] shrink-0" />}>
          <LevelSwitch level={level} isNarrow={size.width < NARROW_SWITCH} />
        </Suspense>
      )}
      {showBar && (
        <StageBar cluster={cluster} partition={partition} small={small}>
          {children}
        </StageBar>
      )}
      <div className="relative min-h-0 flex-1">
        {status === 'loading' && entities.size === 0 ? (
          <StageSkeleton />
        ) : level === 'heat' ? (
          <Suspense fallback={null}>
            <HeatMap partition={partition?.name ?? null} />
          </Suspense>
        ) : level === 'topic' ? (
          <Suspense fallback={null}>
            <TopicLevel
              partition={partition}
              isLarge={isTooLargeToDraw(clusterSize)}
              onFarther={showFarther}
            />
          </Suspense>
        ) : isSideLevel(level) ? (
          <Suspense fallback={null}>
            <LevelView level={level} />
          </Suspense>
        ) : hero ? (
          <HeroPicture cluster={cluster} partition={partition} />
        ) : (
          <Picture
            hasInspector={variant === 'lesson'}
            cluster={cluster}
            partition={partition}
            isMap={isMap}
            {...(hasLevels && !isMap ? { onFarther: showFarther } : {})}
            {...(onCommand === undefined ? {} : { onCommand })}
          />
        )}
      </div>
      {!hero && level !== 'heat' && (outlineVisible || level === 'cluster' || level === 'partition') && (
        <Suspense fallback={null}>
          <Outline visible={outlineVisible} />
        </Suspense>
      )}
    </section>
  );
}
