import type { EntityKey } from '../../bridge/frame.ts';
import { placeLogArea, type LogArea, type StageSize } from '../log/placeLogArea.ts';
import { isPointedAt } from './isPointedAt.ts';
import type { Beside } from './standBeside.ts';
import { placeControllers, placeControllersAtFoot } from './placeControllers.ts';

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
  /** One each: none is decided for another. */
  readonly controllers: ReadonlyMap<EntityKey, Box>;
  /** Databases, queue brokers and their clients: in the column of clients, where there is one. */
  readonly beside: ReadonlyMap<EntityKey, Box>;
  /** Clients have room for their details; else one line each. */
  readonly roomyClients: boolean;
  /** Clients that found no room at all. */
  readonly hiddenClients: number;
  /** Where their number stands; null: nowhere. */
  readonly countAt: Readonly<Partial<Record<'left' | 'right' | 'top' | 'bottom', number>>> | null;
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
  readonly controllers: readonly EntityKey[];
  readonly beside?: readonly Beside[];
  /** What a lesson points at: of more clients than there is room for, these have it first. */
  readonly pointedAt?: readonly EntityKey[];
}

const COLUMN_WIDTH = 148;
/** Clients below the logs, where there is no column for them: cards for a finger. */
const STRIP_CARD = 44;
const STRIP_GAP = 6;
const STRIP_COUNT = 14;
/** Of a lane with its name above it: with less, its log is worth more than the clients' cards. */
const LEAST_PITCH = 42;
/** Of a card beside a client, and between them. */
const BESIDE_HEIGHT = 28;
const BESIDE_GAP = 8;
const BESIDE_INDENT = 14;
const ROOMY_PRODUCER_HEIGHT = 128;
const LOW_STAGE = 220;
const LOW_STAGE_TOP = 12;

/** How much the column of clients and controllers says: the first of these for which there is room. */
const DENSITIES = [
  { producer: ROOMY_PRODUCER_HEIGHT, consumer: 62, controller: 'card', gap: 12 },
  { producer: 66, consumer: 62, controller: 'card', gap: 12 },
  { producer: 66, consumer: 62, controller: 'row', gap: 10 },
  { producer: 30, consumer: 30, controller: 'card', gap: 10 },
  { producer: 30, consumer: 30, controller: 'row', gap: 8 },
  { producer: 30, consumer: 30, controller: 'chip', gap: 8 },
] as const;

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
const NARROWEST_OTHER = 52;
/** Of the line that counts those without room. */
const COUNT_HEIGHT = 14;

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
  const shown = keys.slice(0, rows * columns);
  const counted = shown.length < keys.length ? COUNT_HEIGHT : 0;
  const all = rows * (cardHeight + OTHER_GAP) + OTHER_GAP + counted;
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

/** Above this height a phone shows one controller, too; of several it always shows each. */
const TALL_PHONE = 300;

function layoutNarrow(input: StageLayoutInput): LogsLayout {
  const { size, width } = input;
  const clientCount = input.producers.length + input.consumers.length;
  const keys =
    size === 'phone' && (input.controllers.length > 1 || input.height >= TALL_PHONE) ? input.controllers : [];
  const foot = placeControllersAtFoot(width, input.height, keys);
  const height = input.height - foot.height;
  const most = Math.min(clientCount, Math.max(2, Math.floor(width / 170)));
  const stripHeight = STRIP_CARD + 2 * STRIP_GAP + (most < clientCount ? STRIP_COUNT : 0);
  const above = placeLogArea(size, width, height - stripHeight, input.brokers.length);
  const strip = size === 'phone' && clientCount > 0 && above.lanePitch >= LEAST_PITCH;
  const area = strip ? above : placeLogArea(size, width, height, input.brokers.length);
  const shown = strip ? most : 0;
  const boxWidth = (width - 24 - 8 * (shown - 1)) / Math.max(1, shown);
  const clients = clientsWithRoom(input, shown);
  const boxes = new Map(
    clients.map((key, index) => [
      key,
      {
        x: Math.round(12 + index * (boxWidth + 8)),
        y: height - STRIP_CARD - STRIP_GAP,
        width: Math.floor(boxWidth),
        height: STRIP_CARD,
      },
    ]),
  );
  return {
    area,
    brokers: laneBoxes(input.brokers, area),
    producers: pick(boxes, input.producers),
    consumers: pick(boxes, input.consumers),
    controllers: foot.boxes,
    beside: new Map(),
    roomyClients: false,
    hiddenClients: clientCount - shown,
    countAt: strip ? { left: 12, top: height - STRIP_CARD - STRIP_GAP - STRIP_COUNT } : null,
  };
}

function layoutWithColumn(input: StageLayoutInput): LogsLayout {
  const { size, width, height } = input;
  const area = placeLogArea(size, width, height, input.brokers.length);
  const usualTop = size === 'wide' ? 70 : 44;
  // Over a high panel little is left: a card that a lesson points at is worth more than the room above it.
  const top = height < LOW_STAGE ? LOW_STAGE_TOP : usualTop;
  const bottom = height - 30;
  const room = bottom - top;
  const clientCount = input.producers.length + input.consumers.length;
  const { beside = [] } = input;
  const besideOf = (shown: number) => placedBeside(clientsWithRoom(input, shown), beside);
  const heightOfControllers = (look: (typeof DENSITIES)[number]['controller']) =>
    placeControllers(look, 0, 0, COLUMN_WIDTH, input.controllers).height;
  const heightOf = (
    { producer, consumer, controller, gap }: (typeof DENSITIES)[number],
    shown: number,
    cardsBeside = besideOf(shown).length,
  ) => {
    const producers = Math.min(shown, input.producers.length);
    const parts = [
      producers * (producer + gap),
      (shown - producers) * (consumer + gap),
      cardsBeside * (BESIDE_HEIGHT + BESIDE_GAP),
      heightOfControllers(controller),
    ];
    return parts.reduce((sum, part) => sum + part, input.controllers.length > 0 ? 0 : -gap);
  };
  const density =
    DENSITIES.find((candidate) => heightOf(candidate, clientCount) <= room) ??
    DENSITIES[DENSITIES.length - 1]!;
  let shown = clientCount;
  // Clients come first: what stands beside them gets the room that they leave.
  while (shown > 0 && heightOf(density, shown, 0) > room) shown -= 1;

  // What is left over is shared by the gaps, so that the column fills the height of the logs without falling apart.
  const slots = shown + (input.controllers.length > 0 ? 1 : 0);
  const left = Math.max(0, room - heightOf(density, shown));
  const gap = slots > 1 ? Math.min(44, density.gap + left / (slots - 1)) : density.gap;
  const x = width - COLUMN_WIDTH - 16;
  const boxes = new Map<EntityKey, Box>();
  const besideBoxes = new Map<EntityKey, Box>();
  const placed = besideOf(shown);
  let y = top;
  let forBeside = room - heightOf(density, shown, 0);
  const putBeside = (client: EntityKey | null) => {
    for (const { key } of placed.filter(({ after }) => after === client)) {
      // What finds no room is left to the panels.
      if (forBeside < BESIDE_HEIGHT + BESIDE_GAP) return;
      forBeside -= BESIDE_HEIGHT + BESIDE_GAP;
      y += client === null ? 0 : BESIDE_GAP;
      besideBoxes.set(key, {
        x: x + BESIDE_INDENT,
        y: Math.round(y),
        width: COLUMN_WIDTH - BESIDE_INDENT,
        height: BESIDE_HEIGHT,
      });
      y += BESIDE_HEIGHT + (client === null ? BESIDE_GAP : 0);
    }
  };
  for (const key of clientsWithRoom(input, shown)) {
    const cardHeight = input.producers.includes(key) ? density.producer : density.consumer;
    boxes.set(key, { x, y: Math.round(y), width: COLUMN_WIDTH, height: cardHeight });
    y += cardHeight;
    putBeside(key);
    y += gap;
  }
  putBeside(null);
  return {
    area,
    brokers: size === 'wide' ? cardBoxes(input.brokers, area) : laneBoxes(input.brokers, area),
    producers: pick(boxes, input.producers),
    consumers: pick(boxes, input.consumers),
    controllers: placeControllers(density.controller, x, Math.round(y), COLUMN_WIDTH, input.controllers)
      .boxes,
    beside: besideBoxes,
    roomyClients: density.producer === ROOMY_PRODUCER_HEIGHT,
    hiddenClients: clientCount - shown,
    countAt: { right: 16, bottom: 6 },
  };
}

/** After which client each of them stands, the last of its users that has a card; null: after all. Those of clients without one have none. */
function placedBeside(
  clients: readonly EntityKey[],
  beside: readonly Beside[],
): readonly { readonly key: EntityKey; readonly after: EntityKey | null }[] {
  return beside.flatMap(({ key, users }) => {
    const after = clients.filter((client) => users.includes(client)).at(-1);
    if (after === undefined && users.length > 0) return [];
    return [{ key, after: after ?? null }];
  });
}

/** So many clients, in their order: those that are pointed at, and the first of the others. */
function clientsWithRoom(
  { producers, consumers, pointedAt = [] }: StageLayoutInput,
  count: number,
): readonly EntityKey[] {
  const clients = [...producers, ...consumers];
  const meant = clients.filter((key) => isPointedAt(key, pointedAt)).slice(0, count);
  const others = clients.filter((key) => !meant.includes(key)).slice(0, count - meant.length);
  return clients.filter((key) => meant.includes(key) || others.includes(key));
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
