import type { Digest } from './Digest.ts';

const CHUNK_LENGTH = 256;

/**
 * A list that is only appended to and cut at its ends, in chunks. Checkpoints share all of it, the list of chunks too: what a
 * copy does not own it copies before it writes to it, and the original only ever writes behind what its copies can see.
 */
export class SharedLog<Item> {
  private chunks: Item[][] = [];
  /** Items of the chunks, those that were dropped included. */
  private total = 0;
  /** Items at the beginning of the first chunk that were dropped. */
  private dropped = 0;
  /** Whether this is the one that may write to the shared chunks: the original, until it is cut. */
  private isOwner = true;

  get length(): number {
    return this.total - this.dropped;
  }

  push(item: Item): void {
    if (!this.isOwner) this.own();
    if ((this.total & (CHUNK_LENGTH - 1)) === 0) this.chunks.push([]);
    (this.chunks[this.chunks.length - 1] as Item[]).push(item);
    this.total += 1;
  }

  /** The item at an index that is known to be there. */
  at(index: number): Item {
    const place = index + this.dropped;
    return (this.chunks[place >>> 8] as Item[])[place & (CHUNK_LENGTH - 1)] as Item;
  }

  /** Keeps the first `length` items. What comes after stays for those who share it. */
  truncate(length: number): void {
    if (length >= this.length) return;
    this.total = length + this.dropped;
    this.isOwner = false;
  }

  /** Drops the first `count` items; those after them move up. What goes stays for those who share it. */
  dropFirst(count: number): void {
    const dropped = this.dropped + Math.min(count, this.length);
    const whole = dropped >>> 8;
    if (whole > 0) this.chunks = this.chunks.slice(whole);
    this.dropped = dropped & (CHUNK_LENGTH - 1);
    this.total -= whole * CHUNK_LENGTH;
  }

  shareOrClone(): SharedLog<Item> {
    const copy = new SharedLog<Item>();
    copy.chunks = this.chunks;
    copy.total = this.total;
    copy.dropped = this.dropped;
    copy.isOwner = false;
    return copy;
  }

  /** Takes its own list of chunks, and its own last chunk if that is not full. */
  private own(): void {
    const count = Math.ceil(this.total / CHUNK_LENGTH);
    const rest = this.total & (CHUNK_LENGTH - 1);
    this.chunks = this.chunks.slice(0, count);
    if (rest > 0) this.chunks[count - 1] = (this.chunks[count - 1] as Item[]).slice(0, rest);
    this.isOwner = true;
  }

  digestInto(digest: Digest): void {
    digest.number(this.length);
    for (let i = 0; i < this.length; i++) digest.state(this.at(i));
  }
}
