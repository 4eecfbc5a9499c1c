import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DriverClient } from '../cluster/DriverClient.ts';
import type { RecordedSegment } from '../recording/Recording.ts';
import { parseIndexDump } from './parseDump.ts';

/**
 * The files of logs that have rolled or do not begin at 0, with what DumpLogSegments prints of their indexes. Returns how to ask for one log by its
 * `.log` files; null of a log that is one segment from 0 on.
 *
 * @param logs the `.log` files of each, in order.
 * @param zeroMs timestamps count from here.
 */
export async function recordSegments(
  driver: DriverClient,
  logs: readonly (readonly string[])[],
  zeroMs: number,
): Promise<(files: readonly string[]) => RecordedSegment[] | null> {
  const indexes = logs.filter(hasSegments).flatMap((files) => files.flatMap(indexFilesOf));
  const text =
    indexes.length === 0
      ? ''
      : await driver.ask<string>('tool', { name: 'DumpLogSegments', args: ['--files', indexes.join(',')] });
  const entries = parseIndexDump(text);
  return (files) =>
    hasSegments(files)
      ? files.map((file) => ({
          baseOffset: baseOffsetOf(file),
          sizeBytes: statSync(file).size,
          offsetIndex: entries.get(beside(file, 'index')) ?? [],
          timeIndex: (entries.get(beside(file, 'timeindex')) ?? []).map(
            ([timestampMs, offset]) => [timestampMs - zeroMs, offset] as const,
          ),
        }))
      : null;
}

function hasSegments(files: readonly string[]): boolean {
  return files.length > 1 || files.some((file) => baseOffsetOf(file) > 0);
}

function baseOffsetOf(file: string): number {
  return Number(basename(file, '.log'));
}

function beside(file: string, extension: string): string {
  return file.replace(/log$/, extension);
}

/** A segment that has just been made may not have them yet. To read a time index the tool opens the offset index too. */
function indexFilesOf(file: string): string[] {
  const files = ['index', 'timeindex'].map((extension) => beside(file, extension));
  return files.every((one) => existsSync(one)) ? files : [];
}
