import { useMemo } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { baseLength, chooseWindow, layoutReplicaLogs, longestEndOf } from '../log/layoutReplicaLogs.ts';
import type { LogFrame } from '../log/moveWindow.ts';
import type { StageSize } from '../log/placeLogArea.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { useSimulationState, useStageView } from '../SimulationContext.tsx';
import { brokerFacts, laneTitle } from './brokerFacts.ts';
import { layoutStage } from './layoutStage.ts';
import { createRouteMap } from './routes.ts';
import { standBeside, type Beside } from './standBeside.ts';

export interface StageDrawingInput {
  readonly stageSize: StageSize;
  readonly size: { readonly width: number; readonly height: number };
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  /** Those with a replica of the partition, in the order of the lanes. */
  readonly brokers: ClusterModel['brokers'];
  /** Those without one. */
  readonly others: ClusterModel['brokers'];
}

/** Where everything of one picture stands and what is said of it; worked out anew only when what it comes from changed. */
export function useStageDrawing({ stageSize, size, cluster, partition, brokers, others }: StageDrawingInput) {
  const m = useMessages().stage;
  const rows = useSimulationState((state) => state.trace);
  const marks = useSimulationState((state) => state.marks);
  const lostAfterAck = useSimulationState((state) => state.ledger.lostAfterAck);
  const nowUs = useSimulationState((state) => state.nowUs);
  const zoom = useStageView((state) => state.zoom);
  const end = useStageView((state) => state.end);
  const trace = useMemo(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);

  // Keys as one text: a card moves when something came or went, and at no other time.
  const brokerKeys = keysOf(brokers);
  const otherKeys = keysOf(others);
  const producerKeys = keysOf(cluster.producers);
  const consumerKeys = keysOf(cluster.consumers);
  const controllerKeys = keysOf(cluster.controllers);
  const besideKeys = JSON.stringify(standBeside(cluster));
  const pointedAt = useStageView((state) => state.pointedAt);
  const layout = useMemo(
    () =>
      layoutStage({
        size: stageSize,
        width: size.width,
        height: size.height,
        brokers: listOf(brokerKeys),
        others: listOf(otherKeys),
        producers: listOf(producerKeys),
        consumers: listOf(consumerKeys),
        controllers: listOf(controllerKeys),
        beside: JSON.parse(besideKeys) as readonly Beside[],
        pointedAt,
      }),
    [
      stageSize,
      size,
      brokerKeys,
      otherKeys,
      producerKeys,
      consumerKeys,
      controllerKeys,
      besideKeys,
      pointedAt,
    ],
  );
  const picked = useStageView((state) => state.inspected);
  const routes = useMemo(
    () => createRouteMap(layout, listOf(brokerKeys), picked),
    [layout, brokerKeys, picked],
  );

  const replicas = useMemo(
    () =>
      brokers.flatMap(
        ({ nodeId }) =>
          cluster.replicas.find(
            ({ partition: name, broker }) => name === partition.name && broker === nodeId,
          ) ?? [],
      ),
    [brokers, cluster, partition],
  );
  const logs = useMemo(
    () =>
      layoutReplicaLogs({
        area: layout.area,
        partition,
        replicas,
        brokers: cluster.brokers,
        consumers: cluster.consumers,
        trace,
        lostAfterAck,
        nowUs,
        zoom,
        end,
      }),
    [layout, partition, replicas, cluster, trace, lostAfterAck, nowUs, zoom, end],
  );
  const facts = useMemo(
    () =>
      new Map(
        cluster.brokers.map((broker) => [
          broker.nodeId,
          brokerFacts(m, broker, partition, trace, cluster.partitions.length),
        ]),
      ),
    [m, cluster, partition, trace],
  );
  const hasRacks = new Set(cluster.brokers.map(({ rack }) => rack)).size > 1;
  const titles = useMemo(() => {
    const rackOf = (id: number) => cluster.brokers.find(({ nodeId }) => nodeId === id)?.rack ?? null;
    return new Map(
      [...facts].map(([id, fact]) => {
        const rack = hasRacks ? rackOf(id) : null;
        return [id, laneTitle(fact, stageSize === 'phone', rack === null ? null : m.broker.rack(rack))];
      }),
    );
  }, [m, facts, stageSize, cluster, hasRacks]);
  const frame = useMemo((): LogFrame => {
    const highWatermark = Math.max(0, partition.highWatermark);
    return {
      x0: layout.area.x0,
      x1: layout.area.x1,
      window: logs.window,
      baseLength: baseLength(layout.area),
      logEndOffset: longestEndOf(highWatermark, replicas),
      followedEnd: chooseWindow(layout.area, highWatermark, replicas).to,
    };
  }, [layout, logs, partition, replicas]);
  return { layout, routes, logs, frame, facts, titles, trace };
}

export type StageDrawing = ReturnType<typeof useStageDrawing>;

function keysOf(entities: readonly { readonly key: string }[]): string {
  return entities.map(({ key }) => key).join(' ');
}

function listOf(keys: string): readonly string[] {
  return keys === '' ? [] : keys.split(' ');
}
