import type { Offset } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/** `acks` as it travels in a produce request: 0, 1, or -1 for all. */
export const ACKS_ALL = -1;

/**
 * What the producer hears, and when: 'atOnce', 'whenReplicated' (the request is parked, see
 * `delayedProduceOutcome`), 'never', or 'closeConnection', the only way to tell a producer with acks=0 that
 * something went wrong (A6).
 */
export type ProduceAnswer = 'atOnce' | 'whenReplicated' | 'never' | 'closeConnection';

export interface AppendDecision {
  readonly append: boolean;
  readonly error: KafkaError;
  readonly answer: ProduceAnswer;
}

/**
 * What a broker does with a batch that arrives for one partition (A2): whether it writes it, and how it
 * answers. An ISR that is too small stops acks=all only; the others are written and wait below the high
 * watermark (H2). Kafka: `ReplicaManager.appendRecords` and `Partition.appendRecordsToLeader` (4.2).
 *
 * Errors: INVALID_REQUIRED_ACKS, NOT_LEADER_OR_FOLLOWER, NOT_ENOUGH_REPLICAS.
 */
export function decideAppend(input: {
  readonly acks: number;
  readonly isLeader: boolean;
  readonly committedIsrSize: number;
  readonly effectiveMinIsr: number;
}): AppendDecision {
  const { acks, isLeader, committedIsrSize, effectiveMinIsr } = input;
  if (acks !== 0 && acks !== 1 && acks !== ACKS_ALL) return refused('INVALID_REQUIRED_ACKS', acks);
  if (!isLeader) return refused('NOT_LEADER_OR_FOLLOWER', acks);
  if (acks === ACKS_ALL && committedIsrSize < effectiveMinIsr) return refused('NOT_ENOUGH_REPLICAS', acks);
  if (acks === ACKS_ALL) return { append: true, error: 'NONE', answer: 'whenReplicated' };
  return { append: true, error: 'NONE', answer: acks === 0 ? 'never' : 'atOnce' };
}

function refused(error: KafkaError, acks: number): AppendDecision {
  return { append: false, error, answer: acks === 0 ? 'closeConnection' : 'atOnce' };
}

/** Whether a parked produce is finished, and with what. `error` is 'NONE' while it is not. */
export interface ProduceProgress {
  readonly done: boolean;
  readonly error: KafkaError;
}

/**
 * The partition's numbers against which a parked batch is checked. `requiredOffset` is its last offset + 1.
 */
export interface ReplicationCheck {
  readonly requiredOffset: Offset;
  readonly highWatermark: Offset;
  readonly maximalIsrSize: number;
  readonly effectiveMinIsr: number;
}

/**
 * Whether a batch written with acks=all is replicated enough (A2, A3): the high watermark has passed it, so
 * every member of the maximal ISR has it. NOT_ENOUGH_REPLICAS_AFTER_APPEND when the ISR is too small at that
 * very moment, which is rare because too small an ISR stops the watermark (H2). Kafka:
 * `Partition.checkEnoughReplicasReachOffset` (4.2).
 *
 * Simplified: it takes two threads of a broker to get there, and here one event is handled after the other, so no run shows
 * that error.
 */
export function checkEnoughReplicasReachOffset(check: ReplicationCheck): ProduceProgress {
  if (check.highWatermark < check.requiredOffset) return { done: false, error: 'NONE' };
  const isEnough = check.maximalIsrSize >= check.effectiveMinIsr;
  return { done: true, error: isEnough ? 'NONE' : 'NOT_ENOUGH_REPLICAS_AFTER_APPEND' };
}

/**
 * The same for one partition of a parked produce, including what may cut the wait short: the broker no longer
 * leads the partition (NOT_LEADER_OR_FOLLOWER), or the request's timeout has passed (REQUEST_TIMED_OUT). In
 * both cases the record stays in the log and may or may not survive. Replication that is complete when the
 * timeout fires counts. Kafka: `DelayedProduce` (4.2).
 */
export function delayedProduceOutcome(
  check: ReplicationCheck & { readonly isLeader: boolean; readonly isTimedOut: boolean },
): ProduceProgress {
  if (!check.isLeader) return { done: true, error: 'NOT_LEADER_OR_FOLLOWER' };
  const progress = checkEnoughReplicasReachOffset(check);
  if (!progress.done && check.isTimedOut) return { done: true, error: 'REQUEST_TIMED_OUT' };
  return progress;
}
