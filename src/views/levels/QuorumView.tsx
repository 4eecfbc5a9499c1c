import { selectCluster } from '../clusterModel.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { QuorumFacts } from '../inspector/QuorumTable.tsx';
import { MetadataLogPanel } from '../metadata/MetadataLogPanel.tsx';
import { usePanelState } from '../SimulationContext.tsx';

/** The quorum as its leader knows it, and the log that it keeps. */
export function QuorumView() {
  const m = useMessages().stage.inspector.quorum;
  const entities = usePanelState((state) => state.entities);
  const leader = selectCluster(entities).controllers.find(({ quorum }) => quorum !== undefined);
  return (
    <div className="hw-level-columns">
      <div className="min-w-0 overflow-y-auto px-5 py-3">
        <Panel title={m.title}>
          {leader?.quorum === undefined ? (
            <p className="type-row text-ink-2">{m.noLeader}</p>
          ) : (
            <QuorumFacts quorum={leader.quorum} />
          )}
        </Panel>
      </div>
      <div className="min-h-0 min-w-0 overflow-y-auto px-5 py-3">
        <MetadataLogPanel />
      </div>
    </div>
  );
}
