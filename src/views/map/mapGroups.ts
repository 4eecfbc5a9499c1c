import type { ConsumerView, EntityKey, GroupView } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';

export interface MapGroupMembers {
  readonly key: EntityKey;
  /** null: its coordinator does not have it yet. */
  readonly view: GroupView | null;
  readonly groupId: string;
  readonly members: readonly ConsumerView[];
}

export interface MapReaders {
  readonly groups: readonly MapGroupMembers[];
  /** Of no group. */
  readonly alone: readonly ConsumerView[];
}

/** Consumers by the group that they name, in the order of the scenario, whether or not the group has let them in. */
export function mapReaders(cluster: ClusterModel): MapReaders {
  const byGroup = new Map<string, ConsumerView[]>();
  const alone: ConsumerView[] = [];
  for (const consumer of cluster.consumers) {
    const groupId = consumer.group?.groupId;
    if (groupId === undefined) {
      alone.push(consumer);
      continue;
    }
    const members = byGroup.get(groupId);
    if (members) members.push(consumer);
    else byGroup.set(groupId, [consumer]);
  }
  const groups = [...byGroup].map(([groupId, members]): MapGroupMembers => ({
    key: `group:${groupId}`,
    view: cluster.groups.find((group) => group.groupId === groupId) ?? null,
    groupId,
    members,
  }));
  return { groups, alone };
}
