// Stands in the place of src/views/cluster/RpcLayer.tsx when bench/mark-cost.mjs builds the peer: the same marks, as React draws SVG.

import { useEffect, useState } from 'react';
import { collectCrowd, emptyCrowd, STYLES } from '../../src/views/cluster/drawCrowd.ts';
import type { RouteMap } from '../../src/views/cluster/routes.ts';
import { useSimulation } from '../../src/views/SimulationContext.tsx';

const FILLS = { produce: 'var(--produce)', water: 'var(--water)', ink2: 'var(--ink-2)' } as const;

/** One element a mark, drawn anew by React when the playhead or the frame moved. */
export function RpcLayer({
  width,
  height,
  routes,
}: {
  readonly width: number;
  readonly height: number;
  readonly routes: RouteMap;
}) {
  const simulation = useSimulation();
  const [crowd] = useState(emptyCrowd);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    let request: number | null = null;
    const ask = () => {
      request ??= requestAnimationFrame(() => {
        request = null;
        drawAgain((count) => count + 1);
      });
    };
    const stops = [simulation.store.subscribe(ask), simulation.playback.subscribe(ask)];
    return () => {
      for (const stop of stops) stop();
      if (request !== null) cancelAnimationFrame(request);
    };
  }, [simulation]);
  collectCrowd(
    simulation.store.getState().inFlight,
    routes,
    simulation.playback.getState().playheadUs,
    crowd,
  );
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
      width={width}
      height={height}
      data-peer-marks={crowd.reduce((count, places) => count + places.length / 2, 0)}
    >
      {STYLES.map(({ name, colour, width: markWidth, height: markHeight }, style) => (
        <g key={name} fill={FILLS[colour]}>
          {Array.from({ length: crowd[style]!.length / 2 }, (_, i) => (
            <rect
              key={i}
              width={markWidth}
              height={markHeight}
              transform={`translate(${crowd[style]![2 * i]! - markWidth / 2},${crowd[style]![2 * i + 1]! - markHeight / 2})`}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
