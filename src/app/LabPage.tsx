import { useStore } from 'zustand';
import { EMBEDDED } from './embed.ts';
import { LabScreen } from './lab/LabScreen.tsx';
import { labSession } from './lab/labSession.ts';

/** The reader's own cluster, as it was left. */
export function LabPage() {
  const opened = useStore(labSession.store, (state) => state.opened);
  // In a page of somebody else it is a fresh cluster, and nothing is kept.
  return EMBEDDED ? (
    <LabScreen start={null} keeps={false} />
  ) : (
    <LabScreen key={opened} start={labSession.store.getState().saved} keeps />
  );
}
