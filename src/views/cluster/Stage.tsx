import { useRef, type ReactNode } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { stageSizeFor } from '../log/placeLogArea.ts';
import { Outline } from '../outline/Outline.tsx';
import { useSimulationState, useStageView, type CommandBody } from '../SimulationContext.tsx';
import '../views.css';
import { HeroPicture } from './HeroPicture.tsx';
import { Picture } from './Picture.tsx';
import { StageBar } from './StageBar.tsx';
import { StageSkeleton } from './StageSkeleton.tsx';
import { useElementSize } from './useElementSize.ts';

export interface StageProps {
  /** `lab` leaves the inspector to the page; `hero` is only looked at. */
  readonly variant?: 'lesson' | 'lab' | 'hero';
  /** After a command was taken by the run. */
  readonly onCommand?: (body: CommandBody) => void;
  /** Knobs, at the right end of the tool bar. */
  readonly children?: ReactNode;
}

/** The live picture of one partition and all that speak to it. One tab stop, roving inside. */
export function Stage({ variant = 'lesson', onCommand, children }: StageProps) {
  const status = useSimulationState((state) => state.status);
  const entities = useSimulationState((state) => state.entities);
  const cluster = selectCluster(entities);
  const partitionName = useStageView((view) => view.partition);
  const partition = selectPartition(cluster, partitionName);
  const outlineVisible = useStageView((view) => view.outlineVisible);
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const m = useMessages().stage;
  const hero = variant === 'hero';
  const small = size !== null && stageSizeFor(size.width) === 'phone';
  const showBar = !hero && !(small && (children === undefined || size.height < 330));

  return (
    <section
      ref={frame}
      className="flex h-full min-h-0 flex-col bg-bg"
      aria-label={m.label(partition?.name ?? '')}
    >
      {showBar && (
        <StageBar cluster={cluster} partition={partition} small={small}>
          {children}
        </StageBar>
      )}
      <div className="relative min-h-0 flex-1">
        {status === 'loading' && entities.size === 0 ? (
          <StageSkeleton />
        ) : hero ? (
          <HeroPicture cluster={cluster} partition={partition} />
        ) : (
          <Picture
            hasInspector={variant === 'lesson'}
            cluster={cluster}
            partition={partition}
            {...(onCommand === undefined ? {} : { onCommand })}
          />
        )}
      </div>
      {!hero && <Outline visible={outlineVisible} />}
    </section>
  );
}
