import type { compressRecords } from '../../codecs/codecs.ts';
import type { checkCurrentLeaderEpoch } from '../broker/checkCurrentLeaderEpoch.ts';
import type { clampFollowerHighWatermark } from '../broker/clampFollowerHighWatermark.ts';
import type { followedLogStart } from '../broker/followedLogStart.ts';
import type { computeHighWatermark, mayAdvanceHighWatermark } from '../broker/computeHighWatermark.ts';
import type { acceptJoiningMember } from '../broker/coordinator/group/acceptJoiningMember.ts';
import type {
  heartbeatError,
  memberError,
  offsetCommitError,
  syncGroupError,
} from '../broker/coordinator/group/groupMemberErrors.ts';
import type { commitEpochError } from '../broker/coordinator/group/modern/memberEpochs.ts';
import type { reconcileMember } from '../broker/coordinator/group/modern/reconcileMember.ts';
import type { nextInitialDelay } from '../broker/coordinator/group/initialRebalanceDelay.ts';
import type { isOffsetExpired } from '../broker/coordinator/group/offsetExpiration.ts';
import type { selectProtocol } from '../broker/coordinator/group/selectProtocol.ts';
import type { awaitedOffset } from '../broker/coordinator/awaitedOffset.ts';
import type { decideAppend, delayedProduceOutcome } from '../broker/decideProduce.ts';
import type { divergingEpoch } from '../broker/divergingEpoch.ts';
import type { effectiveMinIsr } from '../broker/effectiveMinIsr.ts';
import type { fetchAnswersAtOnce } from '../broker/fetchAnswersAtOnce.ts';
import type { initialFetchOffset } from '../broker/initialFetchOffset.ts';
import type { isrAfterAlterPartitionResponse, maximalIsr } from '../broker/isrState.ts';
import type { isReplicaIsrEligible, needsExpandIsr } from '../broker/needsExpandIsr.ts';
import type { outOfRangeFetch } from '../broker/outOfRangeFetch.ts';
import type { outOfSyncReplicas } from '../broker/outOfSyncReplicas.ts';
import type { reactToFetchError } from '../broker/reactToFetchError.ts';
import type { brokerEpochCheck, resetReplicaState, updateFetchState } from '../broker/replicaState.ts';
import type { decideAddPartitions, verifyPartitions } from '../broker/transaction/decideAddPartitions.ts';
import type { decideEndTxn } from '../broker/transaction/decideEndTxn.ts';
import type { decideInitProducerId } from '../broker/transaction/decideInitProducerId.ts';
import type {
  prepareAbortOrCommit,
  prepareComplete,
  prepareFenceProducerEpoch,
} from '../broker/transaction/prepareTransitions.ts';
import type { reactToMarkerError } from '../broker/transaction/reactToMarkerError.ts';
import type { isTimedOut } from '../broker/transaction/transactionExpiry.ts';
import type { acknowledgeRecords, expireLocks } from '../broker/share/acknowledgeRecords.ts';
import type { acquireRecords } from '../broker/share/acquireRecords.ts';
import type { initialShareState } from '../broker/share/initialShareState.ts';
import type { moveStartOffset } from '../broker/share/moveStartOffset.ts';
import type { truncationOffset } from '../broker/truncationOffset.ts';
import type { hiddenBatches } from '../client/consumer/hiddenBatches.ts';
import type { assignmentChange, givenUpBeforeJoin } from '../client/consumer/group/assignmentChange.ts';
import type { committableOffset } from '../client/consumer/group/committableOffset.ts';
import type { startsAtCommitted } from '../client/consumer/group/startsAtCommitted.ts';
import type { isRetriable, needsMetadataRefresh } from '../client/network/retriableErrors.ts';
import type { bumpedProducerEpoch, outOfOrderAction } from '../client/producer/sequence.ts';
import type { nextBrokerState } from '../controller/brokerHeartbeat.ts';
import type { decideRegistration } from '../controller/brokerRegistration.ts';
import type { buildPartitionChange } from '../controller/buildPartitionChange.ts';
import type { electLeader } from '../controller/electLeader.ts';
import type { hasValidSession, nextStaleBroker } from '../controller/staleBroker.ts';
import type { targetElr } from '../controller/targetElr.ts';
import type {
  errorAfterAlterPartition,
  validateAlterPartition,
} from '../controller/validateAlterPartition.ts';
import type { voteRefusal } from '../raft/canGrantVote.ts';
import type { isQuorumAlive } from '../raft/checkQuorum.ts';
import type { quorumHighWatermark } from '../raft/quorumHighWatermark.ts';
import type { divergenceOf, needsSnapshot } from '../raft/validateRaftFetch.ts';
import type { isElected } from '../raft/voteTally.ts';
import type { cleanableOffsets } from '../storage/cleaner/cleanableOffsets.ts';
import type { filthiestLog } from '../storage/cleaner/filthiestLog.ts';
import type { groupSegments } from '../storage/cleaner/groupSegments.ts';
import type { retainBatch } from '../storage/cleaner/retainBatch.ts';
import type { copyableSegments } from '../storage/copyableSegments.ts';
import type { deletableRemoteSegments } from '../storage/deletableRemoteSegments.ts';
import type { deletableSegments } from '../storage/deletableSegments.ts';
import type { hasRoom } from '../broker/DiskRoom.ts';
import type { isFlushDue, needsFlush } from '../storage/needsFlush.ts';
import type { survivingEnd } from '../storage/PageCache.ts';
import type { shouldRollSegment } from '../storage/shouldRollSegment.ts';
import type {
  AppendOrigin,
  DuplicateBatch,
  MarkerToWrite,
  ProducerBatch,
  ProducerStateError,
  ProducerStateManager,
} from '../storage/ProducerStateManager.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { validateKey } from '../storage/validateKey.ts';
import type { validateTimestamp } from '../storage/validateTimestamp.ts';
import type { Offset } from '../../shared/units.ts';
import type { nextUnreadable } from '../client/consumer/outside/takeReadable.ts';
import type {
  awaitsForward,
  isFencedWriter,
  isRepeatedWrite,
  storeTransactions,
} from '../store/storeRules.ts';

/**
 * What the processes of a cluster decide by. Each rule is a pure function that says what to do and does nothing itself; the
 * nodes ask for it through their context, so that one run may follow other rules than the next. There is one set that is
 * Kafka's (`kafkaRules`); tests break it rule by rule, to see that somebody notices.
 *
 * Not part of the state of a run: checkpoints do not hold it, digests do not cover it.
 */
export interface Rules {
  // Of a leader: high watermark and ISR
  readonly mayAdvanceHighWatermark: typeof mayAdvanceHighWatermark;
  readonly computeHighWatermark: typeof computeHighWatermark;
  readonly maximalIsr: typeof maximalIsr;
  readonly effectiveMinIsr: typeof effectiveMinIsr;
  readonly outOfSyncReplicas: typeof outOfSyncReplicas;
  readonly isReplicaIsrEligible: typeof isReplicaIsrEligible;
  readonly needsExpandIsr: typeof needsExpandIsr;
  readonly isrAfterAlterPartitionResponse: typeof isrAfterAlterPartitionResponse;
  readonly updateFetchState: typeof updateFetchState;
  readonly resetReplicaState: typeof resetReplicaState;

  // Of a broker that is asked
  readonly checkCurrentLeaderEpoch: typeof checkCurrentLeaderEpoch;
  readonly brokerEpochCheck: typeof brokerEpochCheck;
  readonly divergingEpoch: typeof divergingEpoch;
  readonly fetchAnswersAtOnce: typeof fetchAnswersAtOnce;
  readonly decideAppend: typeof decideAppend;
  readonly delayedProduceOutcome: typeof delayedProduceOutcome;
  readonly validateTimestamp: typeof validateTimestamp;
  readonly validateKey: typeof validateKey;
  readonly findDuplicate: (producers: ProducerStateManager, batch: ProducerBatch) => DuplicateBatch | null;
  readonly validateSequence: (
    producers: ProducerStateManager,
    batch: ProducerBatch,
    guard?: number | null,
    origin?: AppendOrigin,
  ) => ProducerStateError;
  readonly validateMarker: (producers: ProducerStateManager, marker: MarkerToWrite) => ProducerStateError;
  readonly lastStableOffset: (log: UnifiedLog) => Offset;

  // Of a transaction coordinator
  readonly awaitedOffset: typeof awaitedOffset;
  readonly decideInitProducerId: typeof decideInitProducerId;
  readonly decideAddPartitions: typeof decideAddPartitions;
  readonly verifyPartitions: typeof verifyPartitions;
  readonly decideEndTxn: typeof decideEndTxn;
  readonly prepareFenceProducerEpoch: typeof prepareFenceProducerEpoch;
  readonly prepareAbortOrCommit: typeof prepareAbortOrCommit;
  readonly prepareComplete: typeof prepareComplete;
  readonly isTimedOut: typeof isTimedOut;
  readonly reactToMarkerError: typeof reactToMarkerError;

  // Of a group coordinator
  readonly acceptJoiningMember: typeof acceptJoiningMember;
  readonly memberError: typeof memberError;
  readonly heartbeatError: typeof heartbeatError;
  readonly syncGroupError: typeof syncGroupError;
  readonly offsetCommitError: typeof offsetCommitError;
  readonly selectProtocol: typeof selectProtocol;
  readonly nextInitialDelay: typeof nextInitialDelay;
  readonly isOffsetExpired: typeof isOffsetExpired;
  readonly commitEpochError: typeof commitEpochError;
  readonly reconcileMember: typeof reconcileMember;

  // Of a share partition
  readonly acquireRecords: typeof acquireRecords;
  readonly acknowledgeRecords: typeof acknowledgeRecords;
  readonly expireLocks: typeof expireLocks;
  readonly moveStartOffset: typeof moveStartOffset;
  readonly initialShareState: typeof initialShareState;

  // Of a log
  readonly shouldRollSegment: typeof shouldRollSegment;
  readonly deletableSegments: typeof deletableSegments;
  readonly copyableSegments: typeof copyableSegments;
  readonly deletableRemoteSegments: typeof deletableRemoteSegments;
  readonly needsFlush: typeof needsFlush;
  readonly isFlushDue: typeof isFlushDue;
  readonly hasRoom: typeof hasRoom;
  readonly cleanableOffsets: typeof cleanableOffsets;
  readonly filthiestLog: typeof filthiestLog;
  readonly groupSegments: typeof groupSegments;
  readonly retainBatch: typeof retainBatch;
  readonly survivingEnd: typeof survivingEnd;

  // Of a follower
  readonly initialFetchOffset: typeof initialFetchOffset;
  readonly truncationOffset: typeof truncationOffset;
  readonly outOfRangeFetch: typeof outOfRangeFetch;
  readonly reactToFetchError: typeof reactToFetchError;
  readonly clampFollowerHighWatermark: typeof clampFollowerHighWatermark;
  readonly followedLogStart: typeof followedLogStart;

  // Of the controller
  readonly hasValidSession: typeof hasValidSession;
  readonly nextStaleBroker: typeof nextStaleBroker;
  readonly decideRegistration: typeof decideRegistration;
  readonly nextBrokerState: typeof nextBrokerState;
  readonly validateAlterPartition: typeof validateAlterPartition;
  readonly errorAfterAlterPartition: typeof errorAfterAlterPartition;
  readonly buildPartitionChange: typeof buildPartitionChange;
  readonly electLeader: typeof electLeader;
  readonly targetElr: typeof targetElr;

  // Of whoever compresses: producers, leaders of topics with a codec of their own, log cleaners
  readonly compressRecords: typeof compressRecords;

  // Of the controller quorum
  readonly voteRefusal: typeof voteRefusal;
  readonly isElected: typeof isElected;
  readonly quorumHighWatermark: typeof quorumHighWatermark;
  readonly isQuorumAlive: typeof isQuorumAlive;
  readonly divergenceOf: typeof divergenceOf;
  readonly needsSnapshot: typeof needsSnapshot;

  // Of what applications do outside of Kafka
  readonly storeTransactions: typeof storeTransactions;
  readonly isRepeatedWrite: typeof isRepeatedWrite;
  readonly isFencedWriter: typeof isFencedWriter;
  readonly awaitsForward: typeof awaitsForward;
  readonly nextUnreadable: typeof nextUnreadable;

  // Of a client
  readonly startsAtCommitted: typeof startsAtCommitted;
  readonly committableOffset: typeof committableOffset;
  readonly givenUpBeforeJoin: typeof givenUpBeforeJoin;
  readonly assignmentChange: typeof assignmentChange;
  readonly isRetriable: typeof isRetriable;
  readonly needsMetadataRefresh: typeof needsMetadataRefresh;
  readonly hiddenBatches: typeof hiddenBatches;
  readonly outOfOrderAction: typeof outOfOrderAction;
  readonly bumpedProducerEpoch: typeof bumpedProducerEpoch;
}
