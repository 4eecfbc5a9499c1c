import type { EntityKey } from '../../bridge/frame.ts';
import { placeLogArea, type LogArea, type StageSize } from '../log/placeLogArea.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StageLayout {
  readonly area: LogArea;
  readonly brokers: ReadonlyMap<EntityKey, Box>;
  /** Small cards below the logs: brokers without a replica of the partition. */
  readonly others: ReadonlyMap<EntityKey, Box>;
  /** Of those, how many found no room. */
  readonly hiddenBrokers: number;
  readonly producers: ReadonlyMap<EntityKey, Box>;
  readonly consumers: ReadonlyMap<EntityKey, Box>;
  readonly controller: Box | null;
  /** Clients have room for their details; else one line each. */
  readonly roomyClients: boolean;
  /** Clients that found no room at all. */
  readonly hiddenClients: number;
}

export interface StageLayoutInput {
  readonly size: StageSize;
  readonly width: number;
  readonly height: number;
  /** Brokers that hold a replica of the partition, in the order of the lanes. */
  readonly brokers: readonly EntityKey[];
  /** Brokers that hold none, in the order of their cards. */
  readonly others?: readonly EntityKey[];
  readonly producers: readonly EntityKey[];
  readonly consumers: readonly EntityKey[];
  readonly hasController: boolean;
}

const COLUMN_WIDTH = 148;
const STRIP_HEIGHT = 38;
const PRODUCER_HEIGHT = 128;
const COMPACT_PRODUCER_HEIGHT = 66;
const CONSUMER_HEIGHT = 62;
const CONTROLLER_HEIGHT = 46;

/** Where every card stands. Pure, deterministic: the same cluster in the same box is always the same picture. */
export function layoutStage(input: StageLayoutInput): StageLayout {
  const { size, width, height } = input;
  const others = placeOtherBrokers(width, height, size === 'hero' ? [] : (input.others ?? []));
  const left = { ...input, height: height - others.height };
  return {
    ...(size === 'wide' || size === 'medium' ? layoutWithColumn(left) : layoutNarrow(left)),
    others: others.boxes,
    hiddenBrokers: others.hidden,
  };
}

const OTHER_GAP = 6;
const OTHER_WIDTH = 216;
/** Room for an id and a rack. */
const NARROWEST_OTHER = 62;

export interface OtherBrokers {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  /** Of all of them with the room around them; 0 when there are none. */
  readonly height: number;
  readonly hidden: number;
}

/** Rows of small cards at the foot: as wide as they can be, narrower when there are many, two rows at most. */
export function placeOtherBrokers(width: number, height: number, keys: readonly EntityKey[]): OtherBrokers {
  if (keys.length === 0) return { boxes: new Map(), height: 0, hidden: 0 };
  const cardHeight = height < 300 ? 24 : 32;
  const rows = keys.length * (NARROWEST_OTHER + OTHER_GAP) > width - 18 && height >= 380 ? 2 : 1;
  const most = Math.max(1, Math.floor((width - 24 + OTHER_GAP) / (NARROWEST_OTHER + OTHER_GAP)));
  const columns = Math.min(most, Math.ceil(keys.length / rows));
  const cardWidth = Math.min(OTHER_WIDTH, (width - 24 - OTHER_GAP * (columns - 1)) / columns);
  const all = rows * (cardHeight + OTHER_GAP) + OTHER_GAP;
  const shown = keys.slice(0, rows * columns);
  return {
    boxes: new Map(
      shown.map((key, index) => [
        key,
        {
          x: Math.round(12 + (index % columns) * (cardWidth + OTHER_GAP)),
          y: height - all + OTHER_GAP / 2 + Math.floor(index / columns) * (cardHeight + OTHER_GAP),
          width: Math.floor(cardWidth),
          height: cardHeight,
        },
      ]),
    ),
    height: all,
    hidden: keys.length - shown.length,
  };
}

type LogsLayout = Omit<StageLayout, 'others' | 'hiddenBrokers'>;

function layoutNarrow(input: StageLayoutInput): LogsLayout {
  const { size, width, height } = input;
  const clientCount = input.producers.length + input.consumers.length;
  const strip = size === 'phone' && height >= 420 && clientCount > 0;
  const area = placeLogArea(size, width, strip ? height - STRIP_HEIGHT : height, input.brokers.length);
  const none: ReadonlyMap<EntityKey, Box> = new Map();
  if (!strip) {
    return {
      area,
      brokers: laneBoxes(input.brokers, area),
      producers: none,
      consumers: none,
      controller: null,
      roomyClients: false,
      hiddenClients: clientCount,
    };
  }
  const shown = Math.min(clientCount, Math.max(2, Math.floor(width / 170)));
  const boxWidth = (width - 24 - 8 * (shown - 1)) / shown;
  const clients = [...input.producers, ...input.consumers].slice(0, shown);
  const boxes = new Map(
    clients.map((key, index) => [
      key,
      { x: 12 + index * (boxWidth + 8), y: height - STRIP_HEIGHT, width: boxWidth, height: STRIP_HEIGHT - 8 },
    ]),
  );
  return {
    area,
    brokers: laneBoxes(input.brokers, area),
    producers: pick(boxes, input.producers),
    consumers: pick(boxes, input.consumers),
    controller: null,
    roomyClients: false,
    hiddenClients: clientCount - shown,
  };
}

function layoutWithColumn(input: StageLayoutInput): LogsLayout {
  const { size, width, height } = input;
  const area = placeLogArea(size, width, height, input.brokers.length);
  const top = size === 'wide' ? 70 : 44;
  const bottom = height - 30;
  const room = bottom - top;
  const gap = 12;
  const controllerHeight = input.hasController ? CONTROLLER_HEIGHT + gap : 0;
  const clientHeight = (producerHeight: number) =>
    input.producers.length * (producerHeight + gap) + input.consumers.length * (CONSUMER_HEIGHT + gap);
  const roomyClients = clientHeight(PRODUCER_HEIGHT) + controllerHeight - gap <= room;
  const producerHeight = roomyClients ? PRODUCER_HEIGHT : COMPACT_PRODUCER_HEIGHT;

  const items = [
    ...input.producers.map((key) => ({ key, height: producerHeight })),
    ...input.consumers.map((key) => ({ key, height: CONSUMER_HEIGHT })),
  ];
  let shown = items.length;
  const heightOf = (count: number) =>
    items.slice(0, count).reduce((sum, item) => sum + item.height + gap, 0) + controllerHeight - gap;
  while (shown > 0 && heightOf(shown) > room) shown -= 1;

  // What is left over is shared by the gaps, so that the column fills the height of the logs without falling apart.
  const slots = shown + (input.hasController ? 1 : 0);
  const spread = slots > 1 ? Math.min(44, gap + (room - heightOf(shown)) / (slots - 1)) : gap;
  const x = width - COLUMN_WIDTH - 16;
  const boxes = new Map<EntityKey, Box>();
  let y = top;
  for (const item of items.slice(0, shown)) {
    boxes.set(item.key, { x, y: Math.round(y), width: COLUMN_WIDTH, height: item.height });
    y += item.height + spread;
  }
  return {
    area,
    brokers: size === 'wide' ? cardBoxes(input.brokers, area) : laneBoxes(input.brokers, area),
    producers: pick(boxes, input.producers),
    consumers: pick(boxes, input.consumers),
    controller: input.hasController
      ? {
          x,
          y: Math.round(Math.min(y, bottom - CONTROLLER_HEIGHT)),
          width: COLUMN_WIDTH,
          height: CONTROLLER_HEIGHT,
        }
      : null,
    roomyClients,
    hiddenClients: items.length - shown,
  };
}

/** Cards left of the lanes. */
function cardBoxes(keys: readonly EntityKey[], area: LogArea): ReadonlyMap<EntityKey, Box> {
  const height = Math.max(26, Math.min(88, area.lanePitch - 12));
  return new Map(
    keys.map((key, index) => {
      const middle = (area.laneTops[index] ?? 0) + area.laneHeight / 2;
      return [key, { x: 16, y: Math.round(middle - height / 2), width: 168, height }];
    }),
  );
}

/** Without cards the name above a lane, with the lane, is what one clicks. */
function laneBoxes(keys: readonly EntityKey[], area: LogArea): ReadonlyMap<EntityKey, Box> {
  return new Map(
    keys.map((key, index) => [
      key,
      {
        x: 6,
        y: (area.laneTops[index] ?? 0) - (area.size === 'hero' ? 6 : 28),
        width: area.x1 + 2,
        height:
          area.size === 'hero' ? area.laneHeight + 12 : Math.min(area.lanePitch - 4, area.laneHeight + 50),
      },
    ]),
  );
}

function pick(boxes: ReadonlyMap<EntityKey, Box>, keys: readonly EntityKey[]): ReadonlyMap<EntityKey, Box> {
  return new Map(keys.flatMap((key) => (boxes.has(key) ? [[key, boxes.get(key)!] as const] : [])));
}
