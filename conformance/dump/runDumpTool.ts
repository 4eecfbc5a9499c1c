import { spawnSync } from 'node:child_process';
import type { PreparedKafka } from '../cluster/prepareKafka.ts';
import type { ToolOutput } from './checkDump.ts';

/** Runs `kafka-dump-log` in a process of its own. */
export function runDumpTool(
  { classPath, javaOptions }: PreparedKafka,
  tool: string,
  files: readonly string[],
  options: readonly string[],
): ToolOutput {
  const { stdout, stderr, error } = spawnSync(
    'java',
    [...javaOptions, '-cp', classPath, tool, '--files', files.join(','), ...options],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (error) throw error;
  return { stdout, stderr };
}
