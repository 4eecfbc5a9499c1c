import type { Offset } from '../../shared/units.ts';

/** Files of a partition's directory that are named by an offset, by the ending that Kafka gives them. */
export const SEGMENT_FILE_SUFFIXES = ['.log', '.index', '.timeindex', '.txnindex', '.snapshot'] as const;

export type SegmentFileSuffix = (typeof SEGMENT_FILE_SUFFIXES)[number];

const DIGITS = 20;

/**
 * Name of a file of a segment: its base offset in 20 digits, so that names sort as offsets do. Of a snapshot it is the offset after
 * the last record that it covers. Kafka: `LogFileUtils.filenamePrefixFromOffset` (4.2).
 */
export function segmentFileName(baseOffset: Offset, suffix: SegmentFileSuffix): string {
  return String(baseOffset).padStart(DIGITS, '0') + suffix;
}

/** What a name says; null for every other name, as for `.deleted`, `.cleaned` and `.swap` files. */
export function parseSegmentFileName(
  name: string,
): { readonly offset: Offset; readonly suffix: SegmentFileSuffix } | null {
  const suffix = SEGMENT_FILE_SUFFIXES.find((candidate) => name === name.slice(0, DIGITS) + candidate);
  const digits = name.slice(0, DIGITS);
  if (suffix === undefined || !/^\d{20}$/.test(digits)) return null;
  const offset = Number(digits);
  return Number.isSafeInteger(offset) ? { offset, suffix } : null;
}
