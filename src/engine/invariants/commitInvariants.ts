import type { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import { activeGroupShards, groupConsumersOf, memberships } from './groupsOf.ts';
import type { Membership } from './groupsOf.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/** A member commits nothing beyond the furthest place that it has had in a partition: what poll() has not returned is not done (O1). */
export function commitsStayBehindPositions(history: RunHistory): Invariant {
  const reached = new WeakMap<GroupConsumer, Map<TopicPartition, Offset>>();
  const told = toldByHand();
  return {
    name: 'CommitsStayBehindPositions',
    check(cluster) {
      if (history.rows.length === 0) return null;
      told.note(history);
      const members = groupConsumersOf(cluster);
      for (const { consumer } of members) notePositions(consumer, reached);
      for (const row of history.rows) {
        if (row.kind !== 'OffsetCommitted' || row.member === '') continue;
        const found = members.find(
          ({ consumer: { coordinator } }) => coordinator.generation.memberId === row.member,
        );
        if (!found || told.commits.has(found.consumer.clientId)) continue;
        const furthest = reached.get(found.consumer)?.get(row.partition) ?? 0;
        if (row.offset > furthest)
          return `${found.consumer.clientId} committed ${row.offset} of ${row.partition}, and never came beyond ${furthest}`;
      }
      return null;
    },
  };
}

/** Consumers whose applications commit what they like, and those that seek: neither promises anything any more. */
export function toldByHand() {
  const commits = new Set<string>();
  const seeks = new Set<string>();
  return {
    commits,
    seeks,
    note({ rows }: RunHistory): void {
      for (const row of rows) {
        if (row.kind !== 'CommandApplied' || !row.target.startsWith('consumer:')) continue;
        if (row.command === 'CommitOffsets') commits.add(row.target.slice('consumer:'.length));
        if (row.command === 'Seek') seeks.add(row.target.slice('consumer:'.length));
      }
    },
  };
}

function notePositions(
  consumer: GroupConsumer,
  reached: WeakMap<GroupConsumer, Map<TopicPartition, Offset>>,
): void {
  const places = reached.get(consumer) ?? new Map<TopicPartition, Offset>();
  reached.set(consumer, places);
  for (const { topicPartition, position } of consumer.partitions)
    if (position > (places.get(topicPartition) ?? -1)) places.set(topicPartition, position);
}

/**
 * Nobody of an older generation, or an older member epoch, takes back what a newer one has committed of a partition: a zombie's commit
 * is refused (G7).
 */
export function zombiesTakeNothingBack(history: RunHistory): Invariant {
  const newest = new Map<string, { readonly generation: number; readonly offset: Offset }>();
  return {
    name: 'ZombiesTakeNothingBack',
    check() {
      for (const row of history.rows) {
        if (row.kind === 'GroupDeleted' || (row.kind === 'GroupStateChanged' && row.state === 'Dead')) {
          for (const key of [...newest.keys()]) if (key.startsWith(`${row.group}/`)) newest.delete(key);
          continue;
        }
        if (row.kind !== 'OffsetCommitted' || row.member === '') continue;
        const key = `${row.group}/${row.partition}`;
        const known = newest.get(key);
        if (known && row.generation < known.generation && row.offset < known.offset)
          return `${row.member} of generation ${row.generation} committed ${row.offset} of ${row.partition}, where generation ${known.generation} of group ${row.group} had committed ${known.offset}`;
        if (!known || row.generation >= known.generation)
          newest.set(key, { generation: row.generation, offset: row.offset });
      }
      return null;
    },
  };
}

/**
 * Whoever is told that an offset is committed can rely on it: what readers are given is no less, but for what is committed with it
 * (O1). Requests of a connection that its client gave up are carried out all the same, and may be behind those of the next one.
 */
export function answeredCommitsAreReplicated(history: RunHistory): Invariant {
  return {
    name: 'AnsweredCommitsAreReplicated',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'OffsetCommitted' || row.member === '') continue;
        for (const { broker, shard } of activeGroupShards(cluster)) {
          const { offsets } = shard.state;
          if (broker.id !== row.broker || offsets.get(row.group, row.partition) === null) continue;
          const highWatermark = broker.partitions.get(shard.topicPartition)?.log.highWatermark ?? 0;
          const known = offsets.getCommitted(row.group, row.partition, highWatermark)?.offset ?? -1;
          const isLater = history.rows.some(
            (one) =>
              one.kind === 'OffsetCommitted' &&
              one.group === row.group &&
              one.partition === row.partition &&
              one.offset === known,
          );
          if (known < row.offset && !isLater)
            return `group ${row.group} was told that ${row.offset} of ${row.partition} is committed, and broker ${broker.id} gives out ${known}`;
        }
      }
      return null;
    },
  };
}

/**
 * Offsets of a classic group that had members expire when it has been empty for offsets.retention.minutes, and not before (O4). In one of
 * the consumer protocol they count from their commit (`ConsumerGroup.offsetExpirationCondition`).
 */
export function offsetsOutliveTheirMembers(history: RunHistory): Invariant {
  const emptySince = new Map<string, Micros | null>();
  const modern = new Set<string>();
  return {
    name: 'OffsetsOutliveTheirMembers',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind === 'GroupStateChanged') {
          if (row.state === 'Assigning' || row.state === 'Reconciling') modern.add(row.group);
          const isEmpty = row.state === 'Empty' || row.state === 'Dead';
          const before = emptySince.get(row.group) ?? null;
          emptySince.set(row.group, isEmpty ? (before ?? cluster.nowUs) : null);
        }
        if (row.kind !== 'OffsetExpired' || !emptySince.has(row.group)) continue;
        if (modern.has(row.group)) continue;
        const since = emptySince.get(row.group) ?? null;
        const retentionMs = activeGroupShards(cluster)[0]?.broker.config.groups.offsetsRetentionMs ?? 0;
        if (since === null || cluster.nowUs - since < (retentionMs - 1) * MICROS_PER_MILLI)
          return `${row.partition} of group ${row.group} expired at ${row.offset}, and the group ${since === null ? 'has members' : `is empty since ${since} µs`}`;
      }
      return null;
    },
  };
}

/** How the application of a consumer promises to handle each record. Neither: it commits without waiting to be told. */
type DeliveryPromise = 'atLeastOnce' | 'atMostOnce' | 'none';

/**
 * At most once needs a commit before the work, and to know that it was made; at least once one after it. Whoever begins at the end
 * when nothing is committed promises nothing of what was there before.
 */
function promiseOf({ application, config }: GroupConsumer): DeliveryPromise {
  // What is handed to workers counts as done to a commit; offsets in a transaction have laws of their own.
  if (application.workers > 0 || application.output) return 'none';
  if (application.commitsBefore) return application.commit === 'sync' ? 'atMostOnce' : 'none';
  return config.autoOffsetReset === 'earliest' ? 'atLeastOnce' : 'none';
}

/** Groups whose members all make this promise. */
export function groupsThatPromise(
  promise: DeliveryPromise,
  cluster: Cluster,
): readonly (readonly [string, readonly Membership[]])[] {
  return [...memberships(cluster)].filter(([, members]) =>
    members.every(({ consumer }) => promiseOf(consumer) === promise),
  );
}

/**
 * At least once: what a group has committed somebody in it has done, or will never be asked for: records that were removed, or that an
 * unclean election or a lost disk took.
 */
export function committedIsDone(history: RunHistory): Invariant {
  const done = new Map<string, Offset>();
  const told = toldByHand();
  return {
    name: 'CommittedIsDone',
    check(cluster) {
      told.note(history);
      const rows = history.rows.filter((row) => row.kind === 'OffsetCommitted');
      if (rows.length === 0) return null;
      const promising = new Map(groupsThatPromise('atLeastOnce', cluster));
      for (const row of rows) {
        const members = promising.get(row.group);
        const log = members && honestLog(row.partition, cluster);
        if (!members || !log || isTold(members, told)) continue;
        const key = `${row.group}/${row.partition}`;
        const from = Math.max(log.logStartOffset, done.get(key) ?? 0);
        const missed = firstUndone(log, from, row.offset, row.partition, members);
        if (missed !== null)
          return `group ${row.group} committed ${row.offset} of ${row.partition}, and nobody has done ${missed}`;
        done.set(key, Math.max(from, row.offset));
      }
      return null;
    },
  };
}

/**
 * At most once: no two members of a group, and no member twice, have done a record. Not where a commit left a partition out, whose
 * position was being validated: then an application goes on without a commit, and does not know it.
 */
export function nothingIsDoneTwice(history: RunHistory): Invariant {
  const told = toldByHand();
  const leftOut = new Set<TopicPartition>();
  return {
    name: 'NothingIsDoneTwice',
    check(cluster) {
      told.note(history);
      for (const row of history.rows) if (row.kind === 'CommitLeftOut') leftOut.add(row.partition);
      if (!history.rows.some(({ kind }) => kind === 'OffsetCommitted')) return null;
      for (const [groupId, members] of groupsThatPromise('atMostOnce', cluster)) {
        if (isTold(members, told)) continue;
        const twice = doneTwice(members, leftOut, cluster);
        if (twice !== null) return `group ${groupId}: ${twice}`;
      }
      return null;
    },
  };
}

export function isTold(
  members: readonly Membership[],
  { commits, seeks }: ReturnType<typeof toldByHand>,
): boolean {
  return members.some(({ consumer: { clientId } }) => commits.has(clientId) || seeks.has(clientId));
}

function doneTwice(
  members: readonly Membership[],
  leftOut: ReadonlySet<TopicPartition>,
  cluster: Cluster,
): string | null {
  const all = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  for (const { consumer } of members) {
    if (consumer.reprocessedCount > 0) return `${consumer.clientId} did ${consumer.reprocessedCount} twice`;
    for (const [topicPartition, byOrigin] of consumer.processed) {
      if (leftOut.has(topicPartition) || !honestLog(topicPartition, cluster)) continue;
      const others = all.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
      all.set(topicPartition, others);
      for (const [origin, ranges] of byOrigin) {
        const before = others.get(origin) ?? new RangeSet();
        const both = before.and(ranges);
        if (!both.isEmpty) return `${consumer.clientId} did ${both.flat.join()} of ${topicPartition} again`;
        others.set(origin, before.union(ranges));
      }
    }
  }
  return null;
}

/** The longest log of a partition; null when its records may be others than they were. */
function honestLog(topicPartition: TopicPartition, cluster: Cluster): UnifiedLog | null {
  if (controllerOf(cluster)?.uncleanlyElected.has(topicPartition) === true) return null;
  let longest: UnifiedLog | null = null;
  for (const { log } of replicasOf(cluster, topicPartition).values()) {
    if (log.isForgiven) return null;
    if (longest === null || log.logEndOffset > longest.logEndOffset) longest = log;
  }
  return longest;
}

/** The first offset of a stretch whose record nobody of a group has done; null: all are done. */
export function firstUndone(
  log: UnifiedLog,
  from: Offset,
  to: Offset,
  topicPartition: TopicPartition,
  members: readonly Membership[],
): Offset | null {
  let missed: Offset | null = null;
  for (let i = log.batchCount - 1; i >= 0; i--) {
    const batch = log.batchAt(i);
    if (batch.baseOffset + batch.count <= from) break;
    if (batch.baseOffset >= to || batch.origin < 0 || batch.marker || batch.contents?.offsetDeltas) continue;
    const first = Math.max(from, batch.baseOffset);
    const end = Math.min(to, batch.baseOffset + batch.count);
    const wanted = RangeSet.of(
      batch.firstOrdinal + first - batch.baseOffset,
      batch.firstOrdinal + end - batch.baseOffset,
    );
    let left = wanted;
    for (const { consumer } of members) {
      const ranges = consumer.processed.get(topicPartition)?.get(batch.origin);
      if (ranges) left = left.minus(ranges);
    }
    const [ordinal] = left.flat;
    if (ordinal !== undefined) missed = batch.baseOffset + ordinal - batch.firstOrdinal;
  }
  return missed;
}
