import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { Button } from '../../ui/Button.tsx';
import { topicOf } from '../clusterModel.ts';
import { layoutLens } from './layoutLens.ts';
import type { ReplicaCell } from './partitionsOf.ts';
import { writesOf } from './partitionsOf.ts';
import { REPLICA_IN_ISR } from './replicaFlags.ts';

/** The partition of the cell that is pointed at, one bar a replica on one offset axis. */
export function HeatLens({
  replicas,
  broker,
  onOpen,
  onOpenTopic,
}: {
  /** Of one partition; empty: no cell is pointed at. */
  readonly replicas: readonly ReplicaCell[];
  readonly broker: number;
  readonly onOpen: () => void;
  readonly onOpenTopic: () => void;
}) {
  const first = replicas[0];
  if (first === undefined) return <p className="type-row px-3 py-2 text-ink-3">{m.lens.nothing}</p>;
  const lens = layoutLens(replicas, 220);
  const isr = replicas.filter(({ flags }) => (flags & REPLICA_IN_ISR) !== 0).map((one) => one.broker);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
      <svg width={lens.width} height={lens.height} aria-hidden="true" className="shrink-0">
        {lens.lanes.map((lane) => (
          <g key={lane.broker} transform={`translate(0 ${lane.y})`}>
            <text
              x={0}
              y={9}
              className="hw-mono"
              fontSize={10}
              fill={lane.broker === broker ? 'var(--accent)' : 'var(--ink-2)'}
              fontWeight={lane.broker === broker ? 700 : 500}
            >
              {lane.letter} {lane.broker}
            </text>
            <rect
              x={lens.x0}
              width={lane.committed}
              height={11}
              fill={lane.offline ? 'var(--ghost)' : 'var(--water-deep)'}
              stroke="var(--water)"
            />
            <rect
              x={lens.x0 + lane.committed}
              width={lane.uncommitted}
              height={11}
              fill="var(--surface)"
              stroke="var(--water)"
              strokeDasharray="2 2"
            />
            {lane.behind > 0 && (
              <text
                x={Math.min(lens.width - 52, lens.x0 + lane.committed + lane.uncommitted + 4)}
                y={9}
                fontSize={10}
                className="hw-mono"
                fill="var(--error)"
              >
                {m.lens.behind(lane.behind)}
              </text>
            )}
          </g>
        ))}
        {lens.highWatermarkX !== null && (
          <line
            x1={lens.highWatermarkX}
            x2={lens.highWatermarkX}
            y1={0}
            y2={lens.height}
            stroke="var(--water)"
            strokeWidth={2}
          />
        )}
      </svg>
      <div className="type-row min-w-0 flex-1 basis-52">
        <p className="font-[600] [overflow-wrap:anywhere]">{first.partition}</p>
        <p className="text-ink-2">{m.lens.isr({ isr, writes: writesOf(first.flags) })}</p>
      </div>
      <Button size="small" aria-label={m.lens.openPartition(first.partition)} onPress={onOpen}>
        {m.lens.open}
      </Button>
      <Button size="small" aria-label={m.lens.openTopic(topicOf(first.partition))} onPress={onOpenTopic}>
        {m.lens.topic}
      </Button>
    </div>
  );
}
