import type { CommittedPartition } from '../../../protocol/requests.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { isRetriable } from '../../network/retriableErrors.ts';

/**
 * Who commits: auto-commit inside poll(), auto-commit before a rebalance, the application by commitAsync() or commitSync(), or
 * auto-commit at close().
 */
export type CommitPurpose = 'auto' | 'prepare' | 'async' | 'sync' | 'close';

export interface Commit {
  readonly purpose: CommitPurpose;
  readonly offsets: readonly CommittedPartition[];
}

/** How a commit ended: a Kafka error, or an exception that only the client knows. */
export type CommitError =
  KafkaError | 'CommitFailedException' | 'RebalanceInProgressException' | 'DisconnectException';

/** What an error in the answer to an OffsetCommit leads to. */
export interface CommitReaction {
  readonly error: CommitError;
  /** The coordinator is looked for anew. */
  readonly forgetsCoordinator: boolean;
  /** `generation`: the member keeps its id; `memberId`: it loses that too. */
  readonly resets: 'nothing' | 'generation' | 'memberId';
  readonly rejoins: boolean;
}

/**
 * Kafka: `ConsumerCoordinator.OffsetCommitResponseHandler` (4.2).
 *
 * @param isCurrent whether the member is still of the generation that committed
 * @param isPreparing whether it is joining again
 */
export function reactToCommitError(
  error: KafkaError,
  isCurrent: boolean,
  isPreparing: boolean,
): CommitReaction {
  const plain = { error, forgetsCoordinator: false, resets: 'nothing', rejoins: false } as const;
  switch (error) {
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
    case 'REQUEST_TIMED_OUT':
      return { ...plain, forgetsCoordinator: true };
    case 'FENCED_INSTANCE_ID':
      if (isCurrent) return plain;
      return { ...plain, error: isPreparing ? 'RebalanceInProgressException' : 'CommitFailedException' };
    case 'REBALANCE_IN_PROGRESS':
      return { ...plain, error: 'RebalanceInProgressException', rejoins: true };
    case 'UNKNOWN_MEMBER_ID':
    case 'ILLEGAL_GENERATION':
      if (!isCurrent && isPreparing) return { ...plain, error: 'RebalanceInProgressException' };
      return {
        error: 'CommitFailedException',
        forgetsCoordinator: false,
        resets: error === 'ILLEGAL_GENERATION' ? 'generation' : 'memberId',
        rejoins: true,
      };
    default:
      return plain;
  }
}

/** Whether commitSync() and the auto-commit before a rebalance try again. Kafka: `RetriableException`. */
export function isRetriableCommit(error: CommitError): boolean {
  if (error === 'DisconnectException') return true;
  if (error === 'CommitFailedException' || error === 'RebalanceInProgressException') return false;
  return isRetriable(error);
}
