/**
 * Topics in which coordinators keep what they know. Kafka places their replicas by chance and a cluster that is used again has them
 * already, so a recording says nothing of them.
 */
export function isInternalTopic(topic: string): boolean {
  return topic === '__consumer_offsets' || topic === '__transaction_state' || topic === '__share_group_state';
}
