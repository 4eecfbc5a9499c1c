/**
 * The log directory that a new log goes to: of those that work the one with the fewest logs, the first of several. Kafka:
 * `LogManager.nextLogDirs` (4.2). There is always one, for a broker without any stops.
 */
export function nextLogDir(logDirs: readonly string[], logs: Iterable<{ readonly logDir: string }>): string {
  const counts = new Map(logDirs.map((dir) => [dir, 0]));
  for (const { logDir } of logs) {
    const count = counts.get(logDir);
    if (count !== undefined) counts.set(logDir, count + 1);
  }
  let best = logDirs[0] ?? '';
  for (const [dir, count] of counts) if (count < (counts.get(best) ?? 0)) best = dir;
  return best;
}
