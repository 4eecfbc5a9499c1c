import { useStore } from 'zustand';
import type { FutureKeeper } from '../../../state/futures/createFutures.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';

/** Scenarios put in place of the one that runs, undo and redo: each begins a future, and nothing is written over. */
export interface LabEdits extends Pick<FutureKeeper, 'replace' | 'undo' | 'redo'> {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export function useLabEdits(futures: FutureKeeper): LabEdits {
  useStore(futures.store);
  const canUndo = usePanelState(() => futures.canUndo());
  const canRedo = usePanelState(() => futures.canRedo());
  return {
    canUndo,
    canRedo,
    replace: (next) => futures.replace(next),
    undo: () => futures.undo(),
    redo: () => futures.redo(),
  };
}
