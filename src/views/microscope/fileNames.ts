/** Digits of the base offset that the files of a segment are named after. */
const DIGITS = 20;

/** The name of a segment's file without the zeros before its number; any other as it is. */
export function shortName(name: string): string {
  return isOfSegment(name) ? `…${Number(name.slice(0, DIGITS))}${name.slice(DIGITS)}` : name;
}

export function logName(baseOffset: number): string {
  return `${String(baseOffset).padStart(DIGITS, '0')}.log`;
}

/** The segment that a file belongs to; null: none. */
export function segmentOfFile(name: string): number | null {
  return isOfSegment(name) ? Number(name.slice(0, DIGITS)) : null;
}

function isOfSegment(name: string): boolean {
  return /^\d{20}\./.test(name);
}
