import type { BrokerMeter } from '../../engine/broker/BrokerMeters.ts';
import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import type { Micros } from '../../shared/units.ts';
import { visitMeters, type MetricVisitor } from './MetricVisitor.ts';

const TOPICS = 'kafka.server:type=BrokerTopicMetrics,name=';
const GROUPS = 'kafka.server:type=ShareGroupMetrics,name=RecordAcknowledgement,ackType=';
const PARTITIONS = 'kafka.server:type=SharePartitionMetrics,name=';
const SESSIONS = 'kafka.server:type=ShareSessionCache,name=';

const METERS: readonly (readonly [bean: string, meter: BrokerMeter])[] = [
  [`${TOPICS}TotalShareFetchRequestsPerSec`, 'totalShareFetchRequests'],
  [`${TOPICS}TotalShareAcknowledgementRequestsPerSec`, 'totalShareAcknowledgementRequests'],
  ['kafka.server:type=DelayedShareFetchMetrics,name=ExpiresPerSec', 'shareFetchExpires'],
  [`${GROUPS}Accept`, 'shareAcknowledgements/ACCEPT'],
  [`${GROUPS}Release`, 'shareAcknowledgements/RELEASE'],
  [`${GROUPS}Reject`, 'shareAcknowledgements/REJECT'],
  [`${GROUPS}Renew`, 'shareAcknowledgements/RENEW'],
];

/** What a broker that leads share partitions reports of them; nothing where no share group ever came. */
export function visitShares(process: BrokerProcess, ageUs: Micros, visit: MetricVisitor): void {
  const { shares, meters } = process;
  if (shares.isDormant) return;
  for (const [bean, name] of METERS) {
    const meter = meters.meters.get(name);
    visitMeters(visit, bean, meter === undefined ? [] : [meter], ageUs);
  }
  const timeouts = meters.meters.get('acquisitionLockTimeouts');
  visitMeters(visit, `${PARTITIONS}AcquisitionLockTimeoutPerSec`, timeouts ? [timeouts] : [], ageUs);
  let messages = 0;
  let batches = 0;
  for (const { records } of shares.partitions.values()) {
    batches += records.batches.length;
    if (records.batches.length > 0) messages += records.endOffset - records.startOffset + 1;
  }
  visit(`${PARTITIONS}InFlightMessageCount`, null, messages);
  visit(`${PARTITIONS}InFlightBatchCount`, null, batches);
  visit(`${SESSIONS}ShareSessionsCount`, null, shares.sessions.size);
  let partitions = 0;
  for (const session of shares.sessions.values()) partitions += session.partitions.length;
  visit(`${SESSIONS}SharePartitionsCount`, null, partitions);
}
