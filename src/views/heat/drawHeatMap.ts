import type { ReplicaColumns } from '../../bridge/frame.ts';
import type { CanvasPalette } from '../canvas/canvasPalette.ts';
import { isPicked, type ClusterHealth, type HealthFilter } from './clusterHealth.ts';
import type { HeatMode } from './heatSteps.ts';
import { labelledRows } from './labelledRows.ts';
import {
  cellX,
  type CellPlace,
  type HeatHeading,
  type HeatMapLayout,
  type HeatRow,
} from './layoutHeatMap.ts';
import {
  REPLICA_IN_ISR,
  REPLICA_OFFLINE,
  REPLICA_UNDER_MIN_ISR,
  REPLICA_WITHOUT_LEADER,
} from './replicaFlags.ts';

export interface HeatPicture {
  readonly context: CanvasRenderingContext2D;
  readonly palette: CanvasPalette;
  readonly layout: HeatMapLayout;
  readonly columns: ReplicaColumns;
  readonly health: ClusterHealth;
  readonly mode: HeatMode;
  readonly filter: HealthFilter | null;
  readonly cursor: CellPlace | null;
  /** Text and share (0 to 1) of the figure of each row. */
  readonly figures: readonly { readonly text: string; readonly share: number }[];
  /** `+ 34 more`: cells of a block that have no room. */
  readonly more: (count: number) => string;
  readonly headingOf: (heading: HeatHeading) => string;
}

/** What is not picked out is there, and steps back. */
const FAINT = 0.22;
const NARROW = 5;

export function drawHeatMap(picture: HeatPicture): void {
  const { context, layout } = picture;
  context.clearRect(0, 0, layout.width, layout.height);
  drawCells(picture);
  drawLabels(picture);
  drawCursor(picture);
}

function drawCells(picture: HeatPicture): void {
  const { context, palette, layout, columns, health, mode, filter } = picture;
  const width = Math.max(1, layout.cellWidth - layout.cellGap);
  const height = layout.rowHeight - (layout.rowHeight > 8 ? 2 : 1);
  const most = mostBytes(columns);
  const marks: Mark[] = [];
  let fill = '';
  for (const row of layout.rows) {
    for (let place = 0; place < row.leaders + row.followers; place += 1) {
      const x = placeX(layout, row, place);
      if (x === null) continue;
      const i = layout.cells[row.first + place]!;
      const flags = layout.flags[row.first + place]!;
      const step = layout.steps[row.first + place]!;
      const alpha = isPicked(health, columns.partition[i]!, filter) ? 1 : FAINT;
      if (context.globalAlpha !== alpha) context.globalAlpha = alpha;
      const mark = markOf(flags);
      if (mark !== null) marks.push({ kind: mark, x, y: row.y, step, alpha });
      if (mark === 'offline') continue;
      const hasBlock = !layout.isByTopic && place < row.leaders && (mode === 'lag' || mode === 'isr');
      const colour =
        mark === 'stopped' ? palette.error : palette.heat[hasBlock && mode === 'lag' ? 1 : step]!;
      if (colour !== fill) context.fillStyle = fill = colour;
      context.fillRect(x, row.y, width, height);
      if (!hasBlock || mark === 'stopped' || most === 0) continue;
      // From the floor: what comes in, beside what comes into the busiest partition.
      const share = columns.bytesInPerSecond[i]! / most;
      if (share <= 0) continue;
      const block = Math.max(1, Math.round(share * (height - 2)));
      context.fillStyle = fill = palette.heat[3]!;
      context.fillRect(x, row.y + height - block, width, block);
    }
  }
  for (const mark of marks) drawMark(picture, mark, width, height);
  context.globalAlpha = 1;
}

/** As `cellX`, for who goes over every cell. */
function placeX(layout: HeatMapLayout, row: HeatRow, place: number): number | null {
  if (place < row.leaders)
    return place < row.drawnLeaders ? layout.leadersX + place * layout.cellWidth : null;
  const behind = place - row.leaders;
  return behind < row.drawnFollowers ? layout.followersX + behind * layout.cellWidth : null;
}

type MarkKind = 'stopped' | 'offline' | 'outOfIsr';

interface Mark {
  readonly kind: MarkKind;
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly alpha: number;
}

/** ✕: nothing is written there. Hollow: nobody answers. Notch: left behind. */
function markOf(flags: number): MarkKind | null {
  if ((flags & (REPLICA_UNDER_MIN_ISR | REPLICA_WITHOUT_LEADER)) !== 0) return 'stopped';
  if ((flags & REPLICA_OFFLINE) !== 0) return 'offline';
  return (flags & REPLICA_IN_ISR) === 0 ? 'outOfIsr' : null;
}

function drawMark({ context, palette }: HeatPicture, mark: Mark, width: number, height: number): void {
  const { kind, x, y, step, alpha } = mark;
  context.globalAlpha = alpha;
  if (kind === 'offline') {
    context.strokeStyle = palette.idle;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), height - 1);
    return;
  }
  if (kind === 'outOfIsr') {
    context.fillStyle = step >= 3 ? palette.ground : palette.wait;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + width, y);
    context.lineTo(x + width / 2, y + Math.min(5, Math.max(3, width * 0.8)));
    context.closePath();
    context.fill();
    return;
  }
  context.strokeStyle = palette.surface;
  context.lineWidth = 1.4;
  const middle = y + height / 2;
  context.beginPath();
  if (width < NARROW) {
    context.moveTo(x, middle);
    context.lineTo(x + width, middle);
  } else {
    const arm = Math.min(width, height) / 2 - 1.2;
    const centre = x + width / 2;
    context.moveTo(centre - arm, middle - arm);
    context.lineTo(centre + arm, middle + arm);
    context.moveTo(centre + arm, middle - arm);
    context.lineTo(centre - arm, middle + arm);
  }
  context.stroke();
}

function mostBytes({ count, bytesInPerSecond }: ReplicaColumns): number {
  let most = 0;
  for (let i = 0; i < count; i += 1) most = Math.max(most, bytesInPerSecond[i]!);
  return most;
}

const FIGURE_BAR = 14;

function drawLabels({ context, palette, layout, figures, more, headingOf, cursor }: HeatPicture): void {
  context.textBaseline = 'middle';
  const middle = layout.rowHeight / 2;
  context.font = `500 10px ${palette.mono}`;
  context.textAlign = 'right';
  for (const index of labelledRows(layout.rows, layout.rowHeight, cursor?.row ?? null)) {
    const row = layout.rows[index]!;
    const y = row.y + middle;
    context.fillStyle = index === cursor?.row ? palette.ink : palette.ink2;
    context.fillText(row.label, layout.numberX, y);
    const figure = figures[index];
    if (layout.figureX !== null && figure !== undefined) {
      context.fillStyle = palette.ink2;
      context.fillText(figure.text, layout.width - 4, y);
      context.fillStyle = palette.heat[3]!;
      context.fillRect(layout.figureX + 4, y - 1.5, Math.round(figure.share * FIGURE_BAR), 3);
    }
    const hidden = row.leaders - row.drawnLeaders + row.followers - row.drawnFollowers;
    if (hidden > 0 && layout.figureX === null) {
      context.fillStyle = palette.ink3;
      context.fillText(more(hidden), layout.width - 2, y);
    }
  }
  context.textAlign = 'left';
  context.font = `600 11px ${palette.sans}`;
  context.fillStyle = palette.ink;
  for (const heading of layout.headings) context.fillText(headingOf(heading), 0, heading.y);
}

function drawCursor({ context, palette, layout, cursor }: HeatPicture): void {
  if (cursor === null) return;
  const x = cellX(layout, cursor);
  const row = layout.rows[cursor.row];
  if (x === null || row === undefined) return;
  context.strokeStyle = palette.ink;
  context.lineWidth = 1;
  if (!layout.isByTopic)
    context.strokeRect(
      layout.numberX - 22.5,
      row.y - 1.5,
      layout.width - layout.numberX + 21,
      layout.rowHeight + 1,
    );
  context.strokeStyle = palette.accent;
  context.lineWidth = 2;
  context.strokeRect(x - 1.5, row.y - 2, layout.cellWidth + 2, layout.rowHeight + 2);
}
