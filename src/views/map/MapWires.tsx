import { memo } from 'react';
import type { ConsumerView, EntityKey, PartitionView } from '../../bridge/frame.ts';
import { isActive, isCut, type ClusterModel } from '../clusterModel.ts';
import type { RouteMap } from '../cluster/routes.ts';
import { FaultyLink } from '../cluster/Wires.tsx';

export interface MapWiresProps {
  readonly width: number;
  readonly height: number;
  readonly routes: RouteMap;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
}

/** Who speaks to whom, at rest: replication of the chosen partition in full, that of others faint; faults on the wire that they break. */
export const MapWires = memo(function MapWires({ width, height, routes, cluster, partition }: MapWiresProps) {
  const chosen = partition === null ? [] : replicationOf(partition);
  const chosenKeys = new Set(chosen.map(([from, to]) => `${from} ${to}`));
  const others = new Map<string, readonly [EntityKey, EntityKey]>();
  for (const one of cluster.partitions)
    for (const pair of replicationOf(one)) {
      const key = `${pair[0]} ${pair[1]}`;
      if (!chosenKeys.has(key)) others.set(key, pair);
    }
  const isUp = (key: EntityKey) => cluster.brokers.some((broker) => broker.key === key && isActive(broker));
  const wire = ([from, to]: readonly [EntityKey, EntityKey], isChosen: boolean) => {
    const route = routes.between(from, to);
    if (route === null || isCut(cluster.links, from, to)) return null;
    const isQuiet = !isUp(from) || !isUp(to);
    return (
      <path
        key={`${from} ${to}`}
        d={linePath(route.points)}
        fill="none"
        stroke={isQuiet ? 'var(--line-strong)' : 'var(--water-deep)'}
        strokeWidth={isChosen ? 1.8 : 1.2}
        strokeDasharray={isQuiet ? '3 4' : undefined}
        opacity={isChosen ? 1 : 0.3}
      />
    );
  };
  return (
    <svg
      className="hw-svg pointer-events-none absolute inset-0"
      width={width}
      height={height}
      aria-hidden="true"
    >
      {cluster.consumers.flatMap((consumer) =>
        leadersOf(cluster, consumer).map((leader) => {
          const route = isCut(cluster.links, consumer.key, leader)
            ? null
            : routes.between(consumer.key, leader);
          return route === null ? null : (
            <path
              key={`${consumer.key} ${leader}`}
              d={linePath(route.points)}
              fill="none"
              stroke="var(--line-strong)"
              opacity=".45"
            />
          );
        }),
      )}
      {[...others.values()].map((pair) => wire(pair, false))}
      {chosen.map((pair) => wire(pair, true))}
      {cluster.links.map((link) => {
        const [a, b] = link.between;
        const route = routes.between(a, b) ?? routes.between(b, a);
        return route === null ? null : (
          <FaultyLink key={link.key} route={route} link={link} isAtEdge={false} />
        );
      })}
    </svg>
  );
});

/** Whom a reader fetches from. */
function leadersOf(cluster: ClusterModel, { positions }: ConsumerView): readonly EntityKey[] {
  const leaders = new Map(cluster.partitions.map(({ name, leader }) => [name, leader]));
  const ids = new Set(positions.map(({ partition }) => leaders.get(partition) ?? -1));
  return [...ids].filter((id) => id >= 0).map((id) => `broker:${id}`);
}

/** Followers and whom they fetch from. */
function replicationOf({ leader, replicas }: PartitionView): readonly (readonly [EntityKey, EntityKey])[] {
  if (leader < 0) return [];
  return replicas
    .filter((broker) => broker !== leader)
    .map((broker) => [`broker:${broker}`, `broker:${leader}`] as const);
}

function linePath(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
