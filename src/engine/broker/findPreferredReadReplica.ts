import type { BrokerId, Micros, Offset } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { FetchParams } from './DelayedFetch.ts';
import { committedIsr } from './isrState.ts';
import type { Partition } from './Partition.ts';
import { rackAwareReplicaSelector } from './rackAwareReplicaSelector.ts';
import type { ReplicaView } from './rackAwareReplicaSelector.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

/** The one selector that Kafka brings along; any other name has no effect here. */
export const RACK_AWARE_REPLICA_SELECTOR = 'org.apache.kafka.common.replica.RackAwareReplicaSelector';

/**
 * Which follower a leader sends a consumer to (K2); null: it answers itself. Candidates are in the ISR, alive, and hold the
 * offset as far as the leader knows. Kafka: `ReplicaManager.findPreferredReadReplica` (4.2).
 */
export function findPreferredReadReplica(
  params: FetchParams,
  partition: Partition,
  fetchOffset: Offset,
  manager: ReplicaManager,
  broker: BrokerInternals,
  nowUs: Micros,
): BrokerId | null {
  const { leader, log } = partition;
  if (!leader || !mayPreferAnother(params, broker)) return null;
  const isr = committedIsr(leader.isrState);
  const followers: ReplicaView[] = [];
  for (const [brokerId, state] of leader.followers) {
    const isEligible =
      isr.includes(brokerId) && state.logEndOffset >= fetchOffset && state.logStartOffset <= fetchOffset;
    if (!isEligible) continue;
    const caughtUpUs = Math.max(state.lastCaughtUpUs, manager.quietFetchUs(partition, brokerId));
    followers.push({
      brokerId,
      rack: rackOf(brokerId, broker),
      logEndOffset: state.logEndOffset,
      sinceCaughtUpUs: nowUs - caughtUpUs,
    });
  }
  const own = {
    brokerId: broker.id,
    rack: broker.rack,
    logEndOffset: log.logEndOffset,
    sinceCaughtUpUs: 0,
  };
  const selected = rackAwareReplicaSelector(params.rackId, own, followers);
  return selected === broker.id ? null : selected;
}

/** Whether this fetch could be sent elsewhere at all: the broker selects, and the consumer is in another rack than the broker. */
export function mayPreferAnother(
  params: Pick<FetchParams, 'replicaId' | 'rackId'>,
  broker: BrokerInternals,
): boolean {
  return (
    params.replicaId < 0 &&
    params.rackId !== '' &&
    broker.config.replicaSelectorClass === RACK_AWARE_REPLICA_SELECTOR &&
    broker.rack !== params.rackId
  );
}

/** A broker that is fenced or gone cannot be reached, and so is in no rack. */
function rackOf(id: BrokerId, broker: BrokerInternals): string | null {
  const registration = broker.image.brokers.get(id);
  return registration && !registration.fenced ? registration.rack : null;
}
