import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SampleTable } from './SampleTable.ts';

const VALUE = fc.constantFrom(0, -0, 1, 2.5, NaN, Infinity);
/** Rows never get shorter: a column that was there once is there for good. */
const ROWS = fc
  .array(fc.tuple(fc.nat(3), fc.array(VALUE, { minLength: 6, maxLength: 6 })), { maxLength: 12 })
  .map((rows) => {
    let length = 0;
    return rows.map(([more, values]) => values.slice(0, (length = Math.min(6, length + more))));
  });

function tableOf(rows: readonly (readonly number[])[]): SampleTable {
  const table = new SampleTable();
  for (const row of rows) table.push(Float64Array.from(row));
  return table;
}

function expectRows(table: SampleTable, rows: readonly (readonly number[])[]): void {
  expect(table.length).toBe(rows.length);
  for (let column = 0; column < 8; column++) {
    const values = rows.map((row) => row[column] ?? NaN);
    expect([...table.valuesOf(column)]).toEqual(values);
    expect(table.lastOf(column)).toBe(values.at(-1) ?? NaN);
  }
}

describe('a table of samples', () => {
  test('gives back what was put in', () => {
    fc.assert(
      fc.property(ROWS, (rows) => {
        expectRows(tableOf(rows), rows);
      }),
    );
  });

  test('can be cut anywhere, and goes on from there', () => {
    fc.assert(
      fc.property(ROWS, ROWS, fc.nat(12), (rows, more, length) => {
        const table = tableOf(rows);
        table.truncate(length);
        const kept = rows.slice(0, length);
        expectRows(table, kept);
        const shortest = kept.at(-1)?.length ?? 0;
        const next = more.filter((row) => row.length >= shortest);
        for (const row of next) table.push(Float64Array.from(row));
        expectRows(table, [...kept, ...next]);
      }),
    );
  });

  test('thins out to every second row', () => {
    fc.assert(
      fc.property(ROWS, (rows) => {
        const table = tableOf(rows);
        table.thin();
        expectRows(
          table,
          rows.filter((_, i) => i % 2 === 0),
        );
      }),
    );
  });
});
