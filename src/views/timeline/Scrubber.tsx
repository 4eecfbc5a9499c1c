import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Octagon } from '../cluster/cards.tsx';
import { useElementSize } from '../cluster/useElementSize.ts';
import { usePanelPlayback, usePanelState, useSimulation } from '../SimulationContext.tsx';
import { describeTraceEvent } from '../trace/describeTraceEvent.ts';
import { instantAfter } from '../trace/instantAfter.ts';
import { layoutTimeline, type TimelineLayout } from './layoutTimeline.ts';
import { timeForKey } from './timeScale.ts';

const LINE_Y = 24;
const HEIGHT = 46;
const SNAP_PX = 7;

/** Time of the run: what is explored is solid, what is not is dashed. Drag it, or use the arrow keys. */
export function Scrubber() {
  const m = useMessages();
  const simulation = useSimulation();
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const width = size?.width ?? 0;
  const exploredUs = usePanelState((state) => state.exploredUs);
  const untilUs = usePanelState((state) => state.scenario.untilUs);
  const marks = usePanelState((state) => state.marks);
  const playheadUs = usePanelPlayback((state) => state.playheadUs);
  const [dragUs, setDragUs] = useState<number | null>(null);
  const layout = useMemo(
    () => layoutTimeline(width, Math.max(exploredUs, dragUs ?? 0), untilUs, marks),
    [width, exploredUs, dragUs, untilUs, marks],
  );
  const shownUs = dragUs ?? playheadUs;

  const go = useCallback(
    (timeUs: number) => void simulation.seek({ timeUs: Math.max(0, Math.round(timeUs)), after: 0 }),
    [simulation],
  );
  const timeOf = (event: PointerEvent) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return layout.timeAt(event.clientX - bounds.left);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bounds = event.currentTarget.getBoundingClientRect();
    const near = layout.marks.find(({ x }) => Math.abs(x - (event.clientX - bounds.left)) <= SNAP_PX);
    // A mark that was meant: its own instant, not that of the nearest pixel.
    if (near !== undefined && event.clientY - bounds.top < LINE_Y - 2) {
      void simulation.seek(instantAfter(near.mark.timeUs));
      return;
    }
    const timeUs = timeOf(event);
    setDragUs(timeUs);
    go(timeUs);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragUs === null) return;
    const timeUs = timeOf(event);
    setDragUs(timeUs);
    go(timeUs);
  };
  const end = () => setDragUs(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const timeUs = timeForKey(event.key, { timeUs: playheadUs, endUs: layout.endUs, exploredUs });
    if (timeUs !== null) {
      event.preventDefault();
      go(Math.min(timeUs, layout.endUs));
      return;
    }
    const forward = event.key.toLowerCase() === 'l';
    if (!forward && event.key.toLowerCase() !== 'j') return;
    const mark = forward
      ? marks.find(({ timeUs: at }) => at > playheadUs)
      : marks.findLast(({ timeUs: at }) => at < playheadUs - 1);
    if (mark !== undefined) void simulation.seek(instantAfter(mark.timeUs));
  };

  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={m.stage.transport.scrubber}
      aria-valuemin={0}
      aria-valuemax={Math.round(layout.endUs / 1000)}
      aria-valuenow={Math.round(shownUs / 1000)}
      aria-valuetext={m.stage.transport.scrubberValue(formatTime(shownUs), formatTime(exploredUs))}
      className="min-w-0 flex-1 touch-none rounded-cell"
      style={{ height: HEIGHT }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {width > 0 && (
        <Line
          layout={layout}
          width={width}
          exploredUs={exploredUs}
          shownUs={shownUs}
          isDragging={dragUs !== null}
        />
      )}
    </div>
  );
}

function Line({
  layout,
  width,
  exploredUs,
  shownUs,
  isDragging,
}: {
  readonly layout: TimelineLayout;
  readonly width: number;
  readonly exploredUs: number;
  readonly shownUs: number;
  readonly isDragging: boolean;
}) {
  const simulation = useSimulation();
  const thumb = useRef<SVGGElement>(null);
  const passed = useRef<SVGPathElement>(null);
  // Ten times a second is enough for the words; the thumb glides with the playhead.
  useEffect(() => {
    const place = () => {
      const at = layout.x(isDragging ? shownUs : simulation.playback.getState().playheadUs);
      thumb.current?.setAttribute('transform', `translate(${at.toFixed(1)},${LINE_Y})`);
      passed.current?.setAttribute('d', `M${layout.x(0)} ${LINE_Y}H${at.toFixed(1)}`);
    };
    place();
    return simulation.playback.subscribe(place);
  }, [layout, simulation, isDragging, shownUs]);
  const end = layout.x(layout.endUs);
  return (
    <svg className="hw-svg" width={width} height={HEIGHT} aria-hidden="true">
      <path
        d={`M${layout.x(exploredUs)} ${LINE_Y}H${end}`}
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="2 5"
      />
      <path
        d={`M${layout.x(0)} ${LINE_Y}H${layout.x(exploredUs)}`}
        stroke="var(--line-strong)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path ref={passed} stroke="var(--water-deep)" strokeWidth="4" strokeLinecap="round" />
      {layout.ticks.map(({ x, timeUs }, index) => (
        <text
          key={timeUs}
          x={index === 0 ? 2 : x}
          y={HEIGHT - 3}
          className={index === 0 ? 't10 m d' : x > width - 20 ? 't10 m d end' : 't10 m d mid'}
        >
          {formatTime(timeUs).replace(/\.\d+$/, '')}
        </text>
      ))}
      {layout.marks.map(({ x, mark }) => (
        <g key={`${mark.kind} ${mark.seq} ${mark.timeUs}`} transform={`translate(${x},11)`}>
          <title>{`${formatTime(mark.timeUs)} ${describeTraceEvent(mark.event)}`}</title>
          <path d="M0 4V11" stroke="var(--ink-3)" />
          <MarkGlyph kind={mark.kind} />
        </g>
      ))}
      <g ref={thumb}>
        <circle r="7" fill="var(--surface)" stroke="var(--ink)" strokeWidth="2" />
      </g>
    </svg>
  );
}

/** □ command, ◇ election, fencing and ISR, octagon for errors and faults. */
function MarkGlyph({ kind }: { readonly kind: TimelineLayout['marks'][number]['mark']['kind'] }) {
  if (kind === 'error' || kind === 'fault') return <Octagon radius={5} />;
  if (kind === 'command') {
    return (
      <rect
        x="-4"
        y="-4"
        width="8"
        height="8"
        rx="1"
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth="1.6"
      />
    );
  }
  const colour = kind === 'election' ? 'var(--ink)' : 'var(--wait-fill)';
  return <path d="M0-5L5 0L0 5L-5 0Z" fill="var(--surface)" stroke={colour} strokeWidth="1.6" />;
}
