import type { SeriesName } from '../../shared/metricDefinitions.ts';

interface Columns {
  readonly names: readonly SeriesName[];
  readonly timesUs: ArrayLike<number>;
  readonly values: readonly ArrayLike<number>[];
}

/** A row a sample: seconds of the run, then each metric under its JMX name; nothing where nobody reported. As RFC 4180 has it. */
export function metricsCsv({ names, timesUs, values }: Columns, timeName: string): string {
  const lines = [[timeName, ...names].map(quoted).join(',')];
  for (let i = 0; i < timesUs.length; i++) {
    const cells = values.map((column) => {
      const value = column[i] ?? NaN;
      return Number.isNaN(value) ? '' : String(value);
    });
    lines.push([String((timesUs[i] as number) / 1_000_000), ...cells].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
