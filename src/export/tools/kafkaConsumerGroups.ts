import type { GroupMemberResult, GroupResult } from '../../shared/GroupResult.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { brokerAddress, clientHost } from './addresses.ts';
import { MISSING, padded, widthOf } from './columns.ts';

type Group = readonly [groupId: string, group: GroupResult];

/**
 * `kafka-consumer-groups.sh --describe` of some groups, to the blank: offsets, or what `--members`, `--members --verbose` and `--state`
 * ask for. What it says of groups that are empty or rebalance goes to standard error, and is no part of it. Kafka:
 * `ConsumerGroupCommand` (4.2.2).
 */
export const consumerGroupsDescribe = {
  offsets: (groups: readonly Group[]): string => groups.map((group) => offsetsOf(group, false)).join(''),
  offsetsVerbose: (groups: readonly Group[]): string =>
    groups.map((group) => offsetsOf(group, true)).join(''),
  members: (groups: readonly Group[]): string => groups.map((group) => membersOf(group, false)).join(''),
  membersVerbose: (groups: readonly Group[]): string =>
    groups.map((group) => membersOf(group, true)).join(''),
  state: (groups: readonly Group[]): string => groups.map((group) => stateOf(group, false)).join(''),
  stateVerbose: (groups: readonly Group[]): string => groups.map((group) => stateOf(group, true)).join(''),
} as const;

const OFFSET_HEADS = [
  'GROUP',
  'TOPIC',
  'PARTITION',
  'LEADER-EPOCH',
  'CURRENT-OFFSET',
  'LOG-END-OFFSET',
  'LAG',
  'CONSUMER-ID',
  'HOST',
  'CLIENT-ID',
] as const;
const LEADER_EPOCH = OFFSET_HEADS.indexOf('LEADER-EPOCH');

/** Verbose: with the leader epoch that was committed. */
function offsetsOf([groupId, group]: Group, isVerbose: boolean): string {
  const isShown = (_: unknown, index: number) => isVerbose || index !== LEADER_EPOCH;
  const rows = offsetRows(groupId, group);
  if (group.groupState === 'Dead' || rows.length === 0) return '';
  const column = (index: number) => rows.map((row) => row[index] ?? '');
  const widths = [
    widthOf(15, column(0)),
    widthOf(15, column(1)),
    10,
    15,
    15,
    15,
    15,
    widthOf(15, column(7)),
    widthOf(15, column(8)),
    null,
  ];
  return `${[OFFSET_HEADS, ...rows]
    .map((row) => `\n${padded(row.filter(isShown), widths.filter(isShown))}`)
    .join('')}\n`;
}

/** Who has most partitions comes first; what nobody has, last. */
function offsetRows(groupId: string, { members, offsets }: GroupResult): readonly (readonly string[])[] {
  const row = (partition: TopicPartition, member: GroupMemberResult | null) => {
    const { topic, number } = split(partition);
    const {
      leaderEpoch = null,
      currentOffset = null,
      logEndOffset = null,
      lag = null,
    } = offsets[partition] ?? {};
    return [
      groupId,
      topic,
      number,
      textOf(leaderEpoch),
      textOf(currentOffset),
      textOf(logEndOffset),
      textOf(lag),
      member?.memberId ?? MISSING,
      member === null ? MISSING : clientHost(member.clientId),
      member?.clientId ?? MISSING,
    ];
  };
  const busy = members
    .filter(({ assignment }) => assignment.length > 0)
    .toSorted((a, b) => b.assignment.length - a.assignment.length);
  const assigned = new Set(busy.flatMap(({ assignment }) => assignment));
  const left = Object.entries(offsets).filter(
    ([partition, { currentOffset }]) => !assigned.has(partition) && currentOffset !== null,
  );
  return [
    ...busy.flatMap((member) => byNumber(member.assignment).map((partition) => row(partition, member))),
    ...byNumber(left.map(([partition]) => partition)).map((partition) => row(partition, null)),
  ];
}

function membersOf(
  [groupId, { type, members, groupState, assignmentEpoch }]: Group,
  isVerbose: boolean,
): string {
  if (groupState === 'Dead') return '';
  const hasInstances = members.some(({ groupInstanceId }) => groupInstanceId !== null);
  const rows = members.map(({ memberId, groupInstanceId, clientId, assignment, ...member }) => [
    groupId,
    memberId,
    ...(hasInstances ? [groupInstanceId ?? ''] : []),
    clientHost(clientId),
    clientId,
    String(assignment.length),
    ...(isVerbose
      ? [
          type === 'Classic' ? MISSING : String(member.memberEpoch),
          assignmentText(assignment),
          type === 'Classic' ? MISSING : String(assignmentEpoch ?? member.memberEpoch),
          type === 'Classic' ? MISSING : assignmentText(member.targetAssignment ?? []),
        ]
      : []),
  ]);
  const heads = [
    'GROUP',
    'CONSUMER-ID',
    ...(hasInstances ? ['GROUP-INSTANCE-ID'] : []),
    'HOST',
    'CLIENT-ID',
    '#PARTITIONS',
    ...(isVerbose ? ['CURRENT-EPOCH', 'CURRENT-ASSIGNMENT', 'TARGET-EPOCH', 'TARGET-ASSIGNMENT'] : []),
  ];
  const least: Readonly<Record<string, number>> = {
    'GROUP-INSTANCE-ID': 17,
    'CURRENT-ASSIGNMENT': 20,
    'TARGET-ASSIGNMENT': 20,
  };
  const widths = heads.map((head, i) =>
    widthOf(
      least[head] ?? 15,
      rows.map((row) => row[i] ?? ''),
    ),
  );
  // A blank stands behind the last column of the short form.
  const end = isVerbose ? '' : ' ';
  return `\n${[heads, ...rows].map((row) => `${padded(row, widths)}${end}\n`).join('')}`;
}

/** Verbose: with the epochs, which a classic group has not. */
function stateOf([groupId, group]: Group, isVerbose: boolean): string {
  const { type, groupState, coordinator, assignorName, members, groupEpoch, assignmentEpoch } = group;
  if (groupState === 'Dead') return '';
  const address = coordinatorText(coordinator);
  const isClassic = type === 'Classic';
  const epochs = [
    isClassic ? MISSING : String(groupEpoch),
    isClassic ? MISSING : textOf(assignmentEpoch ?? null),
  ];
  const widths = [
    widthOf(15, [groupId]),
    widthOf(25, [address]),
    20,
    20,
    ...(isVerbose ? [15, 25] : []),
    null,
  ];
  const rows = [
    [
      'GROUP',
      'COORDINATOR (ID)',
      'ASSIGNMENT-STRATEGY',
      'STATE',
      ...(isVerbose ? ['GROUP-EPOCH', 'TARGET-ASSIGNMENT-EPOCH'] : []),
      '#MEMBERS',
    ],
    [
      groupId,
      address,
      members.length === 0 ? MISSING : (assignorName ?? MISSING),
      groupState,
      ...(isVerbose ? epochs : []),
      String(members.length),
    ],
  ];
  return `${rows.map((row) => `\n${padded(row, widths)}`).join('')}\n`;
}

/** `localhost:9092  (1)` */
export function coordinatorText(coordinator: number): string {
  return `${brokerAddress(coordinator)}  (${coordinator})`;
}

/** `orders:0,1;payments:2`; a dash for none. */
export function assignmentText(partitions: readonly TopicPartition[]): string {
  const topics = new Map<string, string[]>();
  for (const partition of byNumber(partitions)) {
    const { topic, number } = split(partition);
    topics.set(topic, [...(topics.get(topic) ?? []), number]);
  }
  if (topics.size === 0) return MISSING;
  return [...topics]
    .map(([topic, numbers]) => `${topic}:${numbers.join(',')}`)
    .toSorted()
    .join(';');
}

export function textOf(value: number | null): string {
  return value === null ? MISSING : String(value);
}

export function split(partition: TopicPartition): { readonly topic: string; readonly number: string } {
  const dash = partition.lastIndexOf('-');
  return { topic: partition.slice(0, dash), number: partition.slice(dash + 1) };
}

function byNumber(partitions: readonly TopicPartition[]): readonly TopicPartition[] {
  return partitions.toSorted((a, b) => Number(split(a).number) - Number(split(b).number));
}
