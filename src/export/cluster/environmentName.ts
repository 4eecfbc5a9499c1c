/**
 * The environment variable that the official image makes a config of. It drops `KAFKA_`, lowers the letters, and reads `___` as a
 * dash, `__` as an underscore and `_` as a dot. null: it drops `KAFKA_` wherever it stands, and so cannot be told
 * `kafka.metrics.reporters`. Kafka: `KafkaDockerWrapper.getServerConfigsFromEnv` (4.2).
 */
export function environmentName(config: string): string | null {
  if (/kafka[._-]/i.test(config)) return null;
  const written = config.replaceAll('_', '__').replaceAll('-', '___').replaceAll('.', '_');
  return `KAFKA_${written.toUpperCase()}`;
}

/** A value as it must stand in the variable: the image writes it into a .properties file as it is. */
export function environmentValue(value: string): string {
  return value.replaceAll('\\', '\\\\');
}
