/**
 * A set of whole numbers kept as disjoint ranges in rising order: [first, end) pairs in one flat array. Records are counted in
 * such sets, so a million records that share a fate cost two numbers.
 */
export class RangeSet {
  private bounds: number[];

  constructor(bounds: number[] = []) {
    this.bounds = bounds;
  }

  static of(first: number, end: number): RangeSet {
    return new RangeSet(end > first ? [first, end] : []);
  }

  get isEmpty(): boolean {
    return this.bounds.length === 0;
  }

  /** How many numbers it holds. */
  get size(): number {
    let total = 0;
    for (let i = 0; i < this.bounds.length; i += 2)
      total += (this.bounds[i + 1] as number) - (this.bounds[i] as number);
    return total;
  }

  /** First numbers and exclusive ends in turn. Read only. */
  get flat(): readonly number[] {
    return this.bounds;
  }

  has(value: number): boolean {
    for (let i = 0; i < this.bounds.length; i += 2) {
      if (value < (this.bounds[i] as number)) return false;
      if (value < (this.bounds[i + 1] as number)) return true;
    }
    return false;
  }

  /** Adds [first, end) and returns how many of them were in already. */
  add(first: number, end: number): number {
    if (end <= first) return 0;
    const bounds = this.bounds;
    const last = bounds.length - 1;
    if (last < 0 || first > (bounds[last] as number)) {
      bounds.push(first, end);
      return 0;
    }
    if (first === bounds[last]) {
      bounds[last] = end;
      return 0;
    }
    const overlap = this.overlap(first, end);
    this.bounds = combine(bounds, [first, end], IN_EITHER);
    return overlap;
  }

  remove(first: number, end: number): void {
    if (end > first) this.bounds = combine(this.bounds, [first, end], ONLY_IN_A);
  }

  /** How many numbers of [first, end) are in. */
  overlap(first: number, end: number): number {
    let total = 0;
    for (let i = 0; i < this.bounds.length; i += 2) {
      const from = Math.max(first, this.bounds[i] as number);
      const to = Math.min(end, this.bounds[i + 1] as number);
      if (to > from) total += to - from;
    }
    return total;
  }

  union(other: RangeSet): RangeSet {
    if (other.isEmpty || this.covers(other)) return this.copy();
    if (this.isEmpty || other.covers(this)) return other.copy();
    return new RangeSet(combine(this.bounds, other.bounds, IN_EITHER));
  }

  minus(other: RangeSet): RangeSet {
    if (this.isEmpty || other.isEmpty) return this.copy();
    if (other.covers(this)) return new RangeSet();
    return new RangeSet(combine(this.bounds, other.bounds, ONLY_IN_A));
  }

  and(other: RangeSet): RangeSet {
    if (this.isEmpty || other.isEmpty) return new RangeSet();
    if (other.covers(this)) return this.copy();
    return new RangeSet(combine(this.bounds, other.bounds, IN_BOTH));
  }

  /** Whether all of the other one surely lies in this one's only range: of most pairs of sets, the whole answer. */
  covers(other: RangeSet): boolean {
    const { bounds } = this;
    const theirs = other.bounds;
    return (
      bounds.length === 2 &&
      (bounds[0] as number) <= (theirs[0] as number) &&
      (bounds[1] as number) >= (theirs[theirs.length - 1] as number)
    );
  }

  shareOrClone(): RangeSet {
    return this.copy();
  }

  copy(): RangeSet {
    return new RangeSet(this.bounds.slice());
  }
}

/** Which numbers a sweep keeps: a bit for each of the places that one may have. Bit 0: in neither set; 1: in a; 2: in b; 3: in both. */
const IN_EITHER = 0b1110;
const ONLY_IN_A = 0b0010;
const IN_BOTH = 0b1000;

/** One sweep over the bounds of both sets. */
function combine(a: readonly number[], b: readonly number[], kept: number): number[] {
  const result: number[] = [];
  let i = 0;
  let j = 0;
  let isKept = 0;
  while (i < a.length || j < b.length) {
    const nextA = i < a.length ? (a[i] as number) : Infinity;
    const nextB = j < b.length ? (b[j] as number) : Infinity;
    // The bounds of one set rise, so none comes twice.
    if (nextA <= nextB) i += 1;
    if (nextB <= nextA) j += 1;
    const now = (kept >> ((i & 1) | ((j & 1) << 1))) & 1;
    if (now === isKept) continue;
    result.push(nextA < nextB ? nextA : nextB);
    isKept = now;
  }
  return result;
}
