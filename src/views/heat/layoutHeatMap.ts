import type { BrokerId } from '../../shared/units.ts';
import type { ReplicaColumns } from '../../bridge/frame.ts';
import { heatStep, rankOf, RANKS, type HeatMode } from './heatSteps.ts';
import { REPLICA_LEADS } from './replicaFlags.ts';

/** `topic`: as the controller has the partitions. */
export type HeatOrder = 'worst' | 'topic';

/** What the rows are: a broker with its replicas, or a topic with its partitions. */
export type HeatArrangement = 'brokers' | 'topics';

export interface HeatMapInput {
  readonly columns: ReplicaColumns;
  /** Of each partition, for the chosen group: see `groupLagOf`. */
  readonly groupLag: Float64Array;
  readonly brokers: readonly { readonly nodeId: BrokerId; readonly rack: string | null }[];
  readonly width: number;
  readonly height: number;
  readonly mode: HeatMode;
  readonly order: HeatOrder;
}

/** A broker: leaders from the left, followers behind a gap. Or a line of a topic: its partitions, and no followers. */
export interface HeatRow {
  /** −1: the row is no broker. */
  readonly broker: BrokerId;
  /** Before the cells. */
  readonly label: string;
  readonly rack: string | null;
  readonly y: number;
  /** Cells of the row are `cells[first]` to `cells[first + leaders + followers − 1]`. */
  readonly first: number;
  readonly leaders: number;
  readonly followers: number;
  /** As many of each are drawn; the others, the most healthy ones, are told by their number. */
  readonly drawnLeaders: number;
  readonly drawnFollowers: number;
}

export interface HeatHeading {
  readonly name: string;
  /** Partitions of a topic; 0 of a rack. */
  readonly count: number;
  readonly y: number;
}

export interface HeatMapLayout {
  readonly width: number;
  /** Of all rows; it may be higher than what was asked for. */
  readonly height: number;
  readonly rows: readonly HeatRow[];
  readonly isByTopic: boolean;
  /** Middle of the name of each rack, beside its first row; none where there is one rack at most. Of a topic, over its first row. */
  readonly headings: readonly HeatHeading[];
  readonly rowHeight: number;
  readonly cellWidth: number;
  /** Between two cells; 0 where they are too narrow for it. */
  readonly cellGap: number;
  readonly numberX: number;
  readonly leadersX: number;
  readonly followersX: number;
  /** Right of it stands the figure of the row; null: there is no room. */
  readonly figureX: number | null;
  /** Indices into the columns, row by row, leaders before followers, in the order in which they are drawn. */
  readonly cells: Int32Array;
  /** Of each cell its step of the heat scale, and what is true of it (`REPLICA_` bits). */
  readonly steps: Uint8Array;
  readonly flags: Uint8Array;
}

const LARGEST_ROW = 20;
const SMALLEST_ROW = 7;
const LARGEST_CELL = 14;
const SMALLEST_CELL = 2;
const BLOCK_GAP = 8;
const RACK_GAP = 10;
const FIGURE_WIDTH = 62;
/** Below it names of racks and figures have no room. */
const WIDE = 620;

export function layoutHeatMap(input: HeatMapInput): HeatMapLayout {
  const { width, height } = input;
  const brokers = [...input.brokers].sort(byRack);
  const racks = new Set(brokers.map(({ rack }) => rack));
  const hasRacks = racks.size > 1;
  const rowOf = new Map(brokers.map(({ nodeId }, row) => [nodeId, row]));
  const { cells, starts, steps, flags } = sortCells(input, rowOf, brokers.length);

  const isWide = width >= WIDE;
  const numberX = isWide && hasRacks ? 76 : 30;
  const leadersX = numberX + 8;
  const figureX = isWide ? width - FIGURE_WIDTH : null;
  const room = (figureX ?? width) - leadersX - BLOCK_GAP - 4;
  const countOf = (row: number, block: 0 | 1) => starts[2 * row + block + 1]! - starts[2 * row + block]!;
  let mostLeaders = 1;
  let mostFollowers = 1;
  for (let row = 0; row < brokers.length; row += 1) {
    mostLeaders = Math.max(mostLeaders, countOf(row, 0));
    mostFollowers = Math.max(mostFollowers, countOf(row, 1));
  }
  const cellWidth = Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, room / (mostLeaders + mostFollowers)));
  const places = Math.max(2, Math.floor(room / cellWidth + 0.001));
  const leaderPlaces = Math.min(
    mostLeaders,
    Math.max(1, Math.floor((places * mostLeaders) / (mostLeaders + mostFollowers))),
  );
  const followerPlaces = Math.max(1, Math.min(mostFollowers, places - leaderPlaces));

  const gaps = hasRacks ? racks.size - 1 : 0;
  const rowHeight = Math.max(
    SMALLEST_ROW,
    Math.min(LARGEST_ROW, Math.floor((height - gaps * RACK_GAP) / Math.max(1, brokers.length))),
  );
  const rows: HeatRow[] = [];
  const headings: HeatHeading[] = [];
  let y = 0;
  for (const [row, { nodeId, rack }] of brokers.entries()) {
    const isFirst = row === 0 || brokers[row - 1]!.rack !== rack;
    if (row > 0 && isFirst) y += RACK_GAP;
    if (isFirst && hasRacks && isWide) headings.push({ name: rack ?? '', count: 0, y: y + rowHeight / 2 });
    const leaders = countOf(row, 0);
    const followers = countOf(row, 1);
    rows.push({
      broker: nodeId,
      label: String(nodeId),
      rack,
      y,
      first: starts[2 * row]!,
      leaders,
      followers,
      drawnLeaders: Math.min(leaders, leaderPlaces),
      drawnFollowers: Math.min(followers, followerPlaces),
    });
    y += rowHeight;
  }
  return {
    width,
    height: y,
    rows,
    isByTopic: false,
    headings,
    rowHeight,
    cellWidth,
    cellGap: cellWidth >= 5 ? 1 : 0,
    numberX,
    leadersX,
    followersX: leadersX + leaderPlaces * cellWidth + BLOCK_GAP,
    figureX,
    cells,
    steps,
    flags,
  };
}

function byRack(
  a: { readonly nodeId: number; readonly rack: string | null },
  b: { readonly nodeId: number; readonly rack: string | null },
): number {
  const [one, other] = [a.rack ?? '', b.rack ?? ''];
  return one === other ? a.nodeId - b.nodeId : one < other ? -1 : 1;
}

/**
 * All cells by row, block and rank. Counted and not compared: it is done for every frame. What is alike stays in the order of the
 * columns, so that a cell moves only when its rank changed.
 */
function sortCells(
  { columns, groupLag, mode, order }: HeatMapInput,
  rowOf: ReadonlyMap<BrokerId, number>,
  rows: number,
): Pick<HeatMapLayout, 'cells' | 'steps' | 'flags'> & { readonly starts: Int32Array } {
  const { count, partition, flags, broker, lag, bytesInPerSecond } = columns;
  const bucketOf = new Int32Array(count);
  const stepOf = new Uint8Array(count);
  const sizes = new Int32Array(rows * 2 * RANKS + 1);
  for (let i = 0; i < count; i += 1) {
    const row = rowOf.get(broker[i]!);
    if (row === undefined) {
      bucketOf[i] = -1;
      continue;
    }
    const cell = {
      flags: flags[i]!,
      lag: lag[i]!,
      bytesInPerSecond: bytesInPerSecond[i]!,
      groupLag: groupLag[partition[i]!]!,
    };
    const step = heatStep(mode, cell);
    stepOf[i] = step;
    const block = (cell.flags & REPLICA_LEADS) === 0 ? 1 : 0;
    const rank = order === 'worst' ? rankOf(cell.flags, step) : 0;
    const bucket = (row * 2 + block) * RANKS + rank;
    bucketOf[i] = bucket;
    sizes[bucket + 1]! += 1;
  }
  for (let bucket = 1; bucket < sizes.length; bucket += 1) sizes[bucket]! += sizes[bucket - 1]!;
  const starts = new Int32Array(rows * 2 + 1);
  for (let block = 0; block <= rows * 2; block += 1) starts[block] = sizes[block * RANKS]!;
  const total = starts[rows * 2]!;
  const cells = new Int32Array(total);
  const steps = new Uint8Array(total);
  const flagsOfCells = new Uint8Array(total);
  for (let i = 0; i < count; i += 1) {
    const bucket = bucketOf[i]!;
    if (bucket < 0) continue;
    const at = sizes[bucket]!;
    cells[at] = i;
    steps[at] = stepOf[i]!;
    flagsOfCells[at] = flags[i]!;
    sizes[bucket]! += 1;
  }
  return { cells, steps, flags: flagsOfCells, starts };
}

export interface CellPlace {
  readonly row: number;
  /** Among those of the row, leaders first. */
  readonly place: number;
}

/** Left edge of a cell; null: it is one of those that are told by their number. */
export function cellX(layout: HeatMapLayout, { row, place }: CellPlace): number | null {
  const { leaders, drawnLeaders, drawnFollowers } = layout.rows[row]!;
  if (place < leaders) return place < drawnLeaders ? layout.leadersX + place * layout.cellWidth : null;
  const behind = place - leaders;
  return behind < drawnFollowers ? layout.followersX + behind * layout.cellWidth : null;
}

/** Which cell is at a point; null: none. */
export function cellAt(layout: HeatMapLayout, x: number, y: number): CellPlace | null {
  const row = layout.rows.findIndex((one) => y >= one.y && y < one.y + layout.rowHeight);
  if (row < 0) return null;
  const { leaders, drawnLeaders, drawnFollowers } = layout.rows[row]!;
  const leader = Math.floor((x - layout.leadersX) / layout.cellWidth);
  if (leader >= 0 && leader < drawnLeaders) return { row, place: leader };
  const follower = Math.floor((x - layout.followersX) / layout.cellWidth);
  if (follower >= 0 && follower < drawnFollowers) return { row, place: leaders + follower };
  return null;
}

/** Where a replica stands, or its partition where rows are topics; null: it is not among the cells, or not drawn. */
export function placeOf(layout: HeatMapLayout, index: number, columns: ReplicaColumns): CellPlace | null {
  const { isByTopic } = layout;
  const isIt = (cell: number) =>
    isByTopic ? columns.partition[cell] === columns.partition[index] : cell === index;
  if (index < 0) return null;
  for (const [row, { first, leaders, followers }] of layout.rows.entries()) {
    for (let place = 0; place < leaders + followers; place += 1) {
      if (!isIt(layout.cells[first + place]!)) continue;
      const at = { row, place };
      return cellX(layout, at) === null ? null : at;
    }
  }
  return null;
}

/** Arrow keys go cell by cell over what is drawn; Home and End to the ends of a row. null: no key of the picture. */
export function cellForKey(layout: HeatMapLayout, from: CellPlace | null, key: string): CellPlace | null {
  if (layout.rows.length === 0) return null;
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return null;
  const at = from ?? firstCell(layout);
  if (at === null || from === null) return at;
  const row = layout.rows[at.row]!;
  const shown = shownPlaces(row);
  const nth = shown.indexOf(at.place);
  switch (key) {
    case 'ArrowLeft':
      return { row: at.row, place: shown[nth - 1] ?? at.place };
    case 'ArrowRight':
      return { row: at.row, place: shown[nth + 1] ?? at.place };
    case 'Home':
      return { row: at.row, place: shown[0] ?? at.place };
    case 'End':
      return { row: at.row, place: shown.at(-1) ?? at.place };
    default:
      return verticalNeighbour(layout, at, key === 'ArrowDown' ? 1 : -1);
  }
}

function firstCell(layout: HeatMapLayout): CellPlace | null {
  const row = layout.rows.findIndex((one) => shownPlaces(one).length > 0);
  return row < 0 ? null : { row, place: shownPlaces(layout.rows[row]!)[0]! };
}

/** The cell that stands above or below, in the nearest row that has one in that block. */
function verticalNeighbour(layout: HeatMapLayout, at: CellPlace, direction: 1 | -1): CellPlace {
  const { leaders } = layout.rows[at.row]!;
  const isLeader = at.place < leaders;
  const nth = isLeader ? at.place : at.place - leaders;
  for (let row = at.row + direction; layout.rows[row] !== undefined; row += direction) {
    const other = layout.rows[row]!;
    const drawn = isLeader ? other.drawnLeaders : other.drawnFollowers;
    if (drawn > 0) return { row, place: Math.min(nth, drawn - 1) + (isLeader ? 0 : other.leaders) };
  }
  return at;
}

function shownPlaces({ leaders, drawnLeaders, drawnFollowers }: HeatRow): number[] {
  return [
    ...Array.from({ length: drawnLeaders }, (_, place) => place),
    ...Array.from({ length: drawnFollowers }, (_, behind) => leaders + behind),
  ];
}
