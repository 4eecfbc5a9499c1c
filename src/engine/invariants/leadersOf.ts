import { Broker } from '../broker/Broker.ts';
import type { LeaderRole, Partition } from '../broker/Partition.ts';
import type { Cluster } from '../cluster/Cluster.ts';

export interface Leading {
  readonly broker: Broker;
  readonly partition: Partition;
  readonly leader: LeaderRole;
}

/** Who was found at the event that a state stands at; several laws ask. */
const FOUND = new WeakMap<object, Found>();

interface Found {
  readonly eventCount: number;
  readonly appliedCommands: number;
  readonly leaders: readonly Leading[];
}

/** Everybody who takes itself for the leader of a partition. */
export function leadersOf({ state }: Cluster): readonly Leading[] {
  const { eventCount, appliedCommands } = state;
  const known = FOUND.get(state);
  if (known?.eventCount === eventCount && known.appliedCommands === appliedCommands) return known.leaders;
  const leaders: Leading[] = [];
  for (const broker of state.nodes) {
    if (!(broker instanceof Broker)) continue;
    for (const partition of broker.partitions.values())
      if (partition.leader) leaders.push({ broker, partition, leader: partition.leader });
  }
  FOUND.set(state, { eventCount, appliedCommands, leaders });
  return leaders;
}

/** min.insync.replicas as this leader has heard of it: asked of the configs themselves, not of the rule that the broker asks. */
export function minIsrSeenBy({ broker, partition, leader }: Leading): number {
  const text = broker.image.topicConfig(partition.topic, 'min.insync.replicas');
  const minIsr = text === undefined ? broker.config.minInsyncReplicas : Number(text);
  return Math.min(minIsr, leader.replicas.length);
}
