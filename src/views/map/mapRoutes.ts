import type { EntityKey } from '../../bridge/frame.ts';
import type { Box } from '../cluster/layoutStage.ts';
import { createRoute, type Point, type Route, type RouteMap } from '../cluster/routes.ts';
import type { MapLayout } from './layoutMap.ts';

/** Points that a curve is drawn with: marks go along them. */
const STEPS = 18;
/** How far below two brokers what they send each other hangs. */
const SAG = 30;
/** Where along a broker's edge a way ends, as part of its width: each kind has its own, so that ways lie beside each other. */
const PRODUCE_END = 0.34;
const CONTROL_END = 0.86;
const READ_END = 0.5;
const ASKING_END = 0.7;
const ANSWERING_END = 0.24;

/** All ways between what stands on the map: clients come from above and below, replication hangs under the brokers. */
export function createMapRoutes(layout: MapLayout): RouteMap {
  const known = new Map<string, Route | null>();
  return {
    between: (asking, answering) => {
      const key = `${asking} ${answering}`;
      let route = known.get(key);
      if (route === undefined) {
        const curve = curveBetween(layout, asking, answering);
        route = curve === null ? null : createRoute(pointsOf(curve));
        known.set(key, route);
      }
      return route;
    },
  };
}

/** A cubic Bézier curve: its ends and the two points that pull at it. */
type Curve = readonly [Point, Point, Point, Point];

function curveBetween(layout: MapLayout, asking: EntityKey, answering: EntityKey): Curve | null {
  const { brokers } = layout;
  const from = brokers.get(asking);
  const to = brokers.get(answering);
  if (from && to) return replication(from, to);
  const broker = from ?? to;
  if (broker === undefined) return betweenControllers(layout, asking, answering);
  const other = from ? answering : asking;
  const curve = clientToBroker(layout, other, broker);
  return curve === null || to ? curve : turned(curve);
}

function clientToBroker(layout: MapLayout, client: EntityKey, broker: Box): Curve | null {
  const above = layout.producers.get(client) ?? layout.controllers.get(client);
  if (above) {
    const isProducer = layout.producers.has(client);
    const start = { x: above.x + above.width / 2, y: above.y + above.height };
    const end = { x: broker.x + broker.width * (isProducer ? PRODUCE_END : CONTROL_END), y: broker.y };
    return upright(start, end);
  }
  const below = layout.consumers.get(client);
  if (!below) return null;
  const start = { x: below.x + below.width / 2, y: below.y };
  return upright(start, { x: broker.x + broker.width * READ_END, y: broker.y + broker.height });
}

/** Leaves and arrives upright. */
function upright(start: Point, end: Point): Curve {
  const pull = (end.y - start.y) / 2;
  return [start, { x: start.x, y: start.y + pull }, { x: end.x, y: end.y - pull }, end];
}

function replication(from: Box, to: Box): Curve {
  const start = { x: from.x + from.width * ASKING_END, y: from.y + from.height };
  const end = { x: to.x + to.width * ANSWERING_END, y: to.y + to.height };
  if (from.y === to.y) {
    const low = start.y + SAG;
    const lowEnd = end.y + SAG;
    return [start, { x: start.x, y: low }, { x: end.x, y: lowEnd }, end];
  }
  // One stands below the other: the way goes through the gap between them.
  const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
  const curve = upright(
    { x: upper.x + upper.width * ASKING_END, y: upper.y + upper.height },
    { x: lower.x + lower.width * ANSWERING_END, y: lower.y },
  );
  return from === upper ? curve : turned(curve);
}

function betweenControllers({ controllers }: MapLayout, a: EntityKey, b: EntityKey): Curve | null {
  const from = controllers.get(a);
  const to = controllers.get(b);
  if (!from || !to) return null;
  const start = middleOf(from);
  const end = middleOf(to);
  return [start, start, end, end];
}

function middleOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function turned([a, b, c, d]: Curve): Curve {
  return [d, c, b, a];
}

function pointsOf([a, b, c, d]: Curve): Point[] {
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    const u = 1 - t;
    const weigh = (of: (point: Point) => number) =>
      u * u * u * of(a) + 3 * u * u * t * of(b) + 3 * u * t * t * of(c) + t * t * t * of(d);
    return { x: weigh(({ x }) => x), y: weigh(({ y }) => y) };
  });
}
