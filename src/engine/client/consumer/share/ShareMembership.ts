import type { ShareGroupHeartbeatRequest } from '../../../protocol/shareRequests.ts';
import type { Epoch, TopicPartition } from '../../../../shared/units.ts';
import { HeartbeatRequestState } from '../group/modern/HeartbeatRequestState.ts';

export type ShareMembershipState =
  'UNSUBSCRIBED' | 'JOINING' | 'ACKNOWLEDGING' | 'STABLE' | 'FENCED' | 'FATAL';

/**
 * A member of a share group. What it is told to have it has at once: there is nothing to give up first. Kafka:
 * `ShareMembershipManager`, `ShareHeartbeatRequestManager` (4.2).
 *
 *   UNSUBSCRIBED → JOINING (first heartbeat, epoch 0) → ACKNOWLEDGING (told what to have: it says so) → STABLE; any → FENCED
 *   (thrown out: it joins again) or FATAL
 */
export class ShareMembership {
  readonly groupId: string;
  readonly clientId: string;
  readonly rackId: string | null;
  /** Made by itself, and good for as long as the process lives; empty: not yet. */
  memberId = '';
  memberEpoch: Epoch = 0;
  state: ShareMembershipState = 'UNSUBSCRIBED';
  assigned: readonly TopicPartition[] = [];
  readonly heartbeats = new HeartbeatRequestState();
  /** Whether the coordinator was told what it subscribes to. */
  private hasSaidTopics = false;

  constructor(groupId: string, clientId: string, rackId: string | null) {
    this.groupId = groupId;
    this.clientId = clientId;
    this.rackId = rackId;
  }

  get isOutside(): boolean {
    return this.state === 'UNSUBSCRIBED' || this.state === 'FENCED' || this.state === 'FATAL';
  }

  /** It has something to say at once. */
  get speaksNow(): boolean {
    return this.state === 'JOINING' || this.state === 'ACKNOWLEDGING';
  }

  join(): void {
    this.memberEpoch = 0;
    this.state = 'JOINING';
    this.assigned = [];
    this.hasSaidTopics = false;
  }

  nextHeartbeat(topics: readonly string[]): ShareGroupHeartbeatRequest {
    const saysTopics = this.state === 'JOINING' || !this.hasSaidTopics;
    this.hasSaidTopics = true;
    if (this.state === 'ACKNOWLEDGING') this.state = 'STABLE';
    return this.heartbeat(this.memberEpoch, saysTopics ? topics : null);
  }

  leavingHeartbeat(): ShareGroupHeartbeatRequest {
    this.memberEpoch = -1;
    return this.heartbeat(-1, null);
  }

  forgetSent(): void {
    this.hasSaidTopics = false;
  }

  /** What it is told to have. Returns whether that is something else than before. */
  receiveAssignment(partitions: readonly TopicPartition[]): boolean {
    const isNew = partitions.join() !== this.assigned.join();
    this.assigned = partitions;
    if (isNew || this.state === 'JOINING') this.state = 'ACKNOWLEDGING';
    return isNew;
  }

  private heartbeat(
    memberEpoch: Epoch,
    subscribedTopicNames: readonly string[] | null,
  ): ShareGroupHeartbeatRequest {
    const { groupId, memberId, clientId } = this;
    const rackId = memberEpoch === 0 ? this.rackId : null;
    return {
      kind: 'ShareGroupHeartbeatRequest',
      groupId,
      memberId,
      memberEpoch,
      rackId,
      subscribedTopicNames,
      clientId,
    };
  }
}
