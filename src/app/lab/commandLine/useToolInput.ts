import { useMemo } from 'react';
import type { ToolInput } from '../../../export/tools/ToolInput.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { useRunAnswer } from '../../../views/useRunAnswer.ts';
import { toolInput } from './toolInput.ts';

/** What Kafka’s tools would be answered where the run stands; null before the first answer. */
export function useToolInput(): ToolInput | null {
  const state = usePanelState((now) => now);
  const admin = useRunAnswer({ kind: 'admin' });
  return useMemo(() => (admin === undefined ? null : toolInput(state, admin)), [state, admin]);
}
