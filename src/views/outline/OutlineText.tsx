import { useCallback } from 'react';
import type { SimulationState } from '../../state/Simulation.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { useMessages } from '../../ui/messages.tsx';
import { selectCluster } from '../clusterModel.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelFacts } from '../SimulationContext.tsx';
import { outlineText } from './outlineText.ts';
import type { OutlineLine } from './outlineTree.ts';

const remembered = new WeakMap<SimulationState, readonly TraceRow[]>();

/** Once for all lines of one frame. */
function factsOf(state: SimulationState): readonly TraceRow[] {
  const known = remembered.get(state);
  if (known !== undefined) return known;
  const facts = withOlderFacts(state.trace, state.marks, state.nowUs);
  remembered.set(state, facts);
  return facts;
}

/** What a line says now. By itself: numbers change with every sample, and the lines of the tree do not. */
export function OutlineText({ line }: { readonly line: OutlineLine }) {
  const m = useMessages().stage;
  const tell = useCallback(
    (state: SimulationState) => outlineText(m, selectCluster(state.entities), factsOf(state), line),
    [m, line],
  );
  return <>{usePanelFacts(tell)}</>;
}
