import { Broker } from '../broker/Broker.ts';
import type { CoordinatorShard } from '../broker/coordinator/CoordinatorShard.ts';
import type { GroupOperation } from '../broker/coordinator/group/GroupOperation.ts';
import type { GroupShard } from '../broker/coordinator/group/GroupShard.ts';
import { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { NodeIndex } from '../../shared/units.ts';

export interface Membership {
  readonly index: NodeIndex;
  readonly consumer: GroupConsumer;
}

/** Nodes of a cluster never change places; who is found once is found for good. */
const FOUND = new WeakMap<object, readonly Membership[]>();

/** Every consumer that is meant to be a member of a group, running or not. */
export function groupConsumersOf({ state }: Cluster): readonly Membership[] {
  const known = FOUND.get(state.nodes);
  if (known) return known;
  const found: Membership[] = [];
  state.nodes.forEach((node, index) => {
    if (node instanceof GroupConsumer && node.coordinator.isMember) found.push({ index, consumer: node });
  });
  FOUND.set(state.nodes, found);
  return found;
}

/** Groups of the consumers of a cluster, with who is meant to be in each. */
export function memberships(cluster: Cluster): ReadonlyMap<string, readonly Membership[]> {
  const groups = new Map<string, Membership[]>();
  for (const membership of groupConsumersOf(cluster)) {
    const { groupId } = membership.consumer.group;
    const group = groups.get(groupId) ?? [];
    groups.set(groupId, group);
    group.push(membership);
  }
  return groups;
}

/** A shard of the group coordinator that serves, and who holds it. */
interface ActiveGroupShard {
  readonly broker: Broker;
  readonly shard: CoordinatorShard<GroupShard, GroupOperation>;
}

export function activeGroupShards(cluster: Cluster): readonly ActiveGroupShard[] {
  const found: ActiveGroupShard[] = [];
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const shard of node.process.coordinators.groups.shards.values())
      if (shard.status === 'ACTIVE') found.push({ broker: node, shard });
  }
  return found;
}
