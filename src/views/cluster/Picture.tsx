import { lazy, Suspense, useCallback, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { EntityKey, PartitionView } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import type { LogFrame } from '../log/moveWindow.ts';
import { useSimulation, useStageView, useStageViewStore, type CommandBody } from '../SimulationContext.tsx';
import { useTakenFocus } from '../useTakenFocus.ts';
import { brokersOf } from './brokersOf.ts';
import { Drawing } from './Drawing.tsx';
import { type ActionGroup, entityActions, spokenNode } from './entityActions.ts';
import { NoPartition } from './NoPartition.tsx';
import { standBeside } from './standBeside.ts';
import type { StageCards } from './StageCards.ts';
import { useElementSize } from './useElementSize.ts';
import { nextInDirection, placesOf } from './nextInDirection.ts';
import { nextFocus, useStageKeys } from './useStageKeys.ts';
import { useLogGestures } from './useLogGestures.ts';

const MapDrawing = lazy(() =>
  import('../map/MapDrawing.tsx').then((module) => ({ default: module.MapDrawing })),
);
const ActionMenu = lazy(() => import('./ActionMenu.tsx').then((module) => ({ default: module.ActionMenu })));

export interface PictureProps {
  /** The inspector floats over the picture; else the page has one. */
  readonly hasInspector: boolean;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
  readonly onCommand?: (body: CommandBody) => void;
  /** Shows the whole cluster in place of the logs of one partition. */
  readonly isMap?: boolean;
  /** Back to a picture of more; left out: there is none. */
  readonly onFarther?: () => void;
}

interface OpenMenu {
  readonly key: EntityKey;
  readonly anchor: HTMLElement;
  readonly first: ActionGroup | null;
}

/** The picture that one works with: cards to choose, their menu, keys, what was refused. */
export function Picture({
  hasInspector,
  cluster,
  partition,
  onCommand,
  isMap = false,
  onFarther,
}: PictureProps) {
  const m = useMessages().stage;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const root = useRef<HTMLDivElement>(null);
  const logs = useRef<LogFrame | null>(null);
  const keepFrame = useCallback((frame: LogFrame) => {
    logs.current = frame;
  }, []);
  const size = useElementSize(root);
  const focused = useStageView((state) => state.focused);
  const inspected = useStageView((state) => state.inspected);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const helpId = useId();

  const apply = useCallback(
    (body: CommandBody) => {
      setRefused(null);
      simulation.apply(body).then(
        () => onCommand?.(body),
        (error: unknown) => setRefused(error instanceof Error ? error.message : String(error)),
      );
    },
    [simulation, onCommand],
  );
  const find = (key: EntityKey) =>
    root.current?.querySelector<HTMLElement>(`[data-entity="${CSS.escape(key)}"]`) ?? null;
  const openMenu = (key: EntityKey, first: ActionGroup | null) => {
    const anchor = find(key);
    if (anchor !== null) setMenu({ key, anchor, first });
  };
  useStageKeys({ target: root, logs, apply, openMenu, onFarther });
  useLogGestures(root, logs, onFarther);

  const { withReplica, others } = useMemo(() => brokersOf(cluster, partition), [cluster, partition]);
  const columns: readonly (readonly EntityKey[])[] = [
    (isMap ? cluster.brokers : [...withReplica, ...others]).map(({ key }) => key),
    ...(isMap ? [cluster.replicas.map(({ key }) => key)] : []),
    [...cluster.producers, ...cluster.consumers, ...standBeside(cluster)].map(({ key }) => key),
    cluster.controllers.map(({ key }) => key),
  ];
  const firstKey = columns.flat()[0] ?? null;
  const tabStop = focused !== null && columns.flat().includes(focused) ? focused : firstKey;

  const onKeyDown = (event: KeyboardEvent) => {
    // Levels of the stage.
    if (event.altKey) return;
    // Along the logs, which the keys of the stage do.
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    if (event.key === 'Enter' && tabStop !== null) view.setState({ focused: tabStop, inspected: tabStop });
    else if (event.key === 'Escape') {
      const { inspected: open, outlineVisible } = view.getState();
      if (open === null && !outlineVisible) onFarther?.();
      view.setState({ inspected: null, outlineVisible: false });
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (tabStop !== null) openMenu(tabStop, null);
      event.preventDefault();
    } else {
      // Clients without a card have no place to go to.
      const standing = columns.map((keys) => keys.filter((key) => find(key) !== null));
      const next = isMap
        ? nextInDirection(placesOf(standing.flat(), find), tabStop, event.key)
        : nextFocus(standing, tabStop, event);
      if (next === null) return;
      event.preventDefault();
      find(next)?.focus();
    }
  };

  const card: StageCards = {
    tabStop,
    selected: inspected,
    onPress: (key, anchor) => setMenu({ key, anchor, first: null }),
    onFocus: (key) => view.setState({ focused: key }),
  };
  useTakenFocus(root, '[data-entity][tabindex="0"]', size !== null);
  const close = () => {
    menu?.anchor.focus();
    setMenu(null);
  };

  return (
    <>
      {/* A group of cards that moves the focus itself: one tab stop, as a toolbar has. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={root}
        className="absolute inset-0 touch-pan-y overflow-hidden select-none"
        role="group"
        aria-label={
          isMap
            ? m.map({ brokers: cluster.brokers.length, partitions: cluster.partitions.length })
            : m.log.picture(partition?.name ?? '', partition?.leader ?? -1)
        }
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
      >
        {size !== null && isMap && (
          <Suspense fallback={null}>
            <MapDrawing
              size={size}
              cluster={cluster}
              partition={partition}
              card={card}
              onChoose={(name) => view.setState({ partition: name })}
              onFarther={() => view.setState({ level: 'heat', takesFocus: true })}
              onNearer={(name) =>
                view.setState({ partition: name, level: 'partition', backTo: 'cluster', takesFocus: true })
              }
            />
          </Suspense>
        )}
        {size !== null && !isMap && partition !== null && (
          <Drawing
            size={size}
            isHero={false}
            cluster={cluster}
            partition={partition}
            brokers={withReplica}
            others={others}
            card={card}
            onFrame={keepFrame}
          />
        )}
        {size !== null && !isMap && partition === null && (
          <NoPartition size={size} cluster={cluster} brokers={others} card={card} />
        )}
      </div>
      <p id={helpId} hidden>
        {isMap ? m.mapKeyboardHelp : m.keyboardHelp}
      </p>
      {menu !== null && (
        <Suspense fallback={null}>
          <ActionMenu
            anchor={menu.anchor}
            title={spokenNode(m, menu.key)}
            actions={entityActions(m, cluster, menu.key)}
            first={menu.first}
            onAction={(action) => apply(action.body)}
            onInspect={() => view.setState({ inspected: menu.key })}
            onClose={close}
          />
        </Suspense>
      )}
      {hasInspector && inspected !== null && (
        <div className="absolute top-3 right-3 z-10 max-h-[calc(100%-24px)] w-80 max-w-[calc(100%-24px)] overflow-y-auto rounded-panel border border-line bg-surface shadow-float">
          <Inspector
            onClose={() => {
              view.setState({ inspected: null });
              find(inspected)?.focus();
            }}
            onAction={(action) => apply(action.body)}
          />
        </div>
      )}
      {refused !== null && (
        <p
          role="alert"
          className="absolute bottom-3 left-3 z-10 rounded-button border border-error-line bg-error-tint px-3 py-1.5 text-error"
        >
          {m.actions.failed(refused)}
        </p>
      )}
    </>
  );
}
