import type { Broker } from '../../engine/broker/Broker.ts';
import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import { cleanerConfig } from '../../engine/broker/cleanerConfig.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const CLEANER = 'kafka.log:type=LogCleaner,name=';
const MANAGER = 'kafka.log:type=LogCleanerManager,name=';

/**
 * What the log cleaner of a broker reports: whole numbers, cut off, of the last cleaning of each thread. Kafka: `LogCleaner`,
 * `LogCleanerManager` (4.2). Here only while there is a compacted log: before that all of it stands at 0. No thread ever dies, and
 * no partition is marked uncleanable: nothing that a cleaner reads is ever corrupt.
 */
export function visitCleaner(
  broker: Broker,
  { cleaner }: BrokerProcess,
  nowUs: Micros,
  visit: MetricVisitor,
): void {
  const { slots } = cleanerConfig(broker).capacity;
  let written = 0;
  let read = 0;
  let mostKeys = 0;
  let longestUs = 0;
  let longestDelayMs = 0;
  for (const { lastStats, lastCleaningUs, lastDelayMs } of cleaner.threads) {
    written += lastStats?.bytesWritten ?? 0;
    read += lastStats?.bytesRead ?? 0;
    mostKeys = Math.max(mostKeys, lastStats?.mapKeys ?? 0);
    longestUs = Math.max(longestUs, lastCleaningUs);
    longestDelayMs = Math.max(longestDelayMs, lastDelayMs);
  }
  const lastTurnUs = Math.max(0, cleaner.lastTurnUs(broker, nowUs));
  visit(`${CLEANER}max-buffer-utilization-percent`, null, Math.floor((100 * mostKeys) / slots));
  visit(`${CLEANER}cleaner-recopy-percent`, null, Math.floor((100 * written) / Math.max(1, read)));
  visit(`${CLEANER}max-clean-time-secs`, null, Math.floor(longestUs / MICROS_PER_SECOND));
  visit(`${CLEANER}max-compaction-delay-secs`, null, Math.floor(longestDelayMs / 1000));
  visit(`${CLEANER}DeadThreadCount`, null, 0);
  visit(`${MANAGER}max-dirty-percent`, null, Math.floor(100 * cleaner.dirtiestRatio));
  visit(`${MANAGER}time-since-last-run-ms`, null, Math.floor((nowUs - lastTurnUs) / MICROS_PER_MILLI));
  for (const logDir of broker.config.logDirs) {
    visit(`${MANAGER}uncleanable-partitions-count,logDirectory=${logDir}`, null, 0);
    visit(`${MANAGER}uncleanable-bytes,logDirectory=${logDir}`, null, 0);
  }
}
