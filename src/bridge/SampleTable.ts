/** The values of one sample that are others than those of the sample before, by the numbers of their columns in rising order. */
interface Changes {
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

const NOTHING = new Float64Array(0);

/**
 * Samples of many columns, one row after the other. Most columns of a cluster stand still (failures that do not happen, requests that
 * nobody sends), so a row keeps what has changed since the one before it. NaN: nobody reported, as in every column before its first value.
 */
export class SampleTable {
  private rows: Changes[] = [];
  /** The last row, whole. */
  private last: Float64Array = NOTHING;

  get length(): number {
    return this.rows.length;
  }

  /** Takes the row over: it is not to be written to any more. */
  push(row: Float64Array): void {
    this.rows.push(changesBetween(this.last, row));
    this.last = row;
  }

  /** A value of the last row. */
  lastOf(column: number): number {
    return this.last[column] ?? NaN;
  }

  /** One column over all rows. */
  valuesOf(column: number): Float64Array {
    const result = new Float64Array(this.rows.length);
    let value = NaN;
    for (let i = 0; i < result.length; i++) {
      const { columns, values } = this.rows[i] as Changes;
      const at = indexOf(columns, column);
      if (at >= 0) value = values[at] as number;
      result[i] = value;
    }
    return result;
  }

  /** Keeps the first `length` rows. */
  truncate(length: number): void {
    if (length >= this.rows.length) return;
    this.rows.length = length;
    let last: Float64Array = NOTHING;
    for (const row of this.rows) last = applied(last, row);
    this.last = last;
  }

  /** Keeps the first row, the third, and so on. */
  thin(): void {
    const { rows } = this;
    this.rows = [];
    this.last = NOTHING;
    let whole: Float64Array = NOTHING;
    rows.forEach((row, i) => {
      whole = applied(whole, row);
      if (i % 2 === 0) this.push(whole.slice());
    });
  }
}

function changesBetween(before: Float64Array, row: Float64Array): Changes {
  let count = 0;
  for (let i = 0; i < row.length; i++) if (hasChanged(before, row, i)) count += 1;
  const columns = new Uint32Array(count);
  const values = new Float64Array(count);
  let next = 0;
  for (let i = 0; i < row.length; i++) {
    if (!hasChanged(before, row, i)) continue;
    columns[next] = i;
    values[next] = row[i] as number;
    next += 1;
  }
  return { columns, values };
}

function hasChanged(before: Float64Array, row: Float64Array, i: number): boolean {
  return !Object.is(i < before.length ? before[i] : NaN, row[i]);
}

/** A row, given the one before it: that one itself is written to where it is long enough. */
function applied(before: Float64Array, { columns, values }: Changes): Float64Array {
  const length = (columns[columns.length - 1] ?? -1) + 1;
  let row = before;
  if (length > row.length) {
    row = new Float64Array(length).fill(NaN);
    row.set(before);
  }
  columns.forEach((column, i) => {
    row[column] = values[i] as number;
  });
  return row;
}

/** Where a column stands in the list; −1: it is not in it. */
function indexOf(columns: Uint32Array, column: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle] as number) < column) low = middle + 1;
    else high = middle;
  }
  return columns[low] === column ? low : -1;
}
