import { useEffect, useId, useMemo } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { useReducedMotion } from '../../ui/theme.ts';
import { isOnline, type ClusterModel } from '../clusterModel.ts';
import { stageSizeFor, type StageSize } from '../log/placeLogArea.ts';
import type { LogFrame } from '../log/moveWindow.ts';
import { ReplicaLogs } from '../log/ReplicaLogs.tsx';
import { usePlayback, useSimulationState } from '../SimulationContext.tsx';
import { DrawnCards } from './DrawnCards.tsx';
import { ErrorMarks, lastRefusal } from './ErrorMarks.tsx';
import type { StageLayout } from './layoutStage.ts';
import { RpcLayer } from './RpcLayer.tsx';
import { SkippedTime } from './SkippedTime.tsx';
import type { StageCards } from './StageCards.ts';
import { useStageDrawing } from './useStageDrawing.ts';
import { ToTheEnd } from './ToTheEnd.tsx';
import { WaitThread } from './WaitThread.tsx';
import { Wires } from './Wires.tsx';

export interface DrawingProps {
  readonly size: { readonly width: number; readonly height: number };
  readonly isHero: boolean;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  readonly brokers: ClusterModel['brokers'];
  /** Those without a replica of the partition. */
  readonly others: ClusterModel['brokers'];
  /** null: it is only looked at. */
  readonly card: StageCards | null;
  /** Told what is drawn of the logs, for who moves them. */
  readonly onFrame?: (frame: LogFrame) => void;
}

/** Up to here a moved edge has time to glide: 0.1 s of the run a second. */
const SLOW_MOTION = 100_000;

/** From the back: sea, axis, logs, lines, pins, wires, RPCs, errors, cards with their focus ring. */
export function Drawing({ size, isHero, cluster, partition, brokers, others, card, onFrame }: DrawingProps) {
  const idPrefix = `hw${useId().replace(/\W/g, '')}`;
  const waits = useSimulationState((state) => state.waits);
  const slow = usePlayback((state) => state.speed <= SLOW_MOTION);
  const reduced = useReducedMotion();
  const stageSize: StageSize = isHero ? 'hero' : stageSizeFor(size.width);
  const drawing = useStageDrawing({ stageSize, size, cluster, partition, brokers, others });
  const { layout, routes, logs, titles, trace } = drawing;
  useEffect(() => {
    onFrame?.(drawing.frame);
  }, [onFrame, drawing.frame]);
  const refusal = useMemo(() => lastRefusal(trace, partition), [trace, partition]);
  const leaderIndex = brokers.findIndex(({ nodeId }) => nodeId === partition.leader);
  const leader = brokers[leaderIndex];
  const reason = logs.highWatermark.reason;
  return (
    <>
      <ReplicaLogs layout={logs} idPrefix={idPrefix} slow={slow && !reduced} laneTitles={titles} />
      <Wires
        layout={layout}
        routes={routes}
        cluster={cluster}
        partition={partition}
        stuck={reason?.kind === 'frozen' || reason?.kind === 'heldBy'}
      />
      <RpcLayer
        width={size.width}
        height={size.height}
        routes={routes}
        labelStart={layout.area.x1 + LOG_END_LABEL_WIDTH}
        labelEnd={columnStart(layout) ?? size.width}
      />
      {card !== null && (
        <WaitThread
          layout={layout}
          routes={routes}
          cluster={cluster}
          partition={partition}
          waits={waits}
          xOf={(offset) =>
            layout.area.x0 +
            ((Math.min(logs.window.to, Math.max(logs.window.from, offset)) - logs.window.from) /
              (logs.window.to - logs.window.from)) *
              (layout.area.x1 - layout.area.x0)
          }
        />
      )}
      {refusal !== null && leader !== undefined && isOnline(leader) && (
        <ErrorMarks area={layout.area} laneIndex={leaderIndex} refusal={refusal} />
      )}
      {card !== null && logs.window.to < drawing.frame.followedEnd && <ToTheEnd area={layout.area} />}
      {card !== null && (
        <DrawnCards
          drawing={drawing}
          stageSize={stageSize}
          cluster={cluster}
          partition={partition}
          brokers={brokers}
          others={others}
          waits={waits}
          card={card}
        />
      )}
      <SkippedTime
        {...(stageSize === 'phone' ? { bottom: size.height - layout.area.seaBottom + NOTE_GAP } : {})}
      />
    </>
  );
}

const NOTE_GAP = 4;

/** `LEO 4 486` stands right of the logs. */
const LOG_END_LABEL_WIDTH = 62;

/** Where the column of clients and controllers begins; null where there is none. */
function columnStart({ area, producers, consumers, controllers }: StageLayout): number | null {
  if (area.size === 'phone' || area.size === 'hero') return null;
  const boxes = [...producers.values(), ...consumers.values(), ...controllers.values()];
  return boxes.length === 0 ? null : Math.min(...boxes.map(({ x }) => x));
}
