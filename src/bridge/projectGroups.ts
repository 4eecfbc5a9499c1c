import { Broker } from '../engine/broker/Broker.ts';
import type { ClassicGroup } from '../engine/broker/coordinator/group/ClassicGroup.ts';
import type { GroupShard } from '../engine/broker/coordinator/group/GroupShard.ts';
import {
  consumerGroupState,
  type ConsumerGroup,
} from '../engine/broker/coordinator/group/modern/ConsumerGroup.ts';
import { GroupConsumer } from '../engine/client/consumer/group/GroupConsumer.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import { RangeSet } from '../engine/kernel/RangeSet.ts';
import type { BrokerId } from '../shared/units.ts';
import type { GroupView } from './frame.ts';

/** The groups that some broker coordinates, by group.id. */
export function projectGroups(cluster: Cluster): readonly GroupView[] {
  const views: GroupView[] = [];
  const work = workOfGroups(cluster);
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const { status, state } of node.process.coordinators.groups.shards.values())
      if (status === 'ACTIVE') views.push(...groupsOf(state, node.id, work));
  }
  return views.sort((a, b) => (a.groupId < b.groupId ? -1 : 1));
}

interface Work {
  readonly total: number;
  readonly distinct: RangesByOrigin;
}

/** By partition and producer. */
type RangesByOrigin = Map<string, RangeSet>;

/** What the members of each group have done with, those whose process has ended among them. */
function workOfGroups(cluster: Cluster): ReadonlyMap<string, Work> {
  const work = new Map<string, Work>();
  for (const node of cluster.state.nodes) {
    if (!(node instanceof GroupConsumer)) continue;
    const before = work.get(node.group.groupId) ?? { total: 0, distinct: new Map<string, RangeSet>() };
    let total = before.total + node.reprocessedCount;
    for (const [partition, byOrigin] of node.processed)
      for (const [origin, ranges] of byOrigin) {
        total += ranges.size;
        const key = `${partition} ${origin}`;
        const all = before.distinct.get(key) ?? new RangeSet();
        before.distinct.set(key, all);
        for (let i = 0; i < ranges.flat.length; i += 2) all.add(ranges.flat[i]!, ranges.flat[i + 1]!);
      }
    work.set(node.group.groupId, { ...before, total });
  }
  return work;
}

function groupsOf(shard: GroupShard, coordinator: BrokerId, work: ReadonlyMap<string, Work>): GroupView[] {
  const ids = new Set([...shard.groups.keys(), ...shard.offsets.groups()]);
  for (const { groupId } of shard.consumerGroups.values()) ids.add(groupId);
  return [...ids].map((groupId) => {
    const consumerGroup = shard.consumerGroups.get(groupId);
    const shared = {
      kind: 'group' as const,
      key: `group:${groupId}`,
      groupId,
      coordinator,
      ...workFacts(work.get(groupId)),
      committed: shard.offsets.partitionsOf(groupId).flatMap((partition) => {
        const committed = shard.offsets.get(groupId, partition);
        return committed === null ? [] : [{ partition, offset: committed.offset }];
      }),
    };
    return consumerGroup === undefined
      ? { ...shared, ...classicFacts(shard.groups.get(groupId)) }
      : { ...shared, ...consumerFacts(consumerGroup) };
  });
}

function workFacts(work: Work | undefined): Pick<GroupView, 'processed' | 'repeated'> {
  let processed = 0;
  for (const ranges of work?.distinct.values() ?? []) processed += ranges.size;
  return { processed, repeated: (work?.total ?? 0) - processed };
}

type Standing = Pick<GroupView, 'type' | 'state' | 'generation' | 'assignmentEpoch' | 'protocol' | 'members'>;

/** A group that only has offsets has no members, and is empty. */
function classicFacts(group: ClassicGroup | undefined): Standing {
  return {
    type: 'classic',
    state: group?.state ?? 'Empty',
    generation: group?.generationId ?? 0,
    assignmentEpoch: null,
    protocol: group?.protocolName ?? null,
    members: (group?.memberList ?? []).map(({ memberId, clientId, groupInstanceId, assignment }) => ({
      memberId,
      clientId,
      instanceId: groupInstanceId,
      epoch: null,
      state: null,
      partitions: assignment.assignedPartitions,
    })),
  };
}

function consumerFacts(group: ConsumerGroup): Standing {
  return {
    type: 'consumer',
    state: consumerGroupState(group),
    generation: group.groupEpoch,
    assignmentEpoch: group.assignmentEpoch,
    protocol: null,
    members: [...group.members.values()].map((member) => ({
      memberId: member.memberId,
      clientId: member.clientId,
      instanceId: member.instanceId,
      epoch: member.memberEpoch,
      state: member.state,
      partitions: member.assignedPartitions,
    })),
  };
}
