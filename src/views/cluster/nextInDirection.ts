import type { EntityKey } from '../../bridge/frame.ts';
import type { Point } from './routes.ts';

/** Where something that can have the focus stands: its middle. */
export interface FocusPlace extends Point {
  readonly key: EntityKey;
}

/** Far to the side counts more than far ahead: arrows go along lines and columns. */
const SIDEWAYS_WEIGHT = 2;
/** Nearer than this it stands in the same line. */
const SAME_LINE = 4;

/** What an arrow key comes to from where the focus is: the nearest that lies that way; Home and End the first and the last. null: no such key. */
export function nextInDirection(
  places: readonly FocusPlace[],
  focused: EntityKey | null,
  key: string,
): EntityKey | null {
  if (key === 'Home') return places[0]?.key ?? null;
  if (key === 'End') return places.at(-1)?.key ?? null;
  const way = WAYS[key];
  const from = places.find((place) => place.key === focused);
  if (way === undefined || from === undefined) return null;
  let best: EntityKey = from.key;
  let bestCost = Infinity;
  for (const place of places) {
    const x = place.x - from.x;
    const y = place.y - from.y;
    const ahead = x * way.x + y * way.y;
    if (ahead <= SAME_LINE) continue;
    const cost = ahead + SIDEWAYS_WEIGHT * Math.abs(x * way.y + y * way.x);
    if (cost >= bestCost) continue;
    best = place.key;
    bestCost = cost;
  }
  return best;
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Where the elements of these things stand on the screen. */
export function placesOf(
  keys: readonly EntityKey[],
  find: (key: EntityKey) => HTMLElement | null,
): readonly FocusPlace[] {
  return keys.flatMap((key) => {
    const box = find(key)?.getBoundingClientRect();
    return box === undefined ? [] : [{ key, x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  });
}
