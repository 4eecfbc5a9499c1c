import type { EntityKey } from '../../bridge/frame.ts';
import type { Box } from './layoutStage.ts';

/** Two lines with all there is to say; one line; or a hexagon with a number. */
export type ControllerLook = 'card' | 'row' | 'chip';

const HEIGHTS: Readonly<Record<ControllerLook, number>> = { card: 40, row: 24, chip: 24 };
const GAP = 4;
/** Room for a hexagon and an id. */
const CHIP_WIDTH = 46;
/** Below it there is no room beside the id. */
const NARROWEST_ROW = 100;
const WIDEST_AT_FOOT = 160;
/** Below all else, with the room around it: there it is pressed by a finger. */
const FOOT_HEIGHT = 32;
const FOOT_MARGIN = 4;

export interface PlacedControllers {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  readonly height: number;
}

/** Controllers one below the other, chips as many in a line as fit. */
export function placeControllers(
  look: ControllerLook,
  x: number,
  y: number,
  width: number,
  keys: readonly EntityKey[],
): PlacedControllers {
  const columns = look === 'chip' ? Math.max(1, Math.floor((width + GAP) / (CHIP_WIDTH + GAP))) : 1;
  return placeInLines(HEIGHTS[look], columns, { x, y, width }, keys);
}

/** In lines at the foot of a picture that has no column for them. */
export function placeControllersAtFoot(
  width: number,
  height: number,
  keys: readonly EntityKey[],
): PlacedControllers {
  if (keys.length === 0) return { boxes: new Map(), height: 0 };
  const x = 12;
  const room = width - 2 * x;
  const most = Math.max(1, Math.floor((room + GAP) / (CHIP_WIDTH + GAP)));
  const columns = Math.min(most, keys.length);
  const pitch = Math.min(WIDEST_AT_FOOT, (room + GAP) / columns);
  const line = columns * pitch - GAP;
  const { height: own } = placeInLines(FOOT_HEIGHT, columns, { x, y: 0, width: line }, keys);
  const y = height - own - FOOT_MARGIN;
  const { boxes } = placeInLines(FOOT_HEIGHT, columns, { x, y, width: line }, keys);
  return { boxes, height: own + 2 * FOOT_MARGIN };
}

/** How a controller looks in the box that it was given. */
export function controllerLook({ width, height }: Box): ControllerLook {
  if (height >= HEIGHTS.card) return 'card';
  return width >= NARROWEST_ROW ? 'row' : 'chip';
}

function placeInLines(
  height: number,
  columns: number,
  at: { readonly x: number; readonly y: number; readonly width: number },
  keys: readonly EntityKey[],
): PlacedControllers {
  const pitch = (at.width + GAP) / columns;
  const lines = Math.ceil(keys.length / columns);
  return {
    height: Math.max(0, lines * (height + GAP) - GAP),
    boxes: new Map(
      keys.map((key, index) => [
        key,
        {
          x: Math.round(at.x + (index % columns) * pitch),
          y: at.y + Math.floor(index / columns) * (height + GAP),
          width: Math.floor(pitch - GAP),
          height,
        },
      ]),
    ),
  };
}
