import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { MessageQueue } from '../engine/queueBroker/MessageQueue.ts';
import { QueueBroker } from '../engine/queueBroker/QueueBroker.ts';
import { QueueClient } from '../engine/queueBroker/QueueClient.ts';
import { QueueConsumer } from '../engine/queueBroker/QueueConsumer.ts';
import { QueuePublisher } from '../engine/queueBroker/QueuePublisher.ts';
import type { QueuedMessage } from '../engine/protocol/queueRequests.ts';
import type { Micros } from '../shared/units.ts';
import type { EntityView, QueueBrokerView, QueueClientView, QueuedMessageView, QueueView } from './frame.ts';

/** Messages of a queue that are shown, of each kind; the rest is counted. */
const SHOWN_MESSAGES = 120;

/** Brokers of queues with their queues and clients. */
export function projectQueues(cluster: Cluster): EntityView[] {
  const { names } = cluster.directory;
  return cluster.state.nodes.flatMap((node, index): EntityView[] => {
    if (node instanceof QueueBroker)
      return [brokerView(node), ...[...node.queues.values()].map((queue) => queueView(queue, node, names))];
    if (!(node instanceof QueueClient)) return [];
    const pausedSinceUs = cluster.state.paused.get(index)?.sinceUs ?? null;
    return [clientView(node, nameOf(names[node.broker]), pausedSinceUs)];
  });
}

/** `queueConsumer:worker` → `worker`. */
function nameOf(key = ''): string {
  return key.slice(key.indexOf(':') + 1);
}

function brokerView({ name, isUp, sinceUs, published, unroutable }: QueueBroker): QueueBrokerView {
  return {
    kind: 'queueBroker',
    key: name,
    name: nameOf(name),
    process: isUp ? 'running' : 'killed',
    sinceUs,
    published,
    unroutable,
  };
}

function queueView(
  { config: { name, durable }, ready, unacked, counts }: MessageQueue,
  { name: broker, config, connections }: QueueBroker,
  names: readonly string[],
): QueueView {
  const taken = [...connections].flatMap(([node, connection]) =>
    connection.subscription?.queue === name
      ? [...connection.unacked.values()].map((entry) => ({ entry, consumer: nameOf(names[node]) }))
      : [],
  );
  taken.sort((a, b) => a.entry.place - b.entry.place);
  return {
    kind: 'queue',
    key: `queue:${name}`,
    name,
    broker: nameOf(broker),
    durable,
    bindings: config.bindings
      .filter(({ queue }) => queue === name)
      .map(({ exchange, key }) => ({
        exchange,
        type: config.exchanges.find((other) => other.name === exchange)?.type ?? 'direct',
        key,
      })),
    messages: [
      ...taken.slice(0, SHOWN_MESSAGES).map(({ entry, consumer }) => messageView(entry, consumer)),
      ...ready.slice(0, SHOWN_MESSAGES).map((entry) => messageView(entry, '')),
    ],
    readyCount: ready.length,
    unackedCount: unacked,
    ...counts,
  };
}

function messageView({ place, message, redelivered }: QueuedMessage, consumer: string): QueuedMessageView {
  return { place, message: message.number, redelivered, consumer };
}

function clientView(client: QueueClient, broker: string, pausedSinceUs: Micros | null): QueueClientView {
  const { name, state, isConnected, subscription } = client;
  const isPublisher = client instanceof QueuePublisher;
  return {
    kind: 'queueClient',
    key: name,
    clientId: nameOf(name),
    broker,
    queue: subscription?.queue ?? null,
    process: state,
    pausedSinceUs,
    isConnected,
    prefetch: subscription?.prefetch ?? 0,
    autoAck: subscription?.autoAck ?? false,
    published: isPublisher ? client.published : 0,
    confirmed: isPublisher ? client.confirmed : 0,
    held: client instanceof QueueConsumer ? client.heldCount : 0,
    done: client instanceof QueueConsumer ? client.done : 0,
  };
}
