import { GroupConsumer } from '../../engine/client/consumer/group/GroupConsumer.ts';
import { forwardHeaders, type ForwardStyle } from '../../engine/client/consumer/outside/forwardHeaders.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import { computeStoreLedgers } from '../../engine/cluster/storeLedger.ts';
import { splitPartition } from '../../engine/protocol/ConsumerProtocol.ts';
import { ExternalStore } from '../../engine/store/ExternalStore.ts';
import type { LadderStep, OutsideLedger, OutsideView, StoreView } from '../../shared/RunQuestions.ts';
import type { Micros, Offset, TopicPartition } from '../../shared/units.ts';

/** What applications have made of the records outside of Kafka: databases, retry topics and dead letters. */
export function outsideView(cluster: Cluster): OutsideView {
  const { nodes } = cluster.state;
  const applications = nodes.filter(
    (node): node is GroupConsumer => node instanceof GroupConsumer && node.outside !== undefined,
  );
  return {
    stores: nodes
      .filter((node) => node instanceof ExternalStore)
      .map((store) => storeView(store, cluster.nowUs)),
    steps: topicsOf(applications).map((topic) => stepOf(topic, applications, cluster)),
    ledgers: computeStoreLedgers(cluster).map(ledgerView),
  };
}

function ledgerView(ledger: ReturnType<typeof computeStoreLedgers>[number]): OutsideLedger {
  const { group, store, partition, producer, committedOffset } = ledger;
  return {
    group,
    store,
    partition,
    producer,
    committedOffset,
    due: ledger.due.size,
    once: ledger.applied.size - ledger.appliedTwice.size,
    twice: ledger.appliedTwice.size,
    forwarded: ledger.forwarded.size,
    skipped: ledger.skipped.size,
    lost: ledger.lost.size,
    ahead: ledger.ahead.size,
  };
}

function storeView(store: ExternalStore, nowUs: Micros): StoreView {
  const { storeName: name, table, transactions, refused } = store;
  return {
    name,
    downForMs: store.downForMs(nowUs),
    transactions,
    refused,
    rows: table.rows,
    ignored: table.ignored,
    overwritten: table.overwritten,
    offsets: [...table.offsets].flatMap(([group, offsets]) =>
      [...offsets].map(([partition, offset]) => ({ group, partition, offset })),
    ),
    recent: table.recent.map(({ topicPartition: partition, offset, writer, atUs, became }) => ({
      partition,
      offset,
      writer,
      atUs,
      became,
    })),
  };
}

/** Each topic behind those that lead to it; what nobody reads comes last. */
function topicsOf(applications: readonly GroupConsumer[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { topics, outside } of applications)
    for (const topic of topics) {
      const known = targets.get(topic) ?? new Set<string>();
      targets.set(topic, known);
      for (const target of targetsOf(outside?.spec.errors)) known.add(target);
    }
  const isTarget = new Set([...targets.values()].flatMap((set) => [...set]));
  const ordered: string[] = [];
  const visit = (topic: string): void => {
    if (ordered.includes(topic)) return;
    ordered.push(topic);
    for (const next of targets.get(topic) ?? []) if (targets.has(next)) visit(next);
  };
  for (const topic of targets.keys()) if (!isTarget.has(topic)) visit(topic);
  for (const topic of targets.keys()) visit(topic);
  for (const topic of isTarget) if (!ordered.includes(topic)) ordered.push(topic);
  return ordered;
}

function targetsOf(errors: NonNullable<GroupConsumer['outside']>['spec']['errors']): string[] {
  const targets = [errors?.onRetriable.forwardTo, errors?.onFatal.forwardTo];
  return targets.filter((topic): topic is string => topic !== null && topic !== undefined);
}

function stepOf(topic: string, applications: readonly GroupConsumer[], cluster: Cluster): LadderStep {
  const own = applications.filter(({ topics }) => topics.includes(topic));
  const works = own.flatMap(({ outside }) => outside ?? []);
  const records = endOf(topic, cluster);
  const taken = takenOf(topic, own);
  const due = works.flatMap(({ restingUntil }) =>
    [...restingUntil].filter(([partition, untilUs]) => isOf(partition, topic) && untilUs > cluster.nowUs),
  );
  const sentOn = new Map<string, number>();
  for (const { forwarded } of works)
    for (const [to, count] of forwarded) sentOn.set(to, (sentOn.get(to) ?? 0) + count);
  return {
    topic,
    consumers: own.map(({ clientId }) => clientId),
    records,
    waiting: own.length === 0 ? records : Math.max(0, records - taken),
    delayMs: Math.max(0, ...works.map(({ spec }) => (spec.delayUs ?? 0) / 1000)),
    dueUs: due.length === 0 ? null : Math.min(...due.map(([, untilUs]) => untilUs)),
    failedTries: works.reduce((sum, { failedTries }) => sum + failedTries, 0),
    skipped: works.reduce((sum, { skippedCount }) => sum + skippedCount, 0),
    done: works.reduce((sum, { doneCount }) => sum + doneCount, 0),
    atHand: own.flatMap((consumer) => {
      const work = consumer.outside;
      if (!work || work.left === 0) return [];
      const { topicPartition: partition, baseOffset: offset } = work.current();
      return [{ consumer: consumer.clientId, partition, offset, attempt: work.attempt }];
    }),
    sentOn: [...sentOn].map(([to, count]) => ({ topic: to, records: count })),
    headers: headersOf(topic, applications),
  };
}

/** Those of the newest record that was sent to it. */
function headersOf(topic: string, applications: readonly GroupConsumer[]): LadderStep['headers'] {
  for (const { outside } of [...applications].reverse()) {
    const from = outside?.newestForward.get(topic);
    if (!outside || !from) continue;
    const { errors } = outside.spec;
    const style: ForwardStyle =
      errors?.isSink === true ? 'connect' : errors?.onFatal.forwardTo === topic ? 'deadLetter' : 'retry';
    if (errors?.isSink === true && !errors.hasHeaders) return [];
    return forwardHeaders(style, from).map(({ name, value }) => ({ name, value }));
  }
  return [];
}

/** Records that ever came to a topic, as its leaders have it. */
function endOf(topic: string, cluster: Cluster): Offset {
  let sum = 0;
  for (const entry of controllerOf(cluster)?.image.partitions.values() ?? []) {
    if (entry.topic !== topic) continue;
    const leader = replicasOf(cluster, entry.topicPartition).get(entry.registration.leader);
    sum += leader?.log.logEndOffset ?? 0;
  }
  return sum;
}

/** Records before the positions of those who read it; who has none yet is no further than what was handed out. */
function takenOf(topic: string, own: readonly GroupConsumer[]): number {
  let sum = 0;
  for (const { partitions } of own)
    for (const { topicPartition, position } of partitions)
      if (isOf(topicPartition, topic)) sum += Math.max(0, position);
  return sum;
}

function isOf(partition: TopicPartition, topic: string): boolean {
  return splitPartition(partition).topic === topic;
}
