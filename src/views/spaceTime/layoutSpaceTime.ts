import type { EntityKey } from '../../bridge/frame.ts';
import type { RpcFlight } from '../../shared/RunQuestions.ts';
import type { Micros } from '../../shared/units.ts';

export interface TimeWindow {
  readonly fromUs: Micros;
  readonly toUs: Micros;
}

export interface SpaceTimeInput {
  /** By the time of their sending. */
  readonly flights: readonly RpcFlight[];
  /** Keys of all nodes, by the numbers that flights have for them. */
  readonly nodeKeys: readonly EntityKey[];
  readonly window: TimeWindow;
  readonly nowUs: Micros;
  readonly width: number;
  readonly height: number;
  readonly left: number;
}

export interface Lane {
  readonly node: number;
  readonly key: EntityKey;
  readonly y: number;
}

export interface Arrow {
  /** Place among the flights. */
  readonly index: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** How it ends: an arrow head, ✕, scissors at a cut link, or nothing yet. */
  readonly end: 'read' | 'lost' | 'held' | 'flying';
  readonly isResponse: boolean;
  readonly hasError: boolean;
  readonly tone: 'produce' | 'fetch' | 'other';
}

export interface SpaceTimeLayout {
  readonly lanes: readonly Lane[];
  readonly arrows: readonly Arrow[];
  readonly nowX: number | null;
  readonly ticks: readonly { readonly timeUs: Micros; readonly x: number }[];
}

const TOP = 22;
const BOTTOM = 10;
/** Who asks stands above who answers, as on the stage. */
const KIND_ORDER = [
  'producer',
  'publisher',
  'broker',
  'queueBroker',
  'controller',
  'consumer',
  'queueConsumer',
];

/** Lanes of nodes from top to bottom, time from left to right, an arrow for each RPC that was on its way in the window. */
export function layoutSpaceTime(input: SpaceTimeInput): SpaceTimeLayout {
  const { flights, nodeKeys, window, nowUs, width, height, left } = input;
  const used = new Set(flights.flatMap(({ source, target }) => [source, target]));
  const nodes = [...used]
    .filter((node) => nodeKeys[node] !== undefined)
    .sort((a, b) => compareKeys(nodeKeys[a]!, nodeKeys[b]!));
  const step = nodes.length < 2 ? 0 : (height - TOP - BOTTOM - 8) / (nodes.length - 1);
  const lanes = nodes.map((node, i) => ({ node, key: nodeKeys[node]!, y: Math.round(TOP + 8 + i * step) }));
  const yOf = new Map(lanes.map(({ node, y }) => [node, y]));
  const spanUs = window.toUs - window.fromUs;
  const x = (timeUs: Micros) => left + ((timeUs - window.fromUs) / spanUs) * (width - left);
  const arrows: Arrow[] = [];
  for (const [index, flight] of flights.entries()) {
    const [y1, y2] = [yOf.get(flight.source), yOf.get(flight.target)];
    if (y1 === undefined || y2 === undefined) continue;
    const endUs = Math.min(flight.deliverAtUs, nowUs);
    if (flight.sentAtUs > window.toUs || endUs < window.fromUs) continue;
    const flewUs = flight.deliverAtUs - flight.sentAtUs;
    const isThere = flight.deliverAtUs <= nowUs;
    // What a cut link keeps back, and what is lost with a process, never reaches its lane.
    const reaches = flight.end === 'lost' || flight.end === 'held' ? 0.82 : 1;
    const share = flewUs <= 0 ? 1 : Math.max(0, Math.min(1, (endUs - flight.sentAtUs) / flewUs));
    const drawn = Math.min(share, reaches);
    arrows.push({
      index,
      x1: x(flight.sentAtUs),
      y1,
      x2: x(flight.sentAtUs + flewUs * drawn),
      y2: y1 + (y2 - y1) * drawn,
      end: flight.end ?? (isThere ? 'read' : 'flying'),
      isResponse: flight.isResponse,
      hasError: flight.error !== null || flight.end === 'lost' || flight.end === 'held',
      tone: flight.api === 'Produce' ? 'produce' : flight.api.endsWith('Fetch') ? 'fetch' : 'other',
    });
  }
  return {
    lanes,
    arrows,
    nowX: nowUs < window.fromUs || nowUs > window.toUs ? null : x(nowUs),
    ticks: ticksOf(window).map((timeUs) => ({ timeUs, x: x(timeUs) })),
  };
}

function compareKeys(a: EntityKey, b: EntityKey): number {
  const [kindA = '', nameA = ''] = a.split(':');
  const [kindB = '', nameB = ''] = b.split(':');
  const order = KIND_ORDER.indexOf(kindA) - KIND_ORDER.indexOf(kindB);
  if (order !== 0) return order;
  const byNumber = Number(nameA) - Number(nameB);
  return Number.isNaN(byNumber) ? (nameA < nameB ? -1 : 1) : byNumber;
}

/** Round instants, four to nine of them. */
function ticksOf({ fromUs, toUs }: TimeWindow): Micros[] {
  const rough = (toUs - fromUs) / 6;
  let step = 1;
  while (step * 10 <= rough) step *= 10;
  if (step * 5 <= rough) step *= 5;
  else if (step * 2 <= rough) step *= 2;
  const ticks: Micros[] = [];
  for (let timeUs = Math.ceil(fromUs / step) * step; timeUs <= toUs; timeUs += step) ticks.push(timeUs);
  return ticks;
}

/** The arrow nearest to a point, if it is near enough to be meant; null: none. */
export function arrowAt(arrows: readonly Arrow[], px: number, py: number): Arrow | null {
  let best: Arrow | null = null;
  let least = 9;
  for (const arrow of arrows) {
    const distance = distanceTo(arrow, px, py);
    if (distance >= least) continue;
    least = distance;
    best = arrow;
  }
  return best;
}

function distanceTo({ x1, y1, x2, y2 }: Arrow, px: number, py: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / length));
  return Math.hypot(px - x1 - at * dx, py - y1 - at * dy);
}
