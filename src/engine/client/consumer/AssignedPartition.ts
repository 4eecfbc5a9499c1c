import type { SelfCloning } from '../../kernel/cloneState.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../../shared/units.ts';
import type { LeaderAndEpoch } from './validatePosition.ts';

const UNKNOWN: Offset = -1;

/** A partition that a consumer reads, and where it stands in it. Kafka: `SubscriptionState.TopicPartitionState` (4.2). */
export interface AssignedPartition {
  readonly topicPartition: TopicPartition;
  /** Next offset to read; −1 until it is found. */
  position: Offset;
  /** Leader epoch of the last record before the position; null: none was read since the position was looked up. */
  offsetEpoch: Epoch | null;
  /** The leader under which the position was last found good (E8); null: none was known. */
  positionLeader: LeaderAndEpoch | null;
  /** Whether that leader must say first whether it has the records before the position. */
  awaitsValidation: boolean;
  highWatermark: Offset;
  /** Where to start: `auto.offset.reset`, at the start and after a place was lost. */
  needsReset: boolean;
  /** A broker was asked about its place. */
  isBusy: boolean;
  retryAtUs: Micros;
  /** The broker that it is fetched from; null: from none now. */
  source: BrokerId | null;
  /** The follower that the leader named to read from, until when, and under which leader (K2); null: the leader itself. */
  preferred: {
    readonly replica: BrokerId;
    readonly untilUs: Micros;
    readonly leader: BrokerId;
    readonly leaderEpoch: Epoch;
  } | null;
  /** The application has paused it, and where it was fetched from then: an answer may be on its way. Left out: it has not. */
  paused?: { readonly source: BrokerId | null };
  /** What ListOffsets is asked in place of `auto.offset.reset`: a seek led there. Left out: none did. */
  resetTo?: number;
}

/** As a process that starts has it: its place is to be found. */
export function unplaced(topicPartition: TopicPartition): AssignedPartition {
  return new PartitionState(topicPartition);
}

/** All of one shape, whether new or copied for a checkpoint. */
class PartitionState implements AssignedPartition, SelfCloning {
  readonly topicPartition: TopicPartition;
  position = UNKNOWN;
  offsetEpoch: Epoch | null = null;
  positionLeader: LeaderAndEpoch | null = null;
  awaitsValidation = false;
  highWatermark = UNKNOWN;
  needsReset = true;
  isBusy = false;
  retryAtUs: Micros = 0;
  source: BrokerId | null = null;
  preferred: AssignedPartition['preferred'] = null;
  declare paused?: { readonly source: BrokerId | null };
  declare resetTo?: number;

  constructor(topicPartition: TopicPartition) {
    this.topicPartition = topicPartition;
  }

  shareOrClone(): PartitionState {
    const copy = new PartitionState(this.topicPartition);
    copy.position = this.position;
    copy.offsetEpoch = this.offsetEpoch;
    copy.positionLeader = this.positionLeader;
    copy.awaitsValidation = this.awaitsValidation;
    copy.highWatermark = this.highWatermark;
    copy.needsReset = this.needsReset;
    copy.isBusy = this.isBusy;
    copy.retryAtUs = this.retryAtUs;
    copy.source = this.source;
    copy.preferred = this.preferred;
    if (this.paused) copy.paused = this.paused;
    if (this.resetTo !== undefined) copy.resetTo = this.resetTo;
    return copy;
  }
}
