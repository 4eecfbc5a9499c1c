import type { Digest } from './Digest.ts';

const CHUNK_LENGTH = 256;

/**
 * A list that is only appended to and cut at its end, in chunks. Full chunks are never written again, so checkpoints share
 * them and copy only the last one.
 */
export class SharedLog<Item> {
  private chunks: Item[][] = [];
  private total = 0;

  get length(): number {
    return this.total;
  }

  push(item: Item): void {
    if ((this.total & (CHUNK_LENGTH - 1)) === 0) this.chunks.push([]);
    (this.chunks[this.chunks.length - 1] as Item[]).push(item);
    this.total += 1;
  }

  /** The item at an index that is known to be there. */
  at(index: number): Item {
    return (this.chunks[index >>> 8] as Item[])[index & (CHUNK_LENGTH - 1)] as Item;
  }

  /** Keeps the first `length` items. A chunk that becomes the last again is copied, since checkpoints may share it. */
  truncate(length: number): void {
    if (length >= this.total) return;
    this.total = length;
    const full = length >>> 8;
    const rest = length & (CHUNK_LENGTH - 1);
    const partial = this.chunks[full];
    this.chunks.length = full;
    if (rest > 0 && partial) this.chunks.push(partial.slice(0, rest));
  }

  shareOrClone(): SharedLog<Item> {
    const copy = new SharedLog<Item>();
    copy.chunks = this.chunks.slice();
    copy.total = this.total;
    const last = copy.chunks.length - 1;
    if (last >= 0 && (this.total & (CHUNK_LENGTH - 1)) !== 0)
      copy.chunks[last] = (copy.chunks[last] as Item[]).slice();
    return copy;
  }

  digestInto(digest: Digest): void {
    digest.number(this.total);
    for (let i = 0; i < this.total; i++) digest.state(this.at(i));
  }
}
