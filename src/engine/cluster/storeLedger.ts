import { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import { ExternalStore } from '../store/ExternalStore.ts';
import type { NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { computeFatesAtRest, storedBelow } from './ledger.ts';
import type { RecordFates } from './ledger.ts';
import { committedOffsetOf } from './pipelineLedger.ts';
import { transactionalRecords } from './transactionalRecords.ts';

/** What the applications of a group have made of the records of one producer in one partition, as a database and other topics have it. */
export interface StoreLedger {
  readonly group: string;
  /** Where it writes; null: nowhere, it only sends on what fails. */
  readonly store: string | null;
  readonly partition: TopicPartition;
  readonly producer: string;
  /** What the group has committed, in Kafka or in the database; −1: nothing. */
  readonly committedOffset: Offset;
  /** Records before that offset that count: in the log, and of no transaction that was aborted or is open. */
  readonly due: RangeSet;
  /** Records with a row. */
  readonly applied: RangeSet;
  /** Records that took effect more than once: exactly-once says none. */
  readonly appliedTwice: RangeSet;
  /** Records that stand in a retry or dead-letter topic, having been sent there. */
  readonly forwarded: RangeSet;
  /** Records that were given up and sent nowhere. */
  readonly skipped: RangeSet;
  /** Handed to the applications and committed, and none of these: at-most-once allows it. */
  readonly lost: RangeSet;
  /** Records with a row, that the group has not committed: it will read them once more. */
  readonly ahead: RangeSet;
}

/** The ledgers of all groups whose applications do something outside of Kafka; in the order of groups, partitions and producers. */
export function computeStoreLedgers(cluster: Cluster): StoreLedger[] {
  const groups = new Map<string, GroupConsumer[]>();
  for (const node of cluster.state.nodes) {
    if (!(node instanceof GroupConsumer) || !node.outside) continue;
    const members = groups.get(node.group.groupId) ?? [];
    groups.set(node.group.groupId, members);
    members.push(node);
  }
  if (groups.size === 0) return [];
  const fates = computeFatesAtRest(cluster);
  const sent = forwardedInputs(cluster, fates);
  return [...groups].flatMap(([group, members]) => {
    const partitions = new Set(members.flatMap((member) => [...member.delivered.keys()]));
    return [...partitions]
      .sort()
      .flatMap((partition) =>
        fates
          .filter((fate) => fate.partition === partition)
          .map((fate) => ledgerOf(cluster, group, members, fate, sent)),
      );
  });
}

function ledgerOf(
  cluster: Cluster,
  group: string,
  members: readonly GroupConsumer[],
  fate: RecordFates,
  sent: ReadonlyMap<string, RangeSet>,
): StoreLedger {
  const { partition, producer, origin, log } = fate;
  const use = members.find(({ outside }) => outside?.spec.store)?.outside?.spec.store;
  const node = use ? cluster.state.nodes[use.node] : undefined;
  const table = node instanceof ExternalStore ? node.table : null;
  const kept = use?.keepsOffsets === true;
  const committedOffset = kept
    ? (table?.offsets.get(group)?.get(partition) ?? -1)
    : committedOffsetOf(cluster, group, partition);
  const before = log ? storedBelow(log, origin, Math.max(0, committedOffset)) : new RangeSet();
  const due = transactionalRecords(fate).counting.and(before);
  const applied = (table ? table.applied : doneBy(members)).get(partition)?.get(origin) ?? new RangeSet();
  const forwarded = sent.get(keyOf(partition, origin)) ?? new RangeSet();
  const read = members.reduce(
    (all, { delivered }) => all.union(delivered.get(partition)?.get(origin) ?? new RangeSet()),
    new RangeSet(),
  );
  const skipped = members.reduce(
    (all, { outside }) => all.union(outside?.skipped.get(partition)?.get(origin) ?? new RangeSet()),
    new RangeSet(),
  );
  return {
    group,
    store: use?.name ?? null,
    partition,
    producer,
    committedOffset,
    due,
    applied,
    appliedTwice: table?.appliedTwice.get(partition)?.get(origin) ?? new RangeSet(),
    forwarded,
    skipped,
    lost: due.and(read).minus(applied).minus(forwarded).minus(skipped),
    ahead: applied.minus(before),
  };
}

/** Without a database: what the applications say that they have done. */
function doneBy(members: readonly GroupConsumer[]): Map<TopicPartition, Map<NodeIndex, RangeSet>> {
  const done = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  for (const { processed } of members)
    for (const [partition, byOrigin] of processed)
      for (const [origin, ranges] of byOrigin) {
        const known = done.get(partition) ?? new Map<NodeIndex, RangeSet>();
        done.set(partition, known);
        known.set(origin, (known.get(origin) ?? new RangeSet()).union(ranges));
      }
  return done;
}

/** Records that stand in a retry or dead-letter topic, by the partition and the producer that they were read as. */
function forwardedInputs(cluster: Cluster, fates: readonly RecordFates[]): ReadonlyMap<string, RangeSet> {
  const inputs = new Map<string, RangeSet>();
  cluster.state.nodes.forEach((node, origin) => {
    if (!(node instanceof Producer) || !node.isForwarding) return;
    for (const [partition, runs] of node.outputs?.runs ?? []) {
      const fate = fates.find((one) => one.origin === origin && one.partition === partition);
      if (!fate) continue;
      const stood = transactionalRecords(fate).counting.union(fate.expired);
      for (const { firstOrdinal, count, inputPartition, inputOrigin, inputFirstOrdinal } of runs) {
        const { flat } = stood.and(RangeSet.of(firstOrdinal, firstOrdinal + count));
        const ranges = inputs.get(keyOf(inputPartition, inputOrigin)) ?? new RangeSet();
        inputs.set(keyOf(inputPartition, inputOrigin), ranges);
        for (let i = 0; i < flat.length; i += 2)
          ranges.add(
            (flat[i] as number) - firstOrdinal + inputFirstOrdinal,
            (flat[i + 1] as number) - firstOrdinal + inputFirstOrdinal,
          );
      }
    }
  });
  return inputs;
}

function keyOf(partition: TopicPartition, origin: NodeIndex): string {
  return `${partition}/${origin}`;
}
