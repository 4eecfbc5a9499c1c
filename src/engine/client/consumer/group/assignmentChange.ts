import type { TopicPartition } from '../../../../shared/units.ts';
import type { RebalanceProtocol } from '../assignors/assignors.ts';

/**
 * What a member gives up before it joins again. Kafka: `ConsumerCoordinator.onJoinPrepare` (4.2). One that lost its generation
 * or its member id has lost all; an eager one revokes all; a cooperative one keeps what it still subscribes to.
 */
export function givenUpBeforeJoin(
  owned: readonly TopicPartition[],
  protocol: RebalanceProtocol,
  isOutOfGroup: boolean,
  isSubscribed: (topicPartition: TopicPartition) => boolean,
): { readonly how: 'lost' | 'revoked'; readonly partitions: readonly TopicPartition[] } {
  if (isOutOfGroup) return { how: 'lost', partitions: owned };
  if (protocol === 'EAGER') return { how: 'revoked', partitions: owned };
  return { how: 'revoked', partitions: owned.filter((one) => !isSubscribed(one)) };
}

/**
 * What an assignment changes. Kafka: `ConsumerCoordinator.onJoinComplete` (4.2): a cooperative member revokes what it owned and
 * was not given, and joins once more so that others can get it.
 */
export function assignmentChange(
  owned: readonly TopicPartition[],
  assigned: readonly TopicPartition[],
  protocol: RebalanceProtocol,
): { readonly added: readonly TopicPartition[]; readonly revoked: readonly TopicPartition[] } {
  const had = new Set(owned);
  const has = new Set(assigned);
  return {
    added: assigned.filter((one) => !had.has(one)),
    revoked: protocol === 'COOPERATIVE' ? owned.filter((one) => !has.has(one)) : [],
  };
}
