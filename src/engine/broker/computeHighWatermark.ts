import type { BrokerId, Micros, Offset } from '../../shared/units.ts';
import { isCaughtUp } from './replicaState.ts';
import type { FollowerState } from './replicaState.ts';

/** A follower as the high watermark sees it. */
export interface RemoteReplica {
  readonly brokerId: BrokerId;
  readonly state: FollowerState;
  /** See `isReplicaIsrEligible` (I4). */
  readonly isIsrEligible: boolean;
}

/** The partition of which the high watermark is computed, at one moment of its leader. */
export interface HighWatermarkInput {
  readonly highWatermark: Offset;
  readonly leaderLogEndOffset: Offset;
  readonly maximalIsr: readonly BrokerId[];
  /** All replicas but the leader. */
  readonly remoteReplicas: readonly RemoteReplica[];
  readonly nowUs: Micros;
  readonly replicaLagTimeMaxUs: Micros;
}

/**
 * Whether a leader may move its high watermark at all (H2): not while fewer replicas are in sync than
 * min.insync.replicas asks for, whatever acks the producers use (KAFKA-15583, KIP-966).
 */
export function mayAdvanceHighWatermark(committedIsrSize: number, effectiveMinIsr: number): boolean {
  return committedIsrSize >= effectiveMinIsr;
}

/**
 * The high watermark of a leader: the lowest log end among itself and the replicas that hold the watermark
 * back, but never lower than it was (H1). Those are the maximal ISR, and replicas that are about to join it
 * because they are caught up and eligible. Kafka: `Partition.maybeIncrementLeaderHW` (4.2). The caller asks
 * `mayAdvanceHighWatermark` first.
 */
export function computeHighWatermark(input: HighWatermarkInput): Offset {
  let lowest = input.leaderLogEndOffset;
  for (const replica of input.remoteReplicas) {
    if (replica.state.logEndOffset < lowest && holdsBackHighWatermark(replica, input)) {
      lowest = replica.state.logEndOffset;
    }
  }
  return Math.max(input.highWatermark, lowest);
}

function holdsBackHighWatermark(replica: RemoteReplica, input: HighWatermarkInput): boolean {
  if (input.maximalIsr.includes(replica.brokerId)) return true;
  return (
    replica.isIsrEligible &&
    isCaughtUp(replica.state, input.leaderLogEndOffset, input.nowUs, input.replicaLagTimeMaxUs)
  );
}
