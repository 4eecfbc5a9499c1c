import { describedReplicationFactor, describeTopics } from '../kafkaTopicsDescribe.ts';
import { bootstrapOf } from './addresses.ts';
import { configsDescribe } from './kafkaConfigs.ts';
import { consumerGroupsDescribe } from './kafkaConsumerGroups.ts';
import { featuresDescribe } from './kafkaFeatures.ts';
import { getOffsets, reassignmentsList } from './kafkaGetOffsets.ts';
import { logDirsDescribe } from './kafkaLogDirs.ts';
import { ELECTION_TIMED_OUT, leaderElection, type ElectionType } from './kafkaLeaderElection.ts';
import { quorumDescribe } from './kafkaMetadataQuorum.ts';
import { quotasDescribe, type QuotaEntityType } from './kafkaQuotas.ts';
import { shareGroupsDescribe } from './kafkaShareGroups.ts';
import { transactionsTool } from './kafkaTransactions.ts';
import type { ToolInput, ToolPartition } from './ToolInput.ts';

/** One way to ask one of Kafka’s tools. */
export interface ToolCall {
  /** The line without where to ask: what it is known by. */
  readonly line: string;
  readonly command: string;
  /** Standard output, or why there is none. */
  readonly print: (input: ToolInput) => string | ToolProblem;
}

/** Nobody answers; or what this version prints is not known. */
export interface ToolProblem {
  readonly problem: 'timesOut' | 'unknown';
}

const TIMES_OUT: ToolProblem = { problem: 'timesOut' };
const UNKNOWN: ToolProblem = { problem: 'unknown' };

/** What is asked about: all, or one thing. */
export type ToolSubject =
  | { readonly kind: 'cluster' }
  /** `partition`: the one that is looked at. */
  | { readonly kind: 'topic'; readonly topic: string; readonly partition?: number }
  | { readonly kind: 'broker'; readonly broker: number }
  | { readonly kind: 'controller' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'transaction'; readonly transactionalId: string };

/** The lines that tell of a subject. Share groups and transactions are asked about where there are some. */
export function toolCalls(subject: ToolSubject, input: ToolInput): readonly ToolCall[] {
  const bootstrap = bootstrapOf(input.brokers.map(({ nodeId }) => nodeId));
  return callsOf(subject, input).map(([tool, words, print]) => ({
    line: `${tool} ${words}`,
    command: `${tool} ${bootstrap} ${words}`,
    print,
  }));
}

type Call = readonly [tool: string, words: string, print: ToolCall['print']];

function callsOf(subject: ToolSubject, input: ToolInput): readonly Call[] {
  switch (subject.kind) {
    case 'cluster':
      return [
        topics(null),
        ...consumerGroups(null),
        ...(groupsOf(input, true, null).length > 0 ? shareGroups(null) : []),
        ...quorum(),
        ['kafka-configs.sh', '--describe --entity-type topics', allTopicConfigs],
        ['kafka-configs.sh', '--describe --entity-type brokers', allBrokerConfigs],
        ...quotas(input),
        ...allGroupConfigs(input),
        ...transactions(input),
        ['kafka-log-dirs.sh', '--describe', ({ brokers }) => logDirsDescribe(brokers)],
        ...offsets(null, input),
        election('PREFERRED', null),
        election('UNCLEAN', null),
        ['kafka-reassign-partitions.sh', '--list', ({ partitions }) => reassignmentsList(partitions)],
        ['kafka-features.sh', 'describe', features],
      ];
    case 'topic':
      return [
        topics(subject.topic),
        ...offsets(subject.topic, input),
        ...(subject.partition === undefined
          ? []
          : (['PREFERRED', 'UNCLEAN'] as const).map((type) =>
              election(type, { topic: subject.topic, partition: subject.partition ?? 0 }),
            )),
        [
          'kafka-configs.sh',
          `--describe --entity-type topics --entity-name ${subject.topic}`,
          (now) => topicConfigs(subject.topic, now),
        ],
      ];
    case 'broker':
      return [
        [
          'kafka-configs.sh',
          `--describe --entity-type brokers --entity-name ${subject.broker}`,
          (now) => brokerConfigs(subject.broker, now),
        ],
        [
          'kafka-log-dirs.sh',
          `--describe --broker-list ${subject.broker}`,
          ({ brokers }) => logDirsDescribe(brokers.filter(({ nodeId }) => nodeId === subject.broker)),
        ],
      ];
    case 'controller':
      return quorum();
    case 'group':
      return [
        ...(input.groups[subject.group]?.type === 'Share'
          ? shareGroups(subject.group)
          : consumerGroups(subject.group)),
        [
          'kafka-configs.sh',
          `--describe --entity-type groups --entity-name ${subject.group}`,
          ({ groupConfigs }) => configsDescribe.group(subject.group, groupConfigs[subject.group] ?? {}),
        ],
      ];
    case 'transaction':
      return [describeTransaction(subject.transactionalId)];
  }
}

function topics(topic: string | null): Call {
  const words = topic === null ? '--describe' : `--describe --topic ${topic}`;
  return [
    'kafka-topics.sh',
    words,
    (input) => describeTopics({ ...input, topics: describable(topic, input) }),
  ];
}

function describable(topic: string | null, { partitions, topicConfigs: configs }: ToolInput) {
  const names = [...new Set(partitions.map((partition) => partition.topic))];
  return names
    .filter((name) => topic === null || name === topic)
    .map((name) => {
      const own = partitions.filter((partition) => partition.topic === name);
      return {
        name,
        configs: configs[name] ?? {},
        replicationFactor: describedReplicationFactor(own[0]),
        partitions: own,
      };
    });
}

function groupsOf({ groups }: ToolInput, isShare: boolean, group: string | null) {
  return Object.entries(groups).filter(
    ([groupId, { type }]) => (type === 'Share') === isShare && (group === null || groupId === group),
  );
}

function consumerGroups(group: string | null): readonly Call[] {
  const of = group === null ? '--all-groups' : `--group ${group}`;
  const tool = 'kafka-consumer-groups.sh';
  return [
    [tool, `--describe ${of}`, (input) => consumerGroupsDescribe.offsets(groupsOf(input, false, group))],
    [
      tool,
      `--describe ${of} --offsets --verbose`,
      (input) => consumerGroupsDescribe.offsetsVerbose(groupsOf(input, false, group)),
    ],
    [
      tool,
      `--describe ${of} --members --verbose`,
      (input) => consumerGroupsDescribe.membersVerbose(groupsOf(input, false, group)),
    ],
    [
      tool,
      `--describe ${of} --state`,
      (input) => consumerGroupsDescribe.state(groupsOf(input, false, group)),
    ],
    [
      tool,
      `--describe ${of} --state --verbose`,
      (input) => consumerGroupsDescribe.stateVerbose(groupsOf(input, false, group)),
    ],
  ];
}

function shareGroups(group: string | null): readonly Call[] {
  const of = group === null ? '--all-groups' : `--group ${group}`;
  const tool = 'kafka-share-groups.sh';
  return [
    [tool, `--describe ${of}`, (input) => shareGroupsDescribe.offsets(groupsOf(input, true, group))],
    [
      tool,
      `--describe ${of} --members --verbose`,
      (input) => shareGroupsDescribe.membersVerbose(groupsOf(input, true, group)),
    ],
    [tool, `--describe ${of} --state`, (input) => shareGroupsDescribe.state(groupsOf(input, true, group))],
  ];
}

/** Where there are some. */
function quotas({ quotas: set }: ToolInput): readonly Call[] {
  if (set.length === 0) return [];
  const call = (words: string, type: QuotaEntityType): Call => [
    'kafka-configs.sh',
    `--describe ${words}`,
    (now) => quotasDescribe(now.quotas, type),
  ];
  return [
    call('--entity-type users', 'users'),
    call('--entity-type clients', 'clients'),
    call('--entity-type users --entity-type clients', 'users-clients'),
  ];
}

/** Of all groups, and of those that are none yet and have configs; where there are some. */
function allGroupConfigs(input: ToolInput): readonly Call[] {
  const names = ({ groups, groupConfigs }: ToolInput) => [
    ...new Set([...Object.keys(groups), ...Object.keys(groupConfigs)]),
  ];
  if (names(input).length === 0) return [];
  return [
    [
      'kafka-configs.sh',
      '--describe --entity-type groups',
      (now) =>
        names(now)
          .map((name) => configsDescribe.group(name, now.groupConfigs[name] ?? {}))
          .join(''),
    ],
  ];
}

function quorum(): readonly Call[] {
  const tool = 'kafka-metadata-quorum.sh';
  return [
    [
      tool,
      'describe --status',
      (input) => (input.quorum === null ? TIMES_OUT : quorumDescribe.status(input.quorum, input.seed)),
    ],
    [
      tool,
      'describe --replication',
      (input) => (input.quorum === null ? TIMES_OUT : quorumDescribe.replication(input.quorum, input.seed)),
    ],
  ];
}

function transactions(input: ToolInput): readonly Call[] {
  if (input.transactions === null) return [];
  const partitions = [...new Set(input.transactions.producers.map(({ topicPartition }) => topicPartition))];
  return [
    [
      'kafka-transactions.sh',
      'list',
      (now) => (now.transactions ? transactionsTool.list(now.transactions) : ''),
    ],
    ...input.transactions.transactions.map(({ transactionalId }) => describeTransaction(transactionalId)),
    ...partitions.map((partition): Call => {
      const dash = partition.lastIndexOf('-');
      return [
        'kafka-transactions.sh',
        `describe-producers --topic ${partition.slice(0, dash)} --partition ${partition.slice(dash + 1)}`,
        (now) => (now.transactions ? transactionsTool.describeProducers(now.transactions, partition) : ''),
      ];
    }),
  ];
}

function describeTransaction(transactionalId: string): Call {
  return [
    'kafka-transactions.sh',
    `describe --transactional-id ${transactionalId}`,
    ({ transactions: known, nowMs }) =>
      known === null ? '' : transactionsTool.describe(known, transactionalId, nowMs),
  ];
}

/** What only remote storage makes differ is asked where there is some. */
function offsets(topic: string | null, input: ToolInput): readonly Call[] {
  const of = topic === null ? '' : `--topic ${topic} `;
  const own = ({ partitions }: ToolInput) =>
    partitions.filter((partition) => topic === null || partition.topic === topic);
  const isTiered = own(input).some(
    (partition) => input.topicConfigs[partition.topic]?.['remote.storage.enable'] === 'true',
  );
  const specs = [
    'latest',
    'earliest',
    'max-timestamp',
    ...(isTiered ? (['earliest-local', 'latest-tiered', 'earliest-pending-upload'] as const) : []),
  ] as const;
  return specs.map((spec) => [
    'kafka-get-offsets.sh',
    `${of}--time ${spec}`,
    (now) => getOffsets(own(now), spec),
  ]);
}

/** `of` null: all partitions. */
function election(type: ElectionType, of: Pick<ToolPartition, 'topic' | 'partition'> | null): Call {
  const which = of === null ? '--all-topic-partitions' : `--topic ${of.topic} --partition ${of.partition}`;
  return [
    'kafka-leader-election.sh',
    `--election-type ${type.toLowerCase()} ${which}`,
    ({ elections }) => {
      if (elections === null) return ELECTION_TIMED_OUT;
      if (of === null) return leaderElection(type, elections, 'all');
      const own = elections.filter(
        ({ topic, partition }) => topic === of.topic && partition === of.partition,
      );
      return leaderElection(type, own, 'some');
    },
  ];
}

function topicConfigs(
  topic: string,
  { topicConfigs: configs, clusterConfigs, serverConfigs, brokers }: ToolInput,
) {
  const [first] = brokers;
  return configsDescribe.topic(
    topic,
    configs[topic] ?? {},
    clusterConfigs,
    first === undefined ? {} : serverConfigs(first.nodeId),
  );
}

function allTopicConfigs(input: ToolInput): string {
  return Object.keys(input.topicConfigs)
    .toSorted()
    .map((topic) => topicConfigs(topic, input))
    .join('');
}

function brokerConfigs(
  broker: number,
  { brokers, clusterConfigs, serverConfigs, brokerDefaults }: ToolInput,
) {
  const own = brokers.find(({ nodeId }) => nodeId === broker)?.configs ?? {};
  return configsDescribe.broker(broker, own, clusterConfigs, serverConfigs(broker), brokerDefaults);
}

function allBrokerConfigs(input: ToolInput): string {
  return [
    ...input.brokers.map(({ nodeId }) => brokerConfigs(nodeId, input)),
    configsDescribe.cluster(input.clusterConfigs),
  ].join('');
}

function features({ kafkaVersion, features: levels, metadataLogEndOffset }: ToolInput): string | ToolProblem {
  return featuresDescribe(kafkaVersion, levels, metadataLogEndOffset) ?? UNKNOWN;
}
