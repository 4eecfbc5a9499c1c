import type { GroupResult } from '../../shared/GroupResult.ts';
import { clientHost } from './addresses.ts';
import { padded, widthOf } from './columns.ts';
import { assignmentText, coordinatorText, split, textOf } from './kafkaConsumerGroups.ts';

type Group = readonly [groupId: string, group: GroupResult];

/** `kafka-share-groups.sh --describe` of some groups. Kafka: `ShareGroupCommand` (4.2.2). */
export const shareGroupsDescribe = {
  offsets: (groups: readonly Group[]): string => groups.map(offsetsOf).join(''),
  membersVerbose: (groups: readonly Group[]): string => groups.map(membersOf).join(''),
  state: (groups: readonly Group[]): string => groups.map(stateOf).join(''),
} as const;

function offsetsOf([groupId, { offsets }]: Group): string {
  const rows = Object.entries(offsets).map(([partition, { currentOffset, lag }]) => {
    const { topic, number } = split(partition);
    return [groupId, topic, number, textOf(currentOffset), textOf(lag)];
  });
  if (rows.length === 0) return '';
  const heads = ['GROUP', 'TOPIC', 'PARTITION', 'START-OFFSET', 'LAG'];
  return table(heads, rows, [
    widthOf(15, [groupId]),
    widthOf(
      15,
      rows.map((row) => row[1] ?? ''),
    ),
    10,
    13,
    null,
  ]);
}

function membersOf([groupId, { members }]: Group): string {
  const rows = members.map(({ memberId, clientId, memberEpoch, assignment }) => [
    groupId,
    memberId,
    clientHost(clientId),
    clientId,
    String(assignment.length),
    String(memberEpoch),
    assignmentText(assignment),
  ]);
  if (rows.length === 0) return '';
  const wide = (index: number) =>
    widthOf(
      15,
      rows.map((row) => row[index] ?? ''),
    );
  const heads = ['GROUP', 'CONSUMER-ID', 'HOST', 'CLIENT-ID', '#PARTITIONS', 'MEMBER-EPOCH', 'ASSIGNMENT'];
  return table(heads, rows, [wide(0), wide(1), wide(2), wide(3), 12, 13, null]);
}

function stateOf([groupId, { coordinator, groupState, members }]: Group): string {
  const address = coordinatorText(coordinator);
  return table(
    ['GROUP', 'COORDINATOR (ID)', 'STATE', '#MEMBERS'],
    [[groupId, address, groupState, String(members.length)]],
    [widthOf(15, [groupId]), widthOf(25, [address]), 15, null],
  );
}

function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly (number | null)[],
): string {
  return `${[heads, ...rows].map((row) => `\n${padded(row, widths)}`).join('')}\n`;
}
