import type { Broker } from '../../broker/Broker.ts';
import { workUs } from '../../broker/BrokerConfig.ts';
import { GROUP_COORDINATOR } from '../../broker/coordinator/group/groupCoordinator.ts';
import { isSettledIn } from '../../broker/coordinator/group/share/handleShareGroupHeartbeat.ts';
import { sessionTimerKey } from '../../broker/coordinator/group/GroupContext.ts';
import type { GroupShard } from '../../broker/coordinator/group/GroupShard.ts';
import { topicsHash } from '../../broker/coordinator/group/modern/topicsHash.ts';
import { Consumer } from '../../client/consumer/Consumer.ts';
import { GroupConsumer } from '../../client/consumer/group/GroupConsumer.ts';
import { ShareConsumer } from '../../client/consumer/share/ShareConsumer.ts';
import type { ShareMembership } from '../../client/consumer/share/ShareMembership.ts';
import { heartbeatOf } from '../../client/consumer/group/steadyMember.ts';
import type { PendingTimer } from '../../node/Node.ts';
import { rpcSizeBytes } from '../../protocol/requests.ts';
import type { Request } from '../../protocol/requests.ts';
import type { ShareGroupHeartbeatRequest } from '../../protocol/shareRequests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Micros, NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { brokerAt } from './fetchLoops.ts';
import type { CommitLoop, MemberLoop } from './Quiet.ts';

/** Between auto-commits that are less apart no leap is worth its work. */
const LEAST_COMMIT_INTERVAL_US: Micros = 20_000_000;

/** One of each member of a group; null when one is about something else, or its coordinator is, or is all the time. */
export function memberLoopsOf(cluster: Cluster, timers: readonly PendingTimer[]): MemberLoop[] | null {
  const loops: MemberLoop[] = [];
  for (const [node, consumer] of cluster.state.nodes.entries()) {
    if (!(consumer instanceof GroupConsumer || consumer instanceof ShareConsumer)) continue;
    if (!consumer.isRunning()) continue;
    if (!consumer.isSteadyAt(cluster.nowUs)) return null;
    if (consumer instanceof GroupConsumer && commitsOften(consumer)) return null;
    if (consumer instanceof GroupConsumer && !consumer.coordinator.isMember) continue;
    const loop = memberLoop(cluster, node, memberOf(consumer), timers);
    if (!loop) return null;
    loops.push(loop);
  }
  return loops;
}

/** Of members whose auto-commits find nothing: those that have no partition. */
export function commitLoopsOf({ state }: Cluster): CommitLoop[] {
  return state.nodes.flatMap((consumer, node): CommitLoop[] => {
    if (!(consumer instanceof GroupConsumer) || !consumer.isRunning()) return [];
    if (!consumer.group.enableAutoCommit || consumer.commitsByItself) return [];
    return [{ node, dueUs: consumer.coordinator.nextAutoCommitUs, periodUs: commitIntervalUs(consumer) }];
  });
}

/** When the next auto-commit is a record of the group's: what was committed before is written again, changed or not. */
export function nextCommitUs({ state }: Cluster): Micros {
  let firstUs = Infinity;
  for (const consumer of state.nodes)
    if (consumer instanceof GroupConsumer && consumer.isRunning() && consumer.commitsByItself)
      firstUs = Math.min(firstUs, consumer.coordinator.nextAutoCommitUs);
  return firstUs;
}

function commitsOften(consumer: GroupConsumer): boolean {
  return consumer.commitsByItself && commitIntervalUs(consumer) < LEAST_COMMIT_INTERVAL_US;
}

function commitIntervalUs({ group }: GroupConsumer): Micros {
  return group.autoCommitIntervalMs * MICROS_PER_MILLI;
}

/** So many heartbeats more were sent and answered, for `forUs` in all. */
export function skipMember(cluster: Cluster, loop: MemberLoop, turns: number, forUs: Micros): void {
  const consumer = cluster.node(loop.node);
  let name = 'ShareGroupHeartbeat';
  if (consumer instanceof Consumer) consumer.meters.skipHeartbeats(forUs);
  if (consumer instanceof ShareConsumer) consumer.membership.heartbeats.skip(turns);
  else if (consumer instanceof GroupConsumer) {
    const { membership, heartbeat } = consumer.coordinator;
    membership?.heartbeats.skip(turns);
    heartbeat.skip(turns, forUs);
    name = membership ? 'ConsumerGroupHeartbeat' : 'Heartbeat';
  }
  if (turns > 0) brokerAt(cluster, loop.server).meters?.skipRequests(name, turns, cluster.nowUs, forUs);
}

/** What a loop goes by of a member of any kind of group. */
interface Member {
  readonly groupId: string;
  readonly memberId: string;
  readonly coordinator: BrokerId;
  readonly nextUs: Micros;
  readonly intervalMs: number;
  /** A heartbeat that says nothing but that the member is there. */
  readonly request: Request;
}

function memberOf(consumer: GroupConsumer | ShareConsumer): Member {
  if (consumer instanceof ShareConsumer) {
    const { channel, membership } = consumer;
    const { heartbeats, groupId, memberId } = membership;
    return {
      groupId,
      memberId,
      coordinator: channel.node ?? -1,
      nextUs: heartbeats.nextUs,
      intervalMs: heartbeats.intervalMs,
      request: shareHeartbeatRequest(membership),
    };
  }
  const { coordinator, group } = consumer;
  return {
    groupId: group.groupId,
    memberId: coordinator.membership?.memberId ?? coordinator.generation.memberId,
    coordinator: coordinator.channel.node ?? -1,
    ...heartbeatOf(coordinator),
    request: heartbeatRequest(consumer),
  };
}

function memberLoop(
  cluster: Cluster,
  node: NodeIndex,
  { groupId, memberId, coordinator, nextUs: dueUs, intervalMs, request }: Member,
  timers: readonly PendingTimer[],
): MemberLoop | null {
  const server = cluster.directory.brokers.get(coordinator);
  if (server === undefined || dueUs === Infinity) return null;
  const broker = brokerAt(cluster, server);
  const shards = [...(broker.process?.coordinators.groups.shards.values() ?? [])];
  const shard = shards.find(
    ({ status, state }) => status === 'ACTIVE' && isSettledMember(state, groupId, memberId, request, broker),
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
  const serviceUs = workUs(requestUs, requestPerKiBUs, rpcSizeBytes(request));
  const takesUs = 2 * cluster.state.network.latencyUs(node, server) + serviceUs;
  return { node, server, dueUs, periodUs: intervalMs * MICROS_PER_MILLI, takesUs, sessionTimer };
}

/** Whether the group knows the member, and a heartbeat has nothing to tell either of them. */
function isSettledMember(
  { groups, consumerGroups, shareGroups }: GroupShard,
  groupId: string,
  memberId: string,
  request: Request,
  broker: Broker,
): boolean {
  const { image } = broker;
  const shared = shareGroups.get(groupId);
  if (shared) return request.kind === 'ShareGroupHeartbeatRequest' && isSettledIn(shared, request, broker);
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

function shareHeartbeatRequest({
  groupId,
  memberId,
  memberEpoch,
  clientId,
}: ShareMembership): ShareGroupHeartbeatRequest {
  const kind = 'ShareGroupHeartbeatRequest';
  return { kind, groupId, memberId, memberEpoch, rackId: null, subscribedTopicNames: null, clientId };
}

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
