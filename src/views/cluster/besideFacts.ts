import type { EntityKey, QueueClientView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { ClusterModel } from '../clusterModel.ts';

export interface BesideFact {
  readonly key: EntityKey;
  readonly shape: 'store' | 'queue' | 'publisher' | 'consumer';
  readonly name: string;
  /** The number that its card has room for. */
  readonly figure: string;
  /** Why it does not go on; null: it does. */
  readonly trouble: string | null;
  /** All of it in one sentence without its full stop. */
  readonly spoken: string;
}

/** What is said of databases, queue brokers and their clients: the cards and the outline share it. */
export function besideFacts(m: Catalogue['stage'], cluster: ClusterModel): readonly BesideFact[] {
  const b = m.beside;
  return [
    ...cluster.stores.map(({ key, name, isDown, rows, transactions, refused }): BesideFact => {
      const trouble = isDown ? b.down : null;
      return {
        key,
        shape: 'store',
        name,
        figure: b.rows(rows),
        trouble,
        spoken: told(b.store(name), trouble, b.rows(rows), b.transactions(transactions), b.refused(refused)),
      };
    }),
    ...cluster.queueBrokers.map(({ key, name, process, published }): BesideFact => {
      const trouble = process === 'killed' ? b.killed : null;
      return {
        key,
        shape: 'queue',
        name,
        figure: formatNumber(published),
        trouble,
        spoken: told(b.queueBroker(name), trouble, b.published(published)),
      };
    }),
    ...cluster.queueClients.map((client): BesideFact => {
      const publishes = client.key.startsWith('publisher:');
      const trouble = troubleOf(b, client);
      const figure = publishes ? b.published(client.published) : b.inHand(client.held, client.done);
      return {
        key: client.key,
        shape: publishes ? 'publisher' : 'consumer',
        name: client.clientId,
        figure: formatNumber(publishes ? client.published : client.done),
        trouble,
        spoken: told(publishes ? b.publisher(client.clientId) : b.consumer(client.clientId), trouble, figure),
      };
    }),
  ];
}

function told(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function troubleOf(b: Catalogue['stage']['beside'], client: QueueClientView): string | null {
  if (client.process !== 'running') return client.process === 'killed' ? b.killed : b.closed;
  if (client.pausedSinceUs !== null) return b.paused;
  return client.isConnected ? null : b.notConnected;
}
