import { BROKER_DEFAULTS } from '../protocol/configDefaults.ts';
import { offsetMapCapacity } from '../storage/cleaner/OffsetMap.ts';
import type { OffsetMapCapacity } from '../storage/cleaner/OffsetMap.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';

/** What the threads of the log cleaner go by. Kafka: `CleanerConfig` (4.2). */
export interface CleanerConfig {
  /** log.cleaner.enable */
  readonly isEnabled: boolean;
  readonly threads: number;
  readonly backoffUs: Micros;
  /** Of each thread's map. */
  readonly capacity: OffsetMapCapacity;
  /** log.cleaner.io.max.bytes.per.second, of all threads together. */
  readonly ioMaxBytesPerSecond: number;
}

/** A change of one of these starts the threads anew (`LogCleaner.RECONFIGURABLE_CONFIGS`). */
export const RECONFIGURABLE_CLEANER_CONFIGS: ReadonlySet<string> = new Set([
  'log.cleaner.threads',
  'log.cleaner.dedupe.buffer.size',
  'log.cleaner.io.buffer.load.factor',
  'log.cleaner.io.max.bytes.per.second',
  'log.cleaner.backoff.ms',
]);

/** A dynamic value of the broker, else of the cluster, else what the broker's own file says. */
export function cleanerConfig({ id, image, config }: BrokerInternals): CleanerConfig {
  const text = (name: keyof typeof BROKER_DEFAULTS): string =>
    image.brokerConfigs.get(id)?.get(name) ??
    image.clusterConfigs.get(name) ??
    config.ownLogConfigs[name] ??
    String(BROKER_DEFAULTS[name]);
  const threads = Number(text('log.cleaner.threads'));
  const capacity = offsetMapCapacity(
    Number(text('log.cleaner.dedupe.buffer.size')),
    threads,
    Number(text('log.cleaner.io.buffer.load.factor')),
  );
  return {
    // A map in which not even one key has room ends the threads as they start.
    isEnabled: text('log.cleaner.enable') === 'true' && threads > 0 && capacity.maxKeys >= 1,
    threads,
    // With 0 Kafka's threads look again without a rest; here they rest for a millisecond.
    backoffUs: Math.max(1, Number(text('log.cleaner.backoff.ms'))) * MICROS_PER_MILLI,
    capacity,
    ioMaxBytesPerSecond: Number(text('log.cleaner.io.max.bytes.per.second')),
  };
}
