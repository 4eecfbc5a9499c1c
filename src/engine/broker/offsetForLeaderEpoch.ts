import type { KafkaError } from '../protocol/Errors.ts';
import type { OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../shared/units.ts';
import { notLeaderError } from './BrokerInternals.ts';
import type { BrokerInternals } from './BrokerInternals.ts';

/** Where epochs end in the logs that this broker leads (E2, E8). Kafka: `ReplicaManager.lastOffsetForLeaderEpoch` (4.2). */
export function answerOffsetForLeaderEpoch(
  request: OffsetForLeaderEpochRequest,
  broker: BrokerInternals,
  rules: Rules,
): OffsetForLeaderEpochResponse {
  const partitions = request.partitions.map(({ topicPartition, currentLeaderEpoch, leaderEpoch }) => {
    const refuse = (error: KafkaError) => ({
      topicPartition,
      error,
      leaderEpoch: UNDEFINED_EPOCH,
      endOffset: UNDEFINED_OFFSET,
    });
    const partition = broker.partitions.get(topicPartition);
    if (!partition?.role) return refuse(notLeaderError(topicPartition, broker));
    const epochError = rules.checkCurrentLeaderEpoch(currentLeaderEpoch, partition.role.leaderEpoch);
    if (epochError !== 'NONE') return refuse(epochError);
    if (!partition.leader) return refuse('NOT_LEADER_OR_FOLLOWER');
    const { epochs, logEndOffset } = partition.log;
    const { epoch, endOffset } = epochs.endOffsetFor(leaderEpoch, logEndOffset);
    return { topicPartition, error: 'NONE' as const, leaderEpoch: epoch, endOffset };
  });
  return { kind: 'OffsetForLeaderEpochResponse', partitions };
}
