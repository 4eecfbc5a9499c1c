import { microscope } from '../../i18n/en/microscope.ts';
import { Button } from '../../ui/Button.tsx';
import { selectCluster, selectPartition } from '../../views/clusterModel.ts';
import { usePanelState, useStageView } from '../../views/SimulationContext.tsx';
import type { Replica } from './MicroscopeScreen.tsx';

export interface FilesOfBrokerProps {
  readonly entityKey: string;
  readonly onOpen: (replica: Replica) => void;
}

/** In the inspector of a broker: the files that it has of the partition that is drawn. Nothing where it has none. */
export function FilesOfBroker({ entityKey, onOpen }: FilesOfBrokerProps) {
  const entities = usePanelState((state) => state.entities);
  const drawn = useStageView((view) => view.partition);
  const cluster = selectCluster(entities);
  const name = selectPartition(cluster, drawn)?.name;
  const replica = cluster.replicas.find(
    ({ broker, partition }) => partition === name && entityKey === `broker:${broker}`,
  );
  if (replica === undefined) return null;
  return (
    <Button
      size="small"
      icon="search"
      onPress={() => onOpen({ broker: replica.broker, partition: replica.partition })}
    >
      {microscope.open.openLabel(replica.partition, replica.broker)}
    </Button>
  );
}
