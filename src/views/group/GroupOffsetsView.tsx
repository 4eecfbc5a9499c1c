import { useId, useRef } from 'react';
import type { GroupView } from '../../bridge/frame.ts';
import { group as m } from '../../i18n/en/group.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { PatternDefs } from '../log/PatternDefs.tsx';
import { groupOffsets, layoutOffsets, STRIP_HEIGHT, type GroupOffsets } from './groupOffsets.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';

const CHARACTER_WIDTH = 6.4;

/** Position against committed on the log: all partitions with their high watermarks under each other, and the numbers below. */
export function GroupOffsetsView({
  cluster,
  group,
}: {
  readonly cluster: ClusterModel;
  readonly group: GroupView;
}) {
  const rows = groupOffsets(cluster, group);
  if (rows.length === 0) return <p className="type-row py-2 text-ink-2">{m.offsets.empty}</p>;
  return (
    <>
      <OffsetsPicture rows={rows} groupId={group.groupId} />
      <OffsetsTable rows={rows} groupId={group.groupId} />
      <p className="py-1 text-[12px] text-ink-3">{m.offsets.note}</p>
    </>
  );
}

interface RowsProps {
  readonly rows: readonly GroupOffsets[];
  readonly groupId: string;
}

function OffsetsPicture({ rows, groupId }: RowsProps) {
  const prefix = useId();
  const place = useRef<HTMLDivElement>(null);
  const size = useElementSize(place);
  const longest = rows.reduce((most, { partition }) => Math.max(most, partition.length), 0);
  const gutter = Math.min(130, 10 + longest * CHARACTER_WIDTH);
  const layout = layoutOffsets(rows, size?.width ?? 0, gutter);
  const water = layout.strips[0]?.waterX ?? 0;
  return (
    <div ref={place} className="min-w-0">
      {size !== null && (
        <svg
          className="hw-svg"
          role="img"
          aria-label={m.offsets.picture(groupId)}
          width={layout.width}
          height={layout.height}
        >
          <PatternDefs prefix={prefix} />
          <rect
            x={gutter}
            y={4}
            width={Math.max(0, water - gutter)}
            height={layout.axisY - 6}
            fill="var(--sea)"
          />
          {layout.strips.map((strip) => (
            <g key={strip.partition}>
              <text className="m t10 d2 end" x={gutter - 6} y={strip.y + STRIP_HEIGHT - 3.5}>
                {strip.partition}
              </text>
              <rect
                x={strip.startX}
                y={strip.y}
                width={Math.max(0, strip.waterX - strip.startX)}
                height={STRIP_HEIGHT}
                fill="var(--water-fill)"
                stroke="var(--water)"
              />
              {strip.isCut && (
                <text className="t10 d" x={strip.startX + 3} y={strip.y + 10.5}>
                  …
                </text>
              )}
              {strip.endX > strip.waterX && (
                <rect
                  x={strip.waterX}
                  y={strip.y}
                  width={strip.endX - strip.waterX}
                  height={STRIP_HEIGHT}
                  fill={`url(#${prefix}hatch)`}
                  stroke="var(--water)"
                />
              )}
              {strip.positionX !== null && <Pin x={strip.positionX} y={strip.y + STRIP_HEIGHT} hollow />}
              {strip.committedX !== null && <Pin x={strip.committedX} y={strip.y + STRIP_HEIGHT} />}
            </g>
          ))}
          <line x1={water} x2={water} y1={4} y2={layout.axisY - 2} stroke="var(--water)" strokeWidth={1.8} />
          {layout.ticks.map(({ x, records }) => (
            <g key={records}>
              <line x1={x} x2={x} y1={layout.axisY} y2={layout.axisY + 4} stroke="var(--line-strong)" />
              <text className="m t10 d mid" x={x} y={layout.axisY + 14}>
                {m.offsets.before(records)}
              </text>
            </g>
          ))}
        </svg>
      )}
      <ul className="group-legend">
        <li>
          <svg className="hw-svg" width="14" height="16" aria-hidden="true">
            <Pin x={7} y={1} />
          </svg>
          {m.offsets.legend.committed}
        </li>
        <li>
          <svg className="hw-svg" width="14" height="16" aria-hidden="true">
            <Pin x={7} y={1} hollow />
          </svg>
          {m.offsets.legend.position}
        </li>
        <li>
          <svg className="hw-svg" width="4" height="14" aria-hidden="true">
            <line x1="2" x2="2" y1="0" y2="14" stroke="var(--water)" strokeWidth="1.8" />
          </svg>
          {m.offsets.legend.water}
        </li>
      </ul>
    </div>
  );
}

/** From below: solid for what is committed, hollow for a position. Both point between two records. */
function Pin({
  x,
  y,
  hollow = false,
}: {
  readonly x: number;
  readonly y: number;
  readonly hollow?: boolean;
}) {
  return (
    <path
      d={`M${x} ${y}L${x + 4.5} ${y + 5}V${y + 12}H${x - 4.5}V${y + 5}Z`}
      fill={hollow ? 'var(--surface)' : 'var(--m1)'}
      stroke="var(--m1)"
      strokeWidth={1.4}
    />
  );
}

function OffsetsTable({ rows, groupId }: RowsProps) {
  const o = m.offsets;
  const number = (offset: number | null) => (offset === null ? o.none : o.value(offset));
  const minus = (end: number, offset: number | null) => number(offset === null ? null : end - offset);
  return (
    <ScrollBox role="region" label={o.caption(groupId)} className="group-scroll">
      <table className="group-table">
        <caption className="sr-only">{o.caption(groupId)}</caption>
        <thead>
          <tr>
            {[o.partition, o.owner].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {[o.lag, o.committed, o.position, o.end, o.logEnd, o.lagOfPosition].map((title) => (
              <th key={title} scope="col" className="text-right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.partition}>
              <th scope="row" className="hw-mono">
                {row.partition}
              </th>
              <td>{row.owner ?? <span className="text-wait">{o.nobody}</span>}</td>
              <td className="hw-mono text-right font-[620]">{minus(row.highWatermark, row.committed)}</td>
              <td className="hw-mono text-right">{number(row.committed)}</td>
              <td className="hw-mono text-right">{number(row.position)}</td>
              <td className="hw-mono text-right">{number(row.highWatermark)}</td>
              <td className="hw-mono text-right">{number(row.logEndOffset)}</td>
              <td className="hw-mono text-right">{minus(row.highWatermark, row.position)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
