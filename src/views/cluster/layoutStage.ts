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
  if (size === 'wide' || size === 'medium') return layoutWithColumn(input);
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

function layoutWithColumn(input: StageLayoutInput): StageLayout {
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
