import type { EntityKey, InFlightColumns, WaitView } from '../../bridge/frame.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import type { CanvasPalette } from '../canvas/canvasPalette.ts';
import { pointAt, type Route, type RouteMap } from './routes.ts';
import {
  IN_FLIGHT_ERROR,
  IN_FLIGHT_LOST,
  IN_FLIGHT_RESPONSE,
  IN_FLIGHT_RETRY,
  RPC_KINDS,
} from './rpcKinds.ts';

export interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly palette: CanvasPalette;
  readonly routes: RouteMap;
  /** Words of what stands still begin after this: the ends of the logs have words of their own. */
  readonly labelStart: number;
  /** Words end before this: cards stand over the canvas. */
  readonly labelEnd: number;
}

/** One RPC on its way: where it is now is nothing but a function of three instants. */
export interface Flight {
  readonly kind: (typeof RPC_KINDS)[number];
  readonly route: Route;
  readonly progress: number;
  readonly flags: number;
  readonly records: number;
  readonly correlationId: number;
  readonly sentAtUs: number;
  readonly deliverAtUs: number;
}

/** The share of its flight that an RPC has behind it. */
export function flightProgress(sentAtUs: number, deliverAtUs: number, playheadUs: number): number {
  return deliverAtUs <= sentAtUs ? 1 : (playheadUs - sentAtUs) / (deliverAtUs - sentAtUs);
}

export function collectFlights(inFlight: InFlightColumns, routes: RouteMap, playheadUs: number): Flight[] {
  const flights: Flight[] = [];
  for (let i = 0; i < inFlight.count; i += 1) {
    const sentAtUs = inFlight.sentAtUs[i]!;
    const deliverAtUs = inFlight.deliverAtUs[i]!;
    const progress = flightProgress(sentAtUs, deliverAtUs, playheadUs);
    if (progress < 0 || progress > 1) continue;
    const flight = flightOf(inFlight, i, routes, progress);
    if (flight !== null) flights.push(flight);
  }
  return flights;
}

/** null: there is no way between the two in this picture. */
export function flightOf(
  inFlight: InFlightColumns,
  i: number,
  routes: RouteMap,
  progress: number,
): Flight | null {
  const flags = inFlight.flags[i]!;
  const isResponse = (flags & IN_FLIGHT_RESPONSE) !== 0;
  const source: EntityKey = inFlight.nodeKeys[inFlight.source[i]!] ?? '';
  const target: EntityKey = inFlight.nodeKeys[inFlight.target[i]!] ?? '';
  const route = isResponse ? routes.between(target, source) : routes.between(source, target);
  if (route === null) return null;
  return {
    kind: RPC_KINDS[inFlight.rpc[i]!] ?? 'Metadata',
    route,
    progress: isResponse ? 1 - progress : progress,
    flags,
    records: inFlight.records[i]!,
    correlationId: inFlight.correlationId[i]!,
    sentAtUs: inFlight.sentAtUs[i]!,
    deliverAtUs: inFlight.deliverAtUs[i]!,
  };
}

/** Single RPCs. Errors last, so that nothing lies over them. */
export function drawFlights(
  picture: Picture,
  flights: readonly Flight[],
  errorNames: ReadonlyMap<number, string>,
  strength: number,
): void {
  if (strength <= 0) return;
  const { context } = picture;
  context.globalAlpha = strength;
  const isError = (flight: Flight) => (flight.flags & (IN_FLIGHT_ERROR | IN_FLIGHT_LOST)) !== 0;
  for (const flight of flights) if (!isError(flight)) drawFlight(picture, flight, errorNames);
  for (const flight of flights) if (isError(flight)) drawFlight(picture, flight, errorNames);
  context.globalAlpha = 1;
}

function drawFlight(picture: Picture, flight: Flight, errorNames: ReadonlyMap<number, string>): void {
  const { context, palette } = picture;
  const lost = (flight.flags & IN_FLIGHT_LOST) !== 0;
  const isResponse = (flight.flags & IN_FLIGHT_RESPONSE) !== 0;
  // A lost RPC ends half way.
  const progress = lost
    ? isResponse
      ? Math.max(0.5, flight.progress)
      : Math.min(0.5, flight.progress)
    : flight.progress;
  const place = pointAt(flight.route, progress);
  const angle = isResponse ? place.angle + Math.PI : place.angle;
  if (lost && progress === 0.5) {
    drawCross(context, place.x, place.y, 5, palette.error);
    return;
  }
  if ((flight.flags & IN_FLIGHT_ERROR) !== 0) {
    drawCapsule(picture, place.x, place.y, false, palette.error);
    const name = errorNames.get(flight.correlationId);
    if (name !== undefined && flight.kind === 'Produce')
      drawLabel(picture, place.x, place.y - 14, name, palette.error);
    return;
  }
  switch (flight.kind) {
    case 'Produce':
      if (isResponse) drawCapsule(picture, place.x, place.y, true, palette.produce);
      else
        drawBlock(
          picture,
          place.x,
          place.y,
          flight.records,
          palette.produce,
          (flight.flags & IN_FLIGHT_RETRY) !== 0,
        );
      return;
    case 'Fetch':
      if (!isResponse) drawChevron(context, place.x, place.y, angle, palette.water);
      else if (flight.records > 0) drawBlock(picture, place.x, place.y, flight.records, palette.water, false);
      else drawDot(context, place.x, place.y, 3, palette.water, palette.surface);
      return;
    case 'BrokerHeartbeat':
      drawDot(context, place.x, place.y, 3, palette.ink2, isResponse ? palette.surface : palette.ink2);
      return;
    case 'AlterPartition':
      drawDiamond(context, place.x, place.y, 5.5, palette.ink2, palette.surface);
      return;
    default:
      drawSquare(context, place.x, place.y, palette.ink2, isResponse ? palette.surface : palette.ink2);
  }
}

export interface StillWords {
  readonly sentArrives: (sent: string, flight: string) => string;
  /** Where there is no room for both instants. */
  readonly arrives: (flight: string) => string;
}

/** Reduced motion: an arrow on the way, with the two instants that a moving mark would show. */
export function drawStillFlights(picture: Picture, flights: readonly Flight[], words: StillWords): void {
  const { context, palette, labelStart, labelEnd } = picture;
  let labelled = 0;
  for (const flight of flights) {
    const isResponse = (flight.flags & IN_FLIGHT_RESPONSE) !== 0;
    // Two that meet on one way stand beside each other.
    drawFlight(picture, { ...flight, progress: isResponse ? 0.65 : 0.35 }, NO_NAMES);
    const ahead = pointAt(flight.route, 0.5);
    const angle = isResponse ? ahead.angle + Math.PI : ahead.angle;
    drawArrowHead(context, ahead.x, ahead.y, angle, palette.ink2);
    if (labelled < 3 && flight.kind !== 'BrokerHeartbeat' && flight.kind !== 'MetadataFetch') {
      const middle = pointAt(flight.route, isResponse ? 0.65 : 0.35);
      const duration = formatDuration(flight.deliverAtUs - flight.sentAtUs);
      const whole = words.sentArrives(formatTime(flight.sentAtUs), duration);
      context.font = labelFont(palette);
      const fits = context.measureText(whole).width <= labelEnd - labelStart;
      drawLabel(picture, middle.x, middle.y - 13, fits ? whole : words.arrives(duration), palette.ink2);
      labelled += 1;
    }
  }
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

/** Fetches that wait at the leader for something newer: a parked chevron in its ring. */
export function drawParkedFetches(
  picture: Picture,
  waits: readonly WaitView[],
  leaderKey: EntityKey,
  partition: string,
  playheadUs: number,
  strength: number,
): void {
  if (strength <= 0) return;
  const { context, palette } = picture;
  context.globalAlpha = strength;
  for (const wait of waits) {
    if (wait.what !== 'FollowerFetch' && wait.what !== 'ConsumerFetch') continue;
    if (wait.partition !== null && wait.partition !== partition) continue;
    const route = picture.routes.between(wait.who, leaderKey);
    if (route === null) continue;
    // Followers at the bend of their ways, one beside the other; consumers a little before the lane, where the bar of a
    // refusal stands.
    const bend = route.reached[route.reached.length - 2] ?? 0;
    const place = wait.what === 'FollowerFetch' ? bend : Math.max(0, route.length - 12);
    const end = pointAt(route, place / route.length);
    const total = (wait.endsUs ?? wait.sinceUs) - wait.sinceUs;
    const fraction = total > 0 ? Math.min(1, Math.max(0, (playheadUs - wait.sinceUs) / total)) : 0;
    drawRing(picture, end.x, end.y, 6.5, fraction);
    drawChevron(context, end.x, end.y, Math.PI, palette.water, 0.6);
  }
  context.globalAlpha = 1;
}

// Glyphs

const MOST_TICKS = 8;

/** A request with records: a block with a tick between each two. */
function drawBlock(
  { context, palette }: Picture,
  x: number,
  y: number,
  records: number,
  colour: string,
  hollow: boolean,
): void {
  const shown = Math.max(1, Math.min(MOST_TICKS, records));
  const width = shown * 5 + 6;
  const left = Math.round(x - width / 2);
  const top = Math.round(y - 8);
  context.beginPath();
  context.roundRect(left, top, width, 16, 3);
  context.fillStyle = hollow ? palette.surface : colour;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(hollow ? [3, 2] : []);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = hollow ? colour : palette.surface;
  for (let i = 1; i < shown; i += 1) context.fillRect(left + 3 + 5 * i, top + 4, 1, 8);
}

function drawCapsule({ context, palette }: Picture, x: number, y: number, ok: boolean, colour: string): void {
  context.beginPath();
  context.roundRect(x - 11, y - 8, 22, 16, 8);
  context.fillStyle = palette.surface;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.stroke();
  if (!ok) {
    drawCross(context, x, y, 3, colour);
    return;
  }
  context.beginPath();
  context.moveTo(x - 4, y);
  context.lineTo(x - 1, y + 3);
  context.lineTo(x + 4, y - 3);
  context.lineCap = 'round';
  context.stroke();
}

function drawChevron(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  angle: number,
  colour: string,
  scale = 1,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.scale(scale, scale);
  context.beginPath();
  context.moveTo(-4, -5);
  context.lineTo(4, 0);
  context.lineTo(-4, 5);
  context.strokeStyle = colour;
  context.lineWidth = 2.2;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.stroke();
  context.restore();
}

function drawArrowHead(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  angle: number,
  colour: string,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(-5, -5);
  context.lineTo(5, 0);
  context.lineTo(-5, 5);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
  context.restore();
}

function drawDot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  fill: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.stroke();
}

function drawSquare(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  fill: string,
): void {
  context.fillStyle = fill;
  context.fillRect(x - 3, y - 3, 6, 6);
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.strokeRect(x - 3, y - 3, 6, 6);
}

function drawDiamond(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  fill: string,
): void {
  context.beginPath();
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.stroke();
}

function drawCross(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  context.beginPath();
  context.moveTo(x - radius, y - radius);
  context.lineTo(x + radius, y + radius);
  context.moveTo(x + radius, y - radius);
  context.lineTo(x - radius, y + radius);
  context.strokeStyle = colour;
  context.lineWidth = 1.8;
  context.lineCap = 'round';
  context.stroke();
}

function drawRing(
  { context, palette }: Picture,
  x: number,
  y: number,
  radius: number,
  fraction: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = palette.ground;
  context.fill();
  context.strokeStyle = palette.line;
  context.lineWidth = 2.2;
  context.stroke();
  context.beginPath();
  context.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + fraction * 2 * Math.PI);
  context.strokeStyle = palette.wait;
  context.stroke();
}

function labelFont({ mono }: CanvasPalette): string {
  return `600 10px ${mono}`;
}

export function drawLabel(
  { context, palette, labelEnd }: Picture,
  x: number,
  y: number,
  text: string,
  colour: string,
): void {
  context.font = labelFont(palette);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = palette.ground;
  context.lineJoin = 'round';
  // Kept in sight, whatever the way.
  const half = context.measureText(text).width / 2 + 4;
  const most = labelEnd - half;
  const at = Math.max(half, Math.min(most, x));
  context.strokeText(text, at, y);
  context.fillStyle = colour;
  context.fillText(text, at, y);
}
