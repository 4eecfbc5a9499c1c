import { compressRecords } from '../../codecs/codecs.ts';
import { checkCurrentLeaderEpoch } from '../broker/checkCurrentLeaderEpoch.ts';
import { clampFollowerHighWatermark } from '../broker/clampFollowerHighWatermark.ts';
import { followedLogStart } from '../broker/followedLogStart.ts';
import { computeHighWatermark, mayAdvanceHighWatermark } from '../broker/computeHighWatermark.ts';
import { acceptJoiningMember } from '../broker/coordinator/group/acceptJoiningMember.ts';
import {
  heartbeatError,
  memberError,
  offsetCommitError,
  syncGroupError,
} from '../broker/coordinator/group/groupMemberErrors.ts';
import { commitEpochError } from '../broker/coordinator/group/modern/memberEpochs.ts';
import { reconcileMember } from '../broker/coordinator/group/modern/reconcileMember.ts';
import { nextInitialDelay } from '../broker/coordinator/group/initialRebalanceDelay.ts';
import { isOffsetExpired } from '../broker/coordinator/group/offsetExpiration.ts';
import { selectProtocol } from '../broker/coordinator/group/selectProtocol.ts';
import { awaitedOffset } from '../broker/coordinator/awaitedOffset.ts';
import { decideAppend, delayedProduceOutcome } from '../broker/decideProduce.ts';
import { divergingEpoch } from '../broker/divergingEpoch.ts';
import { effectiveMinIsr } from '../broker/effectiveMinIsr.ts';
import { fetchAnswersAtOnce } from '../broker/fetchAnswersAtOnce.ts';
import { initialFetchOffset } from '../broker/initialFetchOffset.ts';
import { isrAfterAlterPartitionResponse, maximalIsr } from '../broker/isrState.ts';
import { isReplicaIsrEligible, needsExpandIsr } from '../broker/needsExpandIsr.ts';
import { outOfRangeFetch } from '../broker/outOfRangeFetch.ts';
import { outOfSyncReplicas } from '../broker/outOfSyncReplicas.ts';
import { reactToFetchError } from '../broker/reactToFetchError.ts';
import { brokerEpochCheck, resetReplicaState, updateFetchState } from '../broker/replicaState.ts';
import { decideAddPartitions, verifyPartitions } from '../broker/transaction/decideAddPartitions.ts';
import { decideEndTxn } from '../broker/transaction/decideEndTxn.ts';
import { decideInitProducerId } from '../broker/transaction/decideInitProducerId.ts';
import {
  prepareAbortOrCommit,
  prepareComplete,
  prepareFenceProducerEpoch,
} from '../broker/transaction/prepareTransitions.ts';
import { reactToMarkerError } from '../broker/transaction/reactToMarkerError.ts';
import { isTimedOut } from '../broker/transaction/transactionExpiry.ts';
import { acknowledgeRecords, expireLocks } from '../broker/share/acknowledgeRecords.ts';
import { acquireRecords } from '../broker/share/acquireRecords.ts';
import { initialShareState } from '../broker/share/initialShareState.ts';
import { moveStartOffset } from '../broker/share/moveStartOffset.ts';
import { truncationOffset } from '../broker/truncationOffset.ts';
import { hiddenBatches } from '../client/consumer/hiddenBatches.ts';
import { assignmentChange, givenUpBeforeJoin } from '../client/consumer/group/assignmentChange.ts';
import { committableOffset } from '../client/consumer/group/committableOffset.ts';
import { startsAtCommitted } from '../client/consumer/group/startsAtCommitted.ts';
import { isRetriable, needsMetadataRefresh } from '../client/network/retriableErrors.ts';
import { bumpedProducerEpoch, outOfOrderAction } from '../client/producer/sequence.ts';
import { nextBrokerState } from '../controller/brokerHeartbeat.ts';
import { decideRegistration } from '../controller/brokerRegistration.ts';
import { buildPartitionChange } from '../controller/buildPartitionChange.ts';
import { electLeader } from '../controller/electLeader.ts';
import { hasValidSession, nextStaleBroker } from '../controller/staleBroker.ts';
import { targetElr } from '../controller/targetElr.ts';
import { errorAfterAlterPartition, validateAlterPartition } from '../controller/validateAlterPartition.ts';
import { voteRefusal } from '../raft/canGrantVote.ts';
import { isQuorumAlive } from '../raft/checkQuorum.ts';
import { quorumHighWatermark } from '../raft/quorumHighWatermark.ts';
import { divergenceOf, needsSnapshot } from '../raft/validateRaftFetch.ts';
import { isElected } from '../raft/voteTally.ts';
import { hasRoom } from '../broker/DiskRoom.ts';
import { isFlushDue, needsFlush } from '../storage/needsFlush.ts';
import { cleanableOffsets } from '../storage/cleaner/cleanableOffsets.ts';
import { filthiestLog } from '../storage/cleaner/filthiestLog.ts';
import { groupSegments } from '../storage/cleaner/groupSegments.ts';
import { retainBatch } from '../storage/cleaner/retainBatch.ts';
import { copyableSegments } from '../storage/copyableSegments.ts';
import { deletableRemoteSegments } from '../storage/deletableRemoteSegments.ts';
import { deletableSegments } from '../storage/deletableSegments.ts';
import { survivingEnd } from '../storage/PageCache.ts';
import { shouldRollSegment } from '../storage/shouldRollSegment.ts';
import { validateKey } from '../storage/validateKey.ts';
import { validateTimestamp } from '../storage/validateTimestamp.ts';
import { awaitsForward, isFencedWriter, isRepeatedWrite, storeTransactions } from '../store/storeRules.ts';
import { nextUnreadable } from '../client/consumer/outside/takeReadable.ts';
import type { Rules } from './Rules.ts';

/** The rules of Apache Kafka. */
export const kafkaRules: Rules = Object.freeze<Rules>({
  mayAdvanceHighWatermark,
  computeHighWatermark,
  maximalIsr,
  effectiveMinIsr,
  outOfSyncReplicas,
  isReplicaIsrEligible,
  needsExpandIsr,
  isrAfterAlterPartitionResponse,
  updateFetchState,
  resetReplicaState,

  checkCurrentLeaderEpoch,
  brokerEpochCheck,
  divergingEpoch,
  fetchAnswersAtOnce,
  acquireRecords,
  acknowledgeRecords,
  expireLocks,
  moveStartOffset,
  initialShareState,
  acceptJoiningMember,
  memberError,
  heartbeatError,
  syncGroupError,
  offsetCommitError,
  selectProtocol,
  nextInitialDelay,
  isOffsetExpired,
  commitEpochError,
  reconcileMember,
  decideAppend,
  delayedProduceOutcome,
  validateTimestamp,
  validateKey,
  findDuplicate: (producers, batch) => producers.findDuplicate(batch),
  validateSequence: (producers, batch, guard, origin) => producers.validate(batch, guard, origin),
  validateMarker: (producers, marker) => producers.validateMarker(marker),
  lastStableOffset: (log) => log.lastStableOffset,

  awaitedOffset,
  decideInitProducerId,
  decideAddPartitions,
  verifyPartitions,
  decideEndTxn,
  prepareFenceProducerEpoch,
  prepareAbortOrCommit,
  prepareComplete,
  isTimedOut,
  reactToMarkerError,

  shouldRollSegment,
  deletableSegments,
  copyableSegments,
  deletableRemoteSegments,
  needsFlush,
  isFlushDue,
  hasRoom,
  cleanableOffsets,
  filthiestLog,
  groupSegments,
  retainBatch,
  survivingEnd,

  initialFetchOffset,
  truncationOffset,
  outOfRangeFetch,
  reactToFetchError,
  clampFollowerHighWatermark,
  followedLogStart,

  hasValidSession,
  nextStaleBroker,
  decideRegistration,
  nextBrokerState,
  validateAlterPartition,
  errorAfterAlterPartition,
  buildPartitionChange,
  electLeader,
  targetElr,

  compressRecords,

  voteRefusal,
  isElected,
  quorumHighWatermark,
  isQuorumAlive,
  divergenceOf,
  needsSnapshot,

  storeTransactions,
  isRepeatedWrite,
  isFencedWriter,
  awaitsForward,
  nextUnreadable,
  startsAtCommitted,
  committableOffset,
  givenUpBeforeJoin,
  assignmentChange,
  isRetriable,
  needsMetadataRefresh,
  hiddenBatches,
  outOfOrderAction,
  bumpedProducerEpoch,
});

/** Kafka's rules but for those given; a decision within another (who is elected, in what becomes of a partition) included. */
export function rulesWith(given: Partial<Rules>): Rules {
  const rules = { ...kafkaRules, ...given };
  return Object.freeze<Rules>({
    ...rules,
    buildPartitionChange:
      given.buildPartitionChange ??
      ((current, change) => kafkaRules.buildPartitionChange(current, change, rules)),
  });
}
