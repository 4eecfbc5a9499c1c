import { memo } from 'react';
import type { EntityKey, LinkView, PartitionView } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import { isActive, isCut, isOnline, nameOf, oneWayOf, type ClusterModel } from '../clusterModel.ts';
import type { StageLayout } from './layoutStage.ts';
import { waysBeside } from './standBeside.ts';
import { pointAt, roundedPath, type Route, type RouteMap } from './routes.ts';

export interface WiresProps {
  readonly layout: StageLayout;
  readonly routes: RouteMap;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  /** The high watermark does not move, and missing fetches are the reason. */
  readonly stuck: boolean;
}

/** The ways that RPCs take, at rest: faint where nothing is wrong, dashed where nobody answers, red where a link is cut. */
export const Wires = memo(function Wires({ layout, routes, cluster, partition, stuck }: WiresProps) {
  const { area } = layout;
  const leaderKey: EntityKey = `broker:${partition.leader}`;
  const active = cluster.controllers.find((controller) => controller.active)?.key;
  const leader = cluster.brokers.find(({ key }) => key === leaderKey);
  const leaderOnline = leader !== undefined && isOnline(leader);
  const followers = cluster.brokers.filter(
    ({ nodeId, key }) => partition.replicas.includes(nodeId) && key !== leaderKey,
  );
  const silent = followers.filter(
    (broker) => !isActive(broker) || isCut(cluster.links, broker.key, leaderKey),
  );
  const clients = [...cluster.producers.filter(({ running }) => running), ...cluster.consumers];
  return (
    <svg
      className="hw-svg pointer-events-none absolute inset-0"
      width={area.width}
      height={area.height}
      aria-hidden="true"
    >
      {clients.map(({ key }) => {
        const route = routes.between(key, leaderKey);
        return route === null || !leaderOnline || isCut(cluster.links, key, leaderKey) ? null : (
          <path
            key={key}
            d={roundedPath(route.points)}
            fill="none"
            stroke="var(--line-strong)"
            opacity=".7"
          />
        );
      })}
      {cluster.brokers.filter(isOnline).map(({ key }) => {
        const route =
          active === undefined || isCut(cluster.links, key, active) ? null : routes.between(key, active);
        return route === null ? null : (
          <path
            key={key}
            d={roundedPath(route.points)}
            fill="none"
            stroke="var(--line-strong)"
            opacity=".22"
          />
        );
      })}
      {cluster.controllers.map(({ key, raftState, leader: quorumLeader }) => {
        const to = `controller:${quorumLeader}`;
        const route =
          raftState !== 'Follower' || isCut(cluster.links, key, to) ? null : routes.between(key, to);
        return route === null ? null : (
          <path
            key={key}
            d={roundedPath(route.points, 4)}
            fill="none"
            stroke="var(--line-strong)"
            opacity=".7"
          />
        );
      })}
      {followers.map((broker) => {
        const route = routes.between(broker.key, leaderKey);
        if (route === null) return null;
        const quiet = silent.includes(broker) || !leaderOnline;
        if (isCut(cluster.links, broker.key, leaderKey)) return null;
        return (
          <g key={broker.key}>
            <path
              d={roundedPath(route.points)}
              fill="none"
              stroke={quiet ? 'var(--line-strong)' : 'var(--water-deep)'}
              strokeWidth={quiet ? 1.5 : 1.2}
              strokeDasharray={quiet ? '3 4' : undefined}
              opacity={quiet ? 1 : 0.8}
            />
            {quiet && leaderOnline && area.size !== 'phone' && <Cross route={route} />}
          </g>
        );
      })}
      {waysBeside(cluster).map(([asking, answering]) => {
        const route = isCut(cluster.links, asking, answering) ? null : routes.between(asking, answering);
        return route === null ? null : (
          <path
            key={`${asking} ${answering}`}
            d={roundedPath(route.points, 5)}
            fill="none"
            stroke="var(--line-strong)"
            opacity=".7"
          />
        );
      })}
      {cluster.links.map((link) => {
        const [a, b] = link.between;
        const route = routes.between(a, b) ?? routes.between(b, a);
        return route === null ? null : (
          <FaultyLink key={link.key} route={route} link={link} isAtEdge={area.size === 'phone'} />
        );
      })}
      {stuck && silent.length > 0 && area.size === 'wide' && area.lanePitch >= 96 && (
        <NoFetch layout={layout} leader={leaderKey} silent={silent.map(({ nodeId }) => nodeId)} />
      )}
    </svg>
  );
});

function Cross({ route }: { readonly route: Route }) {
  const { x, y } = pointAt(route, 0.72);
  return (
    <path
      d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`}
      stroke="var(--ink-3)"
      strokeWidth="1.6"
      strokeLinecap="round"
      fill="none"
    />
  );
}

/** Red, dashed and crossed out where it is cut, dotted where it is slow; which way, if it is one alone, stands beside it. */
export function FaultyLink({
  route,
  link,
  isAtEdge,
}: {
  readonly route: Route;
  readonly link: LinkView;
  /** Right of it the picture ends. */
  readonly isAtEdge: boolean;
}) {
  const m = useMessages().stage.rpc;
  const { x, y } = pointAt(route, 0.5);
  const isCut = link.cut !== null;
  const oneWay = oneWayOf(link, link.cut ?? link.slow);
  const what = isCut ? m.cut : m.slow;
  const label = oneWay === null ? what : m.oneWay(what, nameOf(oneWay[0]), nameOf(oneWay[1]));
  // The longer words stand where no card is.
  const isLeft = oneWay !== null || isAtEdge;
  const color = isCut ? 'var(--error)' : 'var(--wait)';
  return (
    <g>
      <path
        d={roundedPath(route.points)}
        fill="none"
        stroke={color}
        strokeWidth="1.8"
        strokeDasharray={isCut ? '5 5' : '1.5 4'}
        strokeLinecap={isCut ? 'butt' : 'round'}
      />
      <g transform={`translate(${x},${y})`}>
        <circle
          r="10"
          fill={isCut ? 'var(--error-tint)' : 'var(--surface)'}
          stroke={color}
          strokeWidth="1.3"
        />
        <path
          d={isCut ? 'M-6 0h3M3 0h3M-2.500 -4l5 8M2.500 -4l-5 8' : 'M0 -5v5l3.5 2.5'}
          stroke={color}
          strokeWidth="1.6"
          strokeLinecap="round"
          fill="none"
        />
        <text
          x={isLeft ? -14 : 14}
          y="4"
          textAnchor={isLeft ? 'end' : 'start'}
          className={isCut ? 'b fe' : 'b'}
          style={{
            paintOrder: 'stroke',
            stroke: 'var(--bg)',
            strokeWidth: 3,
            ...(isCut ? {} : { fill: 'var(--wait)' }),
          }}
        >
          {label}
        </text>
      </g>
    </g>
  );
}

function NoFetch({
  layout,
  leader,
  silent,
}: {
  readonly layout: StageLayout;
  readonly leader: EntityKey;
  readonly silent: readonly number[];
}) {
  const m = useMessages().stage.log;
  const { area, brokers } = layout;
  const index = [...brokers.keys()].indexOf(leader);
  const top = area.laneTops[index];
  if (top === undefined) return null;
  const below = index < brokers.size - 1;
  const y = below ? top + area.laneHeight + 38 : top - 52;
  const halo = { paintOrder: 'stroke', stroke: 'var(--bg)', strokeWidth: 3 } as const;
  return (
    <>
      {m.noFetch(silent).map((line, row) => (
        <text key={line} x={area.portX + 6} y={y + 15 * row} className="d2 end" style={halo}>
          {line}
        </text>
      ))}
    </>
  );
}
