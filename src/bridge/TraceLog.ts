import type { TraceSink } from '../engine/cluster/Cluster.ts';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';
import { MOST_ROW_BYTES, TraceRowCodec, TraceWords } from './TraceRowCodec.ts';

const MOST_CHUNK_ROWS = 512;
/** A search of more would keep the run waiting. */
const MOST_LOOKED_AT = 60_000;

/** Rows that follow each other, as bytes that are read from the first row on. */
interface Chunk {
  /** Position of its first row. */
  readonly first: number;
  readonly firstTimeUs: Micros;
  bytes: Uint8Array;
  rows: number;
  /** No event of it has a number outside of these. */
  lowSeq: number;
  highSeq: number;
}

/**
 * All rows of one future, in order. A run that goes over explored time again emits the same rows: they are compared with
 * those that are here instead of being added, so that every scrub backward is also a test that the run repeats itself.
 */
export class TraceLog implements TraceSink {
  private chunks: Chunk[] = [];
  /** Rows dropped from the front because there were too many. */
  private dropped = 0;
  /** Place of the next row to come. */
  private cursor = 0;
  /** Place after the last row that is kept. */
  private end = 0;
  /** The chunk that the next row belongs to, which row of it that is, and where; null when it has to be found first. */
  private chunk: Chunk | null = null;
  private rowInChunk = 0;
  /** Room for a new chunk: what the last one took, so that few have to be widened. */
  private usualBytes = 2 * MOST_ROW_BYTES;
  private readonly words = new TraceWords();
  private readonly writer = new TraceRowCodec(this.words);
  /** What a row that comes again looks like as bytes. */
  private readonly again = new Uint8Array(MOST_ROW_BYTES);
  private readonly limit: number;
  private readonly chunkRows: number;
  private difference: string | null = null;

  constructor(limit: number) {
    this.limit = limit;
    this.chunkRows = Math.min(MOST_CHUNK_ROWS, Math.max(1, Math.ceil(limit / 8)));
  }

  /** Number of the next row, counted from the start of the run. */
  get position(): number {
    return this.cursor;
  }

  /** The first row that came out otherwise the second time, in words; null when all agreed. */
  get replayDifference(): string | null {
    return this.difference;
  }

  row(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void {
    const position = this.cursor;
    this.cursor += 1;
    if (position < this.dropped) return;
    if (position < this.end) this.compare(position, timeUs, seq, causeSeq, event);
    else this.append(timeUs, seq, causeSeq, event);
  }

  /** The run stands where row `position` is the next; what comes after is kept for comparison. */
  rewind(position: number): void {
    this.cursor = position;
    this.chunk = null;
  }

  /** Another future begins here. */
  forgetAhead(): void {
    if (this.cursor >= this.end) return;
    this.end = this.cursor;
    if (this.cursor <= this.dropped) {
      // Of a future that begins before all rows that are kept, every row is new.
      this.dropped = this.cursor;
      this.chunks = [];
      this.chunk = null;
      return;
    }
    this.chunks = this.chunks.filter((chunk) => chunk.first < this.end);
    this.place(this.end);
    if (this.chunk) this.chunk.rows = this.rowInChunk;
  }

  /** Rows from `position` up to where the run stands. */
  since(position: number): readonly TraceRow[] {
    return this.read(position, Infinity, Infinity);
  }

  /** Those of the rows at these positions, which rise, that are kept and that the run has come by: each chunk is read once. */
  allAt(positions: readonly number[]): TraceRow[] {
    const found: TraceRow[] = [];
    const reader = new TraceRowCodec(this.words);
    let known: Chunk | null = null;
    let at = 0;
    for (const position of positions) {
      if (position < this.dropped || position >= this.cursor) continue;
      const chunk = this.chunks[this.chunkIndexOf(position)] as Chunk;
      if (chunk !== known) {
        known = chunk;
        at = chunk.first;
        reader.restart();
      }
      for (; at < position; at++) reader.skip(chunk.bytes);
      found.push(reader.read(chunk.bytes));
      at += 1;
    }
    return found;
  }

  /** At most `limit` rows of a stretch of time that are wanted, none beyond where the run stands. */
  between(
    fromUs: Micros,
    toUs: Micros,
    limit: number,
    isWanted: (event: TraceEvent) => boolean = () => true,
  ): readonly TraceRow[] {
    // The last chunk that begins before that time may hold the first row of it.
    let [low, high] = [0, this.chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.chunks[middle] as Chunk).firstTimeUs < fromUs) low = middle + 1;
      else high = middle;
    }
    const from = this.chunks[Math.max(0, low - 1)]?.first ?? this.cursor;
    return this.read(from, toUs, limit, fromUs, isWanted);
  }

  /** The newest rows for which it holds, oldest first, none beyond where the run stands. Of very many rows only the newest are looked at. */
  newest(
    isWanted: (row: TraceRow) => boolean,
    limit: number,
  ): { readonly rows: readonly TraceRow[]; readonly searchedFromUs: Micros | null } {
    const found: TraceRow[] = [];
    let looked = 0;
    for (let index = this.chunkIndexOf(this.cursor); index >= 0; index--) {
      const chunk = this.chunks[index] as Chunk;
      const rows = this.rowsOf(chunk);
      const end = Math.min(rows.length, this.cursor - chunk.first);
      for (let i = end - 1; i >= 0; i--) {
        const row = rows[i] as TraceRow;
        if (looked >= MOST_LOOKED_AT || found.length >= limit)
          return { rows: found.reverse(), searchedFromUs: row.timeUs };
        looked += 1;
        if (isWanted(row)) found.push(row);
      }
    }
    return { rows: found.reverse(), searchedFromUs: null };
  }

  /** From the rows of event `seq` back over their causes to a command or the scenario; the newest row of each event. */
  chain(seq: number): readonly TraceRow[] {
    const chain: TraceRow[] = [];
    let wanted = seq;
    for (let index = this.chunks.length - 1; index >= 0 && wanted > 0; index--) {
      const chunk = this.chunks[index] as Chunk;
      if (wanted < chunk.lowSeq || wanted > chunk.highSeq) continue;
      const rows = this.rowsOf(chunk);
      for (let i = rows.length - 1; i >= 0; i--) {
        const row = rows[i] as TraceRow;
        if (row.seq !== wanted || wanted <= 0) continue;
        chain.push(row);
        wanted = row.causeSeq;
      }
    }
    return chain;
  }

  private append(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void {
    const { writer } = this;
    if (!this.chunk) this.place(this.end);
    let { chunk } = this;
    if (!chunk || this.rowInChunk >= this.chunkRows) {
      // The full one keeps no more than it needs.
      if (chunk) {
        chunk.bytes = chunk.bytes.slice(0, writer.offset);
        this.usualBytes = writer.offset + 2 * MOST_ROW_BYTES;
      }
      chunk = this.startChunk(timeUs, seq);
    }
    if (chunk.bytes.length - writer.offset < MOST_ROW_BYTES) chunk.bytes = widened(chunk.bytes);
    writer.offset = writer.write(chunk.bytes, writer.offset, timeUs, seq, causeSeq, event);
    if (seq < chunk.lowSeq) chunk.lowSeq = seq;
    if (seq > chunk.highSeq) chunk.highSeq = seq;
    this.rowInChunk += 1;
    chunk.rows = this.rowInChunk;
    this.end = this.cursor;
  }

  private startChunk(firstTimeUs: Micros, seq: number): Chunk {
    const bytes = new Uint8Array(this.usualBytes);
    const chunk = { first: this.end, firstTimeUs, bytes, rows: 0, lowSeq: seq, highSeq: seq };
    this.chunks.push(chunk);
    this.chunk = chunk;
    this.rowInChunk = 0;
    this.writer.restart();
    while (this.end - this.dropped >= this.limit && this.chunks.length > 1) {
      this.chunks.shift();
      this.dropped = (this.chunks[0] as Chunk).first;
    }
    return chunk;
  }

  /** The run comes by a row that is here: it must be the same to the last byte. */
  private compare(position: number, timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void {
    const { writer, again } = this;
    if (!this.chunk || this.rowInChunk >= this.chunk.rows) this.place(position);
    const { bytes } = this.chunk as unknown as Chunk;
    const start = writer.offset;
    const length = writer.write(again, 0, timeUs, seq, causeSeq, event);
    let isSame = true;
    for (let i = 0; i < length && isSame; i++) isSame = again[i] === bytes[start + i];
    writer.offset = start + length;
    this.rowInChunk += 1;
    if (isSame) return;
    const known = this.rowAt(position);
    this.difference ??= `${describe(known.event)} at ${known.timeUs} µs (event ${known.seq}) came out as ${describe(event)} at ${timeUs} µs (event ${seq})`;
    // It goes on from the row that is here.
    this.chunk = null;
  }

  /** Finds the chunk that the row at `position` is in or is to be added to, and its place there. */
  private place(position: number): void {
    this.chunk = this.chunks[this.chunkIndexOf(position)] ?? null;
    this.writer.restart();
    this.rowInChunk = 0;
    if (!this.chunk) return;
    while (this.rowInChunk < position - this.chunk.first) {
      this.writer.skip(this.chunk.bytes);
      this.rowInChunk += 1;
    }
  }

  /** Index of the last chunk that begins at or before a position; −1 when there is none. */
  private chunkIndexOf(position: number): number {
    let [low, high] = [0, this.chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.chunks[middle] as Chunk).first <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Rows from a position on that lie in a stretch of time, up to where the run stands. */
  private read(
    position: number,
    toUs: Micros,
    limit: number,
    fromUs = -Infinity,
    isWanted: (event: TraceEvent) => boolean = () => true,
  ): TraceRow[] {
    const found: TraceRow[] = [];
    const reader = new TraceRowCodec(this.words);
    const from = Math.max(position, this.dropped);
    for (let index = Math.max(0, this.chunkIndexOf(from)); index < this.chunks.length; index++) {
      const chunk = this.chunks[index] as Chunk;
      reader.restart();
      for (let at = chunk.first; at < chunk.first + chunk.rows; at++) {
        if (at >= this.cursor || found.length >= limit) return found;
        if (at < from) reader.skip(chunk.bytes);
        else {
          const row = reader.read(chunk.bytes);
          if (row.timeUs > toUs) return found;
          if (row.timeUs >= fromUs && isWanted(row.event)) found.push(row);
        }
      }
    }
    return found;
  }

  private rowAt(position: number): TraceRow {
    this.place(position);
    return this.writer.read((this.chunk as Chunk).bytes);
  }

  private rowsOf(chunk: Chunk): TraceRow[] {
    const reader = new TraceRowCodec(this.words);
    return Array.from({ length: chunk.rows }, () => reader.read(chunk.bytes));
  }
}

function widened(bytes: Uint8Array): Uint8Array {
  const wider = new Uint8Array(bytes.length * 2);
  wider.set(bytes);
  return wider;
}

function describe(event: TraceEvent): string {
  return JSON.stringify(event);
}
