import type { EntityKey } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** What is no part of Kafka, and the clients beside one of which it stands; none: below all of them. */
export interface Beside {
  readonly key: EntityKey;
  readonly users: readonly EntityKey[];
}

/**
 * Databases beside the consumers that write to them. A queue broker has clients of its own: its publishers stand above it, its consumers
 * below.
 */
export function standBeside({
  stores,
  queueBrokers,
  queueClients,
}: Pick<ClusterModel, 'stores' | 'queueBrokers' | 'queueClients'>): readonly Beside[] {
  return [
    // One that nobody here writes to has no place.
    ...stores.filter(({ users }) => users.length > 0).map(({ key, users }) => ({ key, users })),
    ...queueBrokers.flatMap((broker) => {
      const clients = queueClients.filter((client) => client.broker === broker.name);
      const keys = [
        ...clients.filter(({ queue, key }) => queue === null && key.startsWith('publisher:')),
        broker,
        ...clients.filter(({ key }) => !key.startsWith('publisher:')),
      ];
      return keys.map(({ key }) => ({ key, users: [] }));
    }),
  ];
}

/** Between whom calls outside of Kafka go, from the one that asks: each is a wire. */
export function waysBeside({
  stores,
  queueBrokers,
  queueClients,
}: Pick<ClusterModel, 'stores' | 'queueBrokers' | 'queueClients'>): readonly (readonly [
  EntityKey,
  EntityKey,
])[] {
  return [
    ...stores.flatMap(({ key, users }) => users.map((user) => [user, key] as const)),
    ...queueClients.flatMap(({ key, broker, isConnected }) => {
      const found = isConnected ? queueBrokers.find(({ name }) => name === broker) : undefined;
      return found === undefined ? [] : [[key, found.key] as const];
    }),
  ];
}
