import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const MANAGER = 'kafka.coordinator.group:type=GroupMetadataManager,name=';
const COORDINATOR = 'kafka.server:type=group-coordinator-metrics,name=';
const CLASSIC_STATES = ['PreparingRebalance', 'CompletingRebalance', 'Stable', 'Dead', 'Empty'] as const;

/**
 * What the group coordinator of a broker reports of the groups that it has: only those whose partition it leads. Here only where there
 * are any: before that all of it stands at 0. Kafka: `GroupCoordinatorMetrics` (4.2).
 */
export function visitGroups({ coordinators }: BrokerProcess, visit: MetricVisitor): void {
  const { groups: runtime } = coordinators;
  if (runtime.isDormant) return;
  let offsets = 0;
  let modern = 0;
  const states = new Map<string, number>();
  for (const { status, state } of runtime.shards.values()) {
    if (status !== 'ACTIVE') continue;
    offsets += state.offsets.size;
    for (const group of state.groups.values()) states.set(group.state, (states.get(group.state) ?? 0) + 1);
    modern += [...state.consumerGroups.values()].length;
  }
  const classic = [...states.values()].reduce((sum, count) => sum + count, 0);
  visit(`${MANAGER}NumOffsets`, null, offsets);
  visit(`${MANAGER}NumGroups`, null, classic);
  for (const state of CLASSIC_STATES) visit(`${MANAGER}NumGroups${state}`, null, states.get(state) ?? 0);
  visit(`${COORDINATOR}group-count,protocol=classic`, null, classic);
  visit(`${COORDINATOR}group-count,protocol=consumer`, null, modern);
}
