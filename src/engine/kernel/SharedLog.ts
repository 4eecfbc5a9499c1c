import type { Digest } from './Digest.ts';

const CHUNK_LENGTH = 256;

/**
 * A list that is only appended to and cut at its end, in chunks. Checkpoints share all of it, the list of chunks too: what a
 * copy does not own it copies before it writes to it, and the original only ever writes behind what its copies can see.
 */
export class SharedLog<Item> {
  private chunks: Item[][] = [];
  private total = 0;
  /** Whether this is the one that may write to the shared chunks: the original, until it is cut. */
  private isOwner = true;

  get length(): number {
    return this.total;
  }

  push(item: Item): void {
    if (!this.isOwner) this.own();
    if ((this.total & (CHUNK_LENGTH - 1)) === 0) this.chunks.push([]);
    (this.chunks[this.chunks.length - 1] as Item[]).push(item);
    this.total += 1;
  }

  /** The item at an index that is known to be there. */
  at(index: number): Item {
    return (this.chunks[index >>> 8] as Item[])[index & (CHUNK_LENGTH - 1)] as Item;
  }

  /** Keeps the first `length` items. What comes after stays for those who share it. */
  truncate(length: number): void {
    if (length >= this.total) return;
    this.total = length;
    this.isOwner = false;
  }

  shareOrClone(): SharedLog<Item> {
    const copy = new SharedLog<Item>();
    copy.chunks = this.chunks;
    copy.total = this.total;
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
    digest.number(this.total);
    for (let i = 0; i < this.total; i++) digest.state(this.at(i));
  }
}
