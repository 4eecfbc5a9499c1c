import { memo, useMemo } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { FaultyLink } from '../cluster/Wires.tsx';
import type { RouteMap } from '../cluster/routes.ts';
import { isActive, isCut, type ClusterModel } from '../clusterModel.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { mapLinks, type MapLink } from './mapLinks.ts';

export interface MapWiresProps {
  readonly width: number;
  readonly height: number;
  readonly routes: RouteMap;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
}

const COLOURS = { writes: 'var(--produce)', copies: 'var(--water-deep)', reads: 'var(--water)' } as const;

/**
 * Who speaks to whom, at rest: what the chosen partition has to do with in full, the others faint; faults on the wire that they break.
 * How much flows there lies over it, on the canvas.
 */
export const MapWires = memo(function MapWires({ width, height, routes, cluster, partition }: MapWiresProps) {
  const specs = usePanelState((state) => state.scenario.producers);
  const links = useMemo(() => mapLinks(cluster, specs, partition), [cluster, specs, partition]);
  const isDown = (key: string) => cluster.brokers.some((broker) => broker.key === key && !isActive(broker));
  const wire = ({ from, to, kind, isChosen }: MapLink) => {
    const route = routes.between(from, to);
    if (route === null || isCut(cluster.links, from, to)) return null;
    const isQuiet = isDown(from) || isDown(to);
    return (
      <path
        key={`${from} ${to}`}
        d={linePath(route.points)}
        fill="none"
        stroke={isQuiet ? 'var(--line-strong)' : COLOURS[kind]}
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
      {links.map(wire)}
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

function linePath(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
