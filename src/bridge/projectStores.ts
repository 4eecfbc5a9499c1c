import type { Cluster } from '../engine/cluster/Cluster.ts';
import { ExternalStore } from '../engine/store/ExternalStore.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import type { StoreView } from './frame.ts';

/** Databases outside of Kafka, and whose they are. */
export function projectStores(cluster: Cluster, { consumers }: Scenario): StoreView[] {
  return cluster.state.nodes.flatMap((node): StoreView[] => {
    if (!(node instanceof ExternalStore)) return [];
    const { name, storeName, table, transactions, failed, refused, atWork } = node;
    return [
      {
        kind: 'store',
        key: name,
        name: storeName,
        isDown: node.isDown(cluster.nowUs),
        rows: table.rows,
        transactions,
        failed,
        refused,
        atWork,
        users: consumers
          .filter(({ store }) => store?.name === storeName)
          .map(({ clientId }) => `consumer:${clientId}`),
      },
    ];
  });
}
