import { memo, useCallback, useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import type { SimulationState } from '../../state/Simulation.ts';
import { useShortcutHelp } from '../../ui/shortcuts.ts';
import { pointIn } from '../canvas/pointIn.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { selectCluster } from '../clusterModel.ts';
import {
  usePanelFacts,
  usePanelState,
  useSimulation,
  useStageView,
  useStageViewStore,
  type HeatView,
} from '../SimulationContext.tsx';
import '../views.css';
import { clusterHealth } from './clusterHealth.ts';
import { figureOf } from './figureWords.ts';
import { HeatCanvas } from './HeatCanvas.tsx';
import { HeatHead } from './HeatHead.tsx';
import { HeatLegend } from './HeatLegend.tsx';
import { HeatLens } from './HeatLens.tsx';
import './heat.css';
import { HeatTable } from './HeatTable.tsx';
import { layoutHeat } from './layoutHeat.ts';
import { cellAt, cellForKey, placeOf, type HeatMapLayout } from './layoutHeatMap.ts';
import { cellOf, indexOf, siblingsOf } from './partitionsOf.ts';
import { REPLICA_IN_ISR, REPLICA_LEADS, REPLICA_OFFLINE } from './replicaFlags.ts';
import { rowFigures, skewOf } from './rowFigures.ts';

/** Of few leaders the caption is wider than their cells: that of the followers stands behind it. */
const CAPTION_WIDTH = 200;
/** In so narrow a picture each caption stands over its cells, in two lines. */
const NARROW_PICTURE = 520;

export interface HeatMapProps {
  /** The partition that is selected: its replicas stay entities, for the panels beside. */
  readonly partition: string | null;
}

function groupIdsOf({ entities }: SimulationState): readonly string[] {
  return selectCluster(entities).groups.map(({ groupId }) => groupId);
}

/** A cluster from afar: a row for each broker, a cell for each replica. */
export const HeatMap = memo(function HeatMap({ partition }: HeatMapProps) {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const heat = useStageView((state) => state.heat);
  const outlineVisible = useStageView((state) => state.outlineVisible);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const layout = useRef<HeatMapLayout | null>(null);
  const keepLayout = useCallback((next: HeatMapLayout) => {
    layout.current = next;
  }, []);
  const size = useElementSize(frame);
  const helpId = useId();

  useEffect(() => {
    void simulation.watchReplicas({ columns: true, partitions: partition === null ? [] : [partition] });
  }, [simulation, partition]);
  useEffect(() => () => void simulation.watchReplicas({ columns: false, partitions: null }), [simulation]);
  useEffect(() => {
    if (!view.getState().takesFocus) return;
    view.setState({ takesFocus: false });
    picture.current?.focus();
  }, [view]);
  useShortcutHelp(m.keys.title, [
    { keys: '← ↑ → ↓', label: m.keys.move },
    { keys: 'Home, End', label: m.keys.ends },
    { keys: 'Enter', label: m.keys.open },
  ]);

  // The columns of an older frame are gone: what is said of them is worked out while they are there.
  usePanelState(
    ({ nowUs, after, replicas, entities }) => `${nowUs} ${after} ${replicas.count} ${entities.size}`,
  );
  const { replicas: columns, entities } = simulation.store.getState();
  const cluster = selectCluster(entities);
  const { brokers } = cluster;
  const width = size?.width ?? 0;
  const height = size?.height ?? 0;
  const { mode, arrangement, cell } = heat;
  const { layout: drawn, groupLag } = layoutHeat(columns, cluster, heat, { width, height });
  const isByTopic = arrangement === 'topics';
  const groupIds = usePanelFacts(groupIdsOf);
  const { counts } = clusterHealth(columns);
  const pointed = indexOf(columns, cell);
  const skew =
    !isByTopic && (mode === 'bytesIn' || mode === 'leadership')
      ? skewOf(rowFigures(columns, drawn, groupLag).map((row) => figureOf(mode, row)))
      : null;

  const pointAt = useCallback(
    (index: number) => {
      const { partition: name, broker } = cellOf(simulation.store.getState().replicas, index);
      const { cell: before } = view.getState().heat;
      if (before?.partition === name && before.broker === broker) return;
      view.setState((state) => ({ heat: { ...state.heat, cell: { partition: name, broker } } }));
    },
    [simulation, view],
  );
  const setHeat = useCallback(
    (part: Partial<HeatView>) => view.setState((state) => ({ heat: { ...state.heat, ...part } })),
    [view],
  );
  const goTo = (level: 'partition' | 'topic') => {
    const { cell: at } = view.getState().heat;
    if (at === null) return;
    view.setState({
      level,
      backTo: 'heat',
      partition: at.partition,
      focused: `broker:${at.broker}`,
      end: null,
      takesFocus: true,
    });
  };
  const open = () => goTo('partition');
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const canvas = layout.current;
    const drawn = event.currentTarget.firstElementChild;
    if (canvas === null || !(drawn instanceof HTMLElement)) return;
    const { x, y } = pointIn(drawn, event);
    const found = cellAt(canvas, x, y - 2);
    if (found !== null) pointAt(canvas.cells[canvas.rows[found.row]!.first + found.place]!);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === '+') open();
    else if (event.key === 'Escape' && outlineVisible) view.setState({ outlineVisible: false });
    else {
      const canvas = layout.current;
      const { replicas } = simulation.store.getState();
      const at =
        canvas === null ? null : placeOf(canvas, indexOf(replicas, view.getState().heat.cell), replicas);
      const next = canvas === null ? null : cellForKey(canvas, at, event.key);
      if (next === null || canvas === null) return;
      const index = canvas.cells[canvas.rows[next.row]!.first + next.place]!;
      pointAt(index);
      const { flags, ...rest } = cellOf(replicas, index);
      announce(
        m.lens.replica({
          ...rest,
          leads: (flags & REPLICA_LEADS) !== 0,
          inIsr: (flags & REPLICA_IN_ISR) !== 0,
          offline: (flags & REPLICA_OFFLINE) !== 0,
        }),
      );
    }
    event.preventDefault();
  };
  const most = (of: 'leaders' | 'followers') => Math.max(0, ...drawn.rows.map((row) => row[of]));
  const isEmpty = columns.count === 0;
  const isNarrow = width < NARROW_PICTURE;
  const leastX = drawn.leadersX + (isNarrow ? (width - drawn.leadersX) / 2 : CAPTION_WIDTH);
  const followersX = Math.max(drawn.followersX, leastX);

  return (
    <div className="hw-heat">
      <HeatHead
        heat={heat}
        setHeat={setHeat}
        groupIds={groupIds}
        underMinIsr={counts.underMinIsr}
        underReplicated={counts.underReplicated}
        withoutLeader={counts.withoutLeader}
      />
      <div className="hw-heat-captions" data-narrow={isNarrow || undefined} aria-hidden="true">
        {!isEmpty && isByTopic && <span>{m.partitionsBy}</span>}
        {!isEmpty && !isByTopic && (
          <>
            <span
              style={{
                left: drawn.leadersX,
                maxWidth: isNarrow ? followersX - drawn.leadersX - 8 : undefined,
              }}
            >
              {m.blocks.leaders(most('leaders'), mode)}
            </span>
            <span style={{ left: followersX, maxWidth: isNarrow ? width - followersX : undefined }}>
              {m.blocks.followers(most('followers'), mode)}
            </span>
            {drawn.figureX !== null && <span style={{ right: 4 }}>{m.figure[mode]}</span>}
          </>
        )}
      </div>
      {/* A picture that is walked over by keys, as one tab stop. */}
      {/* eslint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={picture}
        className="hw-heat-picture"
        role="group"
        tabIndex={0}
        aria-label={m.title({
          brokers: brokers.length,
          partitions: columns.partitionNames.length,
          replicas: columns.count,
        })}
        aria-describedby={helpId}
        data-why-of={cell === null ? undefined : `replica:${cell.partition}@${cell.broker}`}
        onKeyDown={onKeyDown}
      >
        <div
          ref={frame}
          className="hw-heat-frame"
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onDoubleClick={open}
        >
          {size !== null && <HeatCanvas width={width} height={height - 4} onLayout={keepLayout} />}
        </div>
        {isEmpty && <p className="type-row absolute inset-x-0 top-1/3 text-center text-ink-2">{m.empty}</p>}
      </div>
      {/* eslint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <p id={helpId} hidden>
        {isByTopic ? m.topicHelp : m.help}
      </p>
      <div className="hw-heat-foot">
        <HeatLegend mode={mode} skew={skew} />
        <HeatLens
          replicas={pointed < 0 ? [] : siblingsOf(columns, pointed)}
          broker={cell?.broker ?? -1}
          onOpen={open}
          onOpenTopic={() => goTo('topic')}
        />
      </div>
      <HeatTable visible={outlineVisible} />
    </div>
  );
});
