import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';

/** More than any row takes: its fields are numbers and numbers of texts. */
export const MOST_ROW_BYTES = 1024;

type Fields = Record<string, unknown>;

/** What the low bits of a value's first number say about it. */
const WHOLE = 0;
const TEXT = 1;
/** A fraction with at most three digits: a time in ms that was counted in µs. */
const THOUSANDTHS = 2;
/** Anything else: null, booleans, lists, other fractions. By its number among those met before. */
const OTHER = 3;
const TAGS = 4;

/** What rows of one trace have in common: the texts in them, and which fields each kind of event has. */
export class TraceWords {
  /** Names of an event's fields, for each list of them that was met, and the kind of event that has them. */
  readonly shapes: (readonly string[])[] = [];
  readonly kinds: string[] = [];
  /** The shapes of the most frequent events, once they were met; −1: not yet. */
  readonly frequent: Record<FrequentKind, number> = {
    RecordsAppended: -1,
    HighWatermarkAdvanced: -1,
    ProduceParked: -1,
    RecordsAcknowledged: -1,
    RecordsDelivered: -1,
  };
  private readonly shapeNumbers = new Map<string, number>();
  private readonly likely = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly textNumbers = new Map<string, number>();
  private readonly others: unknown[] = [];
  private readonly otherNumbers = new Map<string, number>();
  private readonly leader = this.textOf('leader');
  private readonly follower = this.textOf('follower');

  /** The shape that an event of this kind most likely has: the one of the last. */
  likelyShape(kind: string): number {
    return this.likely.get(kind) ?? -1;
  }

  /** The shape that an event has. */
  shapeOf(event: TraceEvent): number {
    const names = Object.keys(event);
    const key = `${event.kind} ${names.join()}`;
    let shape = this.shapeNumbers.get(key);
    if (shape === undefined) {
      shape = this.shapes.push(names) - 1;
      this.kinds.push(event.kind);
      this.shapeNumbers.set(key, shape);
      if (isFrequent(event.kind) && FREQUENT[event.kind] === names.join()) this.frequent[event.kind] = shape;
    }
    this.likely.set(event.kind, shape);
    return shape;
  }

  roleOf(role: 'leader' | 'follower'): number {
    return role === 'leader' ? this.leader : this.follower;
  }

  textOf(text: string): number {
    return this.textNumber(text) * TAGS + TEXT;
  }

  numberOf(value: unknown): number {
    if (typeof value === 'string') return this.textNumber(value) * TAGS + TEXT;
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value) && Math.abs(value) < MOST_EXACT) return zigZag(value) * TAGS + WHOLE;
      const thousandths = Math.round(value * 1000);
      if (Math.abs(thousandths) < MOST_EXACT && thousandths / 1000 === value)
        return zigZag(thousandths) * TAGS + THOUSANDTHS;
    }
    return this.otherNumber(value) * TAGS + OTHER;
  }

  valueOf(number: number): unknown {
    const tag = number % TAGS;
    const rest = Math.floor(number / TAGS);
    if (tag === TEXT) return this.texts[rest];
    if (tag === OTHER) return this.others[rest];
    return tag === WHOLE ? unZigZag(rest) : unZigZag(rest) / 1000;
  }

  private textNumber(text: string): number {
    let number = this.textNumbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.textNumbers.set(text, number);
    }
    return number;
  }

  private otherNumber(value: unknown): number {
    const key = typeof value === 'number' ? String(value) : `${typeof value} ${JSON.stringify(value)}`;
    let number = this.otherNumbers.get(key);
    if (number === undefined) {
      number = this.others.push(value) - 1;
      this.otherNumbers.set(key, number);
    }
    return number;
  }
}

/**
 * Writes rows of a trace as bytes and reads them back: some 13 bytes a row, where the objects take 150 and have to be looked
 * at by every garbage collection. Times and events are written as distances from the row before, texts and field names as
 * numbers; whole numbers take seven bits a byte. It goes over a run of rows from its start on.
 */
export class TraceRowCodec {
  /** Where the next row begins. */
  offset = 0;
  private timeUs: Micros = 0;
  private seq = 0;
  /** The last offset of each partition, by the number of its name. */
  private offsets = new Float64Array(64);
  private partition = 0;
  private readonly words: TraceWords;

  constructor(words: TraceWords) {
    this.words = words;
  }

  /** Goes to the start of a run of rows. */
  restart(): void {
    this.offset = 0;
    this.timeUs = 0;
    this.seq = 0;
    this.offsets.fill(0);
  }

  /** Writes the next row at `start`, where there is room for `MOST_ROW_BYTES`, and returns where it ends. */
  write(
    bytes: Uint8Array,
    start: number,
    timeUs: Micros,
    seq: number,
    causeSeq: number,
    event: TraceEvent,
  ): number {
    let offset = writeNumber(bytes, start, zigZag(timeUs - this.timeUs));
    offset = writeNumber(bytes, offset, zigZag(seq - this.seq));
    offset = writeNumber(bytes, offset, zigZag(seq - causeSeq));
    this.timeUs = timeUs;
    this.seq = seq;
    const end = this.writeFrequent(bytes, offset, event);
    if (end >= 0) return end;
    const likely = this.words.likelyShape(event.kind);
    const likelyEnd = likely < 0 ? -1 : this.writeEvent(bytes, offset, event, likely);
    return likelyEnd >= 0 ? likelyEnd : this.writeMet(bytes, offset, event);
  }

  /** One whose shape has to be found, and may be met for the first time. */
  private writeMet(bytes: Uint8Array, start: number, event: TraceEvent): number {
    const shape = this.words.shapeOf(event);
    const end = this.writeFrequent(bytes, start, event);
    return end >= 0 ? end : this.writeEvent(bytes, start, event, shape);
  }

  /**
   * The same for the kinds that nearly all rows are of, field by field: going over fields that are not known beforehand takes several
   * times longer. Offsets are written as distances from the last one of their partition, and mostly take one or two bytes.
   * −1: it is of another kind, or the first of its kind.
   */
  private writeFrequent(bytes: Uint8Array, start: number, event: TraceEvent): number {
    const { words } = this;
    switch (event.kind) {
      case 'RecordsAppended': {
        const shape = words.frequent.RecordsAppended;
        if (shape < 0) return -1;
        const partition = words.textOf(event.partition);
        let at = writeNumber(bytes, start, shape);
        at = writeNumber(bytes, at, partition);
        at = this.writeWhole(bytes, at, event.broker);
        at = writeNumber(bytes, at, words.roleOf(event.role));
        at = this.writeOffset(bytes, at, partition, event.baseOffset);
        at = this.writeWhole(bytes, at, event.count);
        return this.writeWhole(bytes, at, event.leaderEpoch);
      }
      case 'HighWatermarkAdvanced': {
        const shape = words.frequent.HighWatermarkAdvanced;
        if (shape < 0) return -1;
        const partition = words.textOf(event.partition);
        let at = writeNumber(bytes, start, shape);
        at = writeNumber(bytes, at, partition);
        at = this.writeWhole(bytes, at, event.broker);
        at = writeNumber(bytes, at, words.roleOf(event.role));
        at = this.writeOffset(bytes, at, partition, event.from);
        return this.writeOffset(bytes, at, partition, event.to);
      }
      case 'ProduceParked': {
        const shape = words.frequent.ProduceParked;
        if (shape < 0) return -1;
        const partition = words.textOf(event.partition);
        let at = writeNumber(bytes, start, shape);
        at = writeNumber(bytes, at, partition);
        at = this.writeWhole(bytes, at, event.broker);
        at = writeNumber(bytes, at, words.textOf(event.producer));
        at = this.writeWhole(bytes, at, event.correlationId);
        return this.writeOffset(bytes, at, partition, event.requiredOffset);
      }
      case 'RecordsAcknowledged': {
        const shape = words.frequent.RecordsAcknowledged;
        if (shape < 0) return -1;
        const partition = words.textOf(event.partition);
        let at = writeNumber(bytes, start, shape);
        at = writeNumber(bytes, at, words.textOf(event.producer));
        at = writeNumber(bytes, at, partition);
        at = this.writeWhole(bytes, at, event.count);
        at = this.writeOffset(bytes, at, partition, event.baseOffset);
        return writeNumber(bytes, at, words.numberOf(event.latencyMs));
      }
      case 'RecordsDelivered': {
        const shape = words.frequent.RecordsDelivered;
        if (shape < 0) return -1;
        const partition = words.textOf(event.partition);
        let at = writeNumber(bytes, start, shape);
        at = writeNumber(bytes, at, words.textOf(event.consumer));
        at = writeNumber(bytes, at, partition);
        at = this.writeOffset(bytes, at, partition, event.baseOffset);
        return this.writeWhole(bytes, at, event.count);
      }
      default:
        return -1;
    }
  }

  private writeOffset(bytes: Uint8Array, at: number, partition: number, offset: number): number {
    const place = this.placeOf(partition);
    const distance = offset - (this.offsets[place] as number);
    this.offsets[place] = offset;
    return writeNumber(bytes, at, zigZag(distance));
  }

  /** Where the last offset of a partition is kept. A table of its own size, for the numbers of names may begin anywhere. */
  private placeOf(partition: number): number {
    const place = Math.floor(partition / TAGS);
    if (place >= this.offsets.length) {
      const before = this.offsets;
      this.offsets = new Float64Array(2 * (place + 1));
      this.offsets.set(before);
    }
    return place;
  }

  private writeWhole(bytes: Uint8Array, at: number, value: number): number {
    return writeNumber(bytes, at, isSmall(value) ? value * SMALL + WHOLE : this.words.numberOf(value));
  }

  /** Where it ends; −1 if the event is not of that shape. One pass over its fields checks and writes them. */
  private writeEvent(bytes: Uint8Array, start: number, event: TraceEvent, shape: number): number {
    const { words } = this;
    const names = words.shapes[shape];
    if (names === undefined) return -1;
    let offset = writeNumber(bytes, start, shape);
    let i = 0;
    for (const name in event) {
      if (name !== names[i]) return -1;
      i += 1;
      if (name === 'kind') continue;
      const value = (event as unknown as Fields)[name];
      offset = writeNumber(bytes, offset, isSmall(value) ? value * SMALL + WHOLE : words.numberOf(value));
    }
    return i === names.length ? offset : -1;
  }

  read(bytes: Uint8Array): TraceRow {
    this.timeUs += unZigZag(this.readNumber(bytes));
    this.seq += unZigZag(this.readNumber(bytes));
    const { timeUs, seq } = this;
    const causeSeq = seq - unZigZag(this.readNumber(bytes));
    const shape = this.readNumber(bytes);
    return { timeUs, seq, causeSeq, event: this.readFrequent(bytes, shape) ?? this.readEvent(bytes, shape) };
  }

  private readEvent(bytes: Uint8Array, shape: number): TraceEvent {
    const { words } = this;
    const event: Fields = {};
    for (const name of words.shapes[shape] as readonly string[])
      event[name] = name === 'kind' ? words.kinds[shape] : words.valueOf(this.readNumber(bytes));
    return event as unknown as TraceEvent;
  }

  /** As `writeFrequent`; null: it is none of these. Fields are read in the order in which they stand here. */
  private readFrequent(bytes: Uint8Array, shape: number): TraceEvent | null {
    const { words } = this;
    const kind = words.kinds[shape] as TraceEvent['kind'];
    switch (kind) {
      case 'RecordsAppended':
        if (shape !== words.frequent.RecordsAppended) return null;
        return {
          kind,
          partition: this.readPartition(bytes),
          broker: this.readValue(bytes),
          role: this.readText(bytes) as 'leader' | 'follower',
          baseOffset: this.readOffset(bytes),
          count: this.readValue(bytes),
          leaderEpoch: this.readValue(bytes),
        };
      case 'HighWatermarkAdvanced':
        if (shape !== words.frequent.HighWatermarkAdvanced) return null;
        return {
          kind,
          partition: this.readPartition(bytes),
          broker: this.readValue(bytes),
          role: this.readText(bytes) as 'leader' | 'follower',
          from: this.readOffset(bytes),
          to: this.readOffset(bytes),
        };
      case 'ProduceParked':
        if (shape !== words.frequent.ProduceParked) return null;
        return {
          kind,
          partition: this.readPartition(bytes),
          broker: this.readValue(bytes),
          producer: this.readText(bytes),
          correlationId: this.readValue(bytes),
          requiredOffset: this.readOffset(bytes),
        };
      case 'RecordsAcknowledged':
        if (shape !== words.frequent.RecordsAcknowledged) return null;
        return {
          kind,
          producer: this.readText(bytes),
          partition: this.readPartition(bytes),
          count: this.readValue(bytes),
          baseOffset: this.readOffset(bytes),
          latencyMs: this.readValue(bytes),
        };
      case 'RecordsDelivered':
        if (shape !== words.frequent.RecordsDelivered) return null;
        return {
          kind,
          consumer: this.readText(bytes),
          partition: this.readPartition(bytes),
          baseOffset: this.readOffset(bytes),
          count: this.readValue(bytes),
        };
      default:
        return null;
    }
  }

  /** The partition that the offsets after it are of. */
  private readPartition(bytes: Uint8Array): string {
    this.partition = this.readNumber(bytes);
    return this.words.valueOf(this.partition) as string;
  }

  private readOffset(bytes: Uint8Array): number {
    const place = this.placeOf(this.partition);
    const offset = (this.offsets[place] as number) + unZigZag(this.readNumber(bytes));
    this.offsets[place] = offset;
    return offset;
  }

  private readText(bytes: Uint8Array): string {
    return this.words.valueOf(this.readNumber(bytes)) as string;
  }

  private readValue(bytes: Uint8Array): number {
    return this.words.valueOf(this.readNumber(bytes)) as number;
  }

  /** Goes over one row without making it. */
  skip(bytes: Uint8Array): void {
    this.timeUs += unZigZag(this.readNumber(bytes));
    this.seq += unZigZag(this.readNumber(bytes));
    this.readNumber(bytes);
    const shape = this.readNumber(bytes);
    // Of the frequent ones the offsets must be known: those after them are told by their distance.
    if (this.readFrequent(bytes, shape) !== null) return;
    const { length } = this.words.shapes[shape] as readonly string[];
    // The kind is in the shape.
    for (let i = 1; i < length; i++) this.readNumber(bytes);
  }

  private readNumber(bytes: Uint8Array): number {
    let byte = bytes[this.offset++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[this.offset++] as number;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }
}

type FrequentKind =
  'RecordsAppended' | 'HighWatermarkAdvanced' | 'ProduceParked' | 'RecordsAcknowledged' | 'RecordsDelivered';

/** Fields of the most frequent events, all of them, in the order in which they are made. */
const FREQUENT_FIELDS: {
  readonly [Kind in FrequentKind]: Readonly<Record<keyof Extract<TraceEvent, { kind: Kind }>, true>>;
} = {
  RecordsAppended: {
    kind: true,
    partition: true,
    broker: true,
    role: true,
    baseOffset: true,
    count: true,
    leaderEpoch: true,
  },
  HighWatermarkAdvanced: { kind: true, partition: true, broker: true, role: true, from: true, to: true },
  ProduceParked: {
    kind: true,
    partition: true,
    broker: true,
    producer: true,
    correlationId: true,
    requiredOffset: true,
  },
  RecordsAcknowledged: {
    kind: true,
    producer: true,
    partition: true,
    count: true,
    baseOffset: true,
    latencyMs: true,
  },
  RecordsDelivered: { kind: true, consumer: true, partition: true, baseOffset: true, count: true },
};

function isFrequent(kind: TraceEvent['kind']): kind is FrequentKind {
  return kind in FREQUENT_FIELDS;
}

const FREQUENT: { readonly [Kind in FrequentKind]: string } = {
  RecordsAppended: Object.keys(FREQUENT_FIELDS.RecordsAppended).join(),
  HighWatermarkAdvanced: Object.keys(FREQUENT_FIELDS.HighWatermarkAdvanced).join(),
  ProduceParked: Object.keys(FREQUENT_FIELDS.ProduceParked).join(),
  RecordsAcknowledged: Object.keys(FREQUENT_FIELDS.RecordsAcknowledged).join(),
  RecordsDelivered: Object.keys(FREQUENT_FIELDS.RecordsDelivered).join(),
};

/** Natural numbers below 2^27 are written at once: twice for the sign, four times for the tag, in 31 bits. */
const SMALL = 2 * TAGS;

function isSmall(value: unknown): value is number {
  return typeof value === 'number' && value >>> 0 === value && value < 0x8000000;
}

/** Larger ones would lose digits on their way: sign and tag take three bits. */
const MOST_EXACT = 2 ** 49;

function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let offset = at;
  let rest = value;
  while (rest >= 0x80000000) {
    bytes[offset++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    bytes[offset++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[offset++] = rest;
  return offset;
}

/** Whole numbers of either sign as natural ones, small for small: 0, −1, 1, −2, … */
function zigZag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unZigZag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
