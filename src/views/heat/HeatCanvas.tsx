import { useEffect, useRef } from 'react';
import { currentTheme } from '../../ui/theme.ts';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { preferencesStore } from '../../ui/preferences.ts';
import { selectCluster } from '../clusterModel.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { clusterHealth } from './clusterHealth.ts';
import { drawHeatMap, readHeatPalette, type HeatPalette } from './drawHeatMap.ts';
import { figuresOf } from './figureWords.ts';
import { layoutHeatMap, placeOf, type HeatMapLayout } from './layoutHeatMap.ts';
import { indexOf } from './partitionsOf.ts';
import { rowFigures } from './rowFigures.ts';

/**
 * All cells on one canvas, drawn straight from the stores once for each frame that brought something else. React has no part in it:
 * thousands of cells cost a frame what a few hundred rectangles of each colour cost.
 */
export function HeatCanvas({
  width,
  height,
  onLayout,
}: {
  readonly width: number;
  readonly height: number;
  /** Told what is drawn, for who asks which cell is at a point. Must be the same function each time. */
  readonly onLayout: (layout: HeatMapLayout) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const simulation = useSimulation();
  const view = useStageViewStore();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null) return;
    const ratio = window.devicePixelRatio || 1;
    let palette: HeatPalette | null = null;
    let theme = '';
    let request: number | null = null;
    const draw = () => {
      request = null;
      const { replicas: columns, entities } = simulation.store.getState();
      const { brokers } = selectCluster(entities);
      const { mode, order, filter, cell } = view.getState().heat;
      const layout = layoutHeatMap({ columns, brokers, width, height, mode, order });
      onLayout(layout);
      if (context === null) return;
      const now = currentTheme();
      if (palette === null || now !== theme) palette = readHeatPalette(element);
      theme = now;
      const drawnHeight = Math.max(height, layout.height) + 4;
      const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(drawnHeight * ratio)];
      if (element.width !== pixelWidth || element.height !== pixelHeight) {
        element.width = pixelWidth;
        element.height = pixelHeight;
      }
      element.style.height = `${drawnHeight}px`;
      context.setTransform(ratio, 0, 0, ratio, 0, 2 * ratio);
      context.clearRect(0, -2, width, drawnHeight);
      const index = indexOf(columns, cell);
      drawHeatMap({
        context,
        palette,
        layout,
        columns,
        health: clusterHealth(columns),
        mode,
        filter,
        cursor: index < 0 ? null : placeOf(layout, index),
        figures: figuresOf(mode, rowFigures(columns, layout)),
        more: m.more,
        rackOf: m.rackOf,
      });
    };
    const ask = () => {
      request ??= requestAnimationFrame(draw);
    };
    draw();
    const stops = [simulation.store.subscribe(ask), view.subscribe(ask), preferencesStore.subscribe(ask)];
    const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
    query?.addEventListener('change', ask);
    if (context !== null) void document.fonts.load('500 10px "JetBrains Mono"').then(ask, ask);
    return () => {
      for (const stop of stops) stop();
      query?.removeEventListener('change', ask);
      if (request !== null) cancelAnimationFrame(request);
    };
  }, [simulation, view, width, height, onLayout]);
  return <canvas ref={canvas} aria-hidden="true" className="block" style={{ width, height: height + 4 }} />;
}
