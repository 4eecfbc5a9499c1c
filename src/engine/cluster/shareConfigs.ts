import type { ShareGroupConfig } from '../broker/share/ShareGroupConfig.ts';
import { acknowledgementErrorsOf } from '../client/consumer/share/acknowledgementErrors.ts';
import type { ShareApplication } from '../client/consumer/share/ShareApplication.ts';
import type { ShareConsumerConfig } from '../client/consumer/share/ShareConsumerConfig.ts';
import { BROKER_DEFAULTS, CONSUMER_DEFAULTS } from '../protocol/configDefaults.ts';
import type { ConfigMap, ConsumerSpec, Scenario, ShareSpec } from '../../scenario/Scenario.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';

/** What a broker reads of its configs, in Kafka's units. */
interface ReadNumbers {
  number(name: string): number;
}

/** Records that a share partition may have in flight where nobody says it; 4.0 had less. */
const MAX_RECORD_LOCKS_OF_4_0 = 200;

/** Kafka: `ShareGroupConfig`, `ShareCoordinatorConfig` (4.2). */
export function shareGroupConfigOf(read: ReadNumbers, scenario: Scenario): ShareGroupConfig {
  const { kafkaVersion } = scenario;
  const isEarly = kafkaVersion === '4.0' || kafkaVersion === '4.1';
  const locks = read.number('group.share.partition.max.record.locks');
  const isDefault = locks === BROKER_DEFAULTS['group.share.partition.max.record.locks'];
  return Object.freeze({
    isDormant: true as const,
    isEnabled: (scenario.features['share.version'] ?? (isEarly ? 0 : 1)) === 1,
    hasRenew: !isEarly,
    throttlesDelivery: !isEarly,
    deliveryCountLimit: read.number('group.share.delivery.count.limit'),
    maxRecordLocks: isDefault && kafkaVersion === '4.0' ? MAX_RECORD_LOCKS_OF_4_0 : locks,
    recordLockUs: read.number('group.share.record.lock.duration.ms') * MICROS_PER_MILLI,
    sessionTimeoutMs: read.number('group.share.session.timeout.ms'),
    heartbeatIntervalMs: read.number('group.share.heartbeat.interval.ms'),
    maxSize: read.number('group.share.max.size'),
    maxShareSessions: read.number('group.share.max.share.sessions'),
    snapshotUpdateRecordsPerSnapshot: read.number('share.coordinator.snapshot.update.records.per.snapshot'),
    writeTimeoutUs: read.number('share.coordinator.write.timeout.ms') * MICROS_PER_MILLI,
    appendLingerMs: read.number('share.coordinator.append.linger.ms'),
  });
}

export function shareConsumerConfigOf(configs: ConfigMap, kafkaVersion: string): ShareConsumerConfig {
  const text = (name: keyof typeof CONSUMER_DEFAULTS): string =>
    configs[name] ?? String(CONSUMER_DEFAULTS[name]);
  return Object.freeze({
    groupId: configs['group.id'] ?? '',
    isExplicit: text('share.acknowledgement.mode') === 'explicit',
    acquireMode: text('share.acquire.mode') === 'record_limit' ? 'record_limit' : 'batch_optimized',
    defaultApiTimeoutMs: Number(text('default.api.timeout.ms')),
    errors: acknowledgementErrorsOf(kafkaVersion),
  });
}

const COMMIT_CALLS = { none: 'none', commitSync: 'sync', commitAsync: 'async' } as const;

export function shareApplicationOf(
  { perRecordUs, commit }: ConsumerSpec,
  share: ShareSpec,
): ShareApplication {
  const { failEvery, failThen, poison, renewEveryUs } = share;
  return Object.freeze({
    perRecordUs,
    commit: COMMIT_CALLS[commit ?? 'none'],
    failEvery,
    failThen: VERDICTS[failThen],
    poison: Object.freeze(
      poison.map(({ partition, offset, takesUs, then }) =>
        Object.freeze({ topicPartition: partition, offset, takesUs, then: VERDICTS[then] }),
      ),
    ),
    renewEveryUs,
  });
}

const VERDICTS = { accept: 'ACCEPT', release: 'RELEASE', reject: 'REJECT' } as const;
