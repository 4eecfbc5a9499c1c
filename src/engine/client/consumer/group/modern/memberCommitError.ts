import type { KafkaError } from '../../../../protocol/Errors.ts';
import type { CommitError, CommitPurpose } from '../Commit.ts';

export interface MemberCommitReaction {
  readonly outcome: CommitError;
  /** The coordinator is looked for anew. */
  readonly forgetsCoordinator: boolean;
}

/**
 * What an error in the answer to an OffsetCommit means to a member of the consumer protocol: whether it is still in its group it
 * learns by its heartbeats alone. The commit before a reconciliation is tried again under the new epoch; an application's own commit
 * fails. Kafka: `CommitRequestManager` (4.2).
 *
 * @param isInGroup whether it has an epoch to commit under
 */
export function reactToMemberCommitError(
  error: KafkaError,
  purpose: CommitPurpose,
  isInGroup: boolean,
): MemberCommitReaction {
  switch (error) {
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
    case 'REQUEST_TIMED_OUT':
      return { outcome: error, forgetsCoordinator: true };
    case 'STALE_MEMBER_EPOCH':
      if (purpose === 'prepare' && isInGroup) return { outcome: error, forgetsCoordinator: false };
      return { outcome: purpose === 'sync' ? 'CommitFailedException' : error, forgetsCoordinator: false };
    case 'UNKNOWN_MEMBER_ID':
      return { outcome: 'CommitFailedException', forgetsCoordinator: false };
    default:
      return { outcome: error, forgetsCoordinator: false };
  }
}
