import { useRef, useState } from 'react';
import type { BrokerView, PartitionView, ReplicaView, SegmentView } from '../../bridge/frame.ts';
import { MICROS_PER_MILLI, type Micros } from '../../shared/units.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { PatternDefs } from '../log/PatternDefs.tsx';
import { WhyAspects } from '../trace/WhyAspects.tsx';
import { usePanelState, useStageView } from '../SimulationContext.tsx';
import '../views.css';
import { layoutSegments } from './layoutSegments.ts';
import { segmentFates, type SegmentFate } from './segmentFates.ts';
import './storage.css';

/** The files of a partition: all replicas on one axis of time, and one of them segment by segment. */
export function SegmentsPanel() {
  const m = useMessages().storage.segments;
  const name = useStageView((view) => view.partition);
  const entities = usePanelState((state) => state.entities);
  const cluster = selectCluster(entities);
  const partition = selectPartition(cluster, name);
  const [chosen, setChosen] = useState<number | null>(null);
  const replicas = cluster.replicas.filter((replica) => replica.partition === partition?.name);
  const shown =
    replicas.find(({ broker }) => broker === chosen) ??
    replicas.find(({ broker }) => broker === partition?.leader) ??
    replicas[0];
  const broker = cluster.brokers.find(({ nodeId }) => nodeId === shown?.broker);
  if (partition === null || shown === undefined || broker === undefined)
    return <p className="type-row py-2 text-ink-2">{m.noPartition}</p>;
  return (
    <Panel
      title={m.title(partition.name)}
      className="storage-segments"
      actions={
        replicas.length > 1 && (
          <Segments
            label={m.replica}
            value={String(shown.broker)}
            segments={replicas.map((replica) => ({
              value: String(replica.broker),
              label: m.lane(replica.broker),
            }))}
            onChange={(value) => setChosen(Number(value))}
          />
        )
      }
    >
      <Timeline partition={partition} replicas={replicas} shown={shown} on={broker} />
      <SegmentTable partition={partition} replica={shown} on={broker} />
      <WhyAspects
        key={shown.key}
        of={`replica:${partition.name}@${shown.broker}`}
        name={m.caption(partition.name, shown.broker)}
      />
    </Panel>
  );
}

/** Room of the label left of the limit's line. */
const LIMIT_LABEL_WIDTH = 88;

interface TimelineProps {
  readonly partition: PartitionView;
  readonly replicas: readonly ReplicaView[];
  readonly shown: ReplicaView;
  readonly on: BrokerView;
}

function Timeline({ partition, replicas, shown, on }: TimelineProps) {
  const m = useMessages().storage.segments;
  const place = useRef<HTMLDivElement>(null);
  const size = useElementSize(place);
  const nowUs = usePanelState((state) => state.nowUs);
  const nowMs = nowUs / MICROS_PER_MILLI + on.clockOffsetMs;
  const layout = layoutSegments(replicas, nowMs, size?.width ?? 0);
  const retentionMs = shown.storage.limits?.retentionMs ?? 0;
  return (
    <div ref={place} className="mt-1 min-w-0">
      {size !== null && (
        <svg
          className="hw-svg"
          role="img"
          aria-label={m.picture(partition.name)}
          width={layout.width}
          height={layout.height}
        >
          <PatternDefs prefix="storage-" />
          {layout.limitX !== null && (
            <rect
              x={layout.fromX}
              y={13}
              width={Math.max(0, layout.limitX - layout.fromX)}
              height={layout.axisY - 13}
              fill="var(--wait-tint)"
            />
          )}
          {layout.lanes.map((lane) => (
            <g key={lane.broker}>
              <text
                className={`t10 ${lane.broker === shown.broker ? 'b' : 'd2'}`}
                x={0}
                y={lane.y + lane.height / 2 + 4}
              >
                {m.lane(lane.broker)}
              </text>
              {lane.bars.map((bar) => (
                <g key={bar.baseOffset}>
                  <rect
                    x={bar.x}
                    y={lane.y}
                    width={bar.width}
                    height={lane.height}
                    fill={lane.isOffline ? 'url(#storage-off)' : 'var(--surface)'}
                  />
                  {!lane.isOffline && (
                    <rect
                      x={bar.x}
                      y={lane.y + lane.height - bar.fillHeight}
                      width={bar.width}
                      height={bar.fillHeight}
                      fill="var(--water-fill)"
                    />
                  )}
                  <rect
                    x={bar.x + 0.5}
                    y={lane.y + 0.5}
                    width={Math.max(1, bar.width - 1)}
                    height={lane.height - 1}
                    fill="none"
                    rx={2}
                    stroke={lane.isOffline ? 'var(--idle)' : bar.isActive ? 'var(--ink)' : 'var(--water)'}
                    strokeWidth={bar.isActive ? 1.6 : 1}
                    strokeDasharray={lane.isOffline ? '3 3' : undefined}
                  />
                </g>
              ))}
            </g>
          ))}
          {layout.limitX !== null && (
            <>
              <line
                x1={layout.limitX}
                x2={layout.limitX}
                y1={12}
                y2={layout.axisY}
                stroke="var(--wait)"
                strokeWidth={1.5}
                strokeDasharray="3 3"
              />
              <text className="t10 fa" x={Math.max(0, layout.limitX - LIMIT_LABEL_WIDTH)} y={9}>
                {m.limit(retentionMs)}
              </text>
            </>
          )}
          {/* Over the line of retention, which passes behind them. */}
          {layout.lanes.flatMap((lane) =>
            lane.bars
              .filter(({ hasLabel }) => hasLabel)
              .map((bar) => (
                <text
                  key={`${lane.broker} ${bar.baseOffset}`}
                  className="m t10"
                  x={bar.x + 5}
                  y={lane.y + lane.height / 2 + 3.5}
                  stroke={lane.isOffline ? 'var(--surface)' : 'var(--water-fill)'}
                  strokeWidth="3"
                  paintOrder="stroke"
                >
                  {bar.baseOffset}
                </text>
              )),
          )}
          <line
            x1={layout.nowX}
            x2={layout.nowX}
            y1={12}
            y2={layout.axisY}
            stroke="var(--ink)"
            strokeWidth={1}
          />
          <text className="t10 b end" x={Math.min(layout.width, layout.nowX + 10)} y={9}>
            {m.now}
          </text>
          {layout.ticks.map(({ x, timeMs }) => (
            <g key={timeMs}>
              <line x1={x} x2={x} y1={layout.axisY} y2={layout.axisY + 4} stroke="var(--line-strong)" />
              <text className="m t10 d mid" x={x} y={layout.axisY + 14}>
                {m.tick(timeMs)}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface SegmentTableProps {
  readonly partition: PartitionView;
  readonly replica: ReplicaView;
  readonly on: BrokerView;
}

function SegmentTable({ partition, replica, on }: SegmentTableProps) {
  const m = useMessages().storage.segments;
  const nowUs = usePanelState((state) => state.nowUs);
  const { storage } = replica;
  const fates = segmentFates(replica, on);
  const left = storage.segmentCount - storage.segments.length;
  const checkUs = on.retentionCheck?.nextUs;
  return (
    <>
      <p className="type-row my-1 text-ink-2">
        {m.ends({
          segments: storage.segmentCount,
          sizeBytes: storage.sizeBytes,
          logStart: replica.logStartOffset,
          highWatermark: replica.highWatermark,
          logEnd: replica.logEndOffset,
        })}{' '}
        {checkUs !== undefined && m.nextCheck(checkUs - nowUs)}{' '}
        {storage.compaction !== null && m.compaction(storage.compaction)}
      </p>
      <ScrollBox role="region" label={m.list(replica.broker)} className="hw-rows storage-table">
        <table className="w-full border-collapse text-left text-[12px] leading-[18px]">
          <caption className="sr-only">{m.caption(partition.name, replica.broker)}</caption>
          <thead className="sticky top-0 bg-surface text-[11px] text-ink-3">
            <tr>
              {[m.file, m.offsets, m.size, m.times, m.next].map((title, i) => (
                <th key={title} scope="col" className={`pr-3 font-[500] whitespace-nowrap ${cellClass(i)}`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {storage.deleted.map((gone) => (
              <tr key={`deleted ${gone.baseOffset}`} className="align-top text-ink-3">
                <FileName baseOffset={gone.baseOffset} />
                <td className={`pr-3 whitespace-nowrap ${cellClass(1)}`}>{m.deletedFile}</td>
                <SizeCell bytes={gone.sizeBytes} />
                <td className={`pr-3 ${cellClass(3)}`} />
                <td>{m.fates.unlinked(Math.max(0, gone.untilUs - nowUs))}</td>
              </tr>
            ))}
            {storage.segments.map((segment, i) => (
              <SegmentRow
                key={segment.baseOffset}
                segment={segment}
                endOffset={storage.segments[i + 1]?.baseOffset ?? replica.logEndOffset}
                fate={fates[i]!}
                segmentBytes={
                  i === storage.segments.length - 1 ? (storage.limits?.segmentBytes ?? null) : null
                }
                nowUs={nowUs}
                nextCheckUs={checkUs ?? 0}
                cleanedBelow={storage.compaction?.firstDirtyOffset ?? null}
                hiddenAfter={left > 0 && isLastBeforeGap(storage.segments, i) ? left : 0}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

/** Where segments that lie between the oldest and the newest are left out. */
const SHOWN_OLDEST = 16;

function isLastBeforeGap(segments: readonly SegmentView[], at: number): boolean {
  return at === SHOWN_OLDEST - 1 && at < segments.length - 1;
}

/** Offsets and times stand only where there is room. */
function cellClass(column: number): string {
  if (column === 1) return 'storage-offsets';
  if (column === 3) return 'storage-times';
  return column === 2 ? 'text-right' : '';
}

interface SegmentRowProps {
  readonly segment: SegmentView;
  readonly endOffset: number;
  readonly fate: SegmentFate;
  /** Of the active one. */
  readonly segmentBytes: number | null;
  readonly nowUs: Micros;
  /** Of a compacted log: where its dirty part begins. */
  readonly cleanedBelow: number | null;
  /** When retention looks next. */
  readonly nextCheckUs: Micros;
  readonly hiddenAfter: number;
}

function SegmentRow(props: SegmentRowProps) {
  const { segment, endOffset, fate, segmentBytes, nowUs, nextCheckUs, cleanedBelow, hiddenAfter } = props;
  const m = useMessages().storage.segments;
  const { baseOffset, sizeBytes, firstTimestampMs, maxTimestampMs } = segment;
  const isSoon = fate.kind === 'goes' && segmentBytes === null && fate.atUs <= nextCheckUs;
  return (
    <>
      <tr className="align-top">
        <FileName baseOffset={baseOffset} />
        <td className={`hw-mono pr-3 whitespace-nowrap ${cellClass(1)}`}>
          {hiddenAfter > 0 ? `${baseOffset}–` : m.range(baseOffset, endOffset - 1)}
        </td>
        <SizeCell bytes={sizeBytes} />
        <td className={`hw-mono pr-3 whitespace-nowrap ${cellClass(3)}`}>
          {firstTimestampMs === null || maxTimestampMs === null
            ? m.noTimes
            : m.timeRange(firstTimestampMs, maxTimestampMs)}
        </td>
        <td className={isSoon ? 'text-wait' : 'text-ink-2'}>
          {segmentBytes !== null && <span className="text-ink">{m.active(sizeBytes, segmentBytes)}</span>}
          {segmentBytes === null ? (
            <FateText
              fate={fate}
              nowUs={nowUs}
              isClean={cleanedBelow === null ? null : baseOffset < cleanedBelow}
            />
          ) : (
            fate.kind === 'goes' && <>; {m.fates.activeGoes(fate.atUs - nowUs)}</>
          )}
        </td>
      </tr>
      {hiddenAfter > 0 && (
        <tr>
          <td colSpan={5} className="py-1 text-ink-3">
            {m.between(hiddenAfter)}
          </td>
        </tr>
      )}
    </>
  );
}

interface FateTextProps {
  readonly fate: SegmentFate;
  readonly nowUs: Micros;
  /** null: the log is not compacted. */
  readonly isClean: boolean | null;
}

function FateText({ fate, nowUs, isClean }: FateTextProps) {
  const m = useMessages().storage.segments.fates;
  switch (fate.kind) {
    case 'goes':
      return fate.heldBy === null
        ? m.goes(fate.reason, fate.atUs - nowUs)
        : m.held(fate.heldBy, fate.atUs - nowUs);
    case 'waitsForHighWatermark':
      return m.waitsForHighWatermark;
    case 'stays':
      return isClean === null ? m.stays : isClean ? m.clean : m.dirty;
    case 'unattended':
      return m.unattended;
  }
}

/** Twenty digits, as the file is called: the zeros stand back. */
function FileName({ baseOffset }: { readonly baseOffset: number }) {
  const digits = String(baseOffset);
  return (
    <th scope="row" className="hw-mono pr-3 font-[500] whitespace-nowrap">
      <span className="storage-zeros text-ink-3">{'0'.repeat(Math.max(0, 20 - digits.length))}</span>
      {digits}
      <span>.log</span>
    </th>
  );
}

function SizeCell({ bytes }: { readonly bytes: number }) {
  const m = useMessages().storage.disks;
  return <td className="hw-mono pr-3 text-right whitespace-nowrap">{m.bytes(bytes)}</td>;
}
