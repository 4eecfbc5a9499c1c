import { useId, useMemo, useRef } from 'react';
import type { ReplicaView } from '../../../bridge/frame.ts';
import { compare as m } from '../../../i18n/en/compare.ts';
import type { SimulationState } from '../../../state/Simulation.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { brokerFacts, laneTitle } from '../../../views/cluster/brokerFacts.ts';
import { brokersOf } from '../../../views/cluster/brokersOf.ts';
import { useElementSize } from '../../../views/cluster/useElementSize.ts';
import { selectCluster, selectPartition } from '../../../views/clusterModel.ts';
import { layoutReplicaLogs, type ReplicaLogsLayout } from '../../../views/log/layoutReplicaLogs.ts';
import { placeLogArea } from '../../../views/log/placeLogArea.ts';
import { ReplicaLogs } from '../../../views/log/ReplicaLogs.tsx';
import { withOlderFacts } from '../../../views/olderFacts.ts';
import { equalUpTo } from './equalParts.ts';
import { sharedWindow } from './sharedWindow.ts';

export interface ComparedLogsProps {
  readonly label: string;
  readonly state: SimulationState;
  /** The other one: both are drawn on the same axis, and what is the same in both is drawn lighter. */
  readonly other: SimulationState;
  readonly partition: string;
}

/** The replica logs of one side. */
export function ComparedLogs({ label, state, other, partition: name }: ComparedLogsProps) {
  const t = useMessages().stage;
  const idPrefix = `cmp${useId().replace(/\W/g, '')}`;
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const cluster = selectCluster(state.entities);
  const otherCluster = selectCluster(other.entities);
  const partition = selectPartition(cluster, name);
  const isThere = partition?.name === name;
  const replicasIn = (of: typeof cluster): readonly ReplicaView[] =>
    of.replicas.filter((replica) => replica.partition === name);
  const drawing = useMemo(() => {
    if (size === null || partition === null || !isThere) return null;
    const { withReplica } = brokersOf(cluster, partition);
    const lanes = withReplica.flatMap(
      ({ nodeId }) => replicasIn(cluster).find(({ broker }) => broker === nodeId) ?? [],
    );
    const area = placeLogArea('phone', size.width, size.height, lanes.length);
    const window = sharedWindow(
      area,
      [cluster, otherCluster].map((of) => ({
        partition: of.partitions.find((one) => one.name === name),
        replicas: replicasIn(of),
      })),
    );
    const trace = withOlderFacts(state.trace, state.marks, state.nowUs);
    const logs = layoutReplicaLogs({
      area,
      partition,
      replicas: lanes,
      brokers: cluster.brokers,
      consumers: [],
      trace,
      lostAfterAck: state.ledger.lostAfterAck,
      nowUs: state.nowUs,
      window,
    });
    const titles = new Map(
      cluster.brokers.map((broker) => [
        broker.nodeId,
        laneTitle(brokerFacts(t, broker, partition, trace, cluster.partitions.length), false),
      ]),
    );
    return { logs, titles };
    // The replicas are those of the two clusters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [size, partition, isThere, cluster, otherCluster, name, state, t]);
  return (
    <div ref={box} role="group" aria-label={label} className="relative min-h-0 flex-1 overflow-hidden bg-bg">
      {!isThere && <p className="p-4 text-ink-2">{m.noPartition}</p>}
      {drawing !== null && (
        <>
          <div className="absolute inset-0">
            <ReplicaLogs layout={drawing.logs} idPrefix={idPrefix} laneTitles={drawing.titles} />
            <EqualParts logs={drawing.logs} mine={replicasIn(cluster)} others={replicasIn(otherCluster)} />
          </div>
          <ul className="sr-only">
            {drawing.logs.lanes.map((lane) => (
              <li key={lane.broker}>
                {m.lane({
                  broker: lane.broker,
                  letter: lane.letter,
                  leo: lane.logEndOffset,
                  highWatermark: partition?.highWatermark ?? 0,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A veil over what both have: it shows through at 60 %. */
function EqualParts({
  logs,
  mine,
  others,
}: {
  readonly logs: ReplicaLogsLayout;
  readonly mine: readonly ReplicaView[];
  readonly others: readonly ReplicaView[];
}) {
  const { area, window, lanes } = logs;
  const pxPerRecord = (area.x1 - area.x0) / (window.to - window.from);
  return (
    <svg className="absolute inset-0" width={area.width} height={area.height} aria-hidden="true">
      {lanes.map((lane) => {
        const end = equalUpTo(
          mine.find(({ broker }) => broker === lane.broker),
          others.find(({ broker }) => broker === lane.broker),
        );
        if (end === null) return null;
        const endX = Math.min(lane.endX, area.x0 + (end - window.from) * pxPerRecord);
        return endX <= lane.startX ? null : (
          <rect
            key={lane.broker}
            x={lane.startX}
            y={lane.y - 1}
            width={endX - lane.startX}
            height={lane.height + 2}
            fill="var(--bg)"
            opacity=".4"
          />
        );
      })}
    </svg>
  );
}
