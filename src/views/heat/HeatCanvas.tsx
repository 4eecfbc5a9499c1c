import { useEffect, useRef } from 'react';
import { currentTheme } from '../../ui/theme.ts';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { preferencesStore } from '../../ui/preferences.ts';
import { readCanvasPalette, type CanvasPalette } from '../canvas/canvasPalette.ts';
import { fitCanvas } from '../canvas/fitCanvas.ts';
import { selectCluster } from '../clusterModel.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { clusterHealth } from './clusterHealth.ts';
import { drawHeatMap } from './drawHeatMap.ts';
import { figuresOf } from './figureWords.ts';
import { layoutHeat } from './layoutHeat.ts';
import { placeOf, type HeatMapLayout } from './layoutHeatMap.ts';
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
    let palette: CanvasPalette | null = null;
    let theme = '';
    let request: number | null = null;
    const draw = () => {
      request = null;
      const { replicas: columns, entities } = simulation.store.getState();
      const { heat } = view.getState();
      const { mode, filter, cell } = heat;
      const { layout, groupLag } = layoutHeat(columns, selectCluster(entities), heat, { width, height });
      onLayout(layout);
      if (context === null) return;
      const now = currentTheme();
      if (palette === null || now !== theme) palette = readCanvasPalette(element);
      theme = now;
      const drawnHeight = Math.max(height, layout.height) + 4;
      fitCanvas(element, context, { width, height: drawnHeight, top: 2 });
      element.style.height = `${drawnHeight}px`;
      context.clearRect(0, -2, width, drawnHeight);
      drawHeatMap({
        context,
        palette,
        layout,
        columns,
        health: clusterHealth(columns),
        mode,
        filter,
        cursor: placeOf(layout, indexOf(columns, cell), columns),
        figures: layout.isByTopic ? [] : figuresOf(mode, rowFigures(columns, layout, groupLag)),
        more: m.more,
        headingOf: layout.isByTopic
          ? ({ name, count }) => m.topicOf(name, count)
          : ({ name }) => m.rackOf(name),
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
