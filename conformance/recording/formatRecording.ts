import type { Recording } from './Recording.ts';

/** A recording as it is committed: one fact a line, so that a diff shows what changed and the file stays small. */
export function formatRecording(recording: Recording): string {
  const lines = Object.entries(recording).map(
    ([name, value]) => `${JSON.stringify(name)}: ${block(value, 1)}`,
  );
  return `{\n${lines.map((line) => ` ${line}`).join(',\n')}\n}\n`;
}

const MOST_DEPTH = 4;

function block(value: unknown, depth: number): string {
  const pad = ' '.repeat(depth + 1);
  const end = ' '.repeat(depth);
  if (depth < MOST_DEPTH && isLong(value)) {
    if (Array.isArray(value))
      return `[\n${value.map((item) => `${pad}${JSON.stringify(item)}`).join(',\n')}\n${end}]`;
    const entries = Object.entries(value as Record<string, unknown>);
    return `{\n${entries.map(([name, item]) => `${pad}${JSON.stringify(name)}: ${block(item, depth + 1)}`).join(',\n')}\n${end}}`;
  }
  return JSON.stringify(value);
}

const LONG_LINE = 100;

function isLong(value: unknown): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value).length > LONG_LINE;
}
