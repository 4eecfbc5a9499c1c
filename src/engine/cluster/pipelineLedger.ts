import { Broker } from '../broker/Broker.ts';
import { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { computeFatesAtRest, storedBelow } from './ledger.ts';
import type { RecordFates } from './ledger.ts';
import { transactionalRecords } from './transactionalRecords.ts';

/**
 * What the applications of a group have made of the records of one producer in one partition: for each record that a poll() returned, one
 * record is sent to another topic (consume–process–produce).
 */
export interface PipelineLedger {
  readonly group: string;
  readonly partition: TopicPartition;
  /** Who produced the inputs. */
  readonly producer: string;
  /** What the group has committed; −1: nothing. */
  readonly committedOffset: Offset;
  /** Inputs before that offset that count: in the log, and of no transaction that was aborted or is open. */
  readonly due: RangeSet;
  /** Inputs with an output that counts. */
  readonly sent: RangeSet;
  /** Inputs with more than one: exactly-once says none, at-least-once allows it. */
  readonly sentTwice: RangeSet;
  /** Inputs that are committed and have no output: at-most-once allows it. */
  readonly missing: RangeSet;
  /** Inputs with an output, that the group has not committed: it will read them once more. */
  readonly ahead: RangeSet;
}

interface Sent {
  readonly once: RangeSet;
  twice: RangeSet;
}

/** The ledgers of all applications with an output, as the logs have it now; in the order of groups, partitions and producers. */
export function computePipelines(cluster: Cluster): PipelineLedger[] {
  const groups = new Map<string, Set<TopicPartition>>();
  const sent = new Map<string, Sent>();
  const fates = computeFatesAtRest(cluster);
  cluster.state.nodes.forEach((node, index) => {
    if (!(node instanceof GroupConsumer) || !node.application.output) return;
    const { groupId } = node.group;
    const inputs = groups.get(groupId) ?? new Set<TopicPartition>();
    groups.set(groupId, inputs);
    for (const topicPartition of node.delivered.keys()) inputs.add(topicPartition);
    const companion = cluster.directory.companions.get(index) ?? -1;
    const producer = cluster.state.nodes[companion];
    if (producer instanceof Producer) addOutputs(sent, groupId, producer, companion, fates);
  });
  return [...groups].flatMap(([group, inputs]) =>
    [...inputs]
      .sort()
      .flatMap((partition) =>
        fates
          .filter((fate) => fate.partition === partition)
          .map((fate) => ledgerOf(cluster, group, fate, sent.get(keyOf(group, partition, fate.origin)))),
      ),
  );
}

function ledgerOf(
  cluster: Cluster,
  group: string,
  fate: RecordFates,
  { once, twice }: Sent = { once: new RangeSet(), twice: new RangeSet() },
): PipelineLedger {
  const { partition, producer, origin, log } = fate;
  const committedOffset = committedOffsetOf(cluster, group, partition);
  const before = log ? storedBelow(log, origin, Math.max(0, committedOffset)) : new RangeSet();
  const due = transactionalRecords(fate).counting.and(before);
  return {
    group,
    partition,
    producer,
    committedOffset,
    due,
    sent: once,
    sentTwice: twice,
    missing: due.minus(once),
    ahead: once.minus(before),
  };
}

/** Adds the outputs of a producer that count to what was sent for their inputs. */
function addOutputs(
  sent: Map<string, Sent>,
  group: string,
  { outputs }: Producer,
  origin: NodeIndex,
  fates: readonly RecordFates[],
): void {
  for (const [partition, runs] of outputs?.runs ?? []) {
    const fate = fates.find((one) => one.origin === origin && one.partition === partition);
    if (!fate) continue;
    const { counting } = transactionalRecords(fate);
    for (const { firstOrdinal, count, inputPartition, inputOrigin, inputFirstOrdinal } of runs) {
      const { flat } = counting.and(RangeSet.of(firstOrdinal, firstOrdinal + count));
      const key = keyOf(group, inputPartition, inputOrigin);
      const known = sent.get(key) ?? { once: new RangeSet(), twice: new RangeSet() };
      sent.set(key, known);
      for (let i = 0; i < flat.length; i += 2) {
        const first = (flat[i] as number) - firstOrdinal + inputFirstOrdinal;
        const end = (flat[i + 1] as number) - firstOrdinal + inputFirstOrdinal;
        known.twice = known.twice.union(known.once.and(RangeSet.of(first, end)));
        known.once.add(first, end);
      }
    }
  }
}

function keyOf(group: string, partition: TopicPartition, origin: NodeIndex): string {
  return `${partition}/${origin}/${group}`;
}

/** What the coordinator of a group answers who asks for a committed offset; −1: nothing, or nobody answers. */
export function committedOffsetOf(cluster: Cluster, group: string, topicPartition: TopicPartition): Offset {
  let newest: Offset = -1;
  let epoch = -1;
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const shard of node.process.coordinators.groups.shards.values()) {
      if (shard.status !== 'ACTIVE' || shard.leaderEpoch <= epoch) continue;
      const known = shard.state.offsets.get(group, topicPartition);
      if (!known) continue;
      epoch = shard.leaderEpoch;
      newest = known.offset;
    }
  }
  return newest;
}
