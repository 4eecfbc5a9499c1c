import { useRef, useState } from 'react';
import type { Instant } from '../../../bridge/EngineApi.ts';
import type { Command, CommandBody, Scenario } from '../../../scenario/Scenario.ts';
import type { Simulation } from '../../../state/Simulation.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { isUndoneNext, type LabEdit } from './labEdits.ts';

export interface NextRun {
  readonly scenario: Scenario;
  /** Default: none, from the start. */
  readonly commands?: readonly Command[];
  readonly instant?: Instant;
  /** Given once it stands there: a part of the same deed. */
  readonly deed?: CommandBody;
}

/** Scenarios put in place of the one that runs, each to be undone like a command. */
export interface LabEdits {
  readonly canUndo: boolean;
  readonly replace: (next: NextRun) => Promise<void>;
  readonly undo: () => Promise<void>;
}

/** More than this and the oldest are forgotten. */
const MOST_KEPT = 50;

export function useLabEdits(simulation: Simulation): LabEdits {
  const edits = useRef<readonly LabEdit[]>([]);
  const [count, setCount] = useState(0);
  const hasCommands = usePanelState((state) => state.commands.length > 0);
  const keep = (next: readonly LabEdit[]) => {
    edits.current = next.slice(-MOST_KEPT);
    setCount(edits.current.length);
  };
  return {
    canUndo: count > 0 || hasCommands,
    replace: async ({ scenario, commands = [], instant, deed }) => {
      const state = simulation.store.getState();
      const before = {
        scenario: state.scenario,
        commands: state.commands,
        instant: { timeUs: state.nowUs, after: state.after },
      };
      await simulation.load(scenario, commands, instant);
      if (deed !== undefined) await simulation.apply(deed);
      keep([...edits.current, { before, commandsAfter: simulation.store.getState().commands }]);
    },
    undo: async () => {
      const last = edits.current.at(-1);
      if (!isUndoneNext(last, simulation.store.getState().commands)) {
        await simulation.undo();
        return;
      }
      keep(edits.current.slice(0, -1));
      const { scenario, commands, instant } = last.before;
      await simulation.load(scenario, commands, instant);
    },
  };
}
