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
    this.bounds = combine(bounds, [first, end], (inA, inB) => inA || inB);
    return overlap;
  }

  remove(first: number, end: number): void {
    this.bounds = combine(this.bounds, [first, end], (inA, inB) => inA && !inB);
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
    return new RangeSet(combine(this.bounds, other.bounds, (inA, inB) => inA || inB));
  }

  minus(other: RangeSet): RangeSet {
    if (this.isEmpty || other.isEmpty) return this.copy();
    if (other.covers(this)) return new RangeSet();
    return new RangeSet(combine(this.bounds, other.bounds, (inA, inB) => inA && !inB));
  }

  and(other: RangeSet): RangeSet {
    if (this.isEmpty || other.isEmpty) return new RangeSet();
    if (other.covers(this)) return this.copy();
    return new RangeSet(combine(this.bounds, other.bounds, (inA, inB) => inA && inB));
  }

  /** Whether all of the other one surely lies in this one's only range: of most pairs of sets, the whole answer. */
  private covers(other: RangeSet): boolean {
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

/** One sweep over the bounds of both sets, keeping the stretches for which `keep` holds. */
function combine(
  a: readonly number[],
  b: readonly number[],
  keep: (inA: boolean, inB: boolean) => boolean,
): number[] {
  const result: number[] = [];
  let i = 0;
  let j = 0;
  let kept = false;
  while (i < a.length || j < b.length) {
    const at = Math.min(
      i < a.length ? (a[i] as number) : Infinity,
      j < b.length ? (b[j] as number) : Infinity,
    );
    while (i < a.length && a[i] === at) i += 1;
    while (j < b.length && b[j] === at) j += 1;
    const now = keep((i & 1) === 1, (j & 1) === 1);
    if (now !== kept) result.push(at);
    kept = now;
  }
  return result;
}
