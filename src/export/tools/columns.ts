/** What Kafka's tools print where there is no value. */
export const MISSING = '-';

/** Java's `%-Ns`: filled up with blanks to a width, longer values as they are; null: as it is. */
export function padded(values: readonly string[], widths: readonly (number | null)[]): string {
  return values.map((value, i) => value.padEnd(widths[i] ?? 0)).join(' ');
}

/** As wide as the longest of them, and at least so wide. */
export function widthOf(least: number, values: readonly string[]): number {
  return Math.max(least, ...values.map(({ length }) => length));
}

/** A table with a tab after each column. Kafka: `ToolsUtils.prettyPrintTable` (4.2.2). */
export function tabbedTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, i) =>
    widthOf(
      head.length,
      rows.map((row) => row[i] ?? ''),
    ),
  );
  const line = (row: readonly string[]) =>
    `${row.map((value, i) => `${value.padEnd(widths[i] ?? 0)}\t`).join('')}\n`;
  return [heads, ...rows].map(line).join('');
}
