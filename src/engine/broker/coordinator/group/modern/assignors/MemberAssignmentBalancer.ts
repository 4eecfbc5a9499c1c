/**
 * Hands out members by how many partitions they have: those with fewest or those with most, level by level, as if each that is
 * handed out got or lost one. Kafka: `UniformHeterogeneousAssignmentBuilder.MemberAssignmentBalancer` (4.2).
 */
export class MemberAssignmentBalancer {
  private readonly members: number[];
  /** Partitions of each member, by its number; whoever hands out and takes away keeps it up to date. */
  private readonly sizes: readonly number[];

  // Members up to here have as many as the least loaded; the next of them is handed out.
  private leastEnd = 0;
  private leastCount: number;
  private leastNext = 0;

  // Members from here to there have as many as the most loaded; they are handed out from the end.
  private mostStart: number;
  private mostEnd: number;
  private mostCount: number;
  private mostNext: number;

  constructor(members: readonly number[], sizes: readonly number[]) {
    this.sizes = sizes;
    this.members = [...members].sort((a, b) => this.sizeOf(a) - this.sizeOf(b) || a - b);
    this.leastCount = this.sizeAt(0) - 1;
    this.mostStart = this.members.length;
    this.mostEnd = this.members.length;
    this.mostCount = this.sizeAt(this.members.length - 1) + 1;
    this.mostNext = this.members.length - 1;
  }

  /** By how much the most loaded has more than the least loaded. */
  get imbalance(): number {
    return this.sizeAt(this.members.length - 1) - this.sizeAt(0);
  }

  isBalanced(): boolean {
    return this.mostCount - this.leastCount <= 1;
  }

  nextLeastLoaded(): number {
    if (this.leastNext >= this.leastEnd) {
      this.leastCount += 1;
      while (this.leastEnd < this.members.length && this.sizeAt(this.leastEnd) === this.leastCount)
        this.leastEnd += 1;
      this.leastNext = 0;
    }
    const member = this.members[this.leastNext] as number;
    this.leastNext += 1;
    return member;
  }

  /** undefined: there is nobody left. */
  nextMostLoaded(): number | undefined {
    if (this.mostNext < this.mostStart) {
      if (this.mostEnd <= this.mostStart && this.mostStart > 0)
        this.mostCount = this.sizeAt(this.mostStart - 1);
      else this.mostCount -= 1;
      while (this.mostStart > 0 && this.sizeAt(this.mostStart - 1) === this.mostCount) this.mostStart -= 1;
      this.mostNext = this.mostEnd - 1;
    }
    if (this.mostNext < 0) return undefined;
    const member = this.members[this.mostNext];
    this.mostNext -= 1;
    return member;
  }

  /** Leaves out the member that was handed out last: it has nothing that could be taken from it. */
  excludeMostLoaded(): void {
    const place = this.mostNext + 1;
    const member = this.members[place] as number;
    this.members[place] = this.members[this.mostEnd - 1] as number;
    this.members[this.mostEnd - 1] = member;
    this.mostEnd -= 1;
  }

  private sizeOf(member: number): number {
    return this.sizes[member] ?? 0;
  }

  private sizeAt(place: number): number {
    return this.sizeOf(this.members[place] ?? -1);
  }
}
