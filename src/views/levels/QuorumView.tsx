import { selectCluster } from '../clusterModel.ts';
import { QuorumTable } from '../inspector/QuorumTable.tsx';
import { MetadataLogPanel } from '../metadata/MetadataLogPanel.tsx';
import { usePanelState } from '../SimulationContext.tsx';

/** The quorum as its leader knows it, and the log that it keeps. */
export function QuorumView() {
  const entities = usePanelState((state) => state.entities);
  const leader = selectCluster(entities).controllers.find(({ quorum }) => quorum !== undefined);
  return (
    <div className="hw-level-columns">
      <div className="min-w-0 overflow-y-auto px-3 py-2">
        {leader?.quorum !== undefined && <QuorumTable quorum={leader.quorum} />}
      </div>
      <div className="min-h-0 min-w-0 overflow-y-auto">
        <MetadataLogPanel />
      </div>
    </div>
  );
}
