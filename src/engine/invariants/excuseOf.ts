import type { BrokerId, Epoch, Offset } from '../../shared/units.ts';
import type { Commit, PartitionHistory, Reset, ResetReason, Step } from './RunHistory.ts';

/** Why a committed record may be gone (R6, R7, L6). */
export type Excuse = ResetReason | 'topicDeleted' | 'lossyMinIsrMembers' | 'elrForgotten';

/** A record that counted as committed. */
export interface CommittedRecord {
  readonly offset: Offset;
  /** Of the batch; −1 when nobody holds it any more, so that nobody knows. */
  readonly leaderEpoch: Epoch;
  /** When somebody was first seen to rely on it. */
  readonly step: Step;
}

/**
 * What excuses the loss of a record that was committed, or null if nothing does:
 *
 * - the topic was deleted, and this is another of the same name;
 * - an unclean election, or that of the last known leader, since it was committed; or before, if the leader that counted it as
 *   committed was deposed by then and had not heard of it: its ISR goes on fetching from it until it hears of the election too,
 *   and what was fetched before may be read only later;
 * - the election of a replica for which a leader had not waited when it counted the record as committed, in one of Kafka's two
 *   races (`Oversight`);
 * - without ELR: the last member of the ISR came back without it, from a lossy restart or a lost disk (R3);
 * - lossy restarts or lost disks of at least min.insync.replicas members of its ISR (R6);
 * - a change of min.insync.replicas, which forgot the ELR, and then a loss on every member of the ISR that was left (R7).
 *
 * All of it is read from the history of the run.
 */
export function excuseOf(record: CommittedRecord, history: PartitionHistory): Excuse | null {
  if (record.step < history.bornAt) return 'topicDeleted';
  const commit = commitOf(record, history);
  const step = Math.min(commit?.step ?? record.step, record.step);
  const reset = history.resets.find((one) => one.step >= step || isOfALaterEpoch(one, commit));
  if (reset) return reset.reason;

  const losers = new Set<BrokerId>();
  for (const loss of history.losses)
    if (loss.step >= step && loss.to <= record.offset) losers.add(loss.broker);
  const lossyMembers = (commit?.isr ?? history.registration.isr).filter((broker) => losers.has(broker));
  if (lossyMembers.length > 0 && lossyMembers.length >= leastMinIsrSince(step, history))
    return 'lossyMinIsrMembers';

  const isForgotten = history.forgotten.some(
    (forgotten) => forgotten.step >= step && forgotten.isr.every((broker) => losers.has(broker)),
  );
  return isForgotten ? 'elrForgotten' : null;
}

function isOfALaterEpoch(reset: Reset, commit: Commit | undefined): boolean {
  return commit !== undefined && commit.leaderEpoch < reset.leaderEpoch;
}

/** The first time that a leader counted it as committed. */
export function commitOf(record: CommittedRecord, history: PartitionHistory): Commit | undefined {
  return history.commits.find(
    ({ from, to, leaderEpoch }) =>
      from <= record.offset && record.offset < to && leaderEpoch >= record.leaderEpoch,
  );
}

/** The least min.insync.replicas that was in force at or after a step. */
function leastMinIsrSince(step: Step, history: PartitionHistory): number {
  let least = Infinity;
  history.minIsr.forEach(({ value }, index) => {
    const next = history.minIsr[index + 1];
    if (!next || next.step >= step) least = Math.min(least, value);
  });
  return least;
}
