import type { PartitionView } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** Brokers with a replica of the partition, which are its lanes, and those without. */
export function brokersOf(
  { brokers }: ClusterModel,
  partition: PartitionView | null,
): { readonly withReplica: ClusterModel['brokers']; readonly others: ClusterModel['brokers'] } {
  if (partition === null) return { withReplica: [], others: brokers };
  const holds = ({ nodeId }: { readonly nodeId: number }) => partition.replicas.includes(nodeId);
  return { withReplica: brokers.filter(holds), others: brokers.filter((broker) => !holds(broker)) };
}
