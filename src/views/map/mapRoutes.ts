import type { EntityKey } from '../../bridge/frame.ts';
import type { Box } from '../cluster/layoutStage.ts';
import { createRoute, type Point, type Route, type RouteMap } from '../cluster/routes.ts';
import type { MapLayout } from './layoutMap.ts';

/** Points that a curve is drawn with: marks go along them. */
const STEPS = 18;
/** How far below two brokers what they send each other hangs, and how much lower if another stands between them. */
const SAG = 20;
const SAG_PER_BROKER = 9;
const MOST_SAG = 46;
/**
 * Where along an edge ways end, as parts of its width: each kind has its own stretch, and within it each way its own place, by where it
 * comes from. So few of them cross, and none lies on another.
 */
type Stretch = readonly [from: number, to: number];
const PRODUCE_ENDS: Stretch = [0.2, 0.62];
const CONTROL_END = 0.86;
const READ_ENDS: Stretch = [0.42, 0.58];
const ASKING_ENDS: Stretch = [0.66, 0.84];
const ANSWERING_ENDS: Stretch = [0.16, 0.34];
/** Of a producer's lower edge. */
const PRODUCE_STARTS: Stretch = [0.36, 0.64];

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
  if (from && to) return replication(layout, from, to);
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
    const leaves = isProducer ? within(PRODUCE_STARTS, layout.brokers, broker) : 0.5;
    const arrives = isProducer ? within(PRODUCE_ENDS, layout.producers, above) : CONTROL_END;
    const start = { x: above.x + above.width * leaves, y: above.y + above.height };
    const end = { x: broker.x + broker.width * arrives, y: broker.y };
    return upright(start, end);
  }
  const below = layout.consumers.get(client);
  if (!below) return null;
  const start = { x: below.x + below.width / 2, y: below.y };
  const arrives = within(READ_ENDS, layout.consumers, below);
  return upright(start, { x: broker.x + broker.width * arrives, y: broker.y + broker.height });
}

/** Leaves and arrives upright. */
function upright(start: Point, end: Point): Curve {
  const pull = (end.y - start.y) / 2;
  return [start, { x: start.x, y: start.y + pull }, { x: end.x, y: end.y - pull }, end];
}

/** The place of a way that comes from this one of them, the leftmost at the left. */
function within([from, to]: Stretch, all: ReadonlyMap<EntityKey, Box>, one: Box): number {
  const boxes = [...all.values()];
  const leftOf = boxes.filter(({ x }) => x < one.x).length;
  return boxes.length < 2 ? (from + to) / 2 : from + ((to - from) * leftOf) / (boxes.length - 1);
}

function replication({ brokers }: MapLayout, from: Box, to: Box): Curve {
  const asks = within(ASKING_ENDS, brokers, to);
  const answers = within(ANSWERING_ENDS, brokers, from);
  const start = { x: from.x + from.width * asks, y: from.y + from.height };
  const end = { x: to.x + to.width * answers, y: to.y + to.height };
  if (from.y === to.y) {
    const isBetween = (box: Box) => box.y === from.y && (box.x - from.x) * (box.x - to.x) < 0;
    const between = [...brokers.values()].filter(isBetween).length;
    const sag = Math.min(MOST_SAG, SAG + SAG_PER_BROKER * between);
    const low = start.y + sag;
    const lowEnd = end.y + sag;
    return [start, { x: start.x, y: low }, { x: end.x, y: lowEnd }, end];
  }
  // One stands below the other: the way goes through the gap between them.
  const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
  const curve = upright(
    { x: upper.x + upper.width * within(ASKING_ENDS, brokers, lower), y: upper.y + upper.height },
    { x: lower.x + lower.width * within(ANSWERING_ENDS, brokers, upper), y: lower.y },
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
