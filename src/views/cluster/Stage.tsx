import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { EntityKey, PartitionView } from '../../bridge/frame.ts';
import { formatDuration } from '../../i18n/format.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { IconButton } from '../../ui/Button.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useReducedMotion } from '../../ui/theme.ts';
import { isOnline, selectCluster, selectPartition, type ClusterModel } from '../clusterModel.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { layoutReplicaLogs } from '../log/layoutReplicaLogs.ts';
import { stageSizeFor, type StageSize } from '../log/placeLogArea.ts';
import { ReplicaLogs } from '../log/ReplicaLogs.tsx';
import { Outline } from '../outline/Outline.tsx';
import {
  usePanelPlayback,
  usePlayback,
  useSimulation,
  useSimulationState,
  useStageView,
  useStageViewStore,
  type CommandBody,
} from '../SimulationContext.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import '../views.css';
import { brokerFacts, laneTitle } from './brokerFacts.ts';
import {
  BrokerCard,
  ConsumerCard,
  ControllerCard,
  OtherBrokerCard,
  ProducerCard,
  type CardProps,
} from './cards.tsx';
import { entityActions, spokenNode } from './entityActions.ts';
import { ErrorMarks, lastRefusal } from './ErrorMarks.tsx';
import { layoutStage, placeOtherBrokers, type Box } from './layoutStage.ts';
import { createRouteMap } from './routes.ts';
import { RpcLayer } from './RpcLayer.tsx';
import { StageSkeleton } from './StageSkeleton.tsx';
import { useElementSize } from './useElementSize.ts';
import { nextFocus, useStageKeys } from './useStageKeys.ts';
import { useWheelZoom } from './useWheelZoom.ts';
import { WaitThread } from './WaitThread.tsx';
import { Wires } from './Wires.tsx';

const ActionMenu = lazy(() => import('./ActionMenu.tsx').then((module) => ({ default: module.ActionMenu })));

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
        ) : (
          <Picture
            variant={variant}
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

function StageBar({
  cluster,
  partition,
  small,
  children,
}: {
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
  readonly small: boolean;
  readonly children: ReactNode;
}) {
  const m = useMessages().stage;
  const view = useStageViewStore();
  const choice =
    cluster.partitions.length < 2 ? null : (
      <select
        aria-label={m.partitionChoice}
        className="rounded-cell border border-control bg-surface px-1 py-0.5 text-[13px] font-[620] pointer-coarse:min-h-11"
        value={partition?.name}
        onChange={(event) => view.setState({ partition: event.target.value })}
      >
        {cluster.partitions.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    );
  return (
    <div
      className={
        small
          ? 'flex min-h-12 items-center border-b border-line px-2'
          : 'flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-1.5'
      }
    >
      {small && choice}
      {!small && (
        // A choice keeps its room: what stands beside it goes to a line of its own where both have none.
        <div
          className={`flex flex-1 items-baseline gap-2 whitespace-nowrap ${choice === null ? 'min-w-0' : 'min-w-[132px]'}`}
        >
          {choice ?? <span className="text-[13px] font-[620]">{partition?.name ?? m.noPartition}</span>}
          {partition !== null && (
            // Where there is no room for the button it goes to a second line, which is not shown; nor does it push others away.
            <span className="-my-2 flex h-8 min-w-0 shrink flex-wrap self-center overflow-hidden">
              <span className="h-8 w-0" />
              <IconButton
                icon="info"
                label={m.inspector.ofPartition(partition.name)}
                onPress={() => view.setState({ inspected: partition.key })}
              />
            </span>
          )}
          {partition !== null && (
            // What has no room goes to a second line, which is not shown: a fact is there or it is not.
            <span className="flex h-[18px] min-w-0 flex-wrap gap-x-1 overflow-hidden leading-[18px] text-ink-2">
              {m
                .partitionFacts({
                  replicationFactor: partition.replicas.length,
                  leaderEpoch: partition.leaderEpoch,
                  partitionEpoch: partition.partitionEpoch,
                })
                .map((fact, index) => (
                  <span key={fact}>
                    {index > 0 && <span aria-hidden="true">· </span>}
                    {fact}
                  </span>
                ))}
            </span>
          )}
        </div>
      )}
      <div className={small ? 'min-w-0 flex-1' : 'flex items-center gap-x-4 gap-y-1'}>{children}</div>
    </div>
  );
}

interface PictureProps {
  readonly variant: 'lesson' | 'lab' | 'hero';
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
  readonly onCommand?: (body: CommandBody) => void;
}

interface OpenMenu {
  readonly key: EntityKey;
  readonly anchor: HTMLElement;
  readonly linksFirst: boolean;
}

function Picture({ variant, cluster, partition, onCommand }: PictureProps) {
  const m = useMessages().stage;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const root = useRef<HTMLDivElement>(null);
  const size = useElementSize(root);
  const focused = useStageView((state) => state.focused);
  const inspected = useStageView((state) => state.inspected);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const hero = variant === 'hero';
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
  const openMenu = (key: EntityKey, linksFirst: boolean) => {
    const anchor = find(key);
    if (anchor !== null) setMenu({ key, anchor, linksFirst });
  };
  useStageKeys({ target: root, apply, openMenu });
  useWheelZoom(root, !hero);

  const brokersOnStage = useMemo(
    () =>
      partition === null ? [] : cluster.brokers.filter(({ nodeId }) => partition.replicas.includes(nodeId)),
    [cluster, partition],
  );
  const others = useMemo(
    () => cluster.brokers.filter((broker) => !brokersOnStage.includes(broker)),
    [cluster, brokersOnStage],
  );
  const columns: readonly (readonly EntityKey[])[] = [
    [...brokersOnStage, ...others].map(({ key }) => key),
    [...cluster.producers, ...cluster.consumers].map(({ key }) => key),
    // One card for all of them.
    [cluster.controllers.find(({ active }) => active) ?? cluster.controllers[0]].flatMap(
      (one) => one?.key ?? [],
    ),
  ];
  const firstKey = columns.flat()[0] ?? null;
  const tabStop = focused !== null && columns.flat().includes(focused) ? focused : firstKey;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && tabStop !== null) view.setState({ focused: tabStop, inspected: tabStop });
    else if (event.key === 'Escape') view.setState({ inspected: null, outlineVisible: false });
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (tabStop !== null) openMenu(tabStop, false);
      event.preventDefault();
    } else {
      // Clients without a card have no place to go to.
      const standing = columns.map((keys) => keys.filter((key) => find(key) !== null));
      const next = nextFocus(standing, tabStop, event);
      if (next === null) return;
      event.preventDefault();
      find(next)?.focus();
    }
  };

  const card: StageCards = {
    tabStop,
    selected: inspected,
    onPress: (key, anchor) => setMenu({ key, anchor, linksFirst: false }),
    onFocus: (key) => view.setState({ focused: key }),
  };
  const close = () => {
    menu?.anchor.focus();
    setMenu(null);
  };

  if (hero) {
    return (
      <div
        ref={root}
        className="absolute inset-0 overflow-hidden"
        role="img"
        aria-label={m.log.picture(partition?.name ?? '', partition?.leader ?? -1)}
      >
        {size !== null && partition !== null && (
          <Drawing
            size={size}
            variant={variant}
            cluster={cluster}
            partition={partition}
            brokers={brokersOnStage}
            others={NO_BROKERS}
            card={null}
          />
        )}
      </div>
    );
  }
  return (
    <>
      {/* A group of cards that moves the focus itself: one tab stop, as a toolbar has. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={root}
        className="absolute inset-0 overflow-hidden"
        role="group"
        aria-label={m.log.picture(partition?.name ?? '', partition?.leader ?? -1)}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
      >
        {size !== null && partition !== null && (
          <Drawing
            size={size}
            variant={variant}
            cluster={cluster}
            partition={partition}
            brokers={brokersOnStage}
            others={others}
            card={card}
          />
        )}
        {partition === null && (
          <div className="flex h-full flex-col items-center justify-center gap-1 text-center">
            <p className="type-panel">{m.emptyTitle}</p>
            <p className="text-ink-2">{m.emptyText}</p>
          </div>
        )}
        {size !== null && partition === null && (
          <OtherBrokers
            boxes={
              placeOtherBrokers(
                size.width,
                size.height,
                others.map(({ key }) => key),
              ).boxes
            }
            brokers={others}
            partition={null}
            trace={NO_ROWS}
            card={card}
          />
        )}
      </div>
      <p id={helpId} hidden>
        {m.keyboardHelp}
      </p>
      {menu !== null && (
        <Suspense fallback={null}>
          <ActionMenu
            anchor={menu.anchor}
            title={spokenNode(m, menu.key)}
            actions={entityActions(m, cluster, menu.key)}
            linksFirst={menu.linksFirst}
            onAction={(action) => apply(action.body)}
            onInspect={() => view.setState({ inspected: menu.key })}
            onClose={close}
          />
        </Suspense>
      )}
      {variant === 'lesson' && inspected !== null && (
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

const NO_BROKERS: ClusterModel['brokers'] = [];
const NO_ROWS: readonly TraceRow[] = [];

interface StageCards {
  readonly tabStop: EntityKey | null;
  readonly selected: EntityKey | null;
  readonly onPress: CardProps['onPress'];
  readonly onFocus: CardProps['onFocus'];
}

/** Small cards of the brokers that have no part in the partition that is shown. */
function OtherBrokers({
  boxes,
  brokers,
  partition,
  trace,
  card,
}: {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  readonly brokers: ClusterModel['brokers'];
  readonly partition: PartitionView | null;
  readonly trace: readonly TraceRow[];
  readonly card: StageCards;
}) {
  const m = useMessages().stage;
  return brokers.map((broker) => {
    const box = boxes.get(broker.key);
    return box === undefined ? null : (
      <OtherBrokerCard
        key={broker.key}
        box={box}
        isTabStop={card.tabStop === broker.key}
        isSelected={card.selected === broker.key}
        onPress={card.onPress}
        onFocus={card.onFocus}
        broker={broker}
        facts={brokerFacts(m, broker, partition, trace)}
      />
    );
  });
}

interface DrawingProps {
  readonly size: { readonly width: number; readonly height: number };
  readonly variant: 'lesson' | 'lab' | 'hero';
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  readonly brokers: ClusterModel['brokers'];
  /** Those without a replica of the partition. */
  readonly others: ClusterModel['brokers'];
  readonly card: StageCards | null;
}

/** Up to here a moved edge has time to glide: 0.1 s of the run a second. */
const SLOW_MOTION = 100_000;

/** From the back: sea, axis, logs, lines, pins, wires, RPCs, errors, cards with their focus ring. */
function Drawing({ size, variant, cluster, partition, brokers, others, card }: DrawingProps) {
  const m = useMessages().stage;
  const idPrefix = `hw${useId().replace(/\W/g, '')}`;
  const rows = useSimulationState((state) => state.trace);
  const marks = useSimulationState((state) => state.marks);
  const lostAfterAck = useSimulationState((state) => state.ledger.lostAfterAck);
  const waits = useSimulationState((state) => state.waits);
  const nowUs = useSimulationState((state) => state.nowUs);
  const trace = useMemo(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);
  const slow = usePlayback((state) => state.speed <= SLOW_MOTION);
  const reduced = useReducedMotion();
  const zoom = useStageView((state) => state.zoom);
  const stageSize: StageSize = variant === 'hero' ? 'hero' : stageSizeFor(size.width);

  // Keys as one text: a card moves when something came or went, and at no other time.
  const brokerKeys = brokers.map(({ key }) => key).join(' ');
  const otherKeys = others.map(({ key }) => key).join(' ');
  const producerKeys = cluster.producers.map(({ key }) => key).join(' ');
  const consumerKeys = cluster.consumers.map(({ key }) => key).join(' ');
  const hasController = cluster.controllers.length > 0;
  const { layout, routes } = useMemo(() => {
    const list = (keys: string) => (keys === '' ? [] : keys.split(' '));
    const placed = layoutStage({
      size: stageSize,
      width: size.width,
      height: size.height,
      brokers: list(brokerKeys),
      others: list(otherKeys),
      producers: list(producerKeys),
      consumers: list(consumerKeys),
      hasController,
    });
    return { layout: placed, routes: createRouteMap(placed, list(brokerKeys)) };
  }, [stageSize, size, brokerKeys, otherKeys, producerKeys, consumerKeys, hasController]);

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
      }),
    [layout, partition, replicas, cluster, trace, lostAfterAck, nowUs, zoom],
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
  const refusal = useMemo(() => lastRefusal(trace, partition), [trace, partition]);
  const leaderIndex = brokers.findIndex(({ nodeId }) => nodeId === partition.leader);
  const leader = brokers[leaderIndex];
  const reason = logs.highWatermark.reason;
  const bare = stageSize !== 'wide';

  const cardProps = (key: EntityKey, box: Box) => ({
    box,
    isTabStop: card?.tabStop === key,
    isSelected: card?.selected === key,
    onPress: card?.onPress ?? ignore,
    onFocus: card?.onFocus ?? ignore,
  });
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
        labelEnd={layout.controller?.x ?? size.width}
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
      {card !== null && (
        <>
          {brokers.map((broker) => {
            const box = layout.brokers.get(broker.key);
            const fact = facts.get(broker.nodeId);
            return box === undefined || fact === undefined ? null : (
              <BrokerCard
                key={broker.key}
                {...cardProps(broker.key, box)}
                broker={broker}
                facts={fact}
                bare={bare}
              />
            );
          })}
          <OtherBrokers
            boxes={layout.others}
            brokers={others}
            partition={partition}
            trace={trace}
            card={card}
          />
          {cluster.producers.map((producer) => {
            const box = layout.producers.get(producer.key);
            const retry = waits.find((wait) => wait.what === 'ProducerRetry' && wait.who === producer.key);
            return box === undefined ? null : (
              <ProducerCard
                key={producer.key}
                {...cardProps(producer.key, box)}
                producer={producer}
                roomy={layout.roomyClients}
                retrySinceUs={retry?.sinceUs ?? null}
              />
            );
          })}
          {cluster.consumers.map((consumer, index) => {
            const box = layout.consumers.get(consumer.key);
            return box === undefined ? null : (
              <ConsumerCard
                key={consumer.key}
                {...cardProps(consumer.key, box)}
                consumer={consumer}
                partition={partition}
                pin={`c${index + 1}`}
              />
            );
          })}
          {layout.controller !== null && cluster.controllers[0] !== undefined && (
            <ControllerCard
              {...cardProps(
                (cluster.controllers.find(({ active }) => active) ?? cluster.controllers[0]).key,
                layout.controller,
              )}
              controllers={cluster.controllers}
            />
          )}
          {layout.hiddenBrokers > 0 && (
            <p className="absolute bottom-0 left-3 text-[11px] text-ink-3">
              {m.brokersWithoutRoom(layout.hiddenBrokers)}
            </p>
          )}
          {layout.hiddenClients > 0 && !(stageSize === 'phone') && (
            <p className="absolute right-4 bottom-1.5 w-[148px] text-[11px] text-ink-3">
              {m.more(layout.hiddenClients)}
            </p>
          )}
        </>
      )}
      {variant === 'hero' && <HeroCaption partition={partition.name} />}
      <SkippedTime />
    </>
  );
}

function ignore(): void {
  // A picture that is only looked at.
}

function HeroCaption({ partition }: { readonly partition: string }) {
  const m = useMessages().stage;
  const speed = usePanelPlayback((state) => state.speed);
  const playing = usePlayback((state) => state.playing);
  return (
    // Two short lines on a phone, left of the water line.
    <p className="absolute bottom-3 left-[35px] text-ink-2 max-md:max-w-[180px] max-md:text-balance">
      {playing ? m.hero(partition, formatDuration(speed)) : m.heroStands(partition)}
    </p>
  );
}

/** `LEO 4 486` stands right of the logs. */
const LOG_END_LABEL_WIDTH = 62;

/** How long the length of a folded stretch stays to be read. */
const FOLD_SHOWN_MS = 900;
/** After a single step it goes by itself. */
const FOLD_OF_STEP_SHOWN_MS = 4000;

/** Dull time is folded in sight. */
function SkippedTime() {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const unsubscribe = simulation.playback.subscribe(({ skippedUs }, { skippedUs: before }) => {
      if (skippedUs === before) return;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const isFolded = skippedUs !== null && skippedUs >= 1000;
      if (isFolded) setShown(skippedUs);
      timer = setTimeout(() => setShown(null), isFolded ? FOLD_OF_STEP_SHOWN_MS : FOLD_SHOWN_MS);
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [simulation]);
  const quietUs = usePanelPlayback((state) => state.quietUs);
  useEffect(() => {
    if (quietUs !== null) announce(m.quiet(formatDuration(quietUs)));
  }, [quietUs, m]);
  if (quietUs !== null) {
    return (
      <p className="pointer-events-none absolute bottom-10 left-4 max-w-[60%] rounded-cell bg-sunken px-2 py-0.5 text-[11.5px] text-ink-2">
        {m.quiet(formatDuration(quietUs))}
      </p>
    );
  }
  if (shown === null) return null;
  return (
    <p className="hw-mono pointer-events-none absolute top-1.5 right-3 max-md:top-auto max-md:bottom-[46px] rounded-cell bg-sunken px-2 py-0.5 text-[11px] text-ink-2">
      {m.skipped(formatDuration(shown))}
    </p>
  );
}
