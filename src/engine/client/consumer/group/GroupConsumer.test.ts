import { describe, expect, test } from 'vitest';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { Request, Response } from '../../../protocol/requests.ts';
import { MemberTestContext } from '../../../../../test/engine/MemberTestContext.ts';

function heartbeats(error: KafkaError): (request: Request) => Response | undefined {
  return (request) =>
    request.kind === 'HeartbeatRequest' ? { kind: 'HeartbeatResponse', error } : undefined;
}

/** Kinds of what was sent to the coordinator, without fetches and lookups. */
function talk(context: MemberTestContext, fromMs = 0): string[] {
  const quiet = new Set(['ApiVersionsRequest', 'MetadataRequest', 'FetchRequest', 'ListOffsetsRequest']);
  return context.requests
    .filter(({ atMs, request }) => atMs >= fromMs && !quiet.has(request.kind))
    .map(({ atMs, request }) => `${atMs} ${request.kind.replace('Request', '')}`);
}

describe('joining', () => {
  test('[consumer-join] a member looks for its coordinator, is told its id, joins with that, syncs, and asks what was committed', () => {
    const context = new MemberTestContext({ partitions: 2 });
    context.committed.set('t-1', 7);
    context.start().runTo(2000);
    expect(talk(context)).toEqual([
      '0 FindCoordinator',
      '0 JoinGroup',
      '0 JoinGroup',
      '0 SyncGroup',
      '0 OffsetFetch',
    ]);
    expect(
      context.sent('JoinGroupRequest').map(({ request }) => [request.memberId, request.rebalanceTimeoutMs]),
    ).toEqual([
      ['', 300_000],
      ['c-1', 300_000],
    ]);
    expect(context.sent('OffsetFetchRequest')[0]?.request).toMatchObject({
      partitions: ['t-0', 't-1'],
      requireStable: true,
    });
    expect(context.traced('PartitionsAssigned')[0]?.event.partitions).toEqual(['t-0', 't-1']);
    expect(context.traced('CommittedOffsetFetched').map(({ event }) => event.offset)).toEqual([7]);
    expect(context.traced('OffsetReset').map(({ event }) => event.partition)).toEqual(['t-0']);
  });

  test('[consumer-join] requests to the coordinator have a connection of their own', () => {
    const context = new MemberTestContext().start().runTo(10_000);
    const connections = (kinds: readonly string[]): Set<number> =>
      new Set(
        context.requests
          .filter(({ request }) => kinds.includes(request.kind))
          .map(({ connection }) => connection),
      );
    const own = connections([
      'JoinGroupRequest',
      'SyncGroupRequest',
      'HeartbeatRequest',
      'OffsetFetchRequest',
    ]);
    const others = connections(['MetadataRequest', 'FindCoordinatorRequest', 'FetchRequest']);
    expect(own.size).toBe(1);
    expect([...own].filter((connection) => others.has(connection))).toEqual([]);
  });

  test('[consumer-join] without a coordinator it asks again and again, further and further apart', () => {
    const context = new MemberTestContext();
    context.answers = (request) =>
      request.kind === 'FindCoordinatorRequest'
        ? { kind: 'FindCoordinatorResponse', error: 'COORDINATOR_NOT_AVAILABLE', nodeId: -1 }
        : undefined;
    context.start().runTo(10_000);
    const times = context.sent('FindCoordinatorRequest').map(({ atMs }) => atMs);
    const gaps = times.slice(1).map((atMs, i) => atMs - (times[i] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([100, 200, 400, 800, 1000]);
    expect(context.sent('JoinGroupRequest')).toEqual([]);
  });

  test('[consumer-join-errors] what a member does about an error of JoinGroup', () => {
    const after = (error: KafkaError): string => {
      const context = new MemberTestContext();
      let isFirst = true;
      context.answers = (request) => {
        if (request.kind !== 'JoinGroupRequest' || request.memberId === '' || !isFirst) return undefined;
        isFirst = false;
        return {
          kind: 'JoinGroupResponse',
          error,
          generationId: -1,
          protocolType: null,
          protocolName: null,
          leader: '',
          skipAssignment: false,
          memberId: request.memberId,
          members: [],
        };
      };
      context.start().runTo(5000);
      const failed = context.traced('ConsumerFailed')[0]?.event.error;
      if (failed !== undefined) return failed;
      const [, , again] = context.sent('JoinGroupRequest');
      const lookups = context.sent('FindCoordinatorRequest').length;
      return `joins again after ${again?.atMs} ms as "${again?.request.memberId}"${lookups > 1 ? ', looks for the coordinator' : ''}`;
    };
    expect(after('UNKNOWN_MEMBER_ID')).toBe('joins again after 0 ms as ""');
    expect(after('REBALANCE_IN_PROGRESS')).toBe('joins again after 0 ms as "c-1"');
    expect(after('COORDINATOR_LOAD_IN_PROGRESS')).toBe('joins again after 100 ms as "c-1"');
    expect(after('NOT_COORDINATOR')).toBe('joins again after 100 ms as "c-1", looks for the coordinator');
    expect(after('COORDINATOR_NOT_AVAILABLE')).toBe(
      'joins again after 100 ms as "c-1", looks for the coordinator',
    );
    expect(after('INCONSISTENT_GROUP_PROTOCOL')).toBe('InconsistentGroupProtocolException');
    expect(after('GROUP_MAX_SIZE_REACHED')).toBe('GroupMaxSizeReachedException');
    expect(after('FENCED_INSTANCE_ID')).toBe('FencedInstanceIdException');
    expect(after('INVALID_SESSION_TIMEOUT')).toBe('InvalidSessionTimeoutException');
  });
});

describe('heartbeats', () => {
  test('[consumer-heartbeat] go out every heartbeat.interval.ms', () => {
    const context = new MemberTestContext({ configs: { 'enable.auto.commit': 'false' } })
      .start()
      .runTo(10_000);
    expect(context.sent('HeartbeatRequest').map(({ atMs }) => atMs)).toEqual([3000, 6000, 9000]);
  });

  test('[consumer-heartbeat] go on while the application works or stands still, and the member joins again only when it polls', () => {
    const context = new MemberTestContext({
      configs: { 'enable.auto.commit': 'false', 'max.poll.records': '1' },
      perRecordMs: 20_000,
      log: { start: 0, highWatermark: 1 },
    }).start();
    context.runTo(4000);
    context.answers = heartbeats('REBALANCE_IN_PROGRESS');
    context.runTo(19_999);
    expect(context.sent('HeartbeatRequest').map(({ atMs }) => atMs)).toEqual([
      3000, 6000, 9000, 12_000, 15_000, 18_000,
    ]);
    expect(context.traced('RejoinRequested').map(({ atMs }) => atMs)).toEqual([6000]);
    expect(context.sent('JoinGroupRequest')).toHaveLength(2);
    context.runTo(20_000);
    expect(context.sent('JoinGroupRequest')[2]).toMatchObject({ atMs: 20_000, request: { memberId: 'c-1' } });
    expect(context.traced('PartitionsRevoked')[0]?.atMs).toBe(20_000);
  });

  test('[consumer-generation-lost] an error of a heartbeat costs the generation, and with it all partitions; the member id only if that is unknown', () => {
    for (const [error, memberId] of [
      ['ILLEGAL_GENERATION', 'c-1'],
      ['UNKNOWN_MEMBER_ID', ''],
    ] as const) {
      const context = new MemberTestContext({ configs: { 'enable.auto.commit': 'false' } })
        .start()
        .runTo(2000);
      context.answers = heartbeats(error);
      context.runTo(3000);
      expect(context.traced('PartitionsLost')[0]?.event.partitions, error).toEqual(['t-0']);
      expect(context.sent('JoinGroupRequest')[2]?.request.memberId, error).toBe(memberId);
      expect(context.traced('PartitionsRevoked')).toEqual([]);
    }
  });

  test('[consumer-static-member] a static member whose instance id was taken over throws FencedInstanceIdException', () => {
    const context = new MemberTestContext({ configs: { 'group.instance.id': 'one' } }).start().runTo(2000);
    context.answers = heartbeats('FENCED_INSTANCE_ID');
    context.runTo(3000);
    expect(context.traced('ConsumerFailed')[0]?.event.error).toBe('FencedInstanceIdException');
    expect(context.sent('LeaveGroupRequest')).toEqual([]);
    expect(context.consumer.state).toBe('closed');
  });

  test('[consumer-heartbeat] a coordinator that is gone is looked for anew; the member stays what it is', () => {
    const context = new MemberTestContext({ configs: { 'enable.auto.commit': 'false' } }).start().runTo(2000);
    context.disconnect(9_000_000);
    context.runTo(4000);
    expect(context.traced('CoordinatorLost')[0]?.event.reason).toBe('coordinator unavailable');
    expect(talk(context, 2000)).toEqual(['2100 FindCoordinator', '3000 Heartbeat']);
    expect(context.sent('HeartbeatRequest')[0]?.request).toMatchObject({ generationId: 1, memberId: 'c-1' });
    expect(context.traced('PartitionsLost')).toEqual([]);
  });

  test('[consumer-heartbeat] no answer for session.timeout.ms: the coordinator is given up, and asked for', () => {
    const context = new MemberTestContext({
      configs: { 'enable.auto.commit': 'false', 'session.timeout.ms': '10000' },
    })
      .start()
      .runTo(2000);
    context.answers = (request) => (request.kind === 'HeartbeatRequest' ? null : undefined);
    context.runTo(10_000);
    expect(context.traced('CoordinatorLost').map(({ atMs, event }) => [atMs, event.reason])).toEqual([
      [10_000, 'session timed out without receiving a heartbeat response'],
    ]);
  });
});

describe('max.poll.interval.ms', () => {
  const late = {
    configs: { 'enable.auto.commit': 'false', 'max.poll.interval.ms': '10000', 'max.poll.records': '1' },
    perRecordMs: 15_000,
    log: { start: 0, highWatermark: 1 },
  };

  test('[consumer-poll-interval] is exceeded: a dynamic member leaves, heartbeats no more, and loses its partitions when it polls again', () => {
    const context = new MemberTestContext({ ...late, commit: 'sync' }).start().runTo(20_000);
    expect(context.traced('PollIntervalExceeded')[0]).toMatchObject({
      atMs: 10_000,
      event: { sinceMs: 10_000 },
    });
    expect(talk(context, 9500).slice(0, 3)).toEqual([
      '10000 LeaveGroup',
      '15000 JoinGroup',
      '15000 JoinGroup',
    ]);
    // The commit after the work fails without being sent.
    expect(context.traced('OffsetCommitFailed')[0]).toMatchObject({
      atMs: 15_000,
      event: { error: 'CommitFailedException' },
    });
    expect(context.traced('PartitionsLost')[0]?.atMs).toBe(15_000);
    // It gets the same record again.
    expect(context.traced('RecordsDelivered').map(({ event }) => event.baseOffset)).toEqual([0, 0]);
  });

  test('[consumer-static-member] is exceeded: a static member does not leave', () => {
    const context = new MemberTestContext({
      ...late,
      configs: { ...late.configs, 'group.instance.id': 'one' },
    }).start();
    context.runTo(14_000);
    expect(context.sent('LeaveGroupRequest')).toEqual([]);
    expect(context.sent('HeartbeatRequest').map(({ atMs }) => atMs)).toEqual([3000, 6000, 9000]);
  });
});

describe('one event loop for heartbeats and the handler', () => {
  const busy = {
    configs: {
      'enable.auto.commit': 'false',
      'max.poll.records': '1',
      'session.timeout.ms': '6000',
      'heartbeat.interval.ms': '2000',
    },
    perRecordMs: 7000,
    commit: 'sync' as const,
    log: { start: 0, highWatermark: 2 },
  };

  test('[consumer-event-loop] a handler at work keeps heartbeats and fetches waiting, and it is said once', () => {
    const context = new MemberTestContext({ ...busy, sharesLoop: true }).start().runTo(6999);
    expect(talk(context, 1)).toEqual([]);
    expect(context.sent('FetchRequest').filter(({ atMs }) => atMs > 0)).toEqual([]);
    expect(context.traced('EventLoopBlocked').map(({ atMs, event }) => [atMs, event.sinceMs])).toEqual([
      [2000, 2000],
    ]);
    // With a thread of their own they go out.
    const threaded = new MemberTestContext(busy).start().runTo(6999);
    expect(talk(threaded, 1)).toEqual(['2000 Heartbeat', '4000 Heartbeat', '6000 Heartbeat']);
    expect(threaded.traced('EventLoopBlocked')).toEqual([]);
  });

  test('[consumer-event-loop] when the loop turns again the coordinator has to be found anew, and says that the member is gone', () => {
    const context = new MemberTestContext({ ...busy, sharesLoop: true }).start().runTo(6999);
    context.answers = (request) =>
      request.kind === 'HeartbeatRequest'
        ? { kind: 'HeartbeatResponse', error: 'UNKNOWN_MEMBER_ID' }
        : request.kind === 'OffsetCommitRequest' && request.memberId === 'c-1'
          ? {
              kind: 'OffsetCommitResponse',
              partitions: request.partitions.map(({ topicPartition }) => ({
                topicPartition,
                error: 'UNKNOWN_MEMBER_ID' as const,
              })),
            }
          : undefined;
    context.runTo(7500);
    expect(context.traced('CoordinatorLost').map(({ atMs, event }) => [atMs, event.reason])).toEqual([
      [7000, 'session timed out without receiving a heartbeat response'],
    ]);
    expect(talk(context, 7000).slice(0, 3)).toEqual([
      '7000 FindCoordinator',
      '7050 Heartbeat',
      '7050 OffsetCommit',
    ]);
    expect(context.traced('OffsetCommitFailed').map(({ event }) => event.error)).toEqual([
      'CommitFailedException',
    ]);
    expect(context.traced('PartitionsLost')).toHaveLength(1);
    expect(talk(context, 7000)).toContain('7050 JoinGroup');
  });

  test.each([
    ['workers', { workers: 1 }],
    ['a short handler', { perRecordMs: 1000 }],
  ])('[consumer-event-loop] %s let the loop turn', (_, options) => {
    const context = new MemberTestContext({ ...busy, ...options, sharesLoop: true }).start().runTo(6999);
    expect(context.traced('EventLoopBlocked')).toEqual([]);
    expect(context.sent('HeartbeatRequest').length).toBeGreaterThan(1);
  });

  test('[consumer-event-loop] an application that stalls has the loop, too', () => {
    const context = new MemberTestContext({ ...busy, perRecordMs: 0, sharesLoop: true }).start().runTo(2500);
    context.consumer.stall(context.ctx);
    context.runTo(20_000);
    expect(context.sent('HeartbeatRequest').map(({ atMs }) => atMs)).toEqual([2000]);
    expect(context.traced('EventLoopBlocked').map(({ atMs }) => atMs)).toEqual([4000]);
    context.consumer.unstall(context.ctx);
    context.runTo(26_500);
    expect(context.sent('HeartbeatRequest').length).toBeGreaterThan(2);
  });
});

describe('eager and cooperative', () => {
  const rebalanced = (strategy: string, autoCommit: boolean): MemberTestContext => {
    const context = new MemberTestContext({
      configs: { 'partition.assignment.strategy': strategy, 'enable.auto.commit': String(autoCommit) },
      partitions: 2,
      log: { start: 0, highWatermark: 20 },
    }).start();
    context.runTo(2000);
    context.answers = (request) => {
      if (request.kind === 'HeartbeatRequest')
        return { kind: 'HeartbeatResponse', error: 'REBALANCE_IN_PROGRESS' };
      // Another member got partition 0.
      if (request.kind === 'SyncGroupRequest')
        return {
          kind: 'SyncGroupResponse',
          error: 'NONE',
          protocolType: 'consumer',
          protocolName: request.protocolName,
          assignment: { assignedPartitions: ['t-1'], userData: null },
        };
      return undefined;
    };
    return context.runTo(3000);
  };

  test('[consumer-rebalance-protocol] an eager member revokes all before it joins, and commits before that', () => {
    const context = rebalanced('RangeAssignor', true);
    expect(talk(context, 3000)).toEqual([
      '3000 Heartbeat',
      '3000 OffsetCommit',
      '3000 JoinGroup',
      '3000 SyncGroup',
      '3000 OffsetFetch',
    ]);
    expect(
      context.sent('OffsetCommitRequest')[0]?.request.partitions.map((one) => one.committedOffset),
    ).toEqual([20, 20]);
    expect(context.traced('PartitionsRevoked')[0]?.event.partitions).toEqual(['t-0', 't-1']);
    expect(context.sent('JoinGroupRequest')[2]?.request.protocols[0]?.metadata.ownedPartitions).toEqual([]);
    expect(context.traced('PartitionsAssigned')[1]?.event.partitions).toEqual(['t-1']);
  });

  test('[consumer-rebalance-protocol] a cooperative member keeps what it is given again, revokes the rest afterwards, and joins once more', () => {
    const context = rebalanced('CooperativeStickyAssignor', false);
    const owned = context
      .sent('JoinGroupRequest')
      .map(({ request }) => request.protocols[0]?.metadata.ownedPartitions);
    expect(owned).toEqual([[], [], ['t-0', 't-1'], ['t-1']]);
    expect(context.traced('PartitionsRevoked').map(({ event }) => event.partitions)).toEqual([['t-0']]);
    expect(context.traced('RejoinRequested').at(-1)?.event.reason).toBe(
      'need to revoke partitions and re-join',
    );
    expect(context.traced('PartitionsAssigned').map(({ event }) => event.partitions)).toEqual([
      ['t-0', 't-1'],
      [],
      [],
    ]);
  });
});

describe('close', () => {
  test('[consumer-close] a dynamic member commits and leaves, a static one commits and does not', () => {
    for (const instance of [null, 'one']) {
      const context = new MemberTestContext({
        configs: instance === null ? {} : { 'group.instance.id': instance },
        log: { start: 0, highWatermark: 20 },
      })
        .start()
        .runTo(2000);
      context.consumer.close(context.ctx);
      context.runTo(2000);
      const left = instance === null ? ['2000 LeaveGroup'] : [];
      expect(talk(context, 2000)).toEqual(['2000 OffsetCommit', ...left]);
      expect(context.committed.get('t-0')).toBe(20);
      expect(context.traced('PartitionsRevoked')).toHaveLength(1);
      expect(context.consumer.state).toBe('closed');
    }
  });

  test('[consumer-close] waits for the record at work, and 30 s at most for the coordinator', () => {
    const context = new MemberTestContext({
      configs: { 'max.poll.records': '10' },
      perRecordMs: 100,
      log: { start: 0, highWatermark: 10 },
    })
      .start()
      .runTo(500);
    context.answers = (request) => (request.kind === 'OffsetCommitRequest' ? null : undefined);
    context.consumer.close(context.ctx);
    context.runTo(999);
    expect(context.sent('OffsetCommitRequest')).toEqual([]);
    context.runTo(30_999);
    expect(context.consumer.state).toBe('running');
    context.runTo(31_000);
    expect(context.consumer.state).toBe('closed');
  });
});

describe('commits', () => {
  test('[consumer-commit] commitSync tries again while the coordinator loads, commitAsync does not', () => {
    for (const commit of ['sync', 'async'] as const) {
      const context = new MemberTestContext({
        configs: { 'enable.auto.commit': 'false' },
        commit,
        log: { start: 0, highWatermark: 5 },
      });
      let tries = 0;
      context.answers = (request) => {
        if (request.kind !== 'OffsetCommitRequest') return undefined;
        tries += 1;
        if (tries > 3) return undefined;
        return {
          kind: 'OffsetCommitResponse',
          partitions: request.partitions.map(({ topicPartition }) => ({
            topicPartition,
            error: 'COORDINATOR_LOAD_IN_PROGRESS',
          })),
        };
      };
      context.start().runTo(5000);
      const times = context.sent('OffsetCommitRequest').map(({ atMs }) => atMs);
      expect(times, commit).toEqual(commit === 'sync' ? [0, 100, 300, 700] : [0]);
      expect(context.committed.get('t-0')).toBe(commit === 'sync' ? 5 : undefined);
    }
  });

  test('[consumer-commit] commitSync gives up after default.api.timeout.ms', () => {
    const context = new MemberTestContext({
      configs: { 'enable.auto.commit': 'false', 'default.api.timeout.ms': '5000' },
      commit: 'sync',
      log: { start: 0, highWatermark: 5 },
    });
    context.answers = (request) => (request.kind === 'OffsetCommitRequest' ? null : undefined);
    context.start().runTo(6000);
    expect(context.traced('OffsetCommitFailed')[0]).toMatchObject({
      atMs: 5000,
      event: { error: 'TimeoutException' },
    });
  });

  test('[consumer-close] a consumer that assigns itself commits as no member', () => {
    const context = new MemberTestContext({ assign: ['t-0'], log: { start: 0, highWatermark: 9 } })
      .start()
      .runTo(6000);
    expect(context.sent('JoinGroupRequest')).toEqual([]);
    expect(context.sent('OffsetCommitRequest')[0]).toMatchObject({
      atMs: 5000,
      request: { generationIdOrMemberEpoch: -1, memberId: '', partitions: [{ committedOffset: 9 }] },
    });
  });
});

test.each([5, undefined])(
  '[consumer-processing] what is done is counted by the record, with a commit each %s records or each poll()',
  (commitEvery) => {
    const context = new MemberTestContext({
      configs: { 'enable.auto.commit': 'false' },
      perRecordMs: 1000,
      commit: 'sync',
      ...(commitEvery !== undefined && { commitEvery }),
      log: { start: 0, highWatermark: 20 },
    }).start();
    const doneAt = (ms: number): number => context.runTo(ms).consumer.processedCount(ms * 1000);
    expect([2500, 7500, 12_500, 21_000].map(doneAt)).toEqual([2, 7, 12, 20]);
  },
);
