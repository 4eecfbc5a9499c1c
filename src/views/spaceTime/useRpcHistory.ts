import { useEffect, useState } from 'react';
import type { RpcHistory } from '../../shared/RunQuestions.ts';
import type { Micros } from '../../shared/units.ts';
import { usePanelState, useSimulation } from '../SimulationContext.tsx';
import type { TimeWindow } from './layoutSpaceTime.ts';

const NOTHING: RpcHistory = { coveredFromUs: 0, gaps: [], flights: [] };

/** RPCs of a stretch of time, asked for anew when the run or the stretch moved; until there is an answer the last one stands. */
export function useRpcHistory({ fromUs, toUs }: TimeWindow): RpcHistory {
  const simulation = useSimulation();
  const now = usePanelState((state) => `${state.status} ${state.nowUs} ${state.after}`);
  const [history, setHistory] = useState<RpcHistory>(NOTHING);
  // A little more than is seen, in steps: a window that moves by a pixel has its answer already.
  const step: Micros = Math.max(1, Math.floor((toUs - fromUs) / 8));
  const askedFromUs = Math.max(0, Math.floor(fromUs / step) * step - step);
  const askedToUs = Math.ceil(toUs / step) * step + step;
  useEffect(() => {
    if (now.startsWith('loading')) return;
    let isWanted = true;
    simulation.inspectRun<'rpcs'>({ kind: 'rpcs', fromUs: askedFromUs, toUs: askedToUs }).then(
      (answer) => {
        if (isWanted) setHistory(answer);
      },
      // A worker that died is told of by the stage.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [simulation, now, askedFromUs, askedToUs]);
  return history;
}
