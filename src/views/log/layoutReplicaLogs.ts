import type { BrokerView, ConsumerView, PartitionView, ReplicaView } from '../../bridge/frame.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { NO_LEADER, type BrokerId, type Epoch, type Micros, type Offset } from '../../shared/units.ts';
import { isOnline, roleLetter, type RoleLetter } from '../clusterModel.ts';
import type { LogArea } from './placeLogArea.ts';

/**
 * The picture that carries the product: every replica of one partition on one shared offset axis, and the high watermark
 * through all of them. Pure geometry: numbers in, numbers out, so that it is a picture, a file and a test alike.
 */
export interface ReplicaLogsInput {
  readonly area: LogArea;
  readonly partition: PartitionView;
  /** 2: twice as near as the picture chooses by itself. Default 1. */
  readonly zoom?: number;
  /** Right end of what is drawn; null, the default: it follows the ends of the logs. */
  readonly end?: Offset | null;
  /** What is drawn, where another picture has chosen it. */
  readonly window?: OffsetWindow;
  /** One a lane, in the order of `area.laneTops`. */
  readonly replicas: readonly ReplicaView[];
  readonly brokers: readonly BrokerView[];
  readonly consumers: readonly ConsumerView[];
  /** With the facts before it, see withOlderFacts. */
  readonly trace: readonly TraceRow[];
  /** Of the ledger: acks are routine and soon leave the trace, this number stays. */
  readonly lostAfterAck: number;
  readonly nowUs: Micros;
}

export interface ReplicaLogsLayout {
  readonly area: LogArea;
  readonly window: OffsetWindow;
  /** `near`: a cell per record. `middle`: a bar. */
  readonly detail: 'near' | 'middle';
  readonly lanes: readonly LaneLayout[];
  readonly highWatermark: HighWatermarkLayout;
  readonly axis: readonly { readonly x: number; readonly offset: Offset }[];
  readonly gauge: GaugeLayout;
  readonly rope: RopeLayout | null;
  readonly pins: readonly PinLayout[];
  /** On the leader's lane; null where its log never had a transaction. */
  readonly transactions: TransactionsLayout | null;
  /** Left end of the words above the leader's hatch; null when there is none, or no room. */
  readonly notCommittedX: number | null;
  /** Whether the words over the sea have room left of the flag. */
  readonly seaLabel: boolean;
}

export interface OffsetWindow {
  readonly from: Offset;
  readonly to: Offset;
}

export interface LaneLayout {
  readonly broker: BrokerId;
  readonly letter: RoleLetter;
  readonly online: boolean;
  readonly y: number;
  readonly height: number;
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  /** Left edge of what is drawn; equals endX when nothing of this log is in the window. */
  readonly startX: number;
  readonly endX: number;
  /** Where the committed part ends by what this replica knows. */
  readonly committedX: number;
  /** The log begins in the window: it gets its bracket. Otherwise it goes on to the left. */
  readonly startsInWindow: boolean;
  /** The whole log lies left of the window. */
  readonly leftOfWindow: boolean;
  /** It ends in the window, or left of it: it gets its bracket. Otherwise it goes on to the right. */
  readonly endsInWindow: boolean;
  /** Full-height rules, at the base offset of each batch. */
  readonly batchXs: readonly number[];
  /** Short ticks, one a record. */
  readonly recordXs: readonly number[];
  /** The replica's own high watermark, when it is not yet the leader's. */
  readonly ownHighWatermarkX: number | null;
  readonly epochs: readonly { readonly x: number; readonly epoch: Epoch; readonly startOffset: Offset }[];
  /** Cells beyond the LEO that were truncated, oldest first. */
  readonly ghosts: readonly GhostLayout[];
  readonly note: LaneNote | null;
}

export interface GhostLayout {
  readonly x: number;
  readonly width: number;
  /** They were called a success, and the log that leads does not have them. */
  readonly acknowledged: boolean;
}

export type LaneNote =
  | { readonly kind: 'behind'; readonly records: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'empty' };

export interface HighWatermarkLayout {
  readonly x: number;
  readonly offset: Offset;
  /** The line itself is only drawn inside of the window; beyond it the flag points there. */
  readonly side: 'inside' | 'left' | 'right';
  readonly flagX: number;
  readonly flagWidth: number;
  readonly reason: HighWatermarkReason | null;
  /** The reason stands right of the flag, or left of it when there is no room. */
  readonly reasonSide: 'right' | 'left';
}

/** Why the high watermark does not move; null while it moves, or has no reason to. */
export type HighWatermarkReason =
  | { readonly kind: 'frozen'; readonly isrSize: number; readonly minIsr: number }
  | { readonly kind: 'heldBy'; readonly brokers: readonly BrokerId[] }
  | { readonly kind: 'noLeader' };

export interface GaugeLayout {
  readonly labelX: number;
  readonly x: number;
  readonly y: number;
  readonly slots: number;
  readonly replicas: number;
  readonly filled: number;
  readonly minIsr: number;
  readonly slotWidth: number;
  readonly minMarkX: number;
  readonly below: boolean;
}

export interface RopeLayout {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** From the first to the last member of the ISR. */
  readonly held: { readonly top: number; readonly bottom: number } | null;
  readonly knots: readonly { readonly x: number; readonly y: number; readonly inIsr: boolean }[];
}

export interface TransactionsLayout {
  /** Lane of the leader. */
  readonly y: number;
  readonly height: number;
  /** From the first record to behind the marker. */
  readonly brackets: readonly {
    readonly x: number;
    readonly width: number;
    readonly state: 'open' | 'committed' | 'aborted';
    /** Its marker is the last record of it that is drawn. */
    readonly markerX: number | null;
  }[];
  /** null: it stands at the high watermark, which is drawn already, or outside of the window. */
  readonly lastStableX: number | null;
  readonly lastStableOffset: Offset;
}

export interface PinLayout {
  readonly label: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly position: Offset;
  readonly lag: number;
  readonly leftOfWindow: boolean;
  readonly rightOfWindow: boolean;
  readonly labelSide: 'left' | 'right';
}

/** At this many pixels a record is a cell of its own. */
const NEAR_PX_PER_RECORD = 7;
const SHORTEST_WINDOW = 28;
const LONGEST_WINDOW = 40;
/** Committed records that stay in sight when the uncommitted part is long. */
const COMMITTED_IN_SIGHT = 8;
const MOST_GAUGE_SLOTS = 9;
const GAUGE_LABEL_WIDTH = 26;
/** An ISR member that has not caught up for so long is named as the one that holds the watermark. */
const HOLDS_BACK_AFTER_US = 1_000_000;

export function layoutReplicaLogs(input: ReplicaLogsInput): ReplicaLogsLayout {
  const { area, partition, replicas } = input;
  const highWatermark = Math.max(0, partition.highWatermark);
  const window = input.window ?? chooseWindow(area, highWatermark, replicas, input.zoom, input.end);
  const pxPerRecord = (area.x1 - area.x0) / (window.to - window.from);
  const x = (offset: Offset) => round(area.x0 + (offset - window.from) * pxPerRecord);
  const clampX = (offset: Offset) => Math.min(area.x1, Math.max(area.x0, x(offset)));
  const detail = pxPerRecord >= NEAR_PX_PER_RECORD && area.laneHeight >= 16 ? 'near' : 'middle';

  const lanes = replicas.map((replica, index) =>
    layoutLane({ input, replica, y: area.laneTops[index] ?? 0, window, clampX, detail, highWatermark }),
  );
  const leaderLane = lanes.find((lane) => lane.broker === partition.leader) ?? null;
  const line = layoutHighWatermark(input, window, clampX(highWatermark), highWatermark);
  return {
    area,
    window,
    detail,
    lanes,
    highWatermark: line,
    axis: layoutAxis(area, window, pxPerRecord, x),
    gauge: layoutGauge(area, partition, line),
    rope: area.size === 'wide' ? layoutRope(area, partition, replicas) : null,
    transactions: layoutTransactions(input, leaderLane, window, clampX),
    pins: layoutPins(input, leaderLane ?? lanes[0] ?? null, window, clampX),
    notCommittedX:
      leaderLane !== null && leaderLane.endX - leaderLane.committedX >= 24
        ? round(Math.max(leaderLane.committedX + 5, (leaderLane.committedX + leaderLane.endX) / 2 - 36))
        : null,
    seaLabel: area.size === 'wide' && line.flagX - line.flagWidth / 2 - area.x0 > 210,
  };
}

/** Records that are drawn of logs that end together. */
export function baseLength(area: LogArea): number {
  const fitting = Math.floor((area.x1 - area.x0) / 10);
  return Math.min(LONGEST_WINDOW, Math.max(SHORTEST_WINDOW, Math.floor(fitting / 4) * 4));
}

export function longestEndOf(highWatermark: Offset, replicas: readonly ReplicaView[]): Offset {
  return replicas.reduce((longest, { logEndOffset }) => Math.max(longest, logEndOffset), highWatermark);
}

/** The end region of the logs, unless a reader looks elsewhere: it ends a little after the longest log and always holds the high watermark. */
export function chooseWindow(
  area: LogArea,
  highWatermark: Offset,
  replicas: readonly ReplicaView[],
  zoom = 1,
  end: Offset | null = null,
): OffsetWindow {
  const longestEnd = longestEndOf(highWatermark, replicas);
  const length = baseLength(area);
  // In steps of four, so that the axis stands still while single records arrive.
  const to = Math.max(length, Math.ceil((longestEnd + 1) / 4) * 4);
  if (end !== null && end < to) return { from: Math.max(0, end - length / zoom), to: end };
  if (zoom !== 1) {
    const wanted = Math.max(SHORTEST_WINDOW / 2, Math.round(length / zoom / 4) * 4);
    const start = Math.min(to - wanted, Math.floor((highWatermark - 2) / 4) * 4);
    return { from: Math.max(0, start), to };
  }
  // A replica that is only a little further behind is taken in, as long as a record stays a cell.
  const widest = Math.floor((area.x1 - area.x0) / NEAR_PX_PER_RECORD / 4) * 4;
  const ends = replicas.map(({ logEndOffset }) => logEndOffset).filter((end) => end > to - widest + 4);
  const shortestEnd = Math.min(to, ...ends);
  const from = Math.min(
    to - length,
    Math.floor((shortestEnd - 4) / 4) * 4,
    Math.floor((highWatermark - COMMITTED_IN_SIGHT) / 4) * 4,
  );
  return { from: Math.max(0, from), to };
}

function layoutLane(args: {
  readonly input: ReplicaLogsInput;
  readonly replica: ReplicaView;
  readonly y: number;
  readonly window: OffsetWindow;
  readonly clampX: (offset: Offset) => number;
  readonly detail: 'near' | 'middle';
  readonly highWatermark: Offset;
}): LaneLayout {
  const { input, replica, y, window, clampX, detail, highWatermark } = args;
  const broker = input.brokers.find(({ nodeId }) => nodeId === replica.broker);
  const online = broker !== undefined && isOnline(broker) && replica.role !== 'offline';
  const ownCommitted = Math.min(replica.highWatermark, replica.logEndOffset);
  const first = Math.max(replica.logStartOffset, Math.floor(window.from));
  const end = replica.logEndOffset;
  const lastDrawn = Math.min(end, Math.ceil(window.to));
  const inWindow = (offset: Offset) => offset > Math.max(first, window.from) && offset < lastDrawn;
  return {
    broker: replica.broker,
    letter: roleLetter(input.partition, replica.broker),
    online,
    y,
    height: input.area.laneHeight,
    logStartOffset: replica.logStartOffset,
    logEndOffset: end,
    startX: clampX(first),
    endX: clampX(end),
    committedX: clampX(ownCommitted),
    startsInWindow: replica.logStartOffset >= window.from,
    leftOfWindow: end < window.from,
    endsInWindow: end <= window.to,
    batchXs: batchBases(replica).filter(inWindow).map(clampX),
    recordXs: detail === 'near' ? range(first + 1, lastDrawn).map(clampX) : [],
    ownHighWatermarkX:
      online &&
      replica.highWatermark !== highWatermark &&
      replica.highWatermark >= window.from &&
      replica.highWatermark <= window.to
        ? clampX(replica.highWatermark)
        : null,
    epochs: replica.epochs
      .filter(({ startOffset }) => startOffset > window.from && startOffset <= window.to)
      .map(({ epoch, startOffset }) => ({ x: clampX(startOffset), epoch, startOffset })),
    ghosts: layoutGhosts(input, replica, window, clampX),
    note: noteOf(replica, online, highWatermark, window),
  };
}

function noteOf(
  replica: ReplicaView,
  online: boolean,
  highWatermark: Offset,
  window: OffsetWindow,
): LaneNote | null {
  const behind = highWatermark - replica.logEndOffset;
  if (behind > 0 && (!online || replica.logEndOffset < window.from))
    return { kind: 'behind', records: behind };
  if (!online) return { kind: 'unreachable' };
  return replica.logEndOffset === 0 ? { kind: 'empty' } : null;
}

function batchBases(replica: ReplicaView): number[] {
  return replica.batches.filter((_, index) => index % 2 === 0);
}

/** Records that this replica held and lost; shown until its log has grown over their place again. */
function layoutGhosts(
  { trace, partition, replicas, lostAfterAck }: ReplicaLogsInput,
  replica: ReplicaView,
  window: OffsetWindow,
  clampX: (offset: Offset) => number,
): GhostLayout[] {
  const index = trace.findLastIndex(
    ({ event }) =>
      event.kind === 'LogTruncated' && event.partition === partition.name && event.broker === replica.broker,
  );
  const event = trace[index]?.event;
  if (event?.kind !== 'LogTruncated') return [];
  const bottom = Math.min(event.from, event.to);
  const start = Math.max(replica.logEndOffset, bottom, window.from);
  const end = Math.min(Math.max(event.from, event.to), window.to);
  if (start >= end || replica.logEndOffset < bottom) return [];
  const leader = replicas.find(({ broker }) => broker === partition.leader);
  const kept = Math.min(end, Math.max(start, keptUpTo(trace.slice(0, index), partition.name, leader)));
  const ghost = (from: Offset, to: Offset, acknowledged: boolean): GhostLayout => ({
    x: clampX(from),
    width: round(clampX(to) - clampX(from)),
    acknowledged,
  });
  const before = trace.slice(0, index);
  const remembersAcks = before.some(({ event: row }) => row.kind === 'RecordsAcknowledged');
  const beyond = remembersAcks ? wereAcknowledged(before, partition.name, kept, end) : lostAfterAck > 0;
  return [
    ...(kept > start ? [ghost(start, kept, false)] : []),
    ...(kept < end ? [ghost(kept, end, beyond)] : []),
  ];
}

/** Where the leader's log parts from the truncated one: below it the leader has the same records. */
function keptUpTo(before: readonly TraceRow[], partition: string, leader: ReplicaView | undefined): Offset {
  if (leader === undefined) return 0;
  const election = before.findLast(
    ({ event }) => event.kind === 'LeaderElected' && event.partition === partition,
  );
  if (election?.event.kind !== 'LeaderElected') return leader.logEndOffset;
  const { leaderEpoch } = election.event;
  return leader.epochs.find(({ epoch }) => epoch >= leaderEpoch)?.startOffset ?? leader.logEndOffset;
}

/** Whether a success was reported for one of these offsets before the leadership moved away from the log that held them. */
function wereAcknowledged(
  before: readonly TraceRow[],
  partition: string,
  start: Offset,
  end: Offset,
): boolean {
  const election = before.findLastIndex(
    ({ event }) => event.kind === 'LeaderElected' && event.partition === partition,
  );
  return before
    .slice(0, election < 0 ? before.length : election)
    .some(
      ({ event }) =>
        event.kind === 'RecordsAcknowledged' &&
        event.partition === partition &&
        event.baseOffset >= 0 &&
        event.baseOffset < end &&
        event.baseOffset + event.count > start,
    );
}

function layoutHighWatermark(
  input: ReplicaLogsInput,
  { from, to }: OffsetWindow,
  x: number,
  offset: Offset,
): HighWatermarkLayout {
  const { area } = input;
  const side = offset > to ? 'right' : offset < from ? 'left' : 'inside';
  const arrow = side === 'inside' ? 0 : 2;
  const flagWidth =
    (3 + arrow + String(offset).length + Math.floor((String(offset).length - 1) / 3)) * 7.3 + 26;
  const margin = flagWidth / 2 + 4;
  const flagX = Math.max(margin, Math.min(area.width - margin, x));
  const reason = reasonOf(input);
  const roomRight = area.width - flagX - flagWidth / 2;
  return { x, offset, side, flagX, flagWidth, reason, reasonSide: roomRight < 104 ? 'left' : 'right' };
}

export function reasonOf({
  partition,
  replicas,
  brokers,
  nowUs,
}: ReplicaLogsInput): HighWatermarkReason | null {
  if (partition.leader === NO_LEADER) return { kind: 'noLeader' };
  // Strict min ISR (KAFKA-15583): below it the watermark stands, whatever the followers hold.
  if (partition.isr.length < partition.effectiveMinIsr) {
    return { kind: 'frozen', isrSize: partition.isr.length, minIsr: partition.effectiveMinIsr };
  }
  const leader = replicas.find(({ broker }) => broker === partition.leader);
  if (leader === undefined || leader.logEndOffset <= partition.highWatermark) return null;
  const holding = partition.isr.filter((id) => {
    if (id === partition.leader) return false;
    const process = brokers.find(({ nodeId }) => nodeId === id);
    const known = leader.followers?.find(({ broker }) => broker === id);
    if (known === undefined || known.logEndOffset > partition.highWatermark) return false;
    const gone = process !== undefined && !isOnline(process);
    return gone || nowUs - known.lastCaughtUpUs > HOLDS_BACK_AFTER_US;
  });
  return holding.length > 0 ? { kind: 'heldBy', brokers: holding } : null;
}

function layoutAxis(
  area: LogArea,
  window: OffsetWindow,
  pxPerRecord: number,
  x: (offset: Offset) => number,
): ReplicaLogsLayout['axis'] {
  if (area.axisY === null) return [];
  const widest = (String(Math.ceil(window.to)).length + 1) * 6 + 6;
  const step = [1, 2, 4, 8, 20, 40, 80, 200, 400, 800, 2000, 4000, 8000, 20_000, 100_000, 1_000_000].find(
    (candidate) => candidate * pxPerRecord >= Math.max(34, widest),
  );
  if (step === undefined) return [];
  const ticks: { x: number; offset: Offset }[] = [];
  for (let offset = Math.ceil(window.from / step) * step; offset <= window.to; offset += step) {
    ticks.push({ x: x(offset), offset });
  }
  return ticks;
}

function layoutGauge(area: LogArea, partition: PartitionView, line: HighWatermarkLayout): GaugeLayout {
  const slots = partition.replicas.length;
  const slotWidth = area.size === 'phone' ? 22 : 24;
  const width = Math.min(slots, MOST_GAUGE_SLOTS) * slotWidth;
  // In one row with the flag it makes room for it.
  const collides = area.size !== 'wide' && line.flagX - line.flagWidth / 2 < GAUGE_LABEL_WIDTH + 16 + width;
  const labelX = collides ? Math.max(16, area.x1 - width - GAUGE_LABEL_WIDTH) : 16;
  const x = labelX + GAUGE_LABEL_WIDTH;
  return {
    labelX,
    x,
    y: area.size === 'wide' ? 20 : area.flagY - 7,
    slots: Math.min(slots, MOST_GAUGE_SLOTS),
    replicas: slots,
    filled: Math.min(slots, partition.isr.length),
    minIsr: partition.effectiveMinIsr,
    slotWidth,
    minMarkX: x + Math.min(partition.effectiveMinIsr, slots) * slotWidth - 2,
    below: partition.isr.length < partition.effectiveMinIsr,
  };
}

function layoutRope(
  area: LogArea,
  partition: PartitionView,
  replicas: readonly ReplicaView[],
): RopeLayout | null {
  if (replicas.length < 2) return null;
  const middles = replicas.map((_, index) => (area.laneTops[index] ?? 0) + area.laneHeight / 2);
  const held = middles.filter((_, index) => partition.isr.includes(replicas[index]!.broker));
  const top = middles[0]!;
  const bottom = middles[middles.length - 1]!;
  const heldSpan = held.length > 0 ? { top: held[0]!, bottom: held[held.length - 1]! } : null;
  return {
    x: 200,
    top,
    bottom,
    held: heldSpan,
    knots: replicas.map((replica, index) => {
      const y = middles[index]!;
      const inIsr = partition.isr.includes(replica.broker);
      const passedBy = !inIsr && heldSpan !== null && y > heldSpan.top && y < heldSpan.bottom;
      // The rope runs past a replica that let go of it.
      return { x: passedBy ? 192 : 200, y, inIsr };
    }),
  };
}

function layoutPins(
  { area, partition, consumers }: ReplicaLogsInput,
  lane: LaneLayout | null,
  window: OffsetWindow,
  clampX: (offset: Offset) => number,
): PinLayout[] {
  if (lane === null || area.lanePitch < 84) return [];
  return consumers.flatMap((consumer, index) => {
    const place = consumer.positions.find((position) => position.partition === partition.name);
    if (place === undefined || place.position < 0) return [];
    const x = clampX(place.position);
    return [
      {
        label: `c${index + 1}`,
        name: consumer.clientId,
        x,
        y: lane.y + lane.height + 1,
        position: place.position,
        lag: Math.max(0, partition.highWatermark - place.position),
        leftOfWindow: place.position < window.from,
        rightOfWindow: place.position > window.to,
        labelSide: x - area.x0 > 180 ? ('left' as const) : ('right' as const),
      },
    ];
  });
}

function layoutTransactions(
  { partition, replicas }: ReplicaLogsInput,
  lane: LaneLayout | null,
  window: OffsetWindow,
  clampX: (offset: Offset) => number,
): TransactionsLayout | null {
  const known = replicas.find(({ broker }) => broker === partition.leader)?.transactions;
  if (known === undefined || lane === null) return null;
  const { lastStableOffset, spans } = known;
  const isInWindow = lastStableOffset >= window.from && lastStableOffset <= window.to;
  return {
    y: lane.y,
    height: lane.height,
    brackets: spans
      .filter(({ firstOffset, endOffset }) => endOffset > window.from && firstOffset < window.to)
      .map(({ firstOffset, endOffset, state }) => {
        const x = clampX(firstOffset);
        const isEndDrawn = endOffset - 1 >= window.from && endOffset <= window.to;
        return {
          x,
          width: round(clampX(endOffset) - x),
          state,
          markerX:
            state !== 'open' && isEndDrawn ? round((clampX(endOffset - 1) + clampX(endOffset)) / 2) : null,
        };
      }),
    lastStableX: isInWindow && lastStableOffset < partition.highWatermark ? clampX(lastStableOffset) : null,
    lastStableOffset,
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
