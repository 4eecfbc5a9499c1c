import type { Bytes, Millis } from '../../../shared/units.ts';

/** What one sample of `compression-rate-avg` is: less is better, 1 is no gain. Kafka: `Sender.SenderMetrics` (4.2). */
export function compressionRate(compressedBytes: Bytes, uncompressedBytes: Bytes): number {
  return uncompressedBytes === 0 ? 1 : compressedBytes / uncompressedBytes;
}

/**
 * `records-lag-max`: the largest lag that was recorded at any fetch of any partition in the window, and not the lag of now. null: nothing was
 * fetched. Kafka: `FetchMetricsManager.recordPartitionLag` (4.2).
 */
export function recordsLagMax(lags: readonly number[]): number | null {
  return lags.length === 0 ? null : lags.reduce((largest, lag) => Math.max(largest, lag), 0);
}

/**
 * What one sample of `poll-idle-ratio-avg` is: how much of the time the application spent inside of poll(). The time since the last call
 * began has that call in it. Kafka: `KafkaConsumerMetrics.recordPollEnd` (4.2).
 */
export function pollIdleRatio(pollMs: Millis, sinceLastStartMs: Millis): number {
  const total = pollMs + sinceLastStartMs;
  return total === 0 ? 0 : pollMs / total;
}
