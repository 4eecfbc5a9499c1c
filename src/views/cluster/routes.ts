import type { EntityKey } from '../../bridge/frame.ts';
import type { LogArea } from '../log/placeLogArea.ts';
import type { Box, StageLayout } from './layoutStage.ts';

/** A way between two nodes, from the one that asks to the one that answers. */
export interface Route {
  readonly points: readonly Point[];
  readonly length: number;
  /** Length from the start to each point. */
  readonly reached: readonly number[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** All ways of one picture; each is computed when it is first asked for. */
export interface RouteMap {
  readonly between: (asking: EntityKey, answering: EntityKey) => Route | null;
}

/** Above this many the brokers at the foot are dots in a crowd: only of the one that is picked the ways are drawn. */
const MOST_OTHERS_WITH_WAYS = 8;

export function createRouteMap(
  layout: StageLayout,
  brokers: readonly EntityKey[],
  picked: EntityKey | null = null,
): RouteMap {
  const isCrowd = layout.others.size > MOST_OTHERS_WITH_WAYS;
  const isInCrowd = (key: EntityKey) => isCrowd && key !== picked && layout.others.has(key);
  const known = new Map<string, Route | null>();
  return {
    between: (asking, answering) => {
      const key = `${asking} ${answering}`;
      let route = known.get(key);
      if (route === undefined) {
        const isHidden =
          asking !== picked && answering !== picked && (isInCrowd(asking) || isInCrowd(answering));
        const points = isHidden ? null : findPoints(layout, brokers, asking, answering);
        route = points === null ? null : createRoute(points);
        known.set(key, route);
      }
      return route;
    },
  };
}

export function createRoute(points: readonly Point[]): Route {
  const reached = [0];
  for (let i = 1; i < points.length; i += 1) {
    const a = points[i - 1]!;
    const b = points[i]!;
    reached.push(reached[i - 1]! + Math.hypot(b.x - a.x, b.y - a.y));
  }
  return { points, reached, length: reached[reached.length - 1]! };
}

/** The place at `progress` (0 to 1) of a route, and the direction there in radians. */
export function pointAt(route: Route, progress: number): Point & { readonly angle: number } {
  const distance = Math.min(1, Math.max(0, progress)) * route.length;
  let i = 1;
  while (i < route.points.length - 1 && route.reached[i]! < distance) i += 1;
  const a = route.points[i - 1]!;
  const b = route.points[i]!;
  const span = route.reached[i]! - route.reached[i - 1]!;
  const t = span === 0 ? 0 : (distance - route.reached[i - 1]!) / span;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: Math.atan2(b.y - a.y, b.x - a.x) };
}

/** SVG path with corners rounded by up to `radius`. */
export function roundedPath(points: readonly Point[], radius = 8): string {
  const first = points[0];
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  for (let i = 1; i < points.length; i += 1) {
    const corner = points[i]!;
    const next = points[i + 1];
    if (next === undefined) {
      path += `L${corner.x} ${corner.y}`;
      continue;
    }
    const before = points[i - 1]!;
    const r = Math.min(radius, distance(before, corner) / 2, distance(corner, next) / 2);
    const into = towards(corner, before, r);
    const out = towards(corner, next, r);
    path += `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`;
  }
  return path;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}

/** Produce enters a lane above its middle, a consumer's Fetch below it, followers beside its bracket. */
const PRODUCE_SLOT = -9;
const CONSUME_SLOT = 9;
const FOLLOWER_COLUMN = 14;
const FOLLOWER_GAP = 13;
const CLIENT_COLUMN = 18;
const CLIENT_GAP = 10;

function findPoints(
  layout: StageLayout,
  brokers: readonly EntityKey[],
  asking: EntityKey,
  answering: EntityKey,
): Point[] | null {
  if (layout.beside.has(asking) || layout.beside.has(answering))
    return besideClient(layout, asking, answering);
  const other = layout.others.get(asking) ?? layout.others.get(answering);
  if (other !== undefined) return withOther(layout, brokers, asking, answering);
  const from = laneMiddle(layout, brokers, asking);
  const to = laneMiddle(layout, brokers, answering);
  if (from !== null && to !== null) return betweenLanes(layout, brokers, asking, from, to);
  const { controllers } = layout;
  if (controllers.has(asking) && controllers.has(answering))
    return betweenControllers(layout, asking, answering);
  if (from !== null) return laneToController(layout, from, answering);
  if (to !== null && controllers.has(asking)) return laneToController(layout, to, asking)?.reverse() ?? null;
  if (to !== null) return clientToLane(layout, asking, to);
  return null;
}

/** Straight between a small card at the foot and whom its broker speaks to. */
function withOther(
  layout: StageLayout,
  brokers: readonly EntityKey[],
  asking: EntityKey,
  answering: EntityKey,
): Point[] | null {
  const place = (key: EntityKey): Point | null => {
    const box = layout.others.get(key);
    if (box !== undefined) return { x: box.x + box.width / 2, y: box.y };
    const lane = laneMiddle(layout, brokers, key);
    if (lane !== null) return { x: layout.area.portX, y: lane };
    const card = layout.producers.get(key) ?? layout.consumers.get(key) ?? layout.controllers.get(key);
    return card === undefined ? null : middleLeft(card);
  };
  const from = place(asking);
  const to = place(answering);
  return from === null || to === null ? null : [from, to];
}

/** From the edge of the column. */
const BESIDE_COLUMN = 9;

/** Right of the column of clients, between two cards that stand in it. */
function besideClient(
  { beside, producers, consumers }: StageLayout,
  asking: EntityKey,
  answering: EntityKey,
): Point[] | null {
  const boxOf = (key: EntityKey) => beside.get(key) ?? consumers.get(key) ?? producers.get(key);
  const from = boxOf(asking);
  const to = boxOf(answering);
  if (from === undefined || to === undefined) return null;
  const column = Math.max(from.x + from.width, to.x + to.width) + BESIDE_COLUMN;
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  const end = { x: to.x + to.width, y: to.y + to.height / 2 };
  return [start, { x: column, y: start.y }, { x: column, y: end.y }, end];
}

function laneMiddle(layout: StageLayout, brokers: readonly EntityKey[], key: EntityKey): number | null {
  const index = brokers.indexOf(key);
  const top = layout.area.laneTops[index];
  return top === undefined ? null : top + layout.area.laneHeight / 2;
}

/** A follower's column beside the ports; it meets the leader just outside of its bracket. */
function betweenLanes(
  { area }: StageLayout,
  brokers: readonly EntityKey[],
  asking: EntityKey,
  from: number,
  to: number,
): Point[] {
  const phone = area.size === 'phone' || area.size === 'hero';
  const gap = phone ? 8 : FOLLOWER_GAP;
  const column = area.portX + FOLLOWER_COLUMN + brokers.indexOf(asking) * gap;
  const slot = Math.min(area.laneHeight / 2 + 4, 24) * Math.sign(from - to || 1);
  return [
    { x: area.portX, y: from },
    { x: column, y: from },
    { x: column, y: to + slot },
    { x: area.portX, y: to + slot },
  ];
}

function laneToController(
  { area, controllers }: StageLayout,
  from: number,
  answering: EntityKey,
): Point[] | null {
  if (!answering.startsWith('controller:')) return null;
  const start = { x: area.portX, y: from + Math.min(18, area.laneHeight / 2 + 2) };
  const box = controllers.get(answering);
  if (box === undefined) return [start, { x: area.width + 8, y: start.y }];
  if (atFoot(area)) {
    const column = area.width - FOOT_COLUMN;
    const above = box.y - 4;
    const x = box.x + box.width / 2;
    return [start, { x: column, y: start.y }, { x: column, y: above }, { x, y: above }, { x, y: box.y }];
  }
  const column = box.x - 8;
  const y = box.y + box.height / 2;
  return [start, { x: column, y: start.y }, { x: column, y }, { x: box.x, y }];
}

/** Beside the column of controllers, or over their line at the foot. */
function betweenControllers(
  { area, controllers }: StageLayout,
  asking: EntityKey,
  answering: EntityKey,
): Point[] {
  const a = controllers.get(asking)!;
  const b = controllers.get(answering)!;
  if (atFoot(area)) {
    const y = Math.min(a.y, b.y) - 4;
    const [from, to] = [a.x + a.width / 2, b.x + b.width / 2];
    return [
      { x: from, y: a.y },
      { x: from, y },
      { x: to, y },
      { x: to, y: b.y },
    ];
  }
  const far = Math.abs([...controllers.keys()].indexOf(asking) - [...controllers.keys()].indexOf(answering));
  const column = Math.min(a.x, b.x) - 10 - 6 * Math.min(2, far - 1);
  return [middleLeft(a), { x: column, y: middleLeft(a).y }, { x: column, y: middleLeft(b).y }, middleLeft(b)];
}

/** Controllers stand in a line at the foot, not in a column. */
function atFoot(area: LogArea): boolean {
  return area.size === 'phone' || area.size === 'hero';
}

/** From the right edge. */
const FOOT_COLUMN = 6;
/** Of clients below the logs; of the second and all further ones the way goes along the edge. */
const STRIP_COLUMN = 10;
const STRIP_COLUMN_GAP = 8;

function clientToLane(layout: StageLayout, asking: EntityKey, to: number): Point[] | null {
  const { area, producers, consumers } = layout;
  const produces = asking.startsWith('producer:');
  if (!produces && !asking.startsWith('consumer:')) return null;
  const y = to + (produces ? PRODUCE_SLOT : CONSUME_SLOT) * Math.min(1, area.laneHeight / 30);
  const boxes = produces ? producers : consumers;
  const box = boxes.get(asking);
  if (box === undefined) {
    return [
      { x: area.width + 12, y },
      { x: area.portX, y },
    ];
  }
  const order = [...producers.keys(), ...consumers.keys()].indexOf(asking);
  if (atFoot(area)) {
    const column = area.width - STRIP_COLUMN + Math.min(1, order) * STRIP_COLUMN_GAP;
    const above = box.y - 3 - Math.min(1, order) * 3;
    const x = box.x + box.width / 2;
    return [
      { x, y: box.y },
      { x, y: above },
      { x: column, y: above },
      { x: column, y },
      { x: area.portX, y },
    ];
  }
  const column = box.x - CLIENT_COLUMN - order * CLIENT_GAP;
  const start = middleLeft(box);
  return [start, { x: column, y: start.y }, { x: column, y }, { x: area.portX, y }];
}

function middleLeft(box: Box): Point {
  return { x: box.x, y: box.y + box.height / 2 };
}
