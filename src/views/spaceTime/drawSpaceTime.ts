import { formatTime } from '../../i18n/format.ts';
import type { RpcFlight, RpcHistory } from '../../shared/RunQuestions.ts';
import { spaceTime as m } from '../../i18n/en/spaceTime.ts';
import type { CanvasPalette } from '../canvas/canvasPalette.ts';
import { nameOf } from '../clusterModel.ts';
import type { Arrow, SpaceTimeLayout, TimeWindow } from './layoutSpaceTime.ts';

export interface SpaceTimePicture {
  readonly context: CanvasRenderingContext2D;
  readonly palette: CanvasPalette;
  readonly layout: SpaceTimeLayout;
  readonly history: RpcHistory;
  readonly window: TimeWindow;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  /** Place of the selected RPC among the flights; −1: none. */
  readonly selected: number;
}

/** Numbers stand beside arrows only while those are few. */
const MOST_LABELLED = 40;

export function drawSpaceTime(picture: SpaceTimePicture): void {
  const { context, palette, layout, width, height, left } = picture;
  context.clearRect(0, 0, width, height);
  context.font = `500 10px ${palette.mono}`;
  context.textBaseline = 'middle';
  drawGround(picture);
  const isFine =
    (layout.ticks[1]?.timeUs ?? 1000) % 1000 !== 0 || (layout.ticks[0]?.timeUs ?? 0) % 1000 !== 0;
  context.textAlign = 'center';
  for (const { timeUs, x } of layout.ticks) {
    context.fillStyle = palette.line;
    context.fillRect(Math.round(x), 16, 1, height);
    // What would be cut at an edge is left out: the lines stand at even distances.
    if (x < left + 30 || x > width - 30) continue;
    context.fillStyle = palette.ink3;
    context.fillText(tickLabel(timeUs, isFine), x, 8);
  }
  for (const { key, y } of layout.lanes) {
    context.fillStyle = palette.ink3;
    context.fillRect(left, y, width - left, 1);
    context.fillStyle = palette.ink;
    context.textAlign = 'right';
    context.font = `560 11px ${palette.sans}`;
    context.fillText(laneName(key), left - 8, y, left - 12);
  }
  context.font = `500 10px ${palette.mono}`;
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, height);
  context.clip();
  const isFew = layout.arrows.length <= MOST_LABELLED;
  for (const arrow of layout.arrows) drawArrow(picture, arrow);
  context.globalAlpha = 1;
  for (const arrow of layout.arrows)
    if (isFew || arrow.hasError || arrow.index === picture.selected) drawLabel(picture, arrow);
  if (layout.nowX !== null) {
    context.fillStyle = palette.ink;
    context.fillRect(Math.round(layout.nowX) - 1, 14, 2, height);
  }
  context.restore();
}

/** Where lines stand nearer than a millisecond, the microseconds are told as well. */
function tickLabel(timeUs: number, isFine: boolean): string {
  const micros = Math.round(timeUs) % 1000;
  return isFine ? `${formatTime(timeUs - micros)}.${String(micros).padStart(3, '0')}` : formatTime(timeUs);
}

function laneName(key: string): string {
  const kind = key.slice(0, key.indexOf(':'));
  const word = m.kinds[kind];
  return kind === 'broker' || kind === 'controller' ? `${word} ${nameOf(key)}` : nameOf(key);
}

/** What is not known, and what was passed over. */
function drawGround({ context, palette, history, window, width, height, left }: SpaceTimePicture): void {
  const x = (timeUs: number) =>
    left + ((timeUs - window.fromUs) / (window.toUs - window.fromUs)) * (width - left);
  const stretch = (fromUs: number, toUs: number, words: string) => {
    const [from, to] = [Math.max(left, x(fromUs)), Math.min(width, x(toUs))];
    if (to <= from) return;
    context.fillStyle = palette.sunken;
    context.fillRect(from, 16, to - from, height);
    context.fillStyle = palette.ink3;
    context.textAlign = 'center';
    if (to - from > 120) context.fillText(words, (from + to) / 2, height - 10);
  };
  if (history.coveredFromUs > window.fromUs) stretch(window.fromUs, history.coveredFromUs, m.notKnown);
  for (const { fromUs, toUs } of history.gaps) stretch(fromUs, toUs, m.leapt);
}

function colourOf({ palette }: SpaceTimePicture, { hasError, tone }: Arrow): string {
  if (hasError) return palette.error;
  return tone === 'produce' ? palette.produce : tone === 'fetch' ? palette.water : palette.ink2;
}

function drawArrow(picture: SpaceTimePicture, arrow: Arrow): void {
  const { context, selected } = picture;
  const { x1, y1, x2, y2, end, isResponse } = arrow;
  const colour = colourOf(picture, arrow);
  const isSelected = arrow.index === selected;
  context.strokeStyle = isSelected ? picture.palette.accent : colour;
  context.fillStyle = context.strokeStyle;
  context.lineWidth = isSelected ? 2.6 : 1.3;
  context.setLineDash(isResponse ? [4, 3] : []);
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
  context.setLineDash([]);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  if (end === 'read') {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - 7 * cos + 3 * sin, y2 - 7 * sin - 3 * cos);
    context.lineTo(x2 - 7 * cos - 3 * sin, y2 - 7 * sin + 3 * cos);
    context.closePath();
    context.fill();
    return;
  }
  context.lineWidth = 1.8;
  context.beginPath();
  if (end === 'flying') context.arc(x2, y2, 2.5, 0, 2 * Math.PI);
  else {
    context.moveTo(x2 - 4, y2 - 4);
    context.lineTo(x2 + 4, y2 + 4);
    context.moveTo(x2 + 4, y2 - 4);
    context.lineTo(x2 - 4, y2 + 4);
    // At a cut link it waits: the ✕ stands in a ring.
    if (end === 'held') {
      context.moveTo(x2 + 6.5, y2);
      context.arc(x2, y2, 6.5, 0, 2 * Math.PI);
    }
  }
  context.stroke();
}

function drawLabel(picture: SpaceTimePicture, arrow: Arrow): void {
  const { context, palette, history } = picture;
  const { x1, y1, x2, y2, index } = arrow;
  if (Math.abs(x2 - x1) + Math.abs(y2 - y1) < 24) return;
  const flight: RpcFlight = history.flights[index]!;
  const words = m.label(flight);
  const [x, y] = [x1 + (x2 - x1) * 0.5, y1 + (y2 - y1) * 0.5];
  context.textAlign = 'left';
  const width = context.measureText(words).width;
  context.globalAlpha = 0.85;
  context.fillStyle = palette.surface;
  context.fillRect(x + 4, y - 6, width + 4, 12);
  context.globalAlpha = 1;
  context.fillStyle = arrow.hasError ? palette.error : palette.ink2;
  context.fillText(words, x + 6, y);
}
