import type { KafkaError } from '../../../protocol/Errors.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { ShareStateRequest, ShareStateResponse } from '../../../protocol/shareRequests.ts';
import type {
  ShareSnapshotValue,
  ShareStateKey,
  ShareStateRecord,
  ShareUpdateValue,
} from '../../../storage/ShareGroupRecord.ts';
import type { Offset } from '../../../../shared/units.ts';
import { combineStateBatches } from '../../share/combineStateBatches.ts';

/** What a share coordinator has of a share partition. Frozen. Kafka: `ShareGroupOffset` (4.2). */
export interface ShareGroupOffset extends ShareSnapshotValue {
  readonly key: ShareStateKey;
  /** How many updates stand in the log since the last snapshot. */
  readonly updates: number;
}

/** Answers a request once what it wrote is committed. */
export interface ShareStateOperation {
  readonly replyTo: ReplyAddress;
  readonly request: ShareStateRequest;
  readonly response: ShareStateResponse;
}

interface Undo {
  readonly offset: Offset;
  readonly name: string;
  readonly before: ShareGroupOffset | undefined;
}

export function shareStateName({ groupId, topicPartition }: ShareStateKey): string {
  return `${topicPartition}/${groupId}`;
}

/** The share partitions in one partition of `__share_group_state`. Kafka: `ShareCoordinatorShard` (4.2). */
export class ShareStateShard {
  readonly offsets = new Map<string, ShareGroupOffset>();
  /** Of what is not committed yet, oldest first: it may have to be taken back. */
  private undos: Undo[] = [];

  of(groupId: string, topicPartition: string): ShareGroupOffset | undefined {
    return this.offsets.get(shareStateName({ groupId, topicPartition }));
  }

  replay(record: ShareStateRecord, offset: Offset): void {
    const name = shareStateName(record.key);
    const before = this.offsets.get(name);
    this.undos.push({ offset, name, before });
    this.put(name, replayed(before, record));
  }

  revert(baseOffset: Offset): void {
    for (let undo = this.undos.at(-1); undo && undo.offset >= baseOffset; undo = this.undos.at(-1)) {
      this.put(undo.name, undo.before);
      this.undos.pop();
    }
  }

  noteCommitted(highWatermark: Offset): void {
    if (this.undos.length > 0) this.undos = this.undos.filter(({ offset }) => offset >= highWatermark);
  }

  private put(name: string, value: ShareGroupOffset | undefined): void {
    if (value) this.offsets.set(name, value);
    else this.offsets.delete(name);
  }
}

/** Kafka: `handleShareSnapshot`, `handleShareUpdate`, `merge`. */
function replayed(
  before: ShareGroupOffset | undefined,
  record: ShareStateRecord,
): ShareGroupOffset | undefined {
  const { key, value } = record;
  if (value === null) return undefined;
  if (record.kind === 'ShareSnapshot')
    return Object.freeze({ ...(value as ShareSnapshotValue), key, updates: 0 });
  const update: ShareUpdateValue = value;
  const startOffset = Math.max(update.startOffset, before?.startOffset ?? -1);
  return Object.freeze({
    key,
    snapshotEpoch: update.snapshotEpoch,
    stateEpoch: before?.stateEpoch ?? 0,
    leaderEpoch: Math.max(update.leaderEpoch, before?.leaderEpoch ?? -1),
    startOffset,
    deliveryCompleteCount: update.deliveryCompleteCount,
    stateBatches: Object.freeze(
      combineStateBatches(before?.stateBatches ?? [], update.stateBatches, startOffset),
    ),
    updates: (before?.updates ?? 0) + 1,
  });
}

/** The errors that a coordinator of share state has for a request of another leader epoch, or of another life of the group. */
export function stateError(
  known: ShareGroupOffset | undefined,
  leaderEpoch: number,
  stateEpoch: number | null,
): KafkaError {
  if (!known) return 'NONE';
  if (leaderEpoch !== -1 && known.leaderEpoch > leaderEpoch) return 'FENCED_LEADER_EPOCH';
  if (stateEpoch !== null && known.stateEpoch > stateEpoch) return 'FENCED_STATE_EPOCH';
  return 'NONE';
}
