import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import { consumerGroupState } from '../../engine/broker/coordinator/group/modern/ConsumerGroup.ts';
import { shareGroupState } from '../../engine/broker/coordinator/group/share/ShareGroup.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const MANAGER = 'kafka.coordinator.group:type=GroupMetadataManager,name=';
const COORDINATOR = 'kafka.server:type=group-coordinator-metrics,name=';
const MODERN_STATES = ['Empty', 'Assigning', 'Reconciling', 'Stable'] as const;
const SHARE_STATES = ['Empty', 'Stable'] as const;
const CLASSIC_STATES = ['PreparingRebalance', 'CompletingRebalance', 'Stable', 'Dead', 'Empty'] as const;

/**
 * What the group coordinator of a broker reports of the groups that it has: only those whose partition it leads. Here only where there
 * are any: before that all of it stands at 0. Kafka: `GroupCoordinatorMetrics` (4.2).
 */
export function visitGroups({ coordinators, meters }: BrokerProcess, visit: MetricVisitor): void {
  const { groups: runtime } = coordinators;
  if (runtime.isDormant) return;
  let offsets = 0;
  let modern = 0;
  let shared = 0;
  const partitions = new Map<string, number>();
  const modernStates = new Map<string, number>();
  const shareStates = new Map<string, number>();
  const states = new Map<string, number>();
  for (const { status, state } of runtime.shards.values()) {
    count(partitions, status === 'ACTIVE' ? 'active' : 'loading');
    if (status !== 'ACTIVE') continue;
    offsets += state.offsets.size;
    for (const group of state.groups.values()) count(states, group.state);
    for (const group of state.consumerGroups.values()) {
      modern += 1;
      count(modernStates, consumerGroupState(group));
    }
    for (const group of state.shareGroups.values()) {
      shared += 1;
      count(shareStates, shareGroupState(group));
    }
  }
  const classic = [...states.values()].reduce((sum, count) => sum + count, 0);
  visit(`${MANAGER}NumOffsets`, null, offsets);
  visit(`${MANAGER}NumGroups`, null, classic);
  for (const state of CLASSIC_STATES) visit(`${MANAGER}NumGroups${state}`, null, states.get(state) ?? 0);
  visit(`${COORDINATOR}group-count,protocol=classic`, null, classic);
  visit(`${COORDINATOR}group-count,protocol=consumer`, null, modern);
  visit(`${COORDINATOR}group-count,protocol=share`, null, shared);
  for (const state of MODERN_STATES)
    visit(`${COORDINATOR}consumer-group-count,state=${state}`, null, modernStates.get(state) ?? 0);
  for (const state of SHARE_STATES)
    visit(`${COORDINATOR}share-group-count,state=${state}`, null, shareStates.get(state) ?? 0);
  for (const state of ['active', 'loading'])
    visit(`${COORDINATOR}num-partitions,state=${state}`, null, partitions.get(state) ?? 0);
  visit(`${COORDINATOR}offset-commit-count`, null, meters.meters.get('offsetCommits')?.count ?? 0);
  const rebalances = meters.meters.get('completedRebalances')?.count ?? 0;
  visit(`${COORDINATOR}group-completed-rebalance-count`, null, rebalances);
  visit(`${COORDINATOR}offset-expiration-count`, null, meters.meters.get('offsetExpirations')?.count ?? 0);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
