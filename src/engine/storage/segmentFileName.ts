import type { Offset } from '../../shared/units.ts';

/** Name of a segment's file: its base offset in 20 digits. Kafka: `LogFileUtils.filenamePrefixFromOffset` (4.2). */
export function segmentFileName(baseOffset: Offset, suffix: '.log' | '.index' | '.timeindex'): string {
  return String(baseOffset).padStart(20, '0') + suffix;
}
