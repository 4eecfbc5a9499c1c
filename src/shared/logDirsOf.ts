/** Kafka's default of `log.dir`, which stands in for `log.dirs`. */
const DEFAULT_LOG_DIR = '/tmp/kafka-logs';

/** The log directories of a broker: `log.dirs`, else `log.dir`, else Kafka's default. */
export function logDirsOf(configs: Readonly<Record<string, string | number | boolean>>): readonly string[] {
  const text = `${configs['log.dirs'] ?? configs['log.dir'] ?? DEFAULT_LOG_DIR}`;
  return Object.freeze(text.split(',').map((dir) => dir.trim()));
}
