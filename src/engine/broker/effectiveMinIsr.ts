/**
 * How many in-sync replicas acks=all and the high watermark ask for (A1): `min.insync.replicas`, but never
 * more than there are replicas. Kafka: `Partition.effectiveMinIsr` (4.2).
 */
export function effectiveMinIsr(minInsyncReplicas: number, replicaCount: number): number {
  return Math.min(minInsyncReplicas, replicaCount);
}
