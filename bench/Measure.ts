/** One line of the table: what was measured, and what it has to come to. */
export interface Result {
  readonly what: string;
  /** null when it could not be measured, and `note` says why. */
  readonly value: number | null;
  readonly unit: string;
  /** What it is to reach; with `atMost`, not to pass. */
  readonly goal?: number;
  /** What it must reach (or must not pass): beyond it the bench fails. */
  readonly floor?: number;
  readonly atMost?: boolean;
  readonly note?: string;
}

/** Some lines that are measured together. */
export interface Measure {
  readonly name: string;
  readonly about: string;
  run(options: BenchOptions): Promise<readonly Result[]> | readonly Result[];
}

export interface BenchOptions {
  /** Growth up to ten million batches in place of one. */
  readonly full: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Whether a value is as good as a bound asks. */
export function meets(value: number, bound: number, atMost: boolean): boolean {
  return atMost ? value <= bound : value >= bound;
}
