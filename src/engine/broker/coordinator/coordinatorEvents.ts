import type { NodeContext } from '../../node/Node.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import type { Partition } from '../Partition.ts';
import type { CoordinatorHost, CoordinatorKind } from './CoordinatorShard.ts';
import { GROUP_COORDINATOR } from './group/groupCoordinator.ts';
import {
  completeCommitted,
  electCoordinator,
  onRuntimeTimer,
  resignCoordinator,
  resignStrays,
} from './runCoordinator.ts';

// What befalls a broker's partitions, as its coordinators hear of it. Kafka: `BrokerMetadataPublisher`, `PartitionListener`.

/** Timers of all coordinators begin so. */
export const COORDINATOR_TIMER = 'coordinator/';

/** Does something for every kind of coordinator, or for that whose topic it is. */
function forKinds(
  topic: string | null,
  act: <State, Operation>(kind: CoordinatorKind<State, Operation>) => void,
): void {
  if (topic === null || topic === GROUP_COORDINATOR.topic) act(GROUP_COORDINATOR);
}

function hostOf(broker: BrokerInternals, ctx: NodeContext): CoordinatorHost | null {
  return broker.process && { broker, process: broker.process, ctx };
}

export function onElection(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (host) forKinds(partition.topic, (kind) => electCoordinator(kind, partition, host));
}

export function onResignation(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (host) forKinds(partition.topic, (kind) => resignCoordinator(kind, partition.topicPartition, host));
}

/** Partitions have gone from here, with their topics, their log directories or to other brokers. */
export function onPartitionsGone(broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (host && !host.process.coordinators.isDormant) forKinds(null, (kind) => resignStrays(kind, host));
}

/** The high watermark of a partition that the broker leads moved. */
export function onHighWatermark(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  if (broker.process?.coordinators.isDormant !== false) return;
  const host = hostOf(broker, ctx);
  if (host) forKinds(partition.topic, (kind) => completeCommitted(kind, partition, host));
}

export function onCoordinatorTimer(key: string, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (!host) return;
  forKinds(null, (kind) => {
    if (!key.startsWith(kind.timerPrefix)) return;
    const rest = key.slice(kind.timerPrefix.length);
    if (!onRuntimeTimer(kind, rest, host)) kind.onTimer(rest, host);
  });
}
