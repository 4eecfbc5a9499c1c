import { shorten } from '../kernel/shortLists.ts';
import type { FetchPartitionResponse } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { mustRespond, toldAfter } from './FetchSession.ts';
import type { CachedPartition, FetchSession } from './FetchSession.ts';
import { mayPreferAnother } from './findPreferredReadReplica.ts';
import { committedIsr } from './isrState.ts';
import type { Partition } from './Partition.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

/** The answers that an incremental fetch has to give; what the fetcher is told is noted. */
export function selectAnswers(
  session: FetchSession,
  answers: readonly FetchPartitionResponse[],
): FetchPartitionResponse[] {
  const told = new Array<FetchPartitionResponse>(answers.length);
  let count = 0;
  for (const answer of answers) {
    const cached = session.partitions.get(answer.topicPartition);
    if (!cached || !mustRespond(cached, answer)) continue;
    const { highWatermark, logStartOffset } = toldAfter(answer);
    cached.highWatermark = highWatermark;
    cached.logStartOffset = logStartOffset;
    if (answer.batches.length > 0) session.moveToEnd(cached);
    told[count++] = answer;
  }
  shorten(told, count);
  return told;
}

/** Leaves partitions that have nothing to tell alone until they change. */
export function settleSession(session: FetchSession, broker: BrokerInternals, rules: Rules): void {
  session.calm((cached) => {
    const partition = broker.partitions.get(cached.topicPartition);
    if (!partition || !isQuiet(session, cached, partition, broker, rules)) return false;
    // Not before the last fetch was credited: only then may the next ones be noted in one number.
    const follower = partition.leader?.followers.get(session.replicaId);
    return !session.isPrivileged || follower?.lastFetchUs === session.lastFetchUs;
  });
}

/** The partition is about to change, or just did: every session looks at it again, and owed credit is written down. */
export function wakeSessions(partition: Partition, manager: ReplicaManager): void {
  for (const { session, cached } of manager.sessions.sessionsWith(partition.topicPartition)) {
    if (cached.isActive) continue;
    session.wake(cached);
    if (session.isPrivileged) partition.creditQuietFetches(session.replicaId, session.lastFetchUs);
  }
}

/** A session ends: what its fetches were worth to quiet partitions is written down. */
export function closeSession(session: FetchSession, broker: BrokerInternals): void {
  if (!session.isPrivileged) return;
  for (const { topicPartition, isActive } of session.partitions.values()) {
    if (isActive) continue;
    broker.partitions.get(topicPartition)?.creditQuietFetches(session.replicaId, session.lastFetchUs);
  }
}

/**
 * Whether a fetch would find nothing to tell about a partition, and nothing to note but that the follower is still caught up.
 * This is a law for all partitions of a session that are not active.
 */
export function isQuiet(
  session: FetchSession,
  cached: CachedPartition,
  partition: Partition,
  broker: BrokerInternals,
  rules: Rules,
): boolean {
  const { role, log } = partition;
  const { fetchOffset, lastFetchedEpoch, currentLeaderEpoch, logStartOffset } = cached.request;
  if (!role || rules.checkCurrentLeaderEpoch(currentLeaderEpoch, role.leaderEpoch) !== 'NONE') return false;
  if (cached.highWatermark !== log.highWatermark || cached.logStartOffset !== log.logStartOffset)
    return false;
  if (fetchOffset < log.logStartOffset || fetchOffset > log.logEndOffset) return false;
  if (!session.isPrivileged)
    return (
      fetchOffset >= log.highWatermark &&
      !(role.kind === 'leader' && mayPreferAnother({ replicaId: -1, rackId: session.rackId }, broker))
    );
  if (role.kind !== 'leader' || fetchOffset !== log.logEndOffset) return false;
  if (lastFetchedEpoch >= 0) {
    const end = log.epochs.endOffsetFor(lastFetchedEpoch, log.logEndOffset);
    if (rules.divergingEpoch(fetchOffset, lastFetchedEpoch, end, log.logStartOffset).kind !== 'read')
      return false;
  }
  const follower = role.followers.get(session.replicaId);
  return (
    follower?.logEndOffset === fetchOffset &&
    follower.logStartOffset === logStartOffset &&
    committedIsr(role.isrState).includes(session.replicaId)
  );
}
