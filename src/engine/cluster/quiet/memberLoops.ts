import type { Broker } from '../../broker/Broker.ts';
import { workUs } from '../../broker/BrokerConfig.ts';
import { GROUP_COORDINATOR } from '../../broker/coordinator/group/groupCoordinator.ts';
import { sessionTimerKey } from '../../broker/coordinator/group/GroupContext.ts';
import type { GroupShard } from '../../broker/coordinator/group/GroupShard.ts';
import { topicsHash } from '../../broker/coordinator/group/modern/topicsHash.ts';
import { GroupConsumer } from '../../client/consumer/group/GroupConsumer.ts';
import { heartbeatOf } from '../../client/consumer/group/steadyMember.ts';
import type { PendingTimer } from '../../node/Node.ts';
import { rpcSizeBytes } from '../../protocol/requests.ts';
import type { Request } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { brokerAt } from './fetchLoops.ts';
import type { MemberLoop } from './Quiet.ts';

/** One of each member of a group; null when one is about something else, or its coordinator is. */
export function memberLoopsOf(cluster: Cluster, timers: readonly PendingTimer[]): MemberLoop[] | null {
  const loops: MemberLoop[] = [];
  for (const [node, consumer] of cluster.state.nodes.entries()) {
    if (!(consumer instanceof GroupConsumer) || !consumer.isRunning()) continue;
    if (!consumer.isSteady) return null;
    const { coordinator } = consumer;
    if (!coordinator.isMember) continue;
    const loop = memberLoop(cluster, node, consumer, timers);
    if (!loop) return null;
    loops.push(loop);
  }
  return loops;
}

/** So many heartbeats more were sent and answered, for `forUs` in all. */
export function skipMember(cluster: Cluster, loop: MemberLoop, turns: number, forUs: Micros): void {
  const consumer = cluster.node(loop.node);
  if (!(consumer instanceof GroupConsumer)) return;
  const { membership, heartbeat } = consumer.coordinator;
  membership?.heartbeats.skip(turns);
  heartbeat.skip(turns, forUs);
  const name = membership ? 'ConsumerGroupHeartbeat' : 'Heartbeat';
  if (turns > 0) brokerAt(cluster, loop.server).meters?.skipRequests(name, turns, cluster.nowUs, forUs);
}

function memberLoop(
  cluster: Cluster,
  node: NodeIndex,
  consumer: GroupConsumer,
  timers: readonly PendingTimer[],
): MemberLoop | null {
  const { coordinator } = consumer;
  const server = cluster.directory.brokers.get(coordinator.channel.node ?? -1);
  const { nextUs: dueUs, intervalMs } = heartbeatOf(coordinator);
  if (server === undefined || dueUs === Infinity) return null;
  const broker = brokerAt(cluster, server);
  const { groupId } = consumer.group;
  const memberId = memberIdOf(consumer);
  const shards = [...(broker.process?.coordinators.groups.shards.values() ?? [])];
  const shard = shards.find(
    ({ status, state }) => status === 'ACTIVE' && isSettledMember(state, groupId, memberId, broker),
  );
  if (!shard) return null;
  const sessionTimer = sessionTimerKey(
    GROUP_COORDINATOR.timerPrefix,
    shard.topicPartition,
    groupId,
    memberId,
  );
  if (!timers.some((timer) => timer.node === server && timer.key === sessionTimer)) return null;
  const { requestUs, requestPerKiBUs } = broker.config;
  const serviceUs = workUs(requestUs, requestPerKiBUs, rpcSizeBytes(heartbeatRequest(consumer)));
  const takesUs = 2 * cluster.state.network.latencyUs(node, server) + serviceUs;
  return { node, server, dueUs, periodUs: intervalMs * MICROS_PER_MILLI, takesUs, sessionTimer };
}

/** Whether the group knows the member, and a heartbeat has nothing to tell either of them. */
function isSettledMember(
  { groups, consumerGroups }: GroupShard,
  groupId: string,
  memberId: string,
  { image }: Broker,
): boolean {
  const classic = groups.get(groupId);
  if (classic) return classic.state === 'Stable' && classic.members.has(memberId);
  const group = consumerGroups.get(groupId);
  const member = group?.members.get(memberId);
  if (!group || !member) return false;
  const topics = new Set(
    [...group.members.values()].flatMap(({ subscribedTopicNames }) => subscribedTopicNames),
  );
  return (
    member.state === 'STABLE' &&
    member.memberEpoch === group.groupEpoch &&
    group.assignmentEpoch === group.groupEpoch &&
    group.metadataHash === topicsHash([...topics].sort(), image)
  );
}

function memberIdOf({ coordinator }: GroupConsumer): string {
  return coordinator.membership?.memberId ?? coordinator.generation.memberId;
}

/** A heartbeat that says nothing but that the member is there. */
function heartbeatRequest({ coordinator, group }: GroupConsumer): Request {
  const { membership, generation } = coordinator;
  const { groupId, groupInstanceId } = group;
  if (!membership)
    return {
      kind: 'HeartbeatRequest',
      groupId,
      generationId: generation.generationId,
      memberId: generation.memberId,
      groupInstanceId,
    };
  return {
    kind: 'ConsumerGroupHeartbeatRequest',
    groupId,
    memberId: membership.memberId,
    memberEpoch: membership.memberEpoch,
    instanceId: groupInstanceId,
    rackId: null,
    rebalanceTimeoutMs: -1,
    subscribedTopicNames: null,
    serverAssignor: null,
    topicPartitions: null,
    clientId: membership.config.clientId,
  };
}
