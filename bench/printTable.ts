import { meets } from './Measure.ts';
import type { Result } from './Measure.ts';

/** Prints the results with their goals and floors; returns how many are beyond their floor. */
export function printTable(results: readonly Result[]): number {
  const lines = results.map((result) => [
    result.what,
    result.value === null ? '–' : `${format(result.value)} ${result.unit}`.trim(),
    bound(result.goal, result),
    bound(result.floor, result),
    verdict(result),
  ]);
  const header = ['', 'result', 'goal', 'floor', ''];
  const widths = header.map((title, i) =>
    Math.max(title.length, ...lines.map((line) => (line[i] as string).length)),
  );
  for (const line of [header, ...lines])
    console.log(
      line
        .map((text, i) =>
          i === 0 || i === 4 ? text.padEnd(widths[i] as number) : text.padStart(widths[i] as number),
        )
        .join('  ')
        .trimEnd(),
    );
  return results.filter((result) => isBeyondFloor(result)).length;
}

function verdict(result: Result): string {
  const { value, goal, atMost = false, note } = result;
  const words = note === undefined ? '' : ` (${note})`;
  if (value === null) return `not measured${words}`;
  if (isBeyondFloor(result)) return `BEYOND THE FLOOR${words}`;
  if (goal === undefined) return words.trim();
  return `${meets(value, goal, atMost) ? 'goal met' : 'short of the goal'}${words}`;
}

function isBeyondFloor({ value, floor, atMost = false }: Result): boolean {
  return value !== null && floor !== undefined && !meets(value, floor, atMost);
}

function bound(value: number | undefined, { atMost = false }: Result): string {
  return value === undefined ? '' : `${atMost ? '≤' : '≥'} ${format(value)}`;
}

function format(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
