import type { PartitionView, WaitView } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { useStageView } from '../SimulationContext.tsx';
import { threadOf, waitsInOrder } from '../waits/waitRows.ts';
import type { StageLayout } from './layoutStage.ts';
import { roundedPath, type RouteMap } from './routes.ts';

export interface WaitThreadProps {
  readonly layout: StageLayout;
  readonly routes: RouteMap;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  readonly waits: readonly WaitView[];
  /** Where the high watermark stands, and the offset of a wait would. */
  readonly xOf: (offset: number) => number;
}

/** From who waits to what it waits for: of the wait that was chosen, else of what is inspected. */
export function WaitThread({ layout, routes, cluster, partition, waits, xOf }: WaitThreadProps) {
  const waitKey = useStageView((view) => view.waitKey);
  const inspected = useStageView((view) => view.inspected);
  const wait =
    waits.find(({ key }) => key === waitKey) ?? waitsInOrder(waits).find(({ who }) => who === inspected);
  if (wait === undefined) return null;
  const path = pathOf();
  if (path === null) return null;
  return (
    <svg
      className="hw-svg pointer-events-none absolute inset-0"
      width={layout.area.width}
      height={layout.area.height}
      overflow="visible"
      aria-hidden="true"
      data-thread={wait.key}
    >
      <path
        d={path.d}
        fill="none"
        stroke="var(--wait-fill)"
        strokeWidth="2.2"
        strokeDasharray="0.1 5"
        strokeLinecap="round"
      />
      <circle
        cx={path.end.x}
        cy={path.end.y}
        r="4.5"
        fill="var(--bg)"
        stroke="var(--wait-fill)"
        strokeWidth="2"
      />
    </svg>
  );

  function pathOf() {
    if (wait === undefined) return null;
    if (wait.what === 'ProduceForHighWatermark') return toOffset(wait);
    const leaderOf = (name: string) => cluster.partitions.find((one) => one.name === name)?.leader ?? -1;
    const active = cluster.controllers.find((one) => one.active)?.key ?? null;
    const thread = threadOf(wait, leaderOf, active);
    if (thread === null) return null;
    const [from, to] = thread;
    const points = routes.between(from, to)?.points ?? routes.between(to, from)?.points.toReversed();
    const end = points?.at(-1);
    return points === undefined || end === undefined ? null : { d: roundedPath(points), end };
  }

  /** Along the lane of the broker that holds the request, from the line to where it must come. */
  function toOffset({ who, requiredOffset, partition: name }: WaitView) {
    const index = [...layout.brokers.keys()].indexOf(who);
    const top = layout.area.laneTops[index];
    if (top === undefined || requiredOffset === null || name !== partition.name) return null;
    const y = top - 7;
    const from = xOf(partition.highWatermark);
    const end = { x: Math.max(from + 10, xOf(requiredOffset)), y };
    return { d: `M${from} ${y}L${end.x} ${y}`, end };
  }
}
