import { committedIsr, maximalIsr } from '../broker/isrState.ts';
import type { LeaderRole } from '../broker/Partition.ts';
import { UNCHECKED_BROKER_EPOCH } from '../broker/replicaState.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Offset } from '../../shared/units.ts';
import { minIsrSeenBy } from './leadersOf.ts';
import type { Leading } from './leadersOf.ts';

/**
 * Why a leader of Kafka may move its high watermark without somebody who may be elected. News travel to it by two ways, the
 * answers to its AlterPartition and the metadata log, and neither waits for the other:
 *
 * - 'raisedMinimumUnheard': min.insync.replicas was raised, and a shrink that was decided after it made its laggard eligible
 *   (`PartitionChangeBuilder.maybePopulateTargetElr`, by `ReplicationControlManager.getTopicEffectiveMinIsr`). The answer is
 *   there before the config record: `Partition.handleAlterPartitionUpdate` takes over the smaller ISR and
 *   `maybeIncrementLeaderHW` compares it with the old minimum of the log's config, which only `TopicConfigHandler` changes.
 * - 'proposalForgotten': the leader asked for a member and heard again, through the log, of a partition epoch that an answer had
 *   told it before. `Partition.makeLeader` takes an equal epoch, and `updateAssignmentAndIsr` puts a committed state in the
 *   place of the pending one; `submitAlterPartition` then ignores the answer, which may be that the member joined. Until the
 *   log says so too, the member holds the watermark back only while it is caught up and eligible in the eyes of the leader
 *   (`maybeIncrementLeaderHW`), which may have heard of an old fencing of it just now.
 */
export type Oversight = 'raisedMinimumUnheard' | 'proposalForgotten';

/** Offsets that a leader counted as committed, and for which it did not wait for this replica. */
export interface PassedOver {
  readonly broker: BrokerId;
  readonly from: Offset;
  readonly to: Offset;
  readonly reason: Oversight;
}

/** A leader asked for a member, and then forgot that it had. */
export interface ForgottenProposal {
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly member: BrokerId;
}

/** Whom a leader passes over as it moves its watermark, and why it may; `minIsr` is what the controller goes by. */
export function passedOverBy(
  leading: Leading,
  from: Offset,
  to: Offset,
  minIsr: number,
  forgotten: readonly ForgottenProposal[],
  nowUs: Micros,
): PassedOver[] {
  const { leader } = leading;
  const maximal = maximalIsr(leader.isrState);
  const isr = committedIsr(leader.isrState);
  const isMinimumUnheard = minIsrSeenBy(leading) <= isr.length && isr.length < minIsr;
  const found: PassedOver[] = [];
  for (const broker of leader.followers.keys()) {
    if (maximal.includes(broker)) continue;
    if (isMinimumUnheard) found.push({ broker, from, to, reason: 'raisedMinimumUnheard' });
    else if (isOutstanding(broker, leader, forgotten) && !isWaitedFor(broker, leading, nowUs))
      found.push({ broker, from, to, reason: 'proposalForgotten' });
  }
  return found;
}

/** Whether every offset from `from` on and below `to` was passed over without this replica. */
export function isPassedOver(
  passedOver: readonly PassedOver[],
  broker: BrokerId,
  from: Offset,
  to: Offset,
): boolean {
  let reached = from;
  while (reached < to) {
    const at = reached;
    const next = passedOver.find((one) => one.broker === broker && one.from <= at && at < one.to);
    if (!next) return false;
    reached = next.to;
  }
  return true;
}

/** The leader has not heard yet what became of what it asked for. */
function isOutstanding(
  member: BrokerId,
  { leaderEpoch, partitionEpoch }: LeaderRole,
  forgotten: readonly ForgottenProposal[],
): boolean {
  return forgotten.some(
    (one) =>
      one.member === member && one.leaderEpoch === leaderEpoch && one.partitionEpoch === partitionEpoch,
  );
}

/** A replica that is not in the ISR holds the watermark back all the same when it is about to join (H1). */
function isWaitedFor(member: BrokerId, { broker, partition, leader }: Leading, nowUs: Micros): boolean {
  const registration = broker.image.brokers.get(member);
  const state = leader.followers.get(member);
  if (!state || !registration || registration.fenced || registration.inControlledShutdown) return false;
  const { brokerEpoch, lastCaughtUpUs, logEndOffset } = state;
  if (brokerEpoch !== UNCHECKED_BROKER_EPOCH && brokerEpoch !== registration.brokerEpoch) return false;
  const lagUs = broker.config.replicaLagTimeMaxMs * MICROS_PER_MILLI;
  return logEndOffset === partition.log.logEndOffset || nowUs - lastCaughtUpUs <= lagUs;
}
