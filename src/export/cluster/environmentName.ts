/**
 * The environment variable that the official image makes a config of. It drops `KAFKA_`, lowers the letters, and reads `___` as a
 * dash, `__` as an underscore and `_` as a dot. Kafka: `KafkaDockerWrapper.getServerConfigsFromEnv` (4.2).
 */
export function environmentName(config: string): string {
  const written = config.replaceAll('_', '__').replaceAll('-', '___').replaceAll('.', '_');
  return `KAFKA_${written.toUpperCase()}`;
}

/** A value as it must stand in the variable: the image writes it into a .properties file as it is. */
export function environmentValue(value: string): string {
  return value.replaceAll('\\', '\\\\');
}
