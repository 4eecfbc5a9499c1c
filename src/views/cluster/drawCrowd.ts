import type { InFlightColumns } from '../../bridge/frame.ts';
import type { CanvasPalette } from '../canvas/canvasPalette.ts';
import { flightOf, flightProgress, type Flight } from './drawRpcs.ts';
import type { Route, RouteMap } from './routes.ts';
import { IN_FLIGHT_ERROR, IN_FLIGHT_LOST, IN_FLIGHT_RESPONSE, RPC_KINDS } from './rpcKinds.ts';

const CROWD_FROM = 250;
const CROWD_UNTIL = 200;

/**
 * Whether so many are on their way that what each says of itself would lie over the others. `wasCrowd` keeps a picture whose number goes
 * up and down from changing with it.
 */
export function isCrowd(count: number, wasCrowd: boolean): boolean {
  return count > (wasCrowd ? CROWD_UNTIL : CROWD_FROM);
}

/** What a crowd is made of, told apart by size and form as well: records are squares, answers lie, what carries nothing is small. */
export const STYLES = [
  { name: 'batch', colour: 'produce', width: 7, height: 7 },
  { name: 'ack', colour: 'produce', width: 7, height: 3 },
  { name: 'records', colour: 'water', width: 7, height: 7 },
  { name: 'fetch', colour: 'water', width: 3, height: 5 },
  { name: 'other', colour: 'ink2', width: 3, height: 3 },
] as const satisfies readonly {
  readonly name: string;
  readonly colour: keyof CanvasPalette;
  readonly width: number;
  readonly height: number;
}[];
type StyleName = (typeof STYLES)[number]['name'];
const PLACE_OF = Object.fromEntries(STYLES.map(({ name }, place) => [name, place])) as Readonly<
  Record<StyleName, number>
>;

/** Places in pixels, x and y by turns, by style. Kept from frame to frame: thousands of marks leave no garbage. */
export type Crowd = readonly number[][];

export function emptyCrowd(): Crowd {
  return STYLES.map(() => []);
}

/** Fills `crowd` anew; those that failed or will be lost stay single, and are the answer. */
export function collectCrowd(
  inFlight: InFlightColumns,
  routes: RouteMap,
  playheadUs: number,
  crowd: Crowd,
): Flight[] {
  for (const places of crowd) places.length = 0;
  const single: Flight[] = [];
  const { count, nodeKeys, source, target, flags, sentAtUs, deliverAtUs } = inFlight;
  const known = new Map<number, Route | null>();
  for (let i = 0; i < count; i += 1) {
    const progress = flightProgress(sentAtUs[i]!, deliverAtUs[i]!, playheadUs);
    if (progress < 0 || progress > 1) continue;
    if ((flags[i]! & (IN_FLIGHT_ERROR | IN_FLIGHT_LOST)) !== 0) {
      const flight = flightOf(inFlight, i, routes, progress);
      if (flight !== null) single.push(flight);
      continue;
    }
    const isResponse = (flags[i]! & IN_FLIGHT_RESPONSE) !== 0;
    const asking = isResponse ? target[i]! : source[i]!;
    const answering = isResponse ? source[i]! : target[i]!;
    const pair = asking * nodeKeys.length + answering;
    let route = known.get(pair);
    if (route === undefined) {
      route = routes.between(nodeKeys[asking] ?? '', nodeKeys[answering] ?? '');
      known.set(pair, route);
    }
    if (route === null) continue;
    const style = styleOf(RPC_KINDS[inFlight.rpc[i]!], isResponse, inFlight.records[i]! > 0);
    pushPlace(crowd[PLACE_OF[style]]!, route, isResponse ? 1 - progress : progress);
  }
  return single;
}

function styleOf(
  kind: (typeof RPC_KINDS)[number] | undefined,
  isResponse: boolean,
  hasRecords: boolean,
): StyleName {
  if (kind === 'Produce') return isResponse ? 'ack' : 'batch';
  if (kind !== 'Fetch') return 'other';
  return isResponse && hasRecords ? 'records' : 'fetch';
}

/** As `pointAt`, without the direction and without an object a mark. */
function pushPlace(places: number[], { points, reached, length }: Route, progress: number): void {
  const distance = progress * length;
  let i = 1;
  while (i < points.length - 1 && reached[i]! < distance) i += 1;
  const a = points[i - 1]!;
  const b = points[i]!;
  const span = reached[i]! - reached[i - 1]!;
  const t = span === 0 ? 0 : (distance - reached[i - 1]!) / span;
  places.push(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

/** Which pixels have been drawn upon in this turn: of two marks that are alike and stand in one place one is enough. */
export class Taken {
  private turns = new Uint16Array(0);
  private turn = 0;
  private width = 0;

  constructor(private readonly mostTurns = 0xffff) {}

  next(width: number, height: number): void {
    const size = Math.ceil(width) * Math.ceil(height);
    this.turn += 1;
    if (this.turns.length === size && this.width === Math.ceil(width) && this.turn <= this.mostTurns) return;
    if (this.turns.length === size) this.turns.fill(0);
    else this.turns = new Uint16Array(size);
    this.width = Math.ceil(width);
    this.turn = 1;
  }

  /** False also of what lies outside. */
  take(x: number, y: number): boolean {
    const at = y * this.width + x;
    if (x < 0 || x >= this.width || this.turns[at] === undefined || this.turns[at] === this.turn)
      return false;
    this.turns[at] = this.turn;
    return true;
  }
}

/** One colour after the other, each mark one rectangle on whole pixels. */
export function drawCrowd(
  context: CanvasRenderingContext2D,
  palette: CanvasPalette,
  crowd: Crowd,
  size: { readonly width: number; readonly height: number; readonly taken: Taken },
  strength: number,
): void {
  if (strength <= 0) return;
  context.globalAlpha = strength;
  for (const [place, { colour, width, height }] of STYLES.entries()) {
    const places = crowd[place]!;
    if (places.length === 0) continue;
    context.fillStyle = palette[colour];
    size.taken.next(size.width, size.height);
    for (let i = 0; i < places.length; i += 2) {
      const x = Math.round(places[i]!);
      const y = Math.round(places[i + 1]!);
      if (size.taken.take(x, y)) context.fillRect(x - (width - 1) / 2, y - (height - 1) / 2, width, height);
    }
  }
  context.globalAlpha = 1;
}
