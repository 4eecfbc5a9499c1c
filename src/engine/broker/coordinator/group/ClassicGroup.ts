import type {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '../../../protocol/ConsumerProtocol.ts';
import type { JoinGroupMember, JoinGroupProtocol } from '../../../protocol/groupRequests.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { GroupMetadataRecord, GroupMetadataValue } from '../../../storage/CoordinatorRecord.ts';
import { assert } from '../../../../shared/assert.ts';
import type { Millis } from '../../../../shared/units.ts';
import { isValidTransition } from './ClassicGroupState.ts';
import type { ClassicGroupState } from './ClassicGroupState.ts';
import type { ExpiringGroup } from './offsetExpiration.ts';
import type { GroupMembership } from './groupMemberErrors.ts';
import type { InitialDelay } from './initialRebalanceDelay.ts';

/** Kafka: `ClassicGroupMember` (4.2). */
export interface ClassicGroupMember {
  readonly memberId: string;
  /** null: a dynamic member. */
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  rebalanceTimeoutMs: Millis;
  sessionTimeoutMs: Millis;
  supportedProtocols: readonly JoinGroupProtocol[];
  assignment: ConsumerProtocolAssignment;
  /** Its JoinGroup waits for an answer there; null: none does. */
  awaitingJoin: ReplyAddress | null;
  awaitingSync: ReplyAddress | null;
  /** It has never got an answer to a JoinGroup, and sends no heartbeats. */
  isNew: boolean;
}

/**
 * A group of the classic protocol: its members and what it waits for. Kafka: `ClassicGroup` (4.2).
 *
 * Not all of it is in the log: a generation is stored when its leader has assigned, and when nobody is left.
 *
 * Simplified: members stand in the order in which they came, Kafka's in that of a hash table; that is also the order in which another
 * leader is chosen.
 */
export class ClassicGroup implements GroupMembership, ExpiringGroup {
  readonly groupId: string;
  state: ClassicGroupState = 'Empty';
  previousState: ClassicGroupState = 'Dead';
  generationId = 0;
  /** `consumer`; null: a simple group, which only has offsets. */
  protocolType: string | null = null;
  /** Assignor of the generation. */
  protocolName: string | null = null;
  leaderId: string | null = null;
  /** When it came to its state, by the broker's clock. */
  currentStateTimestamp: Millis | null;
  readonly members = new Map<string, ClassicGroupMember>();
  /** Ids that were given out, and whose members have not come with them yet. */
  readonly pendingJoinMembers = new Set<string>();
  /** Members of the generation that are still to send SyncGroup. */
  readonly pendingSyncMembers = new Set<string>();
  /** Topics that any member wants; null: not known. */
  subscribedTopics: ReadonlySet<string> | null = null;
  /** Somebody joined since the first rebalance began to wait. */
  newMemberAdded = false;
  /** What the timer of the join phase is about: the first rebalance, which waits for company; null: the rebalance timeout. */
  initialDelay: InitialDelay | null = null;

  constructor(groupId: string, nowMs: Millis | null) {
    this.groupId = groupId;
    this.currentStateTimestamp = nowMs;
  }

  get memberList(): readonly ClassicGroupMember[] {
    return [...this.members.values()];
  }

  get awaitingJoinCount(): number {
    let count = 0;
    for (const { awaitingJoin } of this.members.values()) if (awaitingJoin) count += 1;
    return count;
  }

  /** The largest of its members': for how long a rebalance waits. */
  get rebalanceTimeoutMs(): Millis {
    let largest = 0;
    for (const { rebalanceTimeoutMs } of this.members.values())
      largest = Math.max(largest, rebalanceTimeoutMs);
    return largest;
  }

  get hasAllMembersJoined(): boolean {
    return this.awaitingJoinCount === this.members.size && this.pendingJoinMembers.size === 0;
  }

  hasMember(memberId: string): boolean {
    return this.members.has(memberId);
  }

  /** Member that stands under a `group.instance.id`. */
  staticMemberId(groupInstanceId: string): string | null {
    for (const member of this.members.values())
      if (member.groupInstanceId === groupInstanceId) return member.memberId;
    return null;
  }

  isLeader(memberId: string): boolean {
    return this.leaderId === memberId;
  }

  transitionTo(state: ClassicGroupState, nowMs: Millis): void {
    assert(isValidTransition(this.state, state), `group ${this.groupId} goes from ${this.state} to ${state}`);
    this.previousState = this.state;
    this.state = state;
    this.currentStateTimestamp = nowMs;
  }

  add(member: ClassicGroupMember, protocolType: string): void {
    if (this.members.size === 0) this.protocolType = protocolType;
    this.leaderId ??= member.memberId;
    this.members.set(member.memberId, member);
    this.pendingJoinMembers.delete(member.memberId);
  }

  /** Takes a member out, or an id that nobody came with. The next one leads if it led. */
  remove(memberId: string): void {
    this.members.delete(memberId);
    if (this.leaderId === memberId) this.leaderId = firstOf(this.members.keys());
    this.pendingJoinMembers.delete(memberId);
    this.pendingSyncMembers.delete(memberId);
  }

  /** A process that came back under the same `group.instance.id` takes the place of the one before, with its assignment. */
  replaceStaticMember(oldMemberId: string, newMemberId: string): ClassicGroupMember | null {
    const old = this.members.get(oldMemberId);
    if (!old) return null;
    const member = { ...old, memberId: newMemberId, awaitingJoin: null, awaitingSync: null, isNew: false };
    const before = [...this.members];
    this.members.clear();
    for (const [id, other] of before)
      this.members.set(id === oldMemberId ? newMemberId : id, id === oldMemberId ? member : other);
    if (this.leaderId === oldMemberId) this.leaderId = newMemberId;
    return member;
  }

  /** Of those that joined one leads, if the leader did not; false: nobody joined. Kafka: `maybeElectNewJoinedLeader`. */
  maybeElectNewJoinedLeader(): boolean {
    if (this.leaderId === null) return false;
    if (this.members.get(this.leaderId)?.awaitingJoin) return true;
    for (const { memberId, awaitingJoin } of this.members.values()) {
      if (!awaitingJoin) continue;
      this.leaderId = memberId;
      return true;
    }
    return false;
  }

  /** The join phase is over: a generation of those who joined, or one of nobody. */
  initNextGeneration(
    selectProtocol: (members: readonly ClassicGroupMember[]) => string | null,
    nowMs: Millis,
  ): void {
    this.generationId += 1;
    this.protocolName = selectProtocol(this.memberList);
    this.subscribedTopics = this.computeSubscribedTopics();
    this.transitionTo(this.members.size > 0 ? 'CompletingRebalance' : 'Empty', nowMs);
    this.pendingSyncMembers.clear();
  }

  /** What a member tells the others under the assignor of the generation. */
  metadataOf({ supportedProtocols }: ClassicGroupMember): ConsumerProtocolSubscription {
    const protocol =
      supportedProtocols.find(({ name }) => name === this.protocolName) ?? supportedProtocols[0];
    return protocol?.metadata ?? NO_SUBSCRIPTION;
  }

  /** What the leader of a generation is told. */
  currentMembers(): readonly JoinGroupMember[] {
    return this.memberList.map((member) => {
      const { memberId, groupInstanceId } = member;
      return { memberId, groupInstanceId, metadata: this.metadataOf(member) };
    });
  }

  /** The group as its record has it, with these assignments. Kafka: `newGroupMetadataRecord`. */
  metadataRecord(
    assignmentOf: (member: ClassicGroupMember) => ConsumerProtocolAssignment,
  ): GroupMetadataRecord {
    const { groupId: group, protocolType, protocolName, leaderId, currentStateTimestamp } = this;
    return Object.freeze({
      kind: 'GroupMetadata',
      key: Object.freeze({ group }),
      value: Object.freeze({
        protocolType: protocolType ?? '',
        generation: this.generationId,
        protocol: protocolName,
        leader: leaderId,
        currentStateTimestamp: currentStateTimestamp ?? -1,
        members: Object.freeze(
          this.memberList.map((member) =>
            Object.freeze({
              memberId: member.memberId,
              groupInstanceId: member.groupInstanceId,
              clientId: member.clientId,
              clientHost: member.clientHost,
              rebalanceTimeout: member.rebalanceTimeoutMs,
              sessionTimeout: member.sessionTimeoutMs,
              subscription: this.metadataOf(member),
              assignment: assignmentOf(member),
            }),
          ),
        ),
      }),
    });
  }

  /** A group as the log has it: stable, or empty. Kafka: `GroupMetadataManager.replay`. */
  static fromRecord(groupId: string, value: GroupMetadataValue): ClassicGroup {
    const { currentStateTimestamp, generation, protocolType, protocol, leader, members } = value;
    const group = new ClassicGroup(groupId, currentStateTimestamp === -1 ? null : currentStateTimestamp);
    group.generationId = generation;
    group.protocolName = protocol;
    group.leaderId = leader;
    group.state = members.length > 0 ? 'Stable' : 'Empty';
    for (const member of members)
      group.add(
        {
          memberId: member.memberId,
          groupInstanceId: member.groupInstanceId,
          clientId: member.clientId,
          clientHost: member.clientHost,
          rebalanceTimeoutMs: member.rebalanceTimeout,
          sessionTimeoutMs: member.sessionTimeout,
          supportedProtocols: Object.freeze([{ name: protocol ?? '', metadata: member.subscription }]),
          assignment: member.assignment,
          awaitingJoin: null,
          awaitingSync: null,
          isNew: false,
        },
        protocolType,
      );
    group.protocolType = protocolType === '' ? null : protocolType;
    group.subscribedTopics = group.computeSubscribedTopics();
    return group;
  }

  private computeSubscribedTopics(): ReadonlySet<string> | null {
    if (this.protocolType !== 'consumer') return null;
    const topics = new Set<string>();
    if (this.members.size > 0 && this.protocolName === null) return null;
    for (const member of this.members.values())
      for (const topic of this.metadataOf(member).topics) topics.add(topic);
    return topics;
  }
}

const NO_SUBSCRIPTION: ConsumerProtocolSubscription = Object.freeze({
  topics: Object.freeze([]),
  userData: null,
  ownedPartitions: Object.freeze([]),
  generationId: -1,
  rackId: null,
});

function firstOf(values: Iterable<string>): string | null {
  for (const value of values) return value;
  return null;
}
