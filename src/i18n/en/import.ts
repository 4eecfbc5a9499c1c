import type {
  Contradiction,
  IgnoredWhy,
  ImportNotice,
  ImportNoticeCode,
} from '../../scenario/ImportReport.ts';
import { formatNumber } from '../format.ts';
import { joinAnd, plural } from '../plural.ts';

type NoticeOf<Code extends ImportNoticeCode> = Extract<ImportNotice, { readonly code: Code }>;

const brokersNamed = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'broker' : 'brokers'} ${joinAnd(ids.map(String))}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `0–3, 7`: runs of neighbours are drawn together. */
const ranges = (numbers: readonly number[]): string => {
  const runs: [number, number][] = [];
  for (const one of numbers) {
    const last = runs[runs.length - 1];
    if (last?.[1] === one - 1) last[1] = one;
    else runs.push([one, one]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
};

const partitionsOf = (topic: string, partitions: readonly number[], of?: number): string => {
  if (of !== undefined && of > 1 && partitions.length === of)
    return `all ${formatNumber(of)} partitions of ${topic}`;
  const share =
    of !== undefined && partitions.length > 8
      ? `${formatNumber(partitions.length)} of ${formatNumber(of)} partitions`
      : null;
  return `${share ?? `${plural(partitions.length, { one: 'partition', other: 'partitions' })} ${ranges(partitions)}`} of ${topic}`;
};
const verb = (partitions: readonly number[], one: string, other: string): string =>
  partitions.length === 1 ? one : other;

const contradictions: Readonly<Record<Contradiction, string>> = {
  'isr-not-a-replica': 'in the ISR but no replica. Left out of the ISR',
  'elr-not-a-replica': 'in the ELR but no replica. Left out of the ELR',
  'leader-not-a-replica': 'the leader but no replica. The partition starts without a leader',
  'leader-not-in-isr': 'the leader but not in the ISR. Added to the ISR',
  'in-isr-and-elr': 'in the ISR and in the ELR. Left out of the ELR',
};

const notices: { readonly [Code in ImportNoticeCode]: (notice: NoticeOf<Code>) => string } = {
  'nothing-found': () => 'Nothing to import. No line of this text is a line of kafka-topics.sh --describe.',
  'tool-error': (n) => `${n.level === 'error' ? 'Nothing to import. ' : ''}The tool reported: ${n.text}.`,
  'no-partitions': (n) =>
    `Nothing to import. The text names ${joinAnd(n.topics)} but holds no partition line.`,
  'too-long': (n) =>
    `The text has ${formatNumber(n.count)} characters. At most ${formatNumber(n.most)} are read.`,
  'too-many-partitions': (n) =>
    `The text describes ${formatNumber(n.count)} partitions. The simulator takes at most ${formatNumber(n.most)}.`,
  'too-many-brokers': (n) =>
    `The text names ${formatNumber(n.count)} brokers. The simulator takes at most ${formatNumber(n.most)}.`,
  'scenario-refused': (n) => `What was read is no legal cluster at ${n.path}.`,
  'described-twice': (n) => `Topic ${n.topic} is described twice. The last description is used.`,
  'partition-described-twice': (n) =>
    `Partition ${n.partition} of ${n.topic} is described twice. The last line is used.`,
  'no-header': (n) => `Topic ${n.topic} has partition lines but no header line. Its configs are unknown.`,
  'no-partition-count': (n) =>
    `${joinAnd(n.topics)} ${n.topics.length === 1 ? 'states' : 'state'} no PartitionCount. The partition lines were counted.`,
  'partitions-missing': (n) =>
    n.listed.length === 0
      ? `Topic ${n.topic} announces ${plural(n.announced, { one: '# partition', other: '# partitions' })}. The text holds no line of it.`
      : `Topic ${n.topic} has ${formatNumber(n.announced)} partitions. The text lists only ${ranges(n.listed)}.`,
  'more-partitions-than-announced': (n) =>
    `Topic ${n.topic} announces ${plural(n.announced, { one: '# partition', other: '# partitions' })}. The text lists up to partition ${n.found - 1}.`,
  'replicas-placed': (n) =>
    `${capital(partitionsOf(n.topic, n.partitions))} ${verb(n.partitions, 'is', 'are')} not listed. Their replicas are placed round robin.`,
  'row-incomplete': (n) =>
    `A partition line${n.topic === null ? '' : ` of ${n.topic}`} is not complete. It is left out: ${n.text}`,
  contradiction: (n) =>
    `Partition ${n.partition} of ${n.topic}: ${brokersNamed(n.brokers)} ${n.brokers.length === 1 ? 'is' : 'are'} ${contradictions[n.what]}.`,
  'no-leader': (n) =>
    `${capital(partitionsOf(n.topic, n.partitions, n.of))} ${verb(n.partitions, 'has', 'have')} no leader${n.emptyIsr ? ' and an empty ISR' : ''}.`,
  'nobody-electable': (n) =>
    `${capital(partitionsOf(n.topic, n.partitions))} ${verb(n.partitions, 'has', 'have')} no leader, an empty ISR and an empty ELR. Only an unclean election gives a leader.`,
  'under-replicated': (n) =>
    `${capital(partitionsOf(n.topic, n.partitions, n.of))} ${verb(n.partitions, 'is', 'are')} under-replicated. Missing from an ISR: ${brokersNamed(n.missing)}.`,
  'under-min-isr': (n) =>
    `${capital(partitionsOf(n.topic, n.partitions, n.of))} ${verb(n.partitions, 'is', 'are')} under min ISR. min.insync.replicas is ${n.minIsr}.`,
  reassignment: (n) =>
    `A reassignment runs on ${partitionsOf(n.topic, n.partitions)} (${n.text}). ${n.listed} replicas are listed${n.replicationFactor === null ? '' : ` while ReplicationFactor is ${n.replicationFactor}`}. The simulator takes all of them as replicas and moves nothing.`,
  'replication-factor-differs': (n) =>
    `ReplicationFactor is ${n.replicationFactor}. ${capital(partitionsOf(n.topic, n.partitions))} ${verb(n.partitions, 'lists', 'list')} another number of replicas.`,
  'config-unknown': (n) =>
    `${n.name}=${n.value} of ${n.topic} is left out. Kafka 4.2 has no such topic config.`,
  'config-removed': (n) => `${n.name}=${n.value} of ${n.topic} is left out. Kafka 4 removed this config.`,
  'config-value': (n) =>
    `${n.name}=${n.value} of ${n.topic} is left out. Kafka 4.2 does not take this value.`,
  'brokers-in-no-isr': (n) =>
    `${capital(brokersNamed(n.brokers))} ${n.brokers.length === 1 ? 'holds' : 'hold'} replicas and ${n.brokers.length === 1 ? 'is' : 'are'} in no ISR.`,
  'brokers-stopped': (n) =>
    `${capital(brokersNamed(n.brokers))} ${n.brokers.length === 1 ? 'starts' : 'start'} stopped. No partition with a leader has ${n.brokers.length === 1 ? 'it' : 'them'} in its ISR.`,
  'elr-not-shown': () =>
    'The text shows no ELR. The scenario runs Kafka 4.2, where eligible leader replicas are on.',
  'logs-empty': () => 'The text says nothing of records. Every log starts empty.',
  'add-clients': (n) =>
    `The cluster has no clients. Add a producer and a consumer for ${n.topic} to see it work.`,
};

const ignored: Readonly<Record<IgnoredWhy, string>> = {
  command: 'a command',
  prompt: 'a prompt',
  'tool-error': 'an error of the tool',
  'tool-message': 'a message of a tool',
  'stack-trace': 'a stack trace',
  'log-line': 'a line of a log',
  elision: 'a mark that something was left out',
  count: 'a bare number',
  'config-cut-off': 'a config that is cut off',
  'config-refused': 'a config that Kafka 4.2 does not take',
  'row-incomplete': 'a partition line that is not complete',
  'not-a-description': 'not a line of kafka-topics.sh --describe',
};

/** What importing a paste tells. */
export const importing = {
  // Which notice it is decides which function it meets; TypeScript cannot follow the pair.
  notice: (notice: ImportNotice): string => (notices[notice.code] as (one: ImportNotice) => string)(notice),
  ignored: (why: IgnoredWhy): string => ignored[why],
  ignoredHeading: (count: number): string =>
    plural(count, { one: '# line was ignored', other: '# lines were ignored' }),
};
