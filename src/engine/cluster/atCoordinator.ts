import { Broker } from '../broker/Broker.ts';
import { GROUP_COORDINATOR } from '../broker/coordinator/group/groupCoordinator.ts';
import { GroupContext } from '../broker/coordinator/group/GroupContext.ts';
import { offsetsPartitionOf } from '../broker/coordinator/internalTopics.ts';
import type { Cluster } from './Cluster.ts';

/** Does something in the name of an admin client where a group is coordinated. False: nobody does. */
export function atCoordinator(
  groupId: string,
  cluster: Cluster,
  deed: (context: GroupContext) => void,
): boolean {
  const outcome = { isTaken: false };
  cluster.state.nodes.forEach((node, index) => {
    if (!(node instanceof Broker) || outcome.isTaken || cluster.isPaused(index)) return;
    cluster.act(index, () => {
      const { process } = node;
      const shard = process?.coordinators.groups.activeShard(offsetsPartitionOf(groupId, node.image));
      if (!process || shard === undefined || typeof shard === 'string') return;
      outcome.isTaken = true;
      deed(new GroupContext(GROUP_COORDINATOR, shard, { broker: node, process, ctx: cluster }));
    });
  });
  return outcome.isTaken;
}
