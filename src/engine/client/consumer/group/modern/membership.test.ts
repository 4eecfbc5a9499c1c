import { describe, expect, test } from 'vitest';
import type { KafkaError } from '../../../../protocol/Errors.ts';
import type {
  ConsumerGroupHeartbeatRequest,
  ConsumerGroupHeartbeatResponse,
} from '../../../../protocol/consumerGroupRequests.ts';
import { MemberTestContext, type MemberOptions } from '../../../../../../test/engine/MemberTestContext.ts';
import { Rng } from '../../../../kernel/Rng.ts';
import { exceptionOf, heartbeatReaction } from './heartbeatReaction.ts';
import { HeartbeatRequestState } from './HeartbeatRequestState.ts';
import { reactToMemberCommitError } from './memberCommitError.ts';
import { newMemberId } from './newMemberId.ts';

/** A coordinator that says what it is told to say: each answer once, in order; then that nothing has changed. */
class Script {
  readonly context: MemberTestContext;
  epoch = 0;
  next: Partial<ConsumerGroupHeartbeatResponse>[] = [];

  constructor(options: MemberOptions = {}) {
    const configs = { 'group.protocol': 'consumer', ...options.configs };
    this.context = new MemberTestContext({ partitions: 4, ...options, configs });
    this.context.answers = (request) =>
      request.kind === 'ConsumerGroupHeartbeatRequest' ? this.answer(request) : undefined;
  }

  /** The member's first answer. */
  static joined(assignment: readonly string[], options: MemberOptions = {}): Script {
    const script = new Script(options);
    script.next = [{ memberEpoch: 1, assignment }];
    script.context.start();
    return script;
  }

  get heartbeats(): { readonly atMs: number; readonly request: ConsumerGroupHeartbeatRequest }[] {
    return this.context.sent('ConsumerGroupHeartbeatRequest');
  }

  /** What was said from some time on: when, under which epoch, and what it has. */
  said(fromMs = 0): string[] {
    return this.heartbeats
      .filter(({ atMs }) => atMs >= fromMs)
      .map(({ atMs, request: { memberEpoch, topicPartitions } }) =>
        [
          Math.floor(atMs),
          memberEpoch,
          topicPartitions === null ? '-' : `[${topicPartitions.join(' ')}]`,
        ].join(' '),
      );
  }

  private answer({ memberId, memberEpoch }: ConsumerGroupHeartbeatRequest): ConsumerGroupHeartbeatResponse {
    const said = this.next.shift() ?? {};
    const answer: ConsumerGroupHeartbeatResponse = {
      kind: 'ConsumerGroupHeartbeatResponse',
      error: 'NONE',
      memberId,
      memberEpoch: memberEpoch < 0 ? memberEpoch : this.epoch,
      heartbeatIntervalMs: 5000,
      assignment: null,
      ...said,
    };
    this.epoch = said.memberEpoch ?? this.epoch;
    return answer;
  }
}

describe('joining', () => {
  test('[consumer-membership] it says everything at epoch 0, takes what it is told at once, says so, and then lives', () => {
    const script = Script.joined(['t-0', 't-1'], {
      configs: { 'client.rack': 'r1', 'group.remote.assignor': 'range', 'max.poll.interval.ms': '60000' },
    });
    script.context.runTo(11_000);
    expect(script.said()).toEqual(['0 0 []', '0 1 [t-0 t-1]', '5000 1 -', '10000 1 -']);
    const [first, second, third] = script.heartbeats.map(({ request }) => request);
    expect(first).toMatchObject({
      groupId: 'g',
      instanceId: null,
      rackId: 'r1',
      rebalanceTimeoutMs: 60_000,
      subscribedTopicNames: ['t'],
      serverAssignor: 'range',
    });
    expect(first?.memberId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const silent = { rackId: null, rebalanceTimeoutMs: -1, subscribedTopicNames: null, serverAssignor: null };
    expect(second).toMatchObject({ ...silent, memberId: first?.memberId });
    expect(third).toMatchObject(silent);
    expect(script.context.traced('PartitionsAssigned').map(({ event }) => event.partitions)).toEqual([
      ['t-0', 't-1'],
    ]);
    expect(
      script.context.traced('MembershipChanged').map(({ event }) => `${event.state} ${event.memberEpoch}`),
    ).toEqual(['JOINING 0', 'RECONCILING 1', 'ACKNOWLEDGING 1', 'STABLE 1']);
    expect(script.context.sent('JoinGroupRequest')).toEqual([]);
    expect(script.context.sent('HeartbeatRequest')).toEqual([]);
  });

  test('[consumer-membership] it asks for and commits offsets as this member under this epoch', () => {
    const { context } = Script.joined(['t-0'], { commit: 'sync', perRecordMs: 1 });
    context.runTo(3000);
    const memberId = context.sent('ConsumerGroupHeartbeatRequest')[0]?.request.memberId;
    expect(context.sent('OffsetFetchRequest')[0]?.request).toMatchObject({ memberId, memberEpoch: 1 });
    expect(context.sent('OffsetCommitRequest')[0]?.request).toMatchObject({
      memberId,
      generationIdOrMemberEpoch: 1,
    });
  });
});

describe('being told something else', () => {
  test('[consumer-membership] positions are committed, the rest is revoked, and the next heartbeat says so at once', () => {
    const script = Script.joined(['t-0', 't-1'], { log: { start: 0, highWatermark: 10 } });
    script.next.push({}, { assignment: ['t-0'] }, { memberEpoch: 2 });
    script.context.runTo(12_000);
    expect(script.said()).toEqual(['0 0 []', '0 1 [t-0 t-1]', '5000 1 -', '5000 1 [t-0]', '10000 2 -']);
    const kinds = script.context.requests
      .filter(({ atMs }) => atMs >= 5000 && atMs < 5001)
      .map(({ request }) => request.kind);
    const [told, committed, acknowledged] = [
      kinds.indexOf('ConsumerGroupHeartbeatRequest'),
      kinds.indexOf('OffsetCommitRequest'),
      kinds.lastIndexOf('ConsumerGroupHeartbeatRequest'),
    ];
    expect(told >= 0 && told < committed && committed < acknowledged).toBe(true);
    expect(Object.fromEntries(script.context.committed)).toEqual({ 't-0': 10, 't-1': 10 });
    expect(script.context.traced('PartitionsRevoked').map(({ event }) => event.partitions)).toEqual([
      ['t-1'],
    ]);
  });

  test('[consumer-membership] a busy application revokes in its next poll(), and heartbeats go on meanwhile', () => {
    const script = Script.joined(['t-0', 't-1'], {
      perRecordMs: 50,
      configs: { 'enable.auto.commit': 'false', 'max.poll.records': '500' },
    });
    script.next.push({}, { assignment: ['t-0'] });
    script.context.runTo(26_000);
    // 500 records of 50 ms: the first poll() ends at 25 s.
    const revokedAt = script.context.traced('PartitionsRevoked').map(({ atMs }) => Math.round(atMs));
    expect(revokedAt).toEqual([25_000]);
    expect(script.said(4000)).toEqual([
      '5000 1 -',
      '10000 1 -',
      '15000 1 -',
      '20000 1 -',
      '25000 1 -',
      '25000 1 [t-0]',
    ]);
  });

  test('[consumer-membership] a target that changes while it is on the way is the next step’s', () => {
    const script = Script.joined(['t-0', 't-1'], {
      perRecordMs: 14,
      configs: { 'enable.auto.commit': 'false' },
    });
    script.next.push({}, { assignment: ['t-0'] }, { assignment: ['t-0', 't-2'] });
    script.context.runTo(15_000);
    // 500 records of 14 ms: polls at 7 s and 14 s. The answer to the first acknowledgement asks for something else.
    expect(script.said(5000)).toEqual(['5000 1 -', '7000 1 [t-0]', '12000 1 -', '14000 1 [t-0 t-2]']);
  });
});

describe('errors', () => {
  const fencings: KafkaError[] = ['FENCED_MEMBER_EPOCH', 'UNKNOWN_MEMBER_ID'];
  test.each(fencings)(
    '[consumer-membership] %s: all is lost, and it joins again under the same id',
    (error) => {
      const script = Script.joined(['t-0']);
      script.next.push({}, { error, memberEpoch: 1 }, { memberEpoch: 3, assignment: ['t-1'] });
      script.context.runTo(6000);
      expect(script.context.traced('PartitionsLost').map(({ event }) => event.partitions)).toEqual([['t-0']]);
      expect(script.said(5000)).toEqual(['5000 1 -', '5000 0 []', '5000 3 [t-1]']);
      expect(new Set(script.heartbeats.map(({ request }) => request.memberId)).size).toBe(1);
    },
  );

  const fatal: [KafkaError, string][] = [
    ['UNRELEASED_INSTANCE_ID', 'UnreleasedInstanceIdException'],
    ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
    ['GROUP_MAX_SIZE_REACHED', 'GroupMaxSizeReachedException'],
    ['UNSUPPORTED_ASSIGNOR', 'UnsupportedAssignorException'],
  ];
  test.each(fatal)(
    '[consumer-membership] %s: poll() throws %s, and no heartbeat follows',
    (error, exception) => {
      const script = Script.joined(['t-0'], { configs: { 'group.instance.id': 'i' } });
      script.next.push({}, { error });
      script.context.runTo(60_000);
      expect(script.context.traced('ConsumerFailed').map(({ event }) => event.error)).toEqual([exception]);
      expect(script.said(5000)).toEqual(['5000 1 -']);
    },
  );

  test('[consumer-membership] another coordinator is told everything, under the epoch it has', () => {
    const script = Script.joined(['t-0']);
    script.next.push({}, { error: 'NOT_COORDINATOR' });
    script.context.runTo(6000);
    expect(script.said(5000)).toEqual(['5000 1 -', '5000 1 [t-0]']);
    expect(script.heartbeats.at(-1)?.request).toMatchObject({
      rebalanceTimeoutMs: 300_000,
      subscribedTopicNames: ['t'],
    });
    expect(script.context.sent('FindCoordinatorRequest').length).toBe(2);
  });

  test('[consumer-membership] one that is still loading is asked again after a back-off', () => {
    const script = Script.joined(['t-0']);
    script.next.push({}, { error: 'COORDINATOR_LOAD_IN_PROGRESS' });
    script.context.runTo(9000);
    expect(script.said(5000)).toEqual(['5000 1 -', '5100 1 [t-0]']);
  });

  test.each([
    ['NONE', 'goesOn'],
    ['COORDINATOR_LOAD_IN_PROGRESS', 'retries'],
    ['NOT_COORDINATOR', 'looksForCoordinator'],
    ['COORDINATOR_NOT_AVAILABLE', 'looksForCoordinator'],
    ['FENCED_MEMBER_EPOCH', 'fenced'],
    ['UNKNOWN_MEMBER_ID', 'fenced'],
    ['GROUP_ID_NOT_FOUND', 'fatal'],
    ['INVALID_REQUEST', 'fatal'],
  ] as const)('[consumer-membership] %s: %s', (error, expected) => {
    expect(heartbeatReaction(error)).toBe(expected);
    expect(exceptionOf(error)).toMatch(/^[A-Z][A-Za-z]+Exception$/);
  });
});

describe('leaving', () => {
  test.each([
    ['a dynamic member leaves for good', {}, -1],
    ['a static one means to come back', { 'group.instance.id': 'i' }, -2],
  ] as const)('[consumer-membership] close(): %s', (_name, configs, epoch) => {
    const script = Script.joined(['t-0'], { configs, log: { start: 0, highWatermark: 10 } });
    script.context.runTo(1000);
    script.context.consumer.close(script.context.ctx);
    script.context.runTo(2000);
    expect(script.heartbeats.at(-1)?.request).toMatchObject({
      memberEpoch: epoch,
      instanceId: epoch === -2 ? 'i' : null,
    });
    expect(script.context.committed.get('t-0')).toBe(10);
    expect(script.context.traced('PartitionsRevoked').map(({ event }) => event.partitions)).toEqual([
      ['t-0'],
    ]);
    expect(script.context.consumer.state).toBe('closed');
  });

  test('[consumer-membership] an application that does not poll for max.poll.interval.ms is out until it does', () => {
    const script = Script.joined(['t-0'], {
      perRecordMs: 40,
      configs: { 'max.poll.interval.ms': '12000', 'enable.auto.commit': 'false' },
    });
    script.next.push({}, {}, {}, { memberEpoch: -1 }, { memberEpoch: 4, assignment: ['t-0'] });
    script.context.runTo(21_000);
    // 500 records of 40 ms: the next poll() comes at 20 s.
    expect(script.said(4000)).toEqual(['5000 1 -', '10000 1 -', '12000 -1 -', '20000 0 []', '20000 4 [t-0]']);
    expect(script.context.traced('PartitionsLost').map(({ atMs }) => Math.round(atMs))).toEqual([20_000]);
  });
});

test.each([
  ['STALE_MEMBER_EPOCH', 'prepare', true, 'STALE_MEMBER_EPOCH', false],
  ['STALE_MEMBER_EPOCH', 'sync', true, 'CommitFailedException', false],
  ['STALE_MEMBER_EPOCH', 'async', true, 'STALE_MEMBER_EPOCH', false],
  ['UNKNOWN_MEMBER_ID', 'sync', false, 'CommitFailedException', false],
  ['NOT_COORDINATOR', 'sync', true, 'NOT_COORDINATOR', true],
  ['COORDINATOR_LOAD_IN_PROGRESS', 'auto', true, 'COORDINATOR_LOAD_IN_PROGRESS', false],
] as const)(
  '[consumer-group-commit] a member hears %s for its %s commit',
  (error, purpose, isInGroup, outcome, forgets) => {
    expect(reactToMemberCommitError(error, purpose, isInGroup)).toEqual({
      outcome,
      forgetsCoordinator: forgets,
    });
  },
);

test('[consumer-membership] another interval begins anew, the same one goes on; failures are further and further apart', () => {
  const state = new HeartbeatRequestState();
  expect(state.canSend(0)).toBe(true);
  state.sent(0);
  expect(state.canSend(0)).toBe(false);
  state.succeeded(5000, 1_000_000);
  expect(state.nextUs).toBe(6_000_000);
  state.sent(6_000_000);
  state.succeeded(5000, 7_000_000);
  expect(state.nextUs).toBe(11_000_000);
  state.sent(11_000_000);
  state.succeeded(3000, 12_000_000);
  expect(state.nextUs).toBe(15_000_000);
  const backoff = { initialMs: 100, maxMs: 1000 };
  const gaps = [1, 2, 3, 4, 5].map(() => {
    state.failed(0, backoff, () => 0.5);
    return state.nextUs / 1000;
  });
  expect(gaps).toEqual([100, 200, 400, 800, 1000]);
  state.reset();
  expect(state.canSend(0)).toBe(true);
});

test('[consumer-membership] ids are 22 characters of base64, never with a dash in front', () => {
  const rng = new Rng(7, 'ids');
  const ids = Array.from({ length: 500 }, () => newMemberId(rng));
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{20}[AQgw]$/);
});
