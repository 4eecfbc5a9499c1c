import { useStore } from 'zustand';
import { LabScreen } from './lab/LabScreen.tsx';
import { labSession } from './lab/labSession.ts';

/** The reader's own cluster, as it was left. */
export function LabPage() {
  const opened = useStore(labSession.store, (state) => state.opened);
  return <LabScreen key={opened} start={labSession.store.getState().saved} keeps />;
}
