import { useEffect, useRef } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { NO_LEADER } from '../../shared/units.ts';
import { useMessages } from '../../ui/messages.tsx';
import { readCanvasPalette, type CanvasPalette } from '../canvas/canvasPalette.ts';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { useReducedMotion } from '../../ui/theme.ts';
import { collectFlights, drawFlights, drawParkedFetches, drawStillFlights } from './drawRpcs.ts';
import { collectFlows, drawFlows } from './drawFlows.ts';
import { collectCrowd, drawCrowd, emptyCrowd, isCrowd, Taken } from './drawCrowd.ts';
import { lastRefusal } from './ErrorMarks.tsx';
import { dotStrength, framesPerHop } from './motionRegime.ts';
import type { RouteMap } from './routes.ts';

/**
 * RPCs on their way: one canvas a stage, drawn when the playhead or the frame moved, straight from the stores. React has no
 * part in it. The outline says the same in words, so the canvas is hidden from assistive technology.
 */
export function RpcLayer({
  width,
  height,
  routes,
  labelStart,
  labelEnd,
  hasFlowsAtRest = false,
}: {
  readonly width: number;
  readonly height: number;
  readonly routes: RouteMap;
  readonly labelStart: number;
  readonly labelEnd: number;
  /** What flows is drawn behind single RPCs as well, as lines. */
  readonly hasFlowsAtRest?: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const simulation = useSimulation();
  const view = useStageViewStore();
  const reduced = useReducedMotion();
  const words = useMessages().stage.rpc;

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    let palette: CanvasPalette = readCanvasPalette(element);
    let request: number | null = null;
    const crowd = emptyCrowd();
    const size = { width, height, taken: new Taken() };
    let isMany = false;

    const draw = () => {
      request = null;
      const state = simulation.store.getState();
      const { playheadUs, playing, speed, skippedUs } = simulation.playback.getState();
      const picture = { context, palette, routes, labelStart, labelEnd };
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);

      const cluster = selectCluster(state.entities);
      const partition = selectPartition(cluster, view.getState().partition);
      const hops = framesPerHop(state.scenario.network.latencyUs, speed);
      // What stands still can be looked at, at any speed.
      const dots = playing && skippedUs === null ? dotStrength(hops) : 1;
      // The flows stay as wide as they are when the run is paused.
      const ribbons = reduced ? 0 : 1 - dotStrength(hops);
      if (hasFlowsAtRest || ribbons > 0) {
        const flows = collectFlows(state.flows, state.inFlight.nodeKeys, routes, cluster.links);
        drawFlows(picture, flows, {
          strength: ribbons,
          isShownAtRest: hasFlowsAtRest,
          rateText: words.rate,
        });
      }

      isMany = !reduced && isCrowd(state.inFlight.count, isMany);
      const flights = isMany
        ? collectCrowd(state.inFlight, routes, playheadUs, crowd)
        : collectFlights(state.inFlight, routes, playheadUs);
      if (partition !== null && partition.leader !== NO_LEADER) {
        drawParkedFetches(
          picture,
          state.waits,
          `broker:${partition.leader}`,
          partition.name,
          playheadUs,
          dots,
        );
      }
      if (reduced) {
        drawStillFlights(picture, flights, words);
        return;
      }
      if (isMany) drawCrowd(context, palette, crowd, size, dots);
      drawFlights(picture, flights, errorNamesOf(state.trace, partition), dots);
    };
    const ask = () => {
      request ??= requestAnimationFrame(draw);
    };
    const onTheme = () => {
      palette = readCanvasPalette(element);
      ask();
    };

    const stops = [simulation.store.subscribe(ask), simulation.playback.subscribe(ask), view.subscribe(ask)];
    const observer = new MutationObserver(onTheme);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'class'],
    });
    const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
    query?.addEventListener('change', onTheme);
    void document.fonts.load('600 10px "JetBrains Mono"').then(ask, ask);
    ask();
    return () => {
      for (const stop of stops) stop();
      observer.disconnect();
      query?.removeEventListener('change', onTheme);
      if (request !== null) cancelAnimationFrame(request);
    };
  }, [simulation, view, routes, labelStart, labelEnd, width, height, reduced, words, hasFlowsAtRest]);

  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
      style={{ width, height }}
    />
  );
}

/** What the last few answers refused, by correlation id: the wire itself carries only that it was an error. */
function errorNamesOf(
  trace: readonly TraceRow[],
  partition: PartitionView | null,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  // At the end of the log it stands already.
  const marked = partition === null ? null : lastRefusal(trace, partition);
  for (let i = trace.length - 1; i >= 0 && i >= trace.length - 60; i -= 1) {
    const event = trace[i]!.event;
    if (event.kind === 'ProduceRefused' && event.error !== marked?.error)
      names.set(event.correlationId, event.error);
    if (event.kind === 'ProduceTimedOut') names.set(event.correlationId, 'REQUEST_TIMED_OUT');
  }
  return names;
}
