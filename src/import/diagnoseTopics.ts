import type { ImportNotice } from '../scenario/ImportReport.ts';
import { NO_LEADER, type BrokerId } from '../shared/units.ts';
import type { FoundPartition, FoundTopic } from './readDescription.ts';

/** Every id that the paste uses as a broker, in order of number. */
export function brokersOf(topics: readonly FoundTopic[]): readonly BrokerId[] {
  const ids = new Set<BrokerId>();
  for (const row of rowsOf(topics)) {
    for (const list of [row.replicas, row.isr, row.elr, row.lastKnownElr, row.adding, row.removing])
      list?.forEach((id) => ids.add(id));
    if (row.leader !== NO_LEADER) ids.add(row.leader);
  }
  return [...ids].sort((a, b) => a - b);
}

/** Brokers that hold replicas, lead nothing and are in no ISR. */
export function brokersInNoIsr(topics: readonly FoundTopic[]): readonly BrokerId[] {
  const seen = new Set(rowsOf(topics).flatMap((row) => [row.leader, ...row.isr]));
  return brokersOf(topics).filter((id) => !seen.has(id));
}

/**
 * Brokers that cannot be running: they lead nothing, and no partition that has a leader counts them in its ISR. The last
 * member of an ISR without a leader is down too, or it would lead.
 */
export function stoppedBrokers(topics: readonly FoundTopic[]): readonly BrokerId[] {
  const alive = new Set(
    rowsOf(topics).flatMap((row) => (row.leader === NO_LEADER ? [] : [row.leader, ...row.isr])),
  );
  return brokersOf(topics).filter((id) => !alive.has(id));
}

/** What of the cluster is not whole, as `kafka-topics.sh --under-replicated-partitions` and its like count it. */
export function diagnoseTopics(topics: readonly FoundTopic[]): readonly ImportNotice[] {
  const notices = topics.flatMap((topic) => [
    ...diagnoseLeaders(topic),
    ...diagnoseReplicas(topic),
    ...diagnoseReassignment(topic),
  ]);
  const absent = brokersInNoIsr(topics);
  if (absent.length > 0) notices.push({ level: 'warn', code: 'brokers-in-no-isr', brokers: absent });
  return notices;
}

function diagnoseLeaders(topic: FoundTopic): readonly ImportNotice[] {
  const leaderless = topic.partitions.filter((row) => row.leader === NO_LEADER);
  if (leaderless.length === 0) return [];
  const notices: ImportNotice[] = [
    {
      level: 'warn',
      code: 'no-leader',
      topic: topic.name,
      partitions: numbersOf(leaderless),
      of: topic.partitionCount,
      emptyIsr: leaderless.every((row) => row.isr.length === 0),
    },
  ];
  // Where no ELR is shown, nothing is known of it.
  const nobody = leaderless.filter((row) => row.isr.length === 0 && row.elr?.length === 0);
  if (nobody.length > 0)
    notices.push({
      level: 'warn',
      code: 'nobody-electable',
      topic: topic.name,
      partitions: numbersOf(nobody),
    });
  return notices;
}

function diagnoseReplicas(topic: FoundTopic): readonly ImportNotice[] {
  const notices: ImportNotice[] = [];
  const short = topic.partitions.filter((row) => wantedReplicas(row) > row.isr.length);
  if (short.length > 0) {
    const missing = new Set(short.flatMap((row) => row.replicas.filter((id) => !row.isr.includes(id))));
    notices.push({
      level: 'warn',
      code: 'under-replicated',
      topic: topic.name,
      partitions: numbersOf(short),
      of: topic.partitionCount,
      missing: [...missing].sort((a, b) => a - b),
    });
  }
  const minIsr = Number(topic.configs['min.insync.replicas'] ?? 1);
  const below = topic.partitions.filter((row) => row.leader === NO_LEADER || row.isr.length < minIsr);
  if (below.length > 0) {
    notices.push({
      level: 'warn',
      code: 'under-min-isr',
      topic: topic.name,
      partitions: numbersOf(below),
      of: topic.partitionCount,
      minIsr,
    });
  }
  return notices;
}

/** Replicas that a reassignment adds do not count until it is over. */
function wantedReplicas(row: FoundPartition): number {
  const adding = row.adding ?? [];
  return row.replicas.filter((id) => !adding.includes(id)).length;
}

function diagnoseReassignment(topic: FoundTopic): readonly ImportNotice[] {
  const moving = topic.partitions.filter(
    (row) => (row.adding ?? []).length > 0 || (row.removing ?? []).length > 0,
  );
  const first = moving[0];
  const factor = topic.replicationFactor;
  if (first !== undefined) {
    const adding = `Adding Replicas: ${(first.adding ?? []).join(',')}`;
    const removing = `Removing Replicas: ${(first.removing ?? []).join(',')}`;
    return [
      {
        level: 'warn',
        code: 'reassignment',
        topic: topic.name,
        partitions: numbersOf(moving),
        text: `${adding} ${removing}`,
        listed: first.replicas.length,
        replicationFactor: factor,
      },
    ];
  }
  const odd = factor === null ? [] : topic.partitions.filter((row) => row.replicas.length !== factor);
  return odd.length === 0 || factor === null
    ? []
    : [
        {
          level: 'warn',
          code: 'replication-factor-differs',
          topic: topic.name,
          partitions: numbersOf(odd),
          replicationFactor: factor,
        },
      ];
}

function rowsOf(topics: readonly FoundTopic[]): readonly FoundPartition[] {
  return topics.flatMap((topic) => topic.partitions);
}

function numbersOf(rows: readonly FoundPartition[]): readonly number[] {
  return rows.map((row) => row.partition);
}
