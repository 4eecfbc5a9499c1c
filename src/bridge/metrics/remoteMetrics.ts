import type { Broker } from '../../engine/broker/Broker.ts';
import type { BrokerMeter } from '../../engine/broker/BrokerMeters.ts';
import { configOf } from '../../engine/broker/partitionConfig.ts';
import type { RemoteLogs } from '../../engine/storage/RemoteLogs.ts';
import type { Micros } from '../../shared/units.ts';
import { metersOf } from './brokerMetrics.ts';
import { visitMeters } from './MetricVisitor.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const METERS: readonly (readonly [name: string, meter: BrokerMeter])[] = [
  ['RemoteCopyBytesPerSec', 'remoteCopyBytes'],
  ['RemoteCopyRequestsPerSec', 'remoteCopyRequests'],
  ['RemoteFetchBytesPerSec', 'remoteFetchBytes'],
  ['RemoteFetchRequestsPerSec', 'remoteFetchRequests'],
  ['RemoteDeleteRequestsPerSec', 'remoteDeleteRequests'],
];
const TOPIC_METRICS = 'kafka.server:type=BrokerTopicMetrics,name=';

/**
 * What a broker reports of remote storage, for the partitions that it leads. Kafka: `RemoteLogManager.RLMCopyTask.recordLagStats`,
 * `RLMExpirationTask.updateMetadataCountAndLogSizeWith`, `RemoteStorageMetrics` (4.2). Here only where a topic has remote storage.
 *
 * Simplified: Kafka's values are those of the last turn of the tasks, or of the last segment that was copied; these are of now.
 */
export function visitRemoteStorage(
  broker: Broker,
  remoteLogs: RemoteLogs,
  nowUs: Micros,
  visit: MetricVisitor,
): void {
  let isTiered = false;
  let sizeBytes = 0;
  let segments = 0;
  let lagBytes = 0;
  let lagSegments = 0;
  for (const partition of broker.partitions.values()) {
    const { leader, log, topicPartition, topicId } = partition;
    const { remote } = configOf(partition, broker).log;
    if (!leader || !remote) continue;
    isTiered = true;
    const copied = remoteLogs.of(topicPartition, topicId);
    segments += copied.length;
    for (const segment of copied) sizeBytes += segment.sizeBytes;
    // The active segment is not to be copied.
    const end = copied.at(-1)?.endOffset ?? 0;
    for (const segment of log.segments.slice(0, -1))
      if (remote.isCopying && segment.baseOffset >= end) {
        lagBytes += segment.sizeBytes;
        lagSegments += 1;
      }
  }
  if (!isTiered) return;
  visit(`${TOPIC_METRICS}RemoteLogSizeBytes`, null, sizeBytes);
  visit(`${TOPIC_METRICS}RemoteLogMetadataCount`, null, segments);
  visit(`${TOPIC_METRICS}RemoteCopyLagBytes`, null, lagBytes);
  visit(`${TOPIC_METRICS}RemoteCopyLagSegments`, null, lagSegments);
  const { process } = broker;
  if (!process) return;
  for (const [name, meter] of METERS)
    visitMeters(visit, TOPIC_METRICS + name, metersOf(process, meter), nowUs - process.meters.startedUs);
}
