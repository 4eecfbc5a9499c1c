import { QueueBroker } from '../queueBroker/QueueBroker.ts';
import { QueuePublisher } from '../queueBroker/QueuePublisher.ts';
import type { CommandBody } from '../../scenario/Scenario.ts';
import type { Cluster } from './Cluster.ts';
import { hasProcess, indexOf } from './servers.ts';

type QueueDeed = Extract<
  CommandBody,
  { readonly kind: 'KillQueueBroker' | 'StartQueueBroker' | 'PublishMessages' }
>;

/** Commands on a broker of queues and on who publishes to it. One that finds nothing to do changes nothing. */
export function applyToQueues(command: QueueDeed, cluster: Cluster): void {
  const index = indexOf(
    cluster,
    command.kind === 'PublishMessages'
      ? `publisher:${command.publisher}`
      : `queueBroker:${command.queueBroker}`,
  );
  cluster.act(index, (node) => {
    if (command.kind === 'PublishMessages') {
      if (node instanceof QueuePublisher) node.publish(command.count, cluster);
    } else if (node instanceof QueueBroker) {
      if (command.kind === 'KillQueueBroker') node.kill(cluster);
      else node.startProcess(cluster);
    }
  });
  if (!hasProcess(cluster.node(index))) cluster.endPause(index);
}
