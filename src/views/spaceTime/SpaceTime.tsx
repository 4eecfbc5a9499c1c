import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { formatTime } from '../../i18n/format.ts';
import { spaceTime as m } from '../../i18n/en/spaceTime.ts';
import type { RpcFlight } from '../../shared/RunQuestions.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useShortcutHelp } from '../../ui/shortcuts.ts';
import { useTheme } from '../../ui/theme.ts';
import { readCanvasPalette } from '../canvas/canvasPalette.ts';
import { fitCanvas } from '../canvas/fitCanvas.ts';
import { pointIn } from '../canvas/pointIn.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { usePlayback, useSimulation, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import '../views.css';
import { drawSpaceTime } from './drawSpaceTime.ts';
import { arrowAt, layoutSpaceTime } from './layoutSpaceTime.ts';
import { firstSpan, panned, windowOf, zoomedAround, type TimeView } from './moveTimeWindow.ts';
import './spaceTime.css';
import { useRpcHistory } from './useRpcHistory.ts';

const WIDE_LEFT = 104;
const NARROW_LEFT = 64;
const MOST_ROWS = 60;

/** A lane for each node, an arrow for each RPC: when what was sent, and what came of it. */
export function SpaceTime() {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const outlineVisible = useStageView((state) => state.outlineVisible);
  const playheadUs = usePlayback((state) => state.playheadUs);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(frame);
  // Colours are read when it is drawn, which is now.
  useTheme();
  const helpId = useId();
  const [time, setTime] = useState<TimeView>(() => ({
    spanUs: firstSpan(simulation.store.getState().scenario.network.latencyUs),
    endUs: null,
  }));
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const drag = useRef<{ readonly x: number; moved: boolean } | null>(null);

  const width = size?.width ?? 0;
  const height = size?.height ?? 0;
  const left = width < 560 ? NARROW_LEFT : WIDE_LEFT;
  const window = windowOf(time, playheadUs);
  const history = useRpcHistory(window);
  const { flights } = history;
  const { nodeKeys } = simulation.store.getState().inFlight;
  const layout = layoutSpaceTime({ flights, nodeKeys, window, nowUs: playheadUs, width, height, left });
  const seen = layout.arrows.map(({ index }) => flights[index]!);
  const selected = flights.findIndex((flight) => keyOf(flight) === selectedKey);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || width === 0) return;
    fitCanvas(element, context, { width, height });
    const palette = readCanvasPalette(element);
    drawSpaceTime({ context, palette, layout, history, window, width, height, left, selected });
  });
  useEffect(() => {
    if (!view.getState().takesFocus) return;
    view.setState({ takesFocus: false });
    picture.current?.focus();
  }, [view]);
  useShortcutHelp(m.keys.title, [
    { keys: '← →', label: m.keys.rpc },
    { keys: 'Enter', label: m.keys.why },
    { keys: '+ −', label: m.keys.zoom },
    { keys: 'Shift+← →', label: m.keys.along },
    { keys: '0', label: m.keys.follow },
  ]);

  const sentence = (flight: RpcFlight) => sentenceOf(flight, nodeKeys);
  const select = (flight: RpcFlight) => {
    setSelectedKey(keyOf(flight));
    announce(sentence(flight));
  };
  const why = (flight: RpcFlight) => {
    setSelectedKey(keyOf(flight));
    if (flight.causeSeq > 0) view.setState({ whySeq: flight.causeSeq, panel: 'now' });
    else announce(m.unknownCause);
  };
  const middleUs = (window.fromUs + window.toUs) / 2;
  const zoom = (doublings: number, aroundUs = middleUs) =>
    setTime((now) => zoomedAround(now, playheadUs, aroundUs, doublings));
  const pan = (share: number) => setTime((now) => panned(now, playheadUs, share));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = selected < 0 ? -1 : seen.indexOf(flights[selected]!);
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const forward = event.key === 'ArrowRight';
      if (event.shiftKey) pan(forward ? 0.25 : -0.25);
      else {
        const next = at < 0 ? (forward ? seen[0] : seen.at(-1)) : seen[at + (forward ? 1 : -1)];
        if (next !== undefined) select(next);
      }
    } else if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
    else if (event.key === '0') setTime((now) => ({ ...now, endUs: null }));
    else if (event.key === 'Enter' && at >= 0) why(seen[at]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const share = (pointIn(element, event).x - left) / Math.max(1, width - left);
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        setTime((now) => panned(now, playheadUs, (event.deltaX || event.deltaY) / 800));
      else
        setTime((now) => {
          const { fromUs } = windowOf(now, playheadUs);
          return zoomedAround(now, playheadUs, fromUs + share * now.spanUs, -event.deltaY / 240);
        });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [left, width, playheadUs]);
  const onPointerDown = (event: PointerEvent) => {
    drag.current = { x: event.clientX, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null || Math.abs(event.clientX - from.x) < 4) return;
    pan(-(event.clientX - from.x) / Math.max(1, width - left));
    drag.current = { x: event.clientX, moved: true };
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const wasDragged = drag.current?.moved === true;
    drag.current = null;
    if (wasDragged) return;
    const { x, y } = pointIn(event.currentTarget, event);
    const arrow = arrowAt(layout.arrows, x, y);
    if (arrow !== null) why(flights[arrow.index]!);
  };

  const chosen = selected < 0 ? null : flights[selected]!;
  return (
    <div className="hw-space-time">
      <div className="hw-space-time-head">
        <IconButton icon="back" label={m.older} onPress={() => pan(-0.5)} />
        <IconButton icon="next" label={m.newer} onPress={() => pan(0.5)} />
        <Button size="small" onPress={() => zoom(1)} aria-label={m.nearer}>
          +
        </Button>
        <Button size="small" onPress={() => zoom(-1)} aria-label={m.farther}>
          −
        </Button>
        <span className="hw-mono text-[11.5px] text-ink-2">{m.span(time.spanUs)}</span>
        {time.endUs !== null && (
          <Button size="small" onPress={() => setTime((now) => ({ ...now, endUs: null }))}>
            {m.follow}
          </Button>
        )}
        <span className="type-row min-w-0 flex-1 truncate text-right text-ink-2">
          {chosen === null ? '' : sentence(chosen)}
        </span>
      </div>
      {/* A picture that is walked over by keys, as one tab stop. */}
      {/* eslint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={picture}
        className="hw-space-time-picture"
        role="group"
        tabIndex={0}
        aria-label={m.title(m.span(time.spanUs))}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
      >
        <div
          ref={frame}
          className="absolute inset-0 touch-pan-y"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            drag.current = null;
          }}
        >
          <canvas ref={canvas} aria-hidden="true" style={{ width, height }} />
        </div>
        {seen.length === 0 && (
          <p className="type-row pointer-events-none absolute inset-x-0 top-1/2 text-center text-ink-2">
            {m.empty}
          </p>
        )}
      </div>
      {/* eslint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <p id={helpId} hidden>
        {m.help}
      </p>
      <RpcTable flights={flights} nodeKeys={nodeKeys} visible={outlineVisible} />
    </div>
  );
}

function sentenceOf(flight: RpcFlight, nodeKeys: readonly string[]): string {
  const name = (node: number) => (nodeKeys[node] ?? '').replace(':', ' ');
  return m.rpc({
    ...flight,
    from: name(flight.source),
    to: name(flight.target),
    tookUs: flight.deliverAtUs - flight.sentAtUs,
  });
}

/** The same in words: drawn anew when there is another answer, and not with the playhead. */
const RpcTable = memo(function RpcTable({
  flights,
  nodeKeys,
  visible,
}: {
  readonly flights: readonly RpcFlight[];
  readonly nodeKeys: readonly string[];
  readonly visible: boolean;
}) {
  return (
    <section
      aria-label={m.table.title}
      className={
        visible ? 'max-h-[45%] overflow-y-auto border-t border-line bg-surface px-3 py-2' : 'sr-only'
      }
    >
      <ul className="type-row">
        {flights.slice(-MOST_ROWS).map((flight) => (
          <li key={keyOf(flight)} className="flex gap-2">
            <span className="hw-mono text-ink-3">{formatTime(flight.sentAtUs)}</span>
            <span className="min-w-0 flex-1">{sentenceOf(flight, nodeKeys)}</span>
          </li>
        ))}
      </ul>
      {flights.length > MOST_ROWS && <p className="type-row">{m.table.more(flights.length - MOST_ROWS)}</p>}
    </section>
  );
});

function keyOf({ correlationId, isResponse, sentAtUs, source }: RpcFlight): string {
  return `${correlationId} ${isResponse} ${sentAtUs} ${source}`;
}
