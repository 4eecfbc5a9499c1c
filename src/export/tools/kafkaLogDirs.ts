import type { ToolBroker } from './ToolInput.ts';

const STORAGE_EXCEPTION = 'org.apache.kafka.common.errors.KafkaStorageException';

/** `kafka-log-dirs.sh --describe` of all brokers that answer. Kafka: `LogDirsCommand` (4.2.2). */
export function logDirsDescribe(brokers: readonly ToolBroker[]): string {
  const running = brokers.filter(({ isRunning }) => isRunning).toSorted((a, b) => a.nodeId - b.nodeId);
  const json = {
    brokers: running.map(({ nodeId, logDirs }) => ({
      broker: nodeId,
      logDirs: logDirs.map(({ path, hasFailed, replicas }) => ({
        partitions: hasFailed
          ? []
          : replicas.map(({ partition, sizeBytes, offsetLag }) => ({
              partition,
              size: sizeBytes,
              offsetLag,
              isFuture: false,
            })),
        error: hasFailed ? STORAGE_EXCEPTION : null,
        logDir: path,
      })),
    })),
    version: 1,
  };
  return [
    'Querying brokers for log directories information',
    `Received log directory information from brokers ${running.map(({ nodeId }) => nodeId).join(',')}`,
    JSON.stringify(json),
    '',
  ].join('\n');
}
