import type { ElectionAnswer, ElectionResult } from '../../shared/RunQuestions.ts';
import { hashMapOrder, hashOfText } from './javaOrder.ts';

export type ElectionType = 'PREFERRED' | 'UNCLEAN';

/** Class and words of each error. Kafka: `Errors` (4.2.2). */
const EXCEPTIONS = {
  PREFERRED_LEADER_NOT_AVAILABLE:
    'org.apache.kafka.common.errors.PreferredLeaderNotAvailableException: The preferred leader was not available.',
  ELIGIBLE_LEADERS_NOT_AVAILABLE:
    'org.apache.kafka.common.errors.EligibleLeadersNotAvailableException: Eligible topic partition leaders are not available.',
} as const;

/** A HashMap that nobody gave a size. */
const LEAST_PLACES = 16;

/**
 * `kafka-leader-election.sh` would print this. Asked for all partitions the controller says nothing of those that need no election. On its
 * standard error the tool says how many failed, with a stack trace that is left out here. Two that share a place in Java's hash table stay as they came. Kafka: `LeaderElectionCommand`,
 * `ReplicationControlManager.electLeaders` (4.2.2).
 */
export function leaderElection(
  type: ElectionType,
  results: readonly ElectionResult[],
  asked: 'all' | 'some',
): string {
  const answerOf = ({ preferred, unclean }: ElectionResult) => (type === 'PREFERRED' ? preferred : unclean);
  const told = hashMapOrder(
    results.filter((result) => asked === 'some' || answerOf(result) !== 'ELECTION_NOT_NEEDED'),
    hashOfPartition,
    LEAST_PLACES,
  );
  // The tool sorts the answers into tables of their own.
  const those = (isOne: (answer: ElectionAnswer) => boolean) =>
    hashMapOrder(
      told.filter((result) => isOne(answerOf(result))),
      hashOfPartition,
      LEAST_PLACES,
    );
  const succeeded = those((answer) => answer === 'NONE').map(nameOf);
  const notNeeded = those((answer) => answer === 'ELECTION_NOT_NEEDED').map(nameOf);
  const failed = those((answer) => answer in EXCEPTIONS).map((result) => {
    const why = EXCEPTIONS[answerOf(result) as keyof typeof EXCEPTIONS];
    return `Error completing leader election (${type}) for partition: ${nameOf(result)}: ${why}`;
  });
  return [
    ...(succeeded.length === 0
      ? []
      : [`Successfully completed leader election (${type}) for partitions ${succeeded.join(', ')}`]),
    ...(notNeeded.length === 0
      ? []
      : [`Valid replica already elected for partitions ${notNeeded.join(', ')}`]),
    ...failed,
    ...(failed.length === 0 ? [] : [`${failed.length} replica(s) could not be elected`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Nobody leads the quorum. Kafka: `LeaderElectionCommand.electLeaders` (4.2.2). */
export const ELECTION_TIMED_OUT = 'Timeout waiting for election results\n';

function nameOf({ topic, partition }: ElectionResult): string {
  return `${topic}-${partition}`;
}

/** `TopicPartition.hashCode` of Java. */
function hashOfPartition({ topic, partition }: ElectionResult): number {
  return (Math.imul(31, 31 + partition) + hashOfText(topic)) | 0;
}
