import type { ConsumerView, GroupView } from '../../bridge/frame.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { comparePartitions } from './groupHistory.ts';

/** A partition as a group stands in it. */
export interface GroupOffsets {
  readonly partition: TopicPartition;
  /** client.id of who reads it; null: nobody. */
  readonly owner: string | null;
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  /** What the group may read ends here: the high watermark, as kafka-consumer-groups.sh counts. */
  readonly highWatermark: Offset;
  /** null: nothing is committed. */
  readonly committed: Offset | null;
  /** Next offset that the owner hands out; null: nobody knows. */
  readonly position: Offset | null;
}

/** All partitions that a group has committed, is assigned or reads. */
export function groupOffsets(cluster: ClusterModel, group: GroupView): readonly GroupOffsets[] {
  const members = membersOf(cluster, group.groupId);
  const names = new Set(group.committed.map(({ partition }) => partition));
  for (const member of members) for (const { partition } of member.positions) names.add(partition);
  for (const { partitions } of group.members) for (const partition of partitions) names.add(partition);
  return [...names].sort(comparePartitions).flatMap((name) => {
    const partition = cluster.partitions.find((candidate) => candidate.name === name);
    if (partition === undefined) return [];
    const leader = cluster.replicas.find(
      (replica) => replica.partition === name && replica.broker === partition.leader,
    );
    const owner = members.find(({ positions }) => positions.some((place) => place.partition === name));
    const position = owner?.positions.find((place) => place.partition === name)?.position ?? -1;
    return [
      {
        partition: name,
        owner: owner?.clientId ?? null,
        logStartOffset: leader?.logStartOffset ?? 0,
        logEndOffset: leader?.logEndOffset ?? partition.highWatermark,
        highWatermark: partition.highWatermark,
        committed: group.committed.find(({ partition: of }) => of === name)?.offset ?? null,
        position: position < 0 ? null : position,
      },
    ];
  });
}

/** Members whose process runs. */
function membersOf({ consumers }: ClusterModel, groupId: string): readonly ConsumerView[] {
  return consumers.filter(({ group, process }) => group?.groupId === groupId && process === 'running');
}

export interface OffsetsStrip {
  readonly partition: TopicPartition;
  readonly y: number;
  /** Left end of what is drawn of the log; `cut`: it goes on to the left. */
  readonly startX: number;
  readonly isCut: boolean;
  /** The high watermark: at the same place in all rows. */
  readonly waterX: number;
  readonly endX: number;
  readonly committedX: number | null;
  readonly positionX: number | null;
}

export interface OffsetsLayout {
  readonly width: number;
  readonly height: number;
  readonly strips: readonly OffsetsStrip[];
  readonly ticks: readonly { readonly x: number; readonly records: number }[];
  readonly axisY: number;
}

const STRIP_PITCH = 34;
export const STRIP_HEIGHT = 14;
const TOP = 16;
const AXIS_HEIGHT = 18;
/** Right of the water line: what is not committed by the replicas yet. */
const SHORE = 46;
const PIN_ROOM = 10;

/** All partitions with their ends under each other: how far left a pin stands is its lag. */
export function layoutOffsets(rows: readonly GroupOffsets[], width: number, gutter: number): OffsetsLayout {
  const behind = rows.map(({ highWatermark, committed, position }) =>
    Math.max(highWatermark - (committed ?? highWatermark), highWatermark - (position ?? highWatermark)),
  );
  const span = Math.max(10, ...behind.map((lag) => lag * 1.15));
  const fromX = gutter + PIN_ROOM;
  const waterX = Math.max(fromX + 40, width - SHORE);
  const perRecord = (waterX - fromX) / span;
  const xOf = (behindEnd: number) => Math.max(fromX, Math.min(width - 2, waterX - behindEnd * perRecord));
  return {
    width,
    height: TOP + rows.length * STRIP_PITCH + AXIS_HEIGHT,
    strips: rows.map((row, i) => {
      const { highWatermark: end, committed, position, logStartOffset, logEndOffset } = row;
      return {
        partition: row.partition,
        y: TOP + i * STRIP_PITCH,
        startX: xOf(end - logStartOffset),
        isCut: end - logStartOffset > span,
        waterX,
        endX: xOf(end - logEndOffset),
        committedX: committed === null ? null : xOf(end - committed),
        positionX: position === null ? null : xOf(end - position),
      };
    }),
    ticks: recordTicks(span, Math.max(1, Math.floor((waterX - fromX) / 90))).map((records) => ({
      x: xOf(records),
      records,
    })),
    axisY: TOP + rows.length * STRIP_PITCH,
  };
}

/** Round numbers of records before the end: 0, 50, 100 … */
function recordTicks(span: number, most: number): readonly number[] {
  let step = 1;
  for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2])
    if (span / step > most) step = Math.round(step * factor);
  const ticks: number[] = [];
  for (let at = 0; at <= span; at += step) ticks.push(at);
  return ticks;
}
