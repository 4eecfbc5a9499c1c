import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  consumerGroupState,
  replayConsumerGroup,
  type ConsumerGroup,
} from '../../src/engine/broker/coordinator/group/modern/ConsumerGroup.ts';
import {
  consumerGroupHeartbeat,
  fenceMember,
  type GroupChange,
  type HeartbeatWorld,
} from '../../src/engine/broker/coordinator/group/modern/consumerGroupHeartbeat.ts';

/** Heartbeats and timers in order, with what Kafka's GroupMetadataManager answered and made of the group. */
interface TimelineCase {
  readonly id: string;
  readonly name: string;
  readonly config: {
    readonly partitions: number;
    readonly heartbeatIntervalMs: number;
    readonly sessionTimeoutMs: number;
  };
  readonly events: readonly TimelineEvent[];
}

interface TimelineEvent {
  readonly t: number;
  readonly member?: string;
  readonly request?: {
    readonly memberEpoch: number;
    readonly full?: boolean;
    readonly owned?: readonly number[];
    readonly instanceId?: string;
  };
  readonly response?: {
    readonly error: string;
    readonly memberEpoch?: number;
    readonly assignment?: readonly number[] | null;
  };
  readonly event?: 'timer';
  readonly key?: string;
  readonly groupAfter?: {
    readonly state: string;
    readonly groupEpoch: number;
    readonly assignmentEpoch: number;
    readonly members: Readonly<
      Record<
        string,
        {
          readonly epoch: number;
          readonly state: string;
          readonly assigned: readonly number[];
          readonly pendingRevocation: readonly number[];
          readonly target: readonly number[];
        }
      >
    >;
  };
}

const { consumerGroup848Timelines } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: { readonly consumerGroup848Timelines: readonly TimelineCase[] };
  }
).groups;

/** Heartbeats that a case does not list, though what it lists comes of them: A gives up its half, and lives on. */
const UNLISTED: Readonly<Record<string, readonly TimelineEvent[]>> = {
  'kip848-04': [
    { t: 5001, member: 'A', request: { memberEpoch: 1, owned: [0, 1, 2] } },
    ...[10001, 15001, 20001, 25001, 30001, 35001, 40001, 45001, 50001, 55001].map((t) => ({
      t,
      member: 'A',
      request: { memberEpoch: 2 },
    })),
  ],
};

/** The configs that a case has only in its name. */
const REBALANCE_TIMEOUT_MS: Readonly<Record<string, number>> = { 'kip848-05': 10_000 };
const SERVER_ASSIGNOR: Readonly<Record<string, string>> = { 'kip848-11': 'range' };

/** The coordinator of one group `g`, whose members want the topic `t`. */
class Coordinator {
  group: ConsumerGroup | undefined;
  /** By key as Kafka names it, when it goes off. */
  readonly timers = new Map<string, number>();
  private readonly instanceIds = new Map<string, string>();
  private readonly vector: TimelineCase;
  private readonly world: HeartbeatWorld;

  constructor(vector: TimelineCase) {
    this.vector = vector;
    this.world = {
      heartbeatIntervalMs: vector.config.heartbeatIntervalMs,
      maxSize: 100,
      partitionCount: (topic) => (topic === 't' ? vector.config.partitions : undefined),
      metadataHash: (topics) => [...topics].join(),
    };
  }

  heartbeat(t: number, memberId: string, request: NonNullable<TimelineEvent['request']>): TimelineEvent['response'] {
    const { memberEpoch, full = false, owned, instanceId } = request;
    if (instanceId !== undefined) this.instanceIds.set(memberId, instanceId);
    const change = consumerGroupHeartbeat(
      this.group,
      {
        kind: 'ConsumerGroupHeartbeatRequest',
        groupId: 'g',
        memberId,
        memberEpoch,
        instanceId: this.instanceIds.get(memberId) ?? null,
        rackId: null,
        rebalanceTimeoutMs: full ? (REBALANCE_TIMEOUT_MS[this.vector.id] ?? 300_000) : -1,
        subscribedTopicNames: full ? ['t'] : null,
        serverAssignor: full ? (SERVER_ASSIGNOR[this.vector.id] ?? null) : null,
        topicPartitions: owned?.map((index) => `t-${index}`) ?? null,
        clientId: 'client',
      },
      this.world,
    );
    if (typeof change === 'string') return { error: change };
    this.apply(t, change);
    const { error, memberEpoch: epoch, assignment, heartbeatIntervalMs } = change.response;
    if (memberEpoch < 0) return { error, memberEpoch: epoch };
    expect(heartbeatIntervalMs).toBe(this.vector.config.heartbeatIntervalMs);
    return { error, memberEpoch: epoch, assignment: assignment && indexesOf(assignment) };
  }

  fire(t: number, key: string): void {
    expect(this.timers.get(key)).toBe(t);
    this.timers.delete(key);
    const memberId = key.split('-g-')[1] ?? '';
    if (this.group) this.apply(t, fenceMember(this.group, memberId, this.world));
  }

  /** No timer but those that the case lists goes off. */
  expectNothingDueBefore(t: number): void {
    for (const [key, at] of this.timers) expect(at, key).toBeGreaterThanOrEqual(t);
  }

  after(): TimelineEvent['groupAfter'] {
    const { group } = this;
    if (!group) return undefined;
    return {
      state: consumerGroupState(group),
      groupEpoch: group.groupEpoch,
      assignmentEpoch: group.assignmentEpoch,
      members: Object.fromEntries(
        [...group.members.values()].map((member) => [
          member.memberId,
          {
            epoch: member.memberEpoch,
            state: member.state,
            assigned: indexesOf(member.assignedPartitions),
            pendingRevocation: indexesOf(member.partitionsPendingRevocation),
            target: indexesOf(group.targetAssignment.get(member.memberId) ?? []),
          },
        ]),
      ),
    };
  }

  private apply(t: number, { records, timers }: GroupChange<unknown>): void {
    for (const record of records) this.group = replayConsumerGroup(this.group, record) ?? undefined;
    for (const timer of timers) {
      const session = `session-timeout-g-${timer.memberId}`;
      const rebalance = `rebalance-timeout-g-${timer.memberId}`;
      if (timer.kind === 'ScheduleSession') this.timers.set(session, t + this.vector.config.sessionTimeoutMs);
      else if (timer.kind === 'ScheduleRebalance') this.timers.set(rebalance, t + timer.timeoutMs);
      else this.timers.delete(rebalance);
      if (timer.kind === 'CancelAll') this.timers.delete(session);
    }
  }
}

function indexesOf(partitions: readonly string[]): number[] {
  return partitions.map((name) => Number(name.slice('t-'.length)));
}

describe('vectors-2.json consumerGroup848Timelines', () => {
  test('has 11 cases', () => {
    expect(consumerGroup848Timelines.length).toBe(11);
    expect(new Set(consumerGroup848Timelines.map(({ id }) => id)).size).toBe(11);
  });

  for (const vector of consumerGroup848Timelines)
    test(`[consumer-group-heartbeat] ${vector.id}: ${vector.name}`, () => {
      const coordinator = new Coordinator(vector);
      const events = [...vector.events, ...(UNLISTED[vector.id] ?? [])].sort((a, b) => a.t - b.t);
      for (const { t, member, request, response, key, groupAfter } of events) {
        coordinator.expectNothingDueBefore(t);
        if (key !== undefined) coordinator.fire(t, key);
        else if (member !== undefined && request) {
          const answer = coordinator.heartbeat(t, member, request);
          if (response) expect(answer, `answer at ${t}`).toEqual(response);
        }
        if (groupAfter) expect(coordinator.after(), `group after ${t}`).toEqual(groupAfter);
      }
    });
});
