import type { ReplicaColumns } from '../../bridge/frame.ts';
import { topicOf } from '../clusterModel.ts';
import { heatStep, rankOf } from './heatSteps.ts';
import type { HeatHeading, HeatMapInput, HeatMapLayout, HeatRow } from './layoutHeatMap.ts';
import { REPLICA_IN_ISR, REPLICA_LEADS } from './replicaFlags.ts';

const LARGEST_CELL = 16;
const SMALLEST_CELL = 5;
const HEADING = 20;
const TOPIC_GAP = 8;
const NUMBER_WIDTH = 34;
const ROW_GAP = 1;

/** One partition: a replica that stands for it, and the worst of what is true of any of them. */
interface PartitionCell {
  readonly index: number;
  readonly flags: number;
  readonly step: number;
}

/** A cell for each partition, topic by topic, in as many lines as it takes; cells are as large as they all have room. */
export function layoutTopicMap(input: HeatMapInput): HeatMapLayout {
  const { columns, width, height, order } = input;
  const topics = groupByTopic(columns.partitionNames);
  const cellsOf = partitionCells(input);
  const room = Math.max(1, width - NUMBER_WIDTH - 4);
  const cellWidth = largestCell(
    topics.map(({ partitions }) => partitions.length),
    room,
    height,
  );
  const perLine = Math.max(1, Math.floor(room / cellWidth));
  const rowHeight = Math.round(cellWidth) + ROW_GAP;
  const count = columns.partitionNames.length;
  const [cells, steps, flags] = [new Int32Array(count), new Uint8Array(count), new Uint8Array(count)];
  const rows: HeatRow[] = [];
  const headings: HeatHeading[] = [];
  let y = 0;
  let at = 0;
  for (const { topic, partitions } of topics) {
    if (at > 0) y += TOPIC_GAP;
    headings.push({ name: topic, count: partitions.length, y: y + HEADING / 2 });
    y += HEADING;
    const inOrder = order === 'worst' ? worstFirst(partitions, cellsOf) : partitions;
    for (let first = 0; first < inOrder.length; first += perLine) {
      const line = inOrder.slice(first, first + perLine);
      rows.push({
        broker: -1,
        label: order === 'worst' ? '' : numberIn(columns, line[0]!),
        rack: null,
        y,
        first: at,
        leaders: line.length,
        followers: 0,
        drawnLeaders: line.length,
        drawnFollowers: 0,
      });
      for (const partition of line) {
        const cell = cellsOf[partition]!;
        cells[at] = cell.index;
        steps[at] = cell.step;
        flags[at] = cell.flags;
        at += 1;
      }
      y += rowHeight;
    }
  }
  return {
    width,
    height: y,
    rows,
    isByTopic: true,
    headings,
    rowHeight,
    cellWidth,
    cellGap: cellWidth >= SMALLEST_CELL ? 1 : 0,
    numberX: NUMBER_WIDTH - 8,
    leadersX: NUMBER_WIDTH,
    followersX: width,
    figureX: null,
    cells,
    steps,
    flags,
  };
}

/** Places of the partitions of each topic; internal topics last. */
function groupByTopic(
  names: readonly string[],
): readonly { readonly topic: string; readonly partitions: readonly number[] }[] {
  const found = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const topic = topicOf(name);
    const list = found.get(topic);
    if (list) list.push(index);
    else found.set(topic, [index]);
  }
  const isInternal = (topic: string) => topic.startsWith('__');
  return [...found]
    .map(([topic, partitions]) => ({ topic, partitions }))
    .sort((a, b) => Number(isInternal(a.topic)) - Number(isInternal(b.topic)));
}

function numberIn({ partitionNames }: ReplicaColumns, partition: number): string {
  const name = partitionNames[partition]!;
  return name.slice(name.lastIndexOf('-') + 1);
}

/** In the ISR only if all its replicas are; behind as far as the one that is farthest behind. */
function partitionCells({ columns, groupLag, mode }: HeatMapInput): readonly PartitionCell[] {
  const count = columns.partitionNames.length;
  const index = new Int32Array(count).fill(-1);
  const lag = new Float64Array(count);
  const areAllIn = new Uint8Array(count).fill(1);
  for (let i = 0; i < columns.count; i += 1) {
    const partition = columns.partition[i]!;
    const flags = columns.flags[i]!;
    if (index[partition]! < 0 || (flags & REPLICA_LEADS) !== 0) index[partition] = i;
    if ((flags & REPLICA_IN_ISR) === 0) areAllIn[partition] = 0;
    lag[partition] = Math.max(lag[partition]!, columns.lag[i]!);
  }
  return Array.from({ length: count }, (_, partition) => {
    const i = index[partition]!;
    const own = columns.flags[i] ?? 0;
    const flags = areAllIn[partition] === 1 ? own : own & ~REPLICA_IN_ISR;
    const step = heatStep(mode, {
      flags,
      lag: lag[partition]!,
      bytesInPerSecond: columns.bytesInPerSecond[i] ?? 0,
      groupLag: groupLag[partition]!,
    });
    return { index: i, flags, step };
  });
}

function worstFirst(partitions: readonly number[], cells: readonly PartitionCell[]): readonly number[] {
  const rank = (partition: number) => rankOf(cells[partition]!.flags, cells[partition]!.step);
  return partitions.toSorted((a, b) => rank(a) - rank(b) || a - b);
}

function largestCell(counts: readonly number[], room: number, height: number): number {
  for (let cell = LARGEST_CELL; cell > SMALLEST_CELL; cell -= 1) {
    const perLine = Math.max(1, Math.floor(room / cell));
    const needed = counts.reduce(
      (sum, one) => sum + HEADING + TOPIC_GAP + Math.ceil(one / perLine) * (cell + ROW_GAP),
      0,
    );
    if (needed <= height) return cell;
  }
  return SMALLEST_CELL;
}
