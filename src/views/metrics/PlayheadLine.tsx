import { useEffect, useRef } from 'react';
import { useSimulation } from '../SimulationContext.tsx';
import { toHalfPixel, type TimeScale } from '../timeline/timeScale.ts';

/** Where the run stands, and where somebody reads. */
export function PlayheadLine({
  scale,
  readUs,
}: {
  readonly scale: TimeScale;
  readonly readUs: number | null;
}) {
  const simulation = useSimulation();
  const head = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let placed = NaN;
    const place = () => {
      const x = toHalfPixel(scale.x(simulation.playback.getState().playheadUs));
      if (x === placed || head.current === null) return;
      placed = x;
      head.current.style.transform = `translateX(${x}px)`;
    };
    place();
    return simulation.playback.subscribe(place);
  }, [simulation, scale]);
  return (
    <>
      <span ref={head} aria-hidden="true" className="hw-metrics-cursor" />
      {readUs !== null && (
        <span
          aria-hidden="true"
          className="hw-metrics-cursor hw-metrics-reading"
          style={{ transform: `translateX(${scale.x(readUs).toFixed(1)}px)` }}
        />
      )}
    </>
  );
}
