import { LabScreen } from './lab/LabScreen.tsx';
import { labSession } from './lab/labSession.ts';

/** The reader's own cluster, as it was left. */
export function LabPage() {
  return <LabScreen start={labSession.store.getState().saved} keeps />;
}
