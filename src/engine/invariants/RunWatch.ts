import type { Cluster, TraceSink } from '../cluster/Cluster.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { logsMatchAfterFacts } from './committedRecordInvariants.ts';
import { compactionKeepsTheNewest } from './compactionInvariants.ts';
import {
  flushedRecordsSurvive,
  flushMessagesBoundWhatIsUnflushed,
  indexesPointIntoTheirSegments,
  logsFitTheirDisks,
} from './diskInvariants.ts';
import { epochsRiseWithEveryChange, uncleanElectionsOnlyWhereAllowed } from './electionInvariants.ts';
import { leaversBelowTheMinimumStayEligible } from './eligibleReplicaInvariants.ts';
import { expiredSegmentsGo, remoteStorageFollowsTheLog } from './expiryInvariants.ts';
import {
  idempotentRecordsAreStoredOnce,
  newestBatchesAreRecognised,
  sequencesFollowOneAnother,
} from './idempotenceInvariants.ts';
import {
  answeredCommitsAreReplicated,
  commitsStayBehindPositions,
  committedIsDone,
  nothingIsDoneTwice,
  offsetsOutliveTheirMembers,
  zombiesTakeNothingBack,
} from './commitInvariants.ts';
import { completeTransactionsAreOpenNowhere, fencesRaiseTheEpoch } from './fencedProducerInvariants.ts';
import { GroupCalm } from './GroupCalm.ts';
import { committedOffsetsAreInTheLog, partitionsHaveOneOwner } from './groupInvariants.ts';
import type { Invariant } from './Invariant.ts';
import {
  eagerMembersJoinWithNothing,
  epochsGivePartitionsOnce,
  everyPartitionIsOwned,
  groupsKeepTheirSize,
  membersFollowTheirGroup,
  processesSharePartitionsNever,
} from './membershipInvariants.ts';
import {
  isrGrowsByTheLeadersWish,
  laggardsAreDropped,
  leadersAskOnlyForWhoMayJoin,
  leadersNeverGoBack,
  leadersStandByWhatTheyAskedFor,
  onlyLaggardsAreDropped,
} from './isrInvariants.ts';
import {
  highWatermarkWaitsForMaximalIsr,
  highWatermarkWaitsForMinIsr,
  leaderLogNeverShrinks,
  maximalIsrCoversElectable,
} from './leaderInvariants.ts';
import { ledgerBalancesAfterFacts } from './ledgerBalances.ts';
import {
  isrAndElrAreDisjointReplicas,
  leaderHighWatermarkNeverFalls,
  noFencedBrokerInIsr,
  offsetsAreOrdered,
  oneFetcherPerFollower,
  singleLeaderPerEpoch,
} from './partitionInvariants.ts';
import { committedMetadataStay, singleQuorumLeaderPerEpoch } from './quorumInvariants.ts';
import {
  sessionsOutlastProcesses,
  shutdownWaitsForLeaderships,
  uncleanRestartsLeaveIsrAndElr,
  unfencedBrokersKnowTheirRegistration,
} from './registrationInvariants.ts';
import {
  acksAllIsStoredWithEnoughInSync,
  fetchesAreCreditedToWhoSentThem,
  parkedFetchesHaveNothingToRead,
} from './requestInvariants.ts';
import { dirtyLogsAreCleaned, removedRecordsGoEverywhere } from './removalInvariants.ts';
import { retentionReachesEveryReplica } from './retentionInvariants.ts';
import { brokenSequencesAreMended, producersRetryWhileTheyMay } from './retryInvariants.ts';
import { RunHistory } from './RunHistory.ts';
import { segmentsCoverTheLog } from './segmentInvariants.ts';
import { deadBrokersAreFenced } from './sessionInvariants.ts';
import {
  deliveryCountStaysInItsLimit,
  recordsHaveOneHolder,
  shareStartOffsetNeverFalls,
  shareStartOffsetPassesOnlyWhatIsDone,
} from './shareInvariants.ts';
import {
  brokersKnowWhatWasDecided,
  committedRecordsAgree,
  electableReplicasHoldWhatIsCommitted,
} from './strictInvariants.ts';
import {
  acknowledgedRecordsSurvive,
  acksAllIsAnsweredWhenCommitted,
  acksOneLosesOnlyWhatTheSuccessorHadNot,
  consumersReadBelowTheHighWatermark,
  deliveredRecordsSurvive,
} from './survivalInvariants.ts';
import type { ExcuseCounts } from './survivalInvariants.ts';
import {
  markersAreOfDecidedEnds,
  transactionsGoByWhatIsReplicated,
} from './transactionCoordinatorInvariants.ts';
import { lastStableOffsetsAreOrdered, readersSeeWhatTheirIsolationAllows } from './transactionInvariants.ts';
import { truncationKeepsWhatTheLeaderHas } from './truncationInvariants.ts';

/**
 * All laws over a run that is watched from its first event on, each of its events: what a law allows for it finds in the
 * history of this run. A session that a person moves about in knows less of its past, and goes by `allInvariants`.
 */
export class RunWatch implements TraceSink {
  readonly history = new RunHistory();
  /** What excused losses of committed records, and how often. */
  readonly excuses: ExcuseCounts = new Map();
  private readonly invariants: readonly Invariant[];

  constructor() {
    const { history, excuses } = this;
    const calm = new GroupCalm(history);
    this.invariants = [
      isrAndElrAreDisjointReplicas,
      noFencedBrokerInIsr,
      singleLeaderPerEpoch,
      offsetsAreOrdered,
      segmentsCoverTheLog,
      compactionKeepsTheNewest(history),
      oneFetcherPerFollower,
      singleQuorumLeaderPerEpoch(),
      committedMetadataStay(),
      logsMatchAfterFacts(history),
      ledgerBalancesAfterFacts(history),
      leaderHighWatermarkNeverFalls(),
      leaderLogNeverShrinks(),
      deadBrokersAreFenced(),
      epochsRiseWithEveryChange(history),
      uncleanElectionsOnlyWhereAllowed(history),
      highWatermarkWaitsForMaximalIsr(history),
      highWatermarkWaitsForMinIsr(history),
      maximalIsrCoversElectable(history),
      truncationKeepsWhatTheLeaderHas(history),
      flushedRecordsSurvive(history),
      flushMessagesBoundWhatIsUnflushed(history),
      logsFitTheirDisks(),
      indexesPointIntoTheirSegments(history),
      expiredSegmentsGo(history),
      remoteStorageFollowsTheLog(),
      removedRecordsGoEverywhere(history),
      retentionReachesEveryReplica(history),
      dirtyLogsAreCleaned(),
      committedRecordsAgree(history),
      electableReplicasHoldWhatIsCommitted(history),
      brokersKnowWhatWasDecided(history),
      leadersAskOnlyForWhoMayJoin(),
      onlyLaggardsAreDropped(),
      laggardsAreDropped(),
      leadersStandByWhatTheyAskedFor(history),
      leadersNeverGoBack(),
      isrGrowsByTheLeadersWish(history),
      leaversBelowTheMinimumStayEligible(history),
      sessionsOutlastProcesses(history),
      uncleanRestartsLeaveIsrAndElr(history),
      unfencedBrokersKnowTheirRegistration(history),
      shutdownWaitsForLeaderships(history),
      fetchesAreCreditedToWhoSentThem(),
      parkedFetchesHaveNothingToRead(),
      idempotentRecordsAreStoredOnce(history),
      sequencesFollowOneAnother(history),
      newestBatchesAreRecognised(history),
      acksAllIsStoredWithEnoughInSync(history),
      producersRetryWhileTheyMay(history),
      brokenSequencesAreMended(history),
      acksAllIsAnsweredWhenCommitted(history),
      consumersReadBelowTheHighWatermark(history),
      lastStableOffsetsAreOrdered,
      transactionsGoByWhatIsReplicated,
      markersAreOfDecidedEnds,
      partitionsHaveOneOwner(history),
      epochsGivePartitionsOnce(history),
      processesSharePartitionsNever(history),
      eagerMembersJoinWithNothing(history),
      groupsKeepTheirSize(history),
      everyPartitionIsOwned(calm),
      membersFollowTheirGroup(calm),
      committedOffsetsAreInTheLog(history),
      commitsStayBehindPositions(history),
      zombiesTakeNothingBack(history),
      answeredCommitsAreReplicated(history),
      offsetsOutliveTheirMembers(history),
      committedIsDone(history),
      nothingIsDoneTwice(history),
      recordsHaveOneHolder(history),
      deliveryCountStaysInItsLimit(history),
      shareStartOffsetNeverFalls(history),
      shareStartOffsetPassesOnlyWhatIsDone(history),
      readersSeeWhatTheirIsolationAllows(history),
      fencesRaiseTheEpoch(history),
      completeTransactionsAreOpenNowhere(history),
      acknowledgedRecordsSurvive(history, excuses),
      deliveredRecordsSurvive(history, excuses),
      acksOneLosesOnlyWhatTheSuccessorHadNot(history),
    ];
  }

  row(timeUs: number, seq: number, causeSeq: number, event: TraceEvent): void {
    this.history.row(timeUs, seq, causeSeq, event);
  }

  /** To be asked after every event and every command. What is broken, in sentences that begin with the law's name. */
  check(cluster: Cluster): string[] {
    this.history.observe(cluster);
    const broken: string[] = [];
    for (const invariant of this.invariants) {
      const detail = invariant.check(cluster);
      if (detail !== null) broken.push(`${invariant.name} at ${cluster.nowUs} µs: ${detail}`);
    }
    return broken;
  }
}
