import type { MetadataImage } from '../metadata/MetadataImage.ts';
import { BROKER_DEFAULTS, TOPIC_DEFAULTS } from '../protocol/configDefaults.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import { DEFAULT_LOG_CONFIG } from '../storage/LogConfig.ts';
import type { BrokerId, Millis } from '../../shared/units.ts';
import type { BrokerConfig } from './BrokerConfig.ts';

const MILLIS_PER_MINUTE = 60_000;
const MILLIS_PER_HOUR = 3_600_000;

/**
 * What the log of a topic goes by on one broker: the topic's own config, else the broker's of the other name, where a dynamic
 * value of the broker comes before one of the cluster and that before the broker's file. A time in ms comes before one in
 * minutes, and that before one in hours. Kafka: `LogConfig.fromProps`, `AbstractKafkaConfig.extractLogConfigMap` (4.2).
 */
export function logConfig(
  topic: string,
  broker: BrokerId,
  image: MetadataImage,
  own: Pick<BrokerConfig, 'ownLogConfigs'>,
): LogConfig {
  const ofTopic = image.topicConfigs.get(topic);
  const ofBroker = (name: string): string | undefined =>
    image.brokerConfigs.get(broker)?.get(name) ?? image.clusterConfigs.get(name) ?? own.ownLogConfigs[name];
  const number = (name: keyof typeof TOPIC_DEFAULTS, brokerName: string): number =>
    Number(ofTopic?.get(name) ?? ofBroker(brokerName) ?? TOPIC_DEFAULTS[name]);
  const policy = ofTopic?.get('cleanup.policy') ?? ofBroker('log.cleanup.policy');
  const policies = (policy ?? BROKER_DEFAULTS['log.cleanup.policy']).split(',').map((name) => name.trim());
  const isCompacted = policies.includes('compact');
  const timestampType = ofTopic?.get('message.timestamp.type') ?? ofBroker('log.message.timestamp.type');
  const isAppendTime = timestampType === 'LogAppendTime';
  const segmentMs = Number(
    ofTopic?.get('segment.ms') ??
      timeMs(ofBroker('log.roll.ms'), undefined, ofBroker('log.roll.hours')) ??
      TOPIC_DEFAULTS['segment.ms'],
  );
  const maxCompactionLagMs = number('max.compaction.lag.ms', 'log.cleaner.max.compaction.lag.ms');
  return {
    segmentBytes: number('segment.bytes', 'log.segment.bytes'),
    segmentMs: isCompacted && maxCompactionLagMs > 0 ? Math.min(maxCompactionLagMs, segmentMs) : segmentMs,
    segmentJitterMs: Number(
      ofTopic?.get('segment.jitter.ms') ??
        timeMs(ofBroker('log.roll.jitter.ms'), undefined, ofBroker('log.roll.jitter.hours')) ??
        TOPIC_DEFAULTS['segment.jitter.ms'],
    ),
    segmentIndexBytes: number('segment.index.bytes', 'log.index.size.max.bytes'),
    indexIntervalBytes: number('index.interval.bytes', 'log.index.interval.bytes'),
    retentionMs: Number(
      ofTopic?.get('retention.ms') ??
        timeMs(
          ofBroker('log.retention.ms'),
          ofBroker('log.retention.minutes'),
          ofBroker('log.retention.hours'),
        ) ??
        DEFAULT_LOG_CONFIG.retentionMs,
    ),
    retentionBytes: number('retention.bytes', 'log.retention.bytes'),
    flushMessages: number('flush.messages', 'log.flush.interval.messages'),
    flushMs: Number(
      ofTopic?.get('flush.ms') ??
        ofBroker('log.flush.interval.ms') ??
        ofBroker('log.flush.scheduler.interval.ms') ??
        TOPIC_DEFAULTS['flush.ms'],
    ),
    fileDeleteDelayMs: number('file.delete.delay.ms', 'log.segment.delete.delay.ms'),
    isDeleted: policies.includes('delete'),
    isCompacted,
    timestamps: {
      type: isAppendTime ? 'LogAppendTime' : 'CreateTime',
      beforeMaxMs: number('message.timestamp.before.max.ms', 'log.message.timestamp.before.max.ms'),
      afterMaxMs: number('message.timestamp.after.max.ms', 'log.message.timestamp.after.max.ms'),
    },
  };
}

/** A negative time means that there is no limit, whatever its unit. */
function timeMs(
  ms: string | undefined,
  minutes: string | undefined,
  hours: string | undefined,
): Millis | null {
  if (ms !== undefined) return Number(ms);
  const inMillis =
    minutes !== undefined
      ? Number(minutes) * MILLIS_PER_MINUTE
      : hours !== undefined
        ? Number(hours) * MILLIS_PER_HOUR
        : null;
  return inMillis !== null && inMillis < 0 ? -1 : inMillis;
}
