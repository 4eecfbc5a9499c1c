import { cloneState } from './cloneState.ts';
import type { SelfCloning } from './cloneState.ts';
import type { Digest } from './Digest.ts';
import { removeAt, shorten } from './shortLists.ts';

/** So many are looked through faster than they are hashed. */
const FEW = 16;

/**
 * A Map of mostly a few entries that come and go all the time. The one of the language makes a new table whenever it is emptied, and
 * again as it fills; here they stand in two lists, and only many stand in a Map. In the order of a Map, and with its digest.
 */
export class FewMap<Key, Value> implements SelfCloning {
  private readonly few: Key[] = [];
  private readonly fewValues: Value[] = [];
  private many: Map<Key, Value> | null = null;

  get size(): number {
    return this.many === null ? this.few.length : this.many.size;
  }

  get(key: Key): Value | undefined {
    if (this.many !== null) return this.many.get(key);
    const at = indexOf(this.few, key);
    return at < 0 ? undefined : this.fewValues[at];
  }

  has(key: Key): boolean {
    return this.many === null ? indexOf(this.few, key) >= 0 : this.many.has(key);
  }

  set(key: Key, value: Value): void {
    if (this.many !== null) {
      this.many.set(key, value);
      return;
    }
    const at = indexOf(this.few, key);
    if (at >= 0) this.fewValues[at] = value;
    else if (this.few.length < FEW) {
      this.few.push(key);
      this.fewValues.push(value);
    } else {
      this.many = new Map(this.entries());
      this.many.set(key, value);
      shorten(this.few, 0);
      shorten(this.fewValues, 0);
    }
  }

  delete(key: Key): boolean {
    if (this.many !== null) {
      const isGone = this.many.delete(key);
      if (this.many.size === 0) this.many = null;
      return isGone;
    }
    const at = indexOf(this.few, key);
    if (at < 0) return false;
    removeAt(this.few, at);
    removeAt(this.fewValues, at);
    return true;
  }

  clear(): void {
    shorten(this.few, 0);
    shorten(this.fewValues, 0);
    this.many = null;
  }

  /** Its values as they are now; a list that nobody may change, and that changes with the map. */
  values(): readonly Value[] {
    return this.many === null ? this.fewValues : [...this.many.values()];
  }

  /** As they are now, whatever becomes of the map. */
  entries(): [Key, Value][] {
    if (this.many !== null) return [...this.many];
    return this.few.map((key, i) => [key, this.fewValues[i] as Value]);
  }

  [Symbol.iterator](): Iterator<[Key, Value]> {
    return this.entries()[Symbol.iterator]();
  }

  /** For checkpoints. */
  shareOrClone(): FewMap<Key, Value> {
    return this.copy(cloneState);
  }

  /** Another one with the same keys. */
  copy(copyOf: (value: Value) => Value): FewMap<Key, Value> {
    const copy = new FewMap<Key, Value>();
    if (this.many !== null) for (const [key, value] of this.many) copy.set(key, copyOf(value));
    else
      for (let i = 0; i < this.few.length; i++) {
        copy.few.push(this.few[i] as Key);
        copy.fewValues.push(copyOf(this.fewValues[i] as Value));
      }
    return copy;
  }

  digestInto(digest: Digest): void {
    digest.state(this.many ?? new Map(this.entries()));
  }
}

/** The same for a Set. */
export class FewSet<Item> implements SelfCloning {
  private readonly few: Item[] = [];
  private many: Set<Item> | null = null;

  get size(): number {
    return this.many === null ? this.few.length : this.many.size;
  }

  has(item: Item): boolean {
    return this.many === null ? indexOf(this.few, item) >= 0 : this.many.has(item);
  }

  add(item: Item): void {
    if (this.many !== null) this.many.add(item);
    else if (indexOf(this.few, item) >= 0) return;
    else if (this.few.length < FEW) this.few.push(item);
    else {
      this.many = new Set(this.few);
      this.many.add(item);
      shorten(this.few, 0);
    }
  }

  delete(item: Item): boolean {
    if (this.many !== null) {
      const isGone = this.many.delete(item);
      if (this.many.size === 0) this.many = null;
      return isGone;
    }
    const at = indexOf(this.few, item);
    if (at < 0) return false;
    removeAt(this.few, at);
    return true;
  }

  clear(): void {
    shorten(this.few, 0);
    this.many = null;
  }

  /** Its items as they are now; a list that nobody may change, and that changes with the set. */
  items(): readonly Item[] {
    return this.many === null ? this.few : [...this.many];
  }

  [Symbol.iterator](): Iterator<Item> {
    return [...this.items()][Symbol.iterator]();
  }

  /** For checkpoints. */
  shareOrClone(): FewSet<Item> {
    const copy = new FewSet<Item>();
    for (const item of this.items()) copy.add(item);
    return copy;
  }

  digestInto(digest: Digest): void {
    digest.state(this.many ?? new Set(this.few));
  }
}

/** As `indexOf`, but compiled into who asks. */
function indexOf<Item>(list: readonly Item[], item: Item): number {
  for (let i = 0; i < list.length; i++) if (list[i] === item) return i;
  return -1;
}
