import type { RefObject } from 'react';
import { microscope } from '../../i18n/en/microscope.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { selectCluster, selectPartition } from '../../views/clusterModel.ts';
import { useSimulation, useStageViewStore } from '../../views/SimulationContext.tsx';
import type { Replica } from './MicroscopeScreen.tsx';

/** Z on a broker in the picture: the files of the partition that is drawn. */
export function useMicroscopeKey(
  target: RefObject<HTMLElement | null>,
  onOpen: (replica: Replica) => void,
): void {
  const simulation = useSimulation();
  const view = useStageViewStore();
  useShortcuts(
    microscope.title,
    [
      {
        keys: 'Z',
        label: microscope.open.key,
        match: (event) =>
          event.key.toLowerCase() === 'z' && !event.ctrlKey && !event.metaKey && !event.altKey,
        run: () => {
          const { focused, inspected, partition } = view.getState();
          const cluster = selectCluster(simulation.store.getState().entities);
          const drawn = selectPartition(cluster, partition)?.name;
          const key = focused ?? inspected ?? '';
          const replica = cluster.replicas.find(
            (candidate) => candidate.partition === drawn && key === `broker:${candidate.broker}`,
          );
          if (replica !== undefined) onOpen({ broker: replica.broker, partition: replica.partition });
        },
      },
    ],
    target,
  );
}
