import type { Epoch, Millis, TopicPartition } from '../../../../../shared/units.ts';
import type { ConsumerGroupHeartbeatRequest } from '../../../../protocol/consumerGroupRequests.ts';
import { HeartbeatRequestState } from './HeartbeatRequestState.ts';

/**
 * Where a member of the consumer protocol is. Kafka: `MemberState` (4.2).
 *
 *   UNSUBSCRIBED → JOINING (first heartbeat, epoch 0) → RECONCILING (told what to have) → ACKNOWLEDGING (has it, says so) → STABLE
 *   STABLE → RECONCILING (told something else); any → FENCED (thrown out: gives all up and joins again) or FATAL
 *   any → STALE (did not poll for `max.poll.interval.ms`, and left), until the next poll
 */
export type MembershipState =
  'UNSUBSCRIBED' | 'JOINING' | 'RECONCILING' | 'ACKNOWLEDGING' | 'STABLE' | 'FENCED' | 'STALE' | 'FATAL';

/** What it was told to have, under a number that rises with each change. Kafka: `LocalAssignment`. */
export interface LocalAssignment {
  /** −1: nothing yet. */
  readonly localEpoch: number;
  readonly partitions: readonly TopicPartition[];
}

export const NO_ASSIGNMENT_YET: LocalAssignment = Object.freeze({
  localEpoch: -1,
  partitions: Object.freeze([]),
});

/** Configs of a member that the coordinator is told. */
export interface MembershipConfig {
  readonly groupId: string;
  readonly groupInstanceId: string | null;
  readonly rackId: string | null;
  /** `max.poll.interval.ms` */
  readonly rebalanceTimeoutMs: Millis;
  /** `group.remote.assignor` */
  readonly serverAssignor: string | null;
  readonly clientId: string;
}

/**
 * A member of a group of the consumer protocol (KIP-848). Kafka: `ConsumerMembershipManager`, `ConsumerHeartbeatRequestManager` (4.2).
 */
export class ConsumerMembership {
  readonly config: MembershipConfig;
  /** Made by itself, and good for as long as the process lives; empty: not yet. */
  memberId = '';
  memberEpoch: Epoch = 0;
  state: MembershipState = 'UNSUBSCRIBED';
  /** What it has. */
  current: LocalAssignment = NO_ASSIGNMENT_YET;
  /** What it is to have. */
  target: LocalAssignment = NO_ASSIGNMENT_YET;
  /** A reconciliation that waits for its commit, and what it will lead to; null: none. */
  reconciling: LocalAssignment | null = null;
  readonly heartbeats = new HeartbeatRequestState();
  /** What was last said about it. */
  notedState: MembershipState = 'UNSUBSCRIBED';
  notedEpoch: Epoch = 0;
  private sent: SentFields = NOTHING_SENT;

  constructor(config: MembershipConfig) {
    this.config = config;
  }

  get isReconciled(): boolean {
    return isSameAssignment(this.current, this.target);
  }

  /** Nobody expects a heartbeat. Kafka: `shouldSkipHeartbeat`. */
  get isOutside(): boolean {
    return ['UNSUBSCRIBED', 'FENCED', 'STALE', 'FATAL'].includes(this.state);
  }

  /** It has something to say at once. Kafka: `shouldHeartbeatNow`. */
  get speaksNow(): boolean {
    return this.state === 'JOINING' || this.state === 'ACKNOWLEDGING';
  }

  /** It joins, under epoch 0 and with nothing. Kafka: `transitionToJoining`. */
  join(): void {
    this.memberEpoch = 0;
    this.state = 'JOINING';
    this.target = NO_ASSIGNMENT_YET;
    this.reconciling = null;
  }

  /** All it had is gone. Kafka: `clearAssignment`. */
  forgetAssignment(): void {
    this.current = NO_ASSIGNMENT_YET;
    this.target = NO_ASSIGNMENT_YET;
    this.reconciling = null;
  }

  /** What it is told to have. Kafka: `processAssignmentReceived`. */
  receiveAssignment(partitions: readonly TopicPartition[]): void {
    const { target } = this;
    if (target.localEpoch === -1 || target.partitions.join() !== partitions.join())
      this.target = { localEpoch: target.localEpoch + 1, partitions };
    if (!this.isReconciled) this.state = 'RECONCILING';
    else if (this.state === 'RECONCILING' || this.state === 'JOINING') this.state = 'STABLE';
  }

  /** It has what it was to have, and says so with the next heartbeat. */
  acknowledge(assignment: LocalAssignment): void {
    this.current = assignment;
    this.reconciling = null;
    this.state = 'ACKNOWLEDGING';
  }

  /**
   * The next heartbeat, which says only what has changed since the last one; all of it when the member joins. With it an
   * acknowledgement is given. Kafka: `HeartbeatState.buildRequestData`, `onHeartbeatRequestGenerated`.
   */
  nextHeartbeat(subscription: readonly string[]): ConsumerGroupHeartbeatRequest {
    const { config, memberId, memberEpoch, current, sent } = this;
    const all = this.state === 'JOINING';
    const { rebalanceTimeoutMs, serverAssignor } = config;
    const topics = subscription.join();
    const saysTimeout = all || sent.rebalanceTimeoutMs !== rebalanceTimeoutMs;
    const saysTopics = all || sent.topics !== topics;
    const saysAssignor = serverAssignor !== null && (all || sent.serverAssignor !== serverAssignor);
    const saysPartitions = all || sent.assignment === null || !isSameAssignment(sent.assignment, current);
    this.sent = { rebalanceTimeoutMs, topics, serverAssignor, assignment: current };
    if (this.state === 'ACKNOWLEDGING') this.state = this.isReconciled ? 'STABLE' : 'RECONCILING';
    return {
      kind: 'ConsumerGroupHeartbeatRequest',
      groupId: config.groupId,
      memberId,
      memberEpoch,
      instanceId: config.groupInstanceId,
      rackId: all ? config.rackId : null,
      rebalanceTimeoutMs: saysTimeout ? rebalanceTimeoutMs : -1,
      subscribedTopicNames: saysTopics ? subscription : null,
      serverAssignor: saysAssignor ? serverAssignor : null,
      topicPartitions: saysPartitions ? current.partitions : null,
      clientId: config.clientId,
    };
  }

  /** The heartbeat with which it leaves: for good, or as a static member that means to come back. Kafka: `leaveGroupEpoch`. */
  leavingHeartbeat(): ConsumerGroupHeartbeatRequest {
    const { config, memberId } = this;
    this.memberEpoch = config.groupInstanceId === null ? -1 : -2;
    return {
      kind: 'ConsumerGroupHeartbeatRequest',
      groupId: config.groupId,
      memberId,
      memberEpoch: this.memberEpoch,
      instanceId: config.groupInstanceId,
      rackId: null,
      rebalanceTimeoutMs: -1,
      subscribedTopicNames: null,
      serverAssignor: null,
      topicPartitions: null,
      clientId: config.clientId,
    };
  }

  /** The coordinator may know nothing of what was said: all of it is said again. Kafka: `HeartbeatState.reset`. */
  forgetSent(): void {
    this.sent = NOTHING_SENT;
  }
}

/** What the coordinator was told last. */
interface SentFields {
  readonly rebalanceTimeoutMs: Millis;
  readonly topics: string | null;
  readonly serverAssignor: string | null;
  readonly assignment: LocalAssignment | null;
}

const NOTHING_SENT: SentFields = Object.freeze({
  rebalanceTimeoutMs: -1,
  topics: null,
  serverAssignor: null,
  assignment: null,
});

function isSameAssignment(a: LocalAssignment, b: LocalAssignment): boolean {
  return a.localEpoch === b.localEpoch && a.partitions.join() === b.partitions.join();
}
