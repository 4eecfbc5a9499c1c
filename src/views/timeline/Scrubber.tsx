import {
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useStore } from 'zustand';
import { timeline } from '../../i18n/en/timeline.ts';
import { formatTime } from '../../i18n/format.ts';
import type { Bookmark } from '../../shared/bookmarks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { pointIn } from '../canvas/pointIn.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { usePanelPlayback, usePanelState, useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { instantOf } from './axisMarks.ts';
import { layoutTimeline, type TimelineLayout } from './layoutTimeline.ts';
import { TimeAxisContext } from './TimeAxis.ts';
import { BookmarkGlyph, MarkGlyph } from './MarkGlyph.tsx';
import { timeForKey, toHalfPixel } from './timeScale.ts';
import { useAxisMarks } from './useAxisMarks.ts';
import { useStops, wordsOf } from './useStops.ts';

const LINE_Y = 24;
const HEIGHT = 46;
const SNAP_PX = 7;

/** Time of the run: what is explored is solid, what is not is dashed. Drag it, or use the arrow keys. */
export function Scrubber({ showsPlans }: { readonly showsPlans: boolean }) {
  const m = useMessages();
  const simulation = useSimulation();
  const view = useStageViewStore();
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const width = size?.width ?? 0;
  const exploredUs = usePanelState((state) => state.exploredUs);
  const untilUs = usePanelState((state) => state.scenario.untilUs);
  const marks = useAxisMarks(showsPlans);
  const bookmarks = useStore(simulation.bookmarks);
  const goToStop = useStops();
  const playheadUs = usePanelPlayback((state) => state.playheadUs);
  const [dragUs, setDragUs] = useState<number | null>(null);
  const axis = use(TimeAxisContext);
  const reachUs = Math.max(exploredUs, dragUs ?? 0, axis?.atLeastUs ?? 0);
  const layout = useMemo(
    () => layoutTimeline(width, reachUs, untilUs, marks),
    [width, reachUs, untilUs, marks],
  );
  const shownUs = dragUs ?? playheadUs;

  const go = useCallback(
    (timeUs: number) => void simulation.seek({ timeUs: Math.max(0, Math.round(timeUs)), after: 0 }),
    [simulation],
  );
  const timeOf = (event: PointerEvent<HTMLElement>) => layout.timeAt(pointIn(event.currentTarget, event).x);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointIn(event.currentTarget, event);
    const near = layout.marks.find(({ x }) => Math.abs(x - at.x) <= SNAP_PX);
    // A mark that was meant: its own instant, not that of the nearest pixel.
    if (near !== undefined && at.y < LINE_Y - 2) {
      void simulation.seek(instantOf(near.mark));
      return;
    }
    const timeUs = timeOf(event);
    setDragUs(timeUs);
    go(timeUs);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const timeUs = timeOf(event);
    // What stands on the same axis is read at the same instant.
    if (axis !== null) view.setState({ readUs: timeUs });
    if (dragUs === null) return;
    setDragUs(timeUs);
    go(timeUs);
  };
  const end = () => setDragUs(null);
  const leave = () => {
    if (axis !== null) view.setState({ readUs: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Now, not at the last sample: keys follow each other faster than samples do.
    const { playheadUs: timeNowUs } = simulation.playback.getState();
    const timeUs = timeForKey(event.key, { timeUs: timeNowUs, endUs: layout.endUs, exploredUs });
    if (timeUs !== null) {
      event.preventDefault();
      go(Math.min(timeUs, layout.endUs));
      return;
    }
    const key = event.key.toLowerCase();
    if (key !== 'l' && key !== 'j') return;
    // The picture has the same keys.
    event.preventDefault();
    goToStop(key === 'l' ? 1 : -1);
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
      onPointerLeave={leave}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {width > 0 && (
        <Line
          layout={layout}
          bookmarks={bookmarks}
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
  bookmarks,
  width,
  exploredUs,
  shownUs,
  isDragging,
}: {
  readonly layout: TimelineLayout;
  readonly bookmarks: readonly Bookmark[];
  readonly width: number;
  readonly exploredUs: number;
  readonly shownUs: number;
  readonly isDragging: boolean;
}) {
  const m = useMessages();
  const simulation = useSimulation();
  const thumb = useRef<SVGGElement>(null);
  const passed = useRef<SVGPathElement>(null);
  // Ten times a second is enough for the words; the thumb glides with the playhead.
  useEffect(() => {
    let placed = NaN;
    const place = () => {
      const at = toHalfPixel(layout.x(isDragging ? shownUs : simulation.playback.getState().playheadUs));
      if (at === placed) return;
      placed = at;
      thumb.current?.setAttribute('transform', `translate(${at},${LINE_Y})`);
      passed.current?.setAttribute('d', `M${layout.x(0)} ${LINE_Y}H${at}`);
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
        <g key={`${mark.kind} ${x}`} transform={`translate(${x},11)`}>
          <title>{`${formatTime(mark.timeUs)} ${wordsOf(mark, m)}`}</title>
          <path d="M0 4V11" stroke="var(--ink-3)" />
          <MarkGlyph kind={mark.kind} />
        </g>
      ))}
      {bookmarks.map(({ name, at }) => (
        <g key={`${at.timeUs} ${at.after}`} transform={`translate(${layout.x(at.timeUs)},${LINE_Y + 1})`}>
          <title>{`${formatTime(at.timeUs)} ${timeline.bookmark(name)}`}</title>
          <BookmarkGlyph />
        </g>
      ))}
      <g ref={thumb}>
        <circle r="7" fill="var(--surface)" stroke="var(--ink)" strokeWidth="2" />
      </g>
    </svg>
  );
}
