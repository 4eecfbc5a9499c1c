import { useEffect, useState } from 'react';
import type { TraceKind, TraceRow } from '../../shared/traceEvents.ts';
import type { Micros } from '../../shared/units.ts';
import { useSimulation } from '../SimulationContext.tsx';

const LEAST_INTERVAL_MS = 150;

/**
 * The facts of some kinds over the whole run, oldest first. The page holds the newest rows only, so they are asked for: from where
 * they were asked for last, or from the earliest instant that the run was at since then. `tells` must be the same function each time.
 */
export function useRunRows(tells: (kind: TraceKind) => boolean): readonly TraceRow[] {
  const simulation = useSimulation();
  const [rows, setRows] = useState<readonly TraceRow[]>([]);
  useEffect(() => {
    let known: readonly TraceRow[] = [];
    let fromUs: Micros = 0;
    let isAsking = false;
    let isStale = true;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isGone = false;
    const ask = () => {
      timer = null;
      if (isGone || isAsking) return;
      isAsking = true;
      isStale = false;
      const startUs = fromUs;
      fromUs = simulation.store.getState().nowUs;
      simulation.traceRows(startUs).then(
        (news) => {
          if (isGone) return;
          known = [
            ...known.filter((row) => row.timeUs < startUs),
            ...news.filter((row) => row.timeUs >= startUs && tells(row.event.kind)),
          ];
          setRows(known);
          isAsking = false;
          if (isStale) schedule();
        },
        () => {
          isAsking = false;
        },
      );
    };
    const schedule = () => {
      isStale = true;
      if (!isAsking && timer === null) timer = setTimeout(ask, LEAST_INTERVAL_MS);
    };
    const stop = simulation.store.subscribe((state, before) => {
      fromUs = Math.min(fromUs, state.nowUs);
      if (state.trace !== before.trace || state.nowUs !== before.nowUs) schedule();
    });
    ask();
    return () => {
      isGone = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [simulation, tells]);
  return rows;
}
