import type { EntityKey } from '../../bridge/frame.ts';
import type { Box } from '../cluster/layoutStage.ts';
import { placeControllers } from '../cluster/placeControllers.ts';

export interface MapBrokerInput {
  readonly key: EntityKey;
  /** Replicas on it. */
  readonly barCount: number;
}

export interface MapGroupInput {
  readonly key: EntityKey;
  readonly members: readonly EntityKey[];
}

export interface MapInput {
  readonly width: number;
  readonly height: number;
  readonly brokers: readonly MapBrokerInput[];
  readonly producers: readonly EntityKey[];
  readonly controllers: readonly EntityKey[];
  readonly groups: readonly MapGroupInput[];
  /** Consumers of no group. */
  readonly consumers: readonly EntityKey[];
  /** Of one replica; left out: as high as it needs. */
  readonly lineHeight?: number;
}

export interface MapBroker extends Box {
  /** How many lines for replicas it has. */
  readonly lines: number;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly brokers: ReadonlyMap<EntityKey, MapBroker>;
  readonly producers: ReadonlyMap<EntityKey, Box>;
  readonly controllers: ReadonlyMap<EntityKey, Box>;
  readonly groups: ReadonlyMap<EntityKey, Box>;
  /** Consumers of no group, and the members inside their group's card. */
  readonly consumers: ReadonlyMap<EntityKey, Box>;
  readonly hiddenProducers: number;
  /** Groups and consumers of none. */
  readonly hiddenReaders: number;
}

export const HEAD_HEIGHT = 34;
export const LINE_HEIGHT = 22;
/** For a finger. */
export const TOUCH_LINE_HEIGHT = 44;
const FOOT_HEIGHT = 6;
const MARGIN = 16;
const GAP = 16;
interface Spacing {
  /** Of clients and groups. */
  readonly card: number;
  /** Between clients and brokers: room for what flies. */
  readonly wires: number;
  /** Below brokers that fetch from each other. */
  readonly replication: number;
}

/** Where the stage is low, replicas get the room. */
const LOW_STAGE = 440;
const ROOMY: Spacing = { card: 50, wires: 46, replication: 40 };
const TIGHT: Spacing = { card: 44, wires: 22, replication: 30 };

function spacingOf(height: number): Spacing {
  return height < LOW_STAGE ? TIGHT : ROOMY;
}

const WIDEST_BROKER = 300;
const USUAL_BROKER = 170;
const NARROWEST_BROKER = 136;
/** A replica whose name and bar have little room is worth less than one with room. */
const TOO_NARROW_WORTH = 0.8;
const WIDEST_CLIENT = 176;
const NARROWEST_CLIENT = 104;
/** Of a group: its name beside its members. */
const WIDEST_GROUP = 270;
const NARROWEST_GROUP = 150;
const CONTROLLER_WIDTH = 120;
const MEMBER_SIZE = 24;
/** Where the card is low. */
const SMALL_MEMBER_SIZE = 20;
const MEMBER_GAP = 4;

/** Where everything stands when the whole cluster is looked at: producers above, brokers in the middle, readers below. */
export function layoutMap(input: MapInput): MapLayout {
  const { width, height } = input;
  const { card, wires, replication } = spacingOf(height);
  const hasTop = input.producers.length + input.controllers.length > 0;
  const readerCount = input.groups.length + input.consumers.length;
  const margin = card === TIGHT.card ? MARGIN / 2 : MARGIN;
  const top = margin + (hasTop ? card + wires : 0);
  const bottom = height - margin - (readerCount > 0 ? card + wires : 0);
  const brokers = placeBrokers(input.brokers, width, top, bottom - replication, input.lineHeight);
  const controllerWidth = input.controllers.length === 0 ? 0 : Math.min(CONTROLLER_WIDTH, width / 3);
  const controllers = placeControllers(
    input.controllers.length === 1 && controllerWidth >= CONTROLLER_WIDTH ? 'card' : 'chip',
    width - MARGIN - controllerWidth,
    margin,
    controllerWidth,
    input.controllers,
  );
  const producerRoom = width - 2 * MARGIN - (controllerWidth === 0 ? 0 : controllerWidth + GAP);
  const producers = placeInRow(
    input.producers,
    { x: MARGIN, y: margin, width: producerRoom, height: card },
    NARROWEST_CLIENT,
    WIDEST_CLIENT,
  );
  const readers = placeReaders(input, height - margin - card, card);
  return {
    width,
    height,
    brokers,
    producers,
    controllers: controllers.boxes,
    ...readers,
    hiddenProducers: input.producers.length - producers.size,
  };
}

/** Of a map that is moved up and down, this many times the height of the stage is still one picture. */
const MOST_SCREENS = 2.5;

/**
 * How high the map is drawn in this room: as high as the room, or, so that every broker has its name and one replica at least, higher,
 * and it scrolls. Null: so many brokers are no picture any more.
 */
export function heightOfMap(
  width: number,
  height: number,
  brokerCount: number,
  lineHeight = LINE_HEIGHT,
): number | null {
  const columns = Math.floor((width - 2 * MARGIN + GAP) / (NARROWEST_BROKER + GAP));
  const lines = Math.ceil(brokerCount / Math.max(1, columns));
  const needed = ({ card, wires, replication }: Spacing) =>
    lines * (HEAD_HEIGHT + lineHeight + FOOT_HEIGHT + GAP) - GAP + 2 * (MARGIN + card + wires) + replication;
  if (needed(spacingOf(height)) <= height) return height;
  const tight = needed(TIGHT);
  const least = tight < LOW_STAGE ? tight : Math.max(LOW_STAGE, needed(ROOMY));
  return least <= height * MOST_SCREENS ? Math.max(height, least) : null;
}

function placeBrokers(
  brokers: readonly MapBrokerInput[],
  width: number,
  top: number,
  bottom: number,
  lineHeight = LINE_HEIGHT,
): ReadonlyMap<EntityKey, MapBroker> {
  if (brokers.length === 0) return new Map();
  const { columns, lineCount, cardWidth, mostLines, gapBelow } = bestGrid(
    brokers,
    width,
    bottom - top,
    lineHeight,
  );
  const boxes = new Map<EntityKey, MapBroker>();
  // Every card of a line is as high as the fullest one.
  const heights = Array.from({ length: lineCount }, (_, line) => {
    const counts = brokers.slice(line * columns, (line + 1) * columns).map(({ barCount }) => barCount);
    return HEAD_HEIGHT + Math.max(1, Math.min(mostLines, Math.max(...counts))) * lineHeight + FOOT_HEIGHT;
  });
  const all = heights.reduce((sum, one) => sum + one, gapBelow * (lineCount - 1));
  let y = top + Math.max(0, (bottom - top - all) / 2);
  heights.forEach((height, line) => {
    const inLine = brokers.slice(line * columns, (line + 1) * columns);
    const lineWidth = inLine.length * cardWidth + GAP * (inLine.length - 1);
    inLine.forEach(({ key }, index) => {
      boxes.set(key, {
        x: Math.round((width - lineWidth) / 2 + index * (cardWidth + GAP)),
        y: Math.round(y),
        width: Math.floor(cardWidth),
        height,
        lines: Math.round((height - HEAD_HEIGHT - FOOT_HEIGHT) / lineHeight),
      });
    });
    y += height + gapBelow;
  });
  return boxes;
}

interface Grid {
  readonly columns: number;
  readonly lineCount: number;
  readonly cardWidth: number;
  /** Replicas that one card has room for. */
  readonly mostLines: number;
  readonly gapBelow: number;
}

/** In as many lines as show the most replicas; of several that show as many, in the fewest whose cards are not too narrow. */
function bestGrid(
  brokers: readonly MapBrokerInput[],
  width: number,
  height: number,
  lineHeight: number,
): Grid {
  const grids = Array.from({ length: brokers.length }, (_, i) =>
    gridOf(brokers.length, i + 1, width, height, lineHeight),
  );
  const shownIn = ({ mostLines }: Grid) =>
    brokers.reduce((sum, { barCount }) => sum + Math.min(mostLines, barCount), 0);
  const worth = (grid: Grid) => shownIn(grid) * (grid.cardWidth >= USUAL_BROKER ? 1 : TOO_NARROW_WORTH);
  const wideEnough = grids.filter(({ cardWidth }) => cardWidth >= NARROWEST_BROKER);
  const candidates = wideEnough.length > 0 ? wideEnough : grids.slice(-1);
  return candidates.reduce((best, grid) => (worth(grid) > worth(best) ? grid : best));
}

function gridOf(count: number, lines: number, width: number, height: number, lineHeight: number): Grid {
  // As many in a line as in the others: 4 brokers stand as 2 and 2, not as 3 and 1.
  const columns = Math.ceil(count / lines);
  const lineCount = Math.ceil(count / columns);
  const gapBelow = lineCount > 1 ? GAP + 8 : 0;
  const cardWidth = Math.min(WIDEST_BROKER, (width - 2 * MARGIN - GAP * (columns - 1)) / columns);
  const cardHeight = (height - gapBelow * (lineCount - 1)) / lineCount;
  const mostLines = Math.max(0, Math.floor((cardHeight - HEAD_HEIGHT - FOOT_HEIGHT) / lineHeight));
  return { columns, lineCount, cardWidth, mostLines, gapBelow };
}

function placeInRow(
  keys: readonly EntityKey[],
  { x, y, width: room, height }: Box,
  narrowest: number,
  widest: number,
): ReadonlyMap<EntityKey, Box> {
  const most = Math.max(0, Math.floor((room + GAP) / (narrowest + GAP)));
  const shown = keys.slice(0, most);
  if (shown.length === 0) return new Map();
  const width = Math.min(widest, (room - GAP * (shown.length - 1)) / shown.length);
  // What is left over parts them evenly, so that a row fills the width without falling apart.
  const gap = shown.length === 1 ? 0 : Math.min(3 * GAP, (room - width * shown.length) / (shown.length - 1));
  const start = x + (room - width * shown.length - gap * (shown.length - 1)) / 2;
  return new Map(
    shown.map((key, index) => [
      key,
      { x: Math.round(start + index * (width + gap)), y, width: Math.floor(width), height },
    ]),
  );
}

function placeReaders(
  { width, groups, consumers }: MapInput,
  y: number,
  height: number,
): Pick<MapLayout, 'groups' | 'consumers' | 'hiddenReaders'> {
  const keys = [...groups.map(({ key }) => key), ...consumers];
  const cards = placeInRow(
    keys,
    { x: MARGIN, y, width: width - 2 * MARGIN, height },
    NARROWEST_GROUP,
    WIDEST_GROUP,
  );
  const boxes = new Map<EntityKey, Box>();
  for (const { key, members } of groups) {
    const card = cards.get(key);
    if (card === undefined) continue;
    const memberSize = card.height < ROOMY.card ? SMALL_MEMBER_SIZE : MEMBER_SIZE;
    const room = Math.max(1, Math.floor((card.width * 0.55 + MEMBER_GAP) / (memberSize + MEMBER_GAP)));
    const shown = members.slice(0, room);
    const left = card.x + card.width - 10 - shown.length * (memberSize + MEMBER_GAP) + MEMBER_GAP;
    shown.forEach((member, index) => {
      boxes.set(member, {
        x: Math.round(left + index * (memberSize + MEMBER_GAP)),
        y: card.y + (card.height < ROOMY.card ? 3 : 4),
        width: memberSize,
        height: memberSize,
      });
    });
  }
  for (const key of consumers) {
    const card = cards.get(key);
    if (card !== undefined) boxes.set(key, card);
  }
  return {
    groups: new Map(groups.flatMap(({ key }) => (cards.has(key) ? [[key, cards.get(key)!] as const] : []))),
    consumers: boxes,
    hiddenReaders: keys.length - cards.size,
  };
}
