import type { Millis } from '../../shared/units.ts';

/** Configs of a topic about timestamps. Kafka: `LogConfig` (4.2), KIP-32, KIP-937. */
export interface TimestampConfig {
  /** message.timestamp.type */
  readonly type: 'CreateTime' | 'LogAppendTime';
  /** message.timestamp.before.max.ms: how much older than the broker's clock a record may be. */
  readonly beforeMaxMs: Millis;
  /** message.timestamp.after.max.ms: how much younger. */
  readonly afterMaxMs: Millis;
}

/** Kafka: `RecordBatch.NO_TIMESTAMP`. */
const NO_TIMESTAMP: Millis = -1;

/**
 * Whether a leader takes a record with this timestamp; both limits are inclusive. Under LogAppendTime it takes any, since its own
 * clock goes in its place. Kafka: `LogValidator.validateTimestamp` (4.2), KIP-937. Simplified: brokers ask it for the latest record of
 * a batch.
 *
 * @param nowMs the broker's clock.
 */
export function validateTimestamp(
  timestampMs: Millis,
  nowMs: Millis,
  { type, beforeMaxMs, afterMaxMs }: TimestampConfig,
): 'NONE' | 'INVALID_TIMESTAMP' {
  if (type === 'LogAppendTime' || timestampMs === NO_TIMESTAMP) return 'NONE';
  const aheadMs = timestampMs - nowMs;
  return aheadMs > afterMaxMs || -aheadMs > beforeMaxMs ? 'INVALID_TIMESTAMP' : 'NONE';
}

/** The timestamp that the log keeps. Kafka: `LogValidator.assignOffsetsNonCompressed` (4.2). */
export function timestampToStore(timestampMs: Millis, nowMs: Millis, type: TimestampConfig['type']): Millis {
  return type === 'LogAppendTime' ? nowMs : timestampMs;
}
