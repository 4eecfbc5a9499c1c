import { useId, useMemo } from 'react';
import type { EntityKey, PartitionView } from '../../bridge/frame.ts';
import { map as words } from '../../i18n/en/map.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { brokerFacts } from '../cluster/brokerFacts.ts';
import { Controllers } from '../cluster/Controllers.tsx';
import { RpcLayer } from '../cluster/RpcLayer.tsx';
import { SkippedTime } from '../cluster/SkippedTime.tsx';
import { cardProps, type StageCards } from '../cluster/StageCards.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { PatternDefs } from '../log/PatternDefs.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import { useSimulationState } from '../SimulationContext.tsx';
import { heightOfMap, layoutMap, LINE_HEIGHT, TOUCH_LINE_HEIGHT } from './layoutMap.ts';
import './map.css';
import { MapBrokerCard } from './MapBrokerCard.tsx';
import { MapConsumer, MapGroup, MapMember, MapProducer } from './MapClients.tsx';
import { mapReaders } from './mapGroups.ts';
import { MapLegend } from './MapLegend.tsx';
import { createMapRoutes } from './mapRoutes.ts';
import { MapWires } from './MapWires.tsx';
import { consumerLag, groupLag } from './readerLag.ts';
import { barsWithRoom, replicaBars } from './replicaBars.ts';

export interface MapDrawingProps {
  readonly size: { readonly width: number; readonly height: number };
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
  readonly card: StageCards;
  readonly onChoose: (partition: string) => void;
  readonly onNearer: (partition: string) => void;
  /** To a picture that has room for more. */
  readonly onFarther: () => void;
}

const LEGEND_HEIGHT = 20;
const BELOW_CLIENTS = 64;

/** The whole cluster: every broker with its replicas, who writes above them, who reads below, replication under the brokers. */
export function MapDrawing(props: MapDrawingProps) {
  const { size, cluster, onFarther } = props;
  const lineHeight = useLineHeight();
  const height = heightOfMap(size.width, size.height, cluster.brokers.length, lineHeight);
  if (height === size.height) return <DrawnMap {...props} />;
  if (height !== null)
    return (
      // Its cards have the focus, and bring themselves into sight.
      <div className="absolute inset-0 overflow-x-hidden overflow-y-auto">
        <div className="relative" style={{ height }}>
          <DrawnMap {...props} size={{ ...size, height }} />
        </div>
      </div>
    );
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center text-ink-2">
      <p className="m-0">{words.noRoom(cluster.brokers.length)}</p>
      <Button onPress={onFarther}>{words.toHeatMap}</Button>
    </div>
  );
}

/** Each replica is a line that one presses. */
function useLineHeight(): number {
  return useMediaQuery('(pointer: coarse)') ? TOUCH_LINE_HEIGHT : LINE_HEIGHT;
}

function DrawnMap({ size, cluster, partition, card, onChoose, onNearer }: MapDrawingProps) {
  const m = useMessages().stage;
  const idPrefix = `hw${useId().replace(/\W/g, '')}`;
  const waits = useSimulationState((state) => state.waits);
  const rows = useSimulationState((state) => state.trace);
  const marks = useSimulationState((state) => state.marks);
  const nowUs = useSimulationState((state) => state.nowUs);
  const trace = useMemo(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);
  const readers = useMemo(() => mapReaders(cluster), [cluster]);
  const bars = useMemo(() => replicaBars(cluster, waits), [cluster, waits]);

  // As one text: things move when something came or went, and at no other time.
  const shape = JSON.stringify({
    brokers: cluster.brokers.map(({ key, nodeId }) => ({ key, barCount: bars.get(nodeId)?.length ?? 0 })),
    producers: cluster.producers.map(({ key }) => key),
    controllers: cluster.controllers.map(({ key }) => key),
    groups: readers.groups.map(({ key, members }) => ({ key, members: members.map((member) => member.key) })),
    consumers: readers.alone.map(({ key }) => key),
  });
  const { width } = size;
  const lineHeight = useLineHeight();
  const hasLegend = size.height >= 380;
  const height = size.height - (hasLegend ? LEGEND_HEIGHT : 0);
  const layout = useMemo(
    () =>
      layoutMap({
        width,
        height,
        lineHeight,
        ...(JSON.parse(shape) as Omit<Parameters<typeof layoutMap>[0], 'width' | 'height' | 'lineHeight'>),
      }),
    [width, height, lineHeight, shape],
  );
  const routes = useMemo(() => createMapRoutes(layout), [layout]);
  const chosen = partition?.name ?? null;
  const place = (key: EntityKey, box: Parameters<typeof cardProps>[2]) => cardProps(card, key, box);

  return (
    <>
      <svg className="absolute size-0" aria-hidden="true">
        <PatternDefs prefix={idPrefix} />
      </svg>
      <MapWires width={width} height={height} routes={routes} cluster={cluster} partition={partition} />
      <RpcLayer
        width={width}
        height={height}
        routes={routes}
        labelStart={0}
        labelEnd={width}
        hasFlowsAtRest
      />
      {cluster.brokers.map((broker) => {
        const box = layout.brokers.get(broker.key);
        if (box === undefined) return null;
        const all = bars.get(broker.nodeId) ?? [];
        return (
          <MapBrokerCard
            key={broker.key}
            broker={broker}
            facts={brokerFacts(m, broker, null, trace, cluster.partitions.length)}
            box={box}
            lineHeight={lineHeight}
            shown={barsWithRoom(all, box.lines, chosen)}
            idPrefix={idPrefix}
            chosen={chosen}
            tabStop={card.tabStop}
            head={place(broker.key, { ...box, x: box.x + 2, y: box.y + 2, width: box.width - 4, height: 31 })}
            onChoose={(bar) => onChoose(bar.partition)}
            onNearer={(bar) => onNearer(bar.partition)}
          />
        );
      })}
      {cluster.producers.map((producer) => {
        const box = layout.producers.get(producer.key);
        return box === undefined ? null : (
          <MapProducer key={producer.key} {...place(producer.key, box)} producer={producer} />
        );
      })}
      <Controllers boxes={layout.controllers} controllers={cluster.controllers} card={card} />
      {readers.groups.map(({ key, view, groupId, members }) => {
        const box = layout.groups.get(key);
        if (box === undefined) return null;
        const shownMembers = members.filter((member) => layout.consumers.has(member.key));
        return (
          <MapGroup
            key={key}
            groupId={groupId}
            group={view}
            memberCount={members.length}
            box={box}
            lag={view === null ? null : groupLag(cluster, view)}
            shownMembers={shownMembers.length}
          />
        );
      })}
      {readers.groups.flatMap(({ members }) =>
        members.map((consumer, member) => {
          const box = layout.consumers.get(consumer.key);
          return box === undefined ? null : (
            <MapMember key={consumer.key} {...place(consumer.key, box)} consumer={consumer} member={member} />
          );
        }),
      )}
      {readers.alone.map((consumer) => {
        const box = layout.consumers.get(consumer.key);
        return box === undefined ? null : (
          <MapConsumer
            key={consumer.key}
            {...place(consumer.key, box)}
            consumer={consumer}
            lag={consumerLag(cluster, consumer)}
          />
        );
      })}
      <Hidden
        producers={layout.hiddenProducers}
        readers={layout.hiddenReaders}
        bottom={hasLegend ? LEGEND_HEIGHT : 2}
      />
      {hasLegend && <MapLegend idPrefix={idPrefix} />}
      {/* Below the controllers, which stand where it stands elsewhere. */}
      <div className="pointer-events-none absolute inset-x-0 bottom-0" style={{ top: BELOW_CLIENTS }}>
        <SkippedTime />
      </div>
    </>
  );
}

/** Those without room are counted: the outline has them all. */
function Hidden({
  producers,
  readers,
  bottom,
}: {
  readonly producers: number;
  readonly readers: number;
  readonly bottom: number;
}) {
  return (
    <>
      {producers > 0 && (
        <p className="absolute top-0.5 left-4 text-[11px] text-ink-3">{words.moreProducers(producers)}</p>
      )}
      {readers > 0 && (
        <p className="absolute right-4 text-[11px] text-ink-3" style={{ bottom }}>
          {words.moreReaders(readers)}
        </p>
      )}
    </>
  );
}
