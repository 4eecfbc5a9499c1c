import { describe, expect, test } from 'vitest';
import { OFFSETS_TOPIC } from '../../../src/engine/broker/coordinator/internalTopics.ts';
import type {
  JoinGroupRequest,
  OffsetCommitRequest,
  OffsetFetchRequest,
  Request,
} from '../../../src/engine/protocol/requests.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, PARTITION } from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const GROUP = 'payments';
const OFFSETS = `${OFFSETS_TOPIC}-0`;

/** Three brokers whose groups all live in one partition, which the first who looks for a coordinator has created. */
function clusterWithOffsets(options: ClusterOptions = {}, configs: Record<string, string | number> = {}) {
  const cluster = new ClusterTestContext({
    network: ONE_MS_LINKS,
    times: NO_WORK,
    ...options,
    configs: { 'offsets.topic.num.partitions': 1, 'group.initial.rebalance.delay.ms': 0, ...configs },
  });
  find(cluster);
  cluster.until('BecameLeader', { partition: OFFSETS });
  cluster.runFor(50);
  return { cluster, coordinator: find(cluster).nodeId };
}

function find(cluster: ClusterTestContext) {
  const answer = cluster.ask(1, { kind: 'FindCoordinatorRequest', keyType: 'GROUP', key: GROUP });
  return answer?.kind === 'FindCoordinatorResponse' ? answer : expect.fail('no answer');
}

function commit(offset: number, fields: Partial<OffsetCommitRequest> = {}): OffsetCommitRequest {
  const committed = { committedOffset: offset, committedLeaderEpoch: 3, committedMetadata: 'm' };
  return {
    kind: 'OffsetCommitRequest',
    groupId: GROUP,
    generationIdOrMemberEpoch: -1,
    memberId: '',
    groupInstanceId: null,
    partitions: [{ topicPartition: PARTITION, ...committed }],
    ...fields,
  };
}

function fetchOf(
  requireStable: boolean,
  partitions: readonly string[] | null = [PARTITION],
): OffsetFetchRequest {
  return {
    kind: 'OffsetFetchRequest',
    groupId: GROUP,
    memberId: null,
    memberEpoch: -1,
    partitions,
    requireStable,
  };
}

function join(memberId: string, fields: Partial<JoinGroupRequest> = {}): JoinGroupRequest {
  const metadata = {
    topics: ['orders'],
    userData: null,
    ownedPartitions: [],
    generationId: -1,
    rackId: null,
  };
  return {
    kind: 'JoinGroupRequest',
    groupId: GROUP,
    sessionTimeoutMs: 45_000,
    rebalanceTimeoutMs: 300_000,
    memberId,
    groupInstanceId: null,
    protocolType: 'consumer',
    protocols: [{ name: 'range', metadata }],
    clientId: 'pay',
    reason: '',
    ...fields,
  };
}

/** The error of an answer, of its first partition where it has partitions, or the offset found. */
function outcome(cluster: ClusterTestContext, broker: number, request: Request): unknown {
  const answer = cluster.ask(broker, request);
  switch (answer?.kind) {
    case 'OffsetCommitResponse':
    case 'TxnOffsetCommitResponse':
      return answer.partitions[0]?.error;
    case 'OffsetFetchResponse': {
      if (answer.error !== 'NONE') return answer.error;
      const [first] = answer.partitions;
      return first?.error === 'NONE' ? first.committedOffset : first?.error;
    }
    case 'HeartbeatResponse':
      return answer.error;
    default:
      return answer;
  }
}

/** A group of one member in a stable generation. */
function stableMember(cluster: ClusterTestContext, coordinator: number): string {
  const first = cluster.ask(coordinator, join(''));
  const memberId = first?.kind === 'JoinGroupResponse' ? first.memberId : '';
  const joined = cluster.ask(coordinator, join(memberId));
  expect(joined).toMatchObject({ error: 'NONE', generationId: 1, leader: memberId });
  const synced = cluster.ask(coordinator, {
    kind: 'SyncGroupRequest',
    groupId: GROUP,
    generationId: 1,
    memberId,
    groupInstanceId: null,
    protocolType: 'consumer',
    protocolName: 'range',
    assignments: [{ memberId, assignment: { assignedPartitions: [PARTITION], userData: null } }],
  });
  expect(synced).toMatchObject({ error: 'NONE', assignment: { assignedPartitions: [PARTITION] } });
  return memberId;
}

function heartbeat(memberId: string, generationId: number): Request {
  return { kind: 'HeartbeatRequest', groupId: GROUP, generationId, memberId, groupInstanceId: null };
}

describe('where a coordinator lives', () => {
  test('[find-coordinator] the first who looks for one has the topic created, and asks again', () => {
    const cluster = new ClusterTestContext({ network: ONE_MS_LINKS, times: NO_WORK });
    expect(find(cluster)).toMatchObject({ error: 'COORDINATOR_NOT_AVAILABLE', nodeId: -1 });
    expect(find(cluster)).toMatchObject({ error: 'COORDINATOR_NOT_AVAILABLE' });
    cluster.runFor(100);
    expect(cluster.facts('TopicCreated', { topic: OFFSETS_TOPIC })).toHaveLength(1);
    expect(cluster.controller.image.topics.get(OFFSETS_TOPIC)).toHaveLength(50);
    expect(cluster.controller.image.topicConfigs.get(OFFSETS_TOPIC)?.get('cleanup.policy')).toBe('compact');
    expect(cluster.registration(`${OFFSETS_TOPIC}-13`).replicas).toHaveLength(3);
    // `payments` lives in partition 13.
    expect(find(cluster)).toMatchObject({
      error: 'NONE',
      nodeId: cluster.registration(`${OFFSETS_TOPIC}-13`).leader,
    });
  });

  test('[find-coordinator] one broker cannot have three replicas: there is never a coordinator', () => {
    const cluster = new ClusterTestContext({ brokers: 1, network: ONE_MS_LINKS, times: NO_WORK });
    find(cluster);
    cluster.runFor(100);
    expect(find(cluster)).toMatchObject({ error: 'COORDINATOR_NOT_AVAILABLE' });
    expect(cluster.facts('AdminRequestFailed', { error: 'INVALID_REPLICATION_FACTOR' })).not.toHaveLength(0);
  });

  test('[G1] another broker sends the client away; the next leader has read what the last one wrote', () => {
    const { cluster, coordinator } = clusterWithOffsets();
    const other = [1, 2, 3].find((id) => id !== coordinator) ?? 0;
    expect(outcome(cluster, other, commit(5))).toBe('NOT_COORDINATOR');
    expect(outcome(cluster, coordinator, commit(5))).toBe('NONE');
    const memberId = stableMember(cluster, coordinator);
    cluster.kill(coordinator).until('CoordinatorLoaded', { partition: OFFSETS });
    const next = cluster.registration(OFFSETS).leader;
    expect(next).not.toBe(coordinator);
    expect(outcome(cluster, next, fetchOf(true))).toBe(5);
    expect(outcome(cluster, next, heartbeat(memberId, 1))).toBe('NONE');
    const answer = cluster.ask(next, fetchOf(false));
    expect(answer).toMatchObject({ partitions: [{ committedLeaderEpoch: 3, metadata: 'm' }] });
  });

  test('[G1] while it reads its log it takes heartbeats, and nothing else', () => {
    const { cluster, coordinator } = clusterWithOffsets({
      times: { ...NO_WORK, requestPerKiB: '500ms' },
    });
    cluster.ask(coordinator, commit(5));
    cluster.kill(coordinator).until('BecameLeader', { partition: OFFSETS });
    const next = cluster.registration(OFFSETS).leader;
    const shard = cluster.broker(next).process?.coordinators.groups.shards.get(OFFSETS);
    expect(shard?.status).toBe('LOADING');
    const tookUs = cluster.until('CoordinatorLoaded', { partition: OFFSETS }).event.tookUs;
    expect(tookUs).toBe(Math.round((500_000 * cluster.replica(next, OFFSETS).log.sizeBytes) / 1024));
  });
});

describe('committed offsets', () => {
  test('[O1] [O2] a commit holds at once for who wants it stable, and is answered when it is replicated', () => {
    const { cluster, coordinator } = clusterWithOffsets();
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe(-1);
    expect(outcome(cluster, coordinator, commit(5))).toBe('NONE');
    for (const other of [1, 2, 3].filter((id) => id !== coordinator))
      cluster.cutLink(`broker:${coordinator}`, `broker:${other}`);
    // Not committed: nobody answers before offsets.commit.timeout.ms are over.
    const askedMs = cluster.nowMs;
    expect(outcome(cluster, coordinator, commit(9))).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(cluster.nowMs - askedMs).toBe(5001);
    expect(outcome(cluster, coordinator, fetchOf(false))).toBe(5);
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe('NOT_COORDINATOR');
  });

  test('[O1] [O6] too few in sync: nothing is written, and what was committed before stays', () => {
    const { cluster, coordinator } = clusterWithOffsets({}, { 'min.insync.replicas': 3 });
    expect(outcome(cluster, coordinator, commit(5))).toBe('NONE');
    cluster.kill([1, 2, 3].find((id) => id !== coordinator) ?? 0);
    cluster.until('BrokerFenced');
    cluster.runFor(2000);
    const { leo } = cluster.ends(coordinator, OFFSETS);
    expect(outcome(cluster, coordinator, commit(9))).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(cluster.ends(coordinator, OFFSETS).leo).toBe(leo);
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe(5);
  });

  test('[O1] metadata may be so long; a partition that does not exist has no offset', () => {
    const { cluster, coordinator } = clusterWithOffsets({}, { 'offset.metadata.max.bytes': 10 });
    const at = (topicPartition: string, committedMetadata: string) =>
      commit(5, {
        partitions: [{ topicPartition, committedOffset: 5, committedLeaderEpoch: -1, committedMetadata }],
      });
    expect(outcome(cluster, coordinator, at(PARTITION, 'x'.repeat(11)))).toBe('OFFSET_METADATA_TOO_LARGE');
    expect(outcome(cluster, coordinator, at(PARTITION, 'x'.repeat(10)))).toBe('NONE');
    expect(outcome(cluster, coordinator, at('orders-9', ''))).toBe('UNKNOWN_TOPIC_OR_PARTITION');
    expect(cluster.ask(coordinator, fetchOf(true, null))).toMatchObject({
      partitions: [{ topicPartition: PARTITION, committedOffset: 5 }],
    });
  });

  test('[O3] group.coordinator.append.linger.ms lets commits of several groups share a batch', () => {
    const { cluster, coordinator } = clusterWithOffsets({}, { 'group.coordinator.append.linger.ms': 20 });
    const { leo } = cluster.ends(coordinator, OFFSETS);
    cluster.actAs(coordinator, (broker, ctx) => {
      for (const groupId of ['a', 'b']) {
        const replyTo = { source: 0, correlationId: -1, connection: 0 };
        if (broker.process) broker.handle(commit(5, { groupId }), replyTo, broker.process, ctx);
      }
    });
    expect(cluster.ends(coordinator, OFFSETS).leo).toBe(leo);
    cluster.runFor(30);
    const last = cluster.batchesIn(coordinator, OFFSETS).at(-1);
    expect(last?.coordinatorRecords?.map(({ key }) => key)).toMatchObject([{ group: 'a' }, { group: 'b' }]);
  });

  test.each([
    ['COMMIT', 150],
    ['ABORT', 100],
  ] as const)('[T19] in a transaction an offset waits for the marker: %s', (transactionResult, found) => {
    const { cluster, coordinator } = clusterWithOffsets(
      {},
      { 'transaction.partition.verification.enable': 'false' },
    );
    expect(outcome(cluster, coordinator, commit(100))).toBe('NONE');
    const { partitions } = commit(150);
    const pending: Request = {
      kind: 'TxnOffsetCommitRequest',
      transactionalId: 'tx',
      groupId: GROUP,
      producerId: 7,
      producerEpoch: 0,
      generationId: -1,
      memberId: '',
      groupInstanceId: null,
      partitions,
      isTransactionV2: true,
    };
    expect(outcome(cluster, coordinator, pending)).toBe('NONE');
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe('UNSTABLE_OFFSET_COMMIT');
    expect(outcome(cluster, coordinator, fetchOf(false))).toBe(100);
    cluster.ask(coordinator, {
      kind: 'WriteTxnMarkersRequest',
      markers: [
        {
          producerId: 7,
          producerEpoch: 1,
          transactionResult,
          coordinatorEpoch: 0,
          transactionVersion: 2,
          partitions: [OFFSETS],
        },
      ],
    });
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe(found);
    // Whoever reads the log finds the same.
    cluster.kill(coordinator).until('CoordinatorLoaded', { partition: OFFSETS });
    expect(outcome(cluster, cluster.registration(OFFSETS).leader, fetchOf(true))).toBe(found);
  });

  test('[O4] [O5] offsets expire by a tombstone, and an empty group goes with its last one', () => {
    const { cluster, coordinator } = clusterWithOffsets(
      { lawInterval: 500 },
      { 'offsets.retention.minutes': 1, 'offsets.retention.check.interval.ms': 30_000 },
    );
    cluster.ask(coordinator, commit(5));
    cluster.until('OffsetExpired', { group: GROUP, partition: PARTITION, offset: 5 });
    const last = cluster.batchesIn(coordinator, OFFSETS).at(-1);
    expect(last?.coordinatorRecords).toMatchObject([
      { kind: 'OffsetCommit', value: null },
      { kind: 'GroupMetadata', value: null },
    ]);
    expect(last?.contents?.tombstones).toEqual([0, 1]);
    expect(cluster.facts('GroupDeleted')).toHaveLength(1);
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe(-1);
  });

  test('[O5] a topic that is deleted takes its offsets with it, and DeleteGroups a group that is empty', () => {
    const { cluster, coordinator } = clusterWithOffsets();
    cluster.ask(coordinator, commit(5));
    const memberId = stableMember(cluster, coordinator);
    const deletion: Request = { kind: 'DeleteGroupsRequest', groupsNames: [GROUP] };
    expect(cluster.ask(coordinator, deletion)).toMatchObject({ results: [{ error: 'NON_EMPTY_GROUP' }] });
    cluster.do({ kind: 'DeleteTopic', topic: 'orders' }).runFor(100);
    expect(outcome(cluster, coordinator, fetchOf(true))).toBe(-1);
    cluster.ask(coordinator, {
      kind: 'LeaveGroupRequest',
      groupId: GROUP,
      members: [{ memberId, groupInstanceId: null, reason: '' }],
    });
    expect(cluster.ask(coordinator, deletion)).toMatchObject({ results: [{ error: 'NONE' }] });
    expect(outcome(cluster, coordinator, heartbeat(memberId, 2))).toBe('UNKNOWN_MEMBER_ID');
  });
});

describe('classic groups', () => {
  test('[G6] [G7] a session ends, and the member that comes back late is none', () => {
    const { cluster, coordinator } = clusterWithOffsets({ lawInterval: 500 });
    const memberId = stableMember(cluster, coordinator);
    const { timeUs } = cluster.until('GroupMemberRemoved', { member: memberId, reason: 'session timeout' });
    const stable = cluster.facts('GroupStateChanged', { state: 'Stable' })[0]?.timeUs ?? 0;
    expect(timeUs - stable).toBe(45_000_000);
    expect(outcome(cluster, coordinator, heartbeat(memberId, 1))).toBe('UNKNOWN_MEMBER_ID');
    expect(outcome(cluster, coordinator, commit(5, { memberId, generationIdOrMemberEpoch: 1 }))).toBe(
      'UNKNOWN_MEMBER_ID',
    );
    expect(cluster.facts('GroupStateChanged').at(-1)?.event).toMatchObject({ state: 'Empty', generation: 2 });
  });

  test('[G5] a session timeout outside of the bounds is refused', () => {
    const { cluster, coordinator } = clusterWithOffsets();
    for (const sessionTimeoutMs of [5999, 1_800_001])
      expect(cluster.ask(coordinator, join('', { sessionTimeoutMs }))).toMatchObject({
        error: 'INVALID_SESSION_TIMEOUT',
      });
    expect(cluster.ask(coordinator, join('', { groupId: '' }))).toMatchObject({ error: 'INVALID_GROUP_ID' });
  });

  test('[G9] who waits is told when the coordinator leads no more', () => {
    const { cluster, coordinator } = clusterWithOffsets({}, { 'group.initial.rebalance.delay.ms': 60_000 });
    const first = cluster.ask(coordinator, join(''));
    const memberId = first?.kind === 'JoinGroupResponse' ? first.memberId : '';
    const other = cluster.registration(OFFSETS).replicas.find((id) => id !== coordinator) ?? 0;
    cluster.do({
      kind: 'AlterPartitionReassignments',
      reassignments: [{ partition: OFFSETS, replicas: [other] }],
    });
    expect(cluster.ask(coordinator, join(memberId))).toMatchObject({ error: 'NOT_COORDINATOR' });
  });
});

describe('laws of groups', () => {
  test('[O1] a member that commits what no log has come to is noticed', () => {
    const { cluster, coordinator } = clusterWithOffsets();
    const memberId = stableMember(cluster, coordinator);
    expect(() => {
      cluster.ask(coordinator, commit(500, { memberId, generationIdOrMemberEpoch: 1 }));
    }).toThrow(/CommittedOffsetsAreInTheLog.*group payments committed 500 of orders-0, whose log ends at 0/);
  });

  test('[G6] a leader that gives a partition to two members is noticed', () => {
    const { cluster, coordinator } = clusterWithOffsets({}, { 'group.initial.rebalance.delay.ms': 1000 });
    const instances = ['i1', 'i2'];
    const members: string[] = [];
    // Both wait for the first rebalance at the same time.
    cluster.actAs(coordinator, (broker, ctx) => {
      for (const [i, groupInstanceId] of instances.entries())
        if (broker.process)
          broker.handle(
            join('', { groupInstanceId }),
            { source: 0, correlationId: -1 - i, connection: 0 },
            broker.process,
            ctx,
          );
    });
    cluster.until('GroupStateChanged', { state: 'CompletingRebalance' });
    const group = cluster.broker(coordinator).process?.coordinators.groups.shards.get(OFFSETS)?.state.groups;
    for (const memberId of group?.get(GROUP)?.members.keys() ?? []) members.push(memberId);
    expect(members).toHaveLength(2);
    const assignment = { assignedPartitions: [PARTITION], userData: null };
    expect(() =>
      cluster.ask(coordinator, {
        kind: 'SyncGroupRequest',
        groupId: GROUP,
        generationId: 1,
        memberId: members[0] ?? '',
        groupInstanceId: 'i1',
        protocolType: 'consumer',
        protocolName: 'range',
        assignments: members.map((memberId) => ({ memberId, assignment })),
      }),
    ).toThrow(/PartitionsHaveOneOwner/);
  });
});
