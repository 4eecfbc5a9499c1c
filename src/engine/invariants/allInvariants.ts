import type { Invariant } from './Invariant.ts';
import {
  committedRecordsAgree,
  electableReplicasHoldWhatIsCommitted,
  electableReplicasHoldWhatWasRead,
  logsMatch,
  maximalIsrCoversIsr,
} from './committedRecordInvariants.ts';
import { ledgerBalances } from './ledgerBalances.ts';
import {
  fetchSessionsMissNothing,
  isrAndElrAreDisjointReplicas,
  leaderHighWatermarkNeverFalls,
  noFencedBrokerInIsr,
  offsetsAreOrdered,
  oneFetcherPerFollower,
  singleLeaderPerEpoch,
} from './partitionInvariants.ts';
import { segmentsCoverTheLog } from './segmentInvariants.ts';
import {
  markersAreOfDecidedEnds,
  transactionsGoByWhatIsReplicated,
} from './transactionCoordinatorInvariants.ts';
import { storesKeepTheirPromise } from './storeInvariants.ts';
import { lastStableOffsetsAreOrdered } from './transactionInvariants.ts';
import { committedMetadataStay, singleQuorumLeaderPerEpoch } from './quorumInvariants.ts';

/** All laws, fresh for one run. */
export function allInvariants(): Invariant[] {
  return [
    isrAndElrAreDisjointReplicas,
    noFencedBrokerInIsr,
    singleLeaderPerEpoch,
    offsetsAreOrdered,
    lastStableOffsetsAreOrdered,
    transactionsGoByWhatIsReplicated,
    markersAreOfDecidedEnds,
    segmentsCoverTheLog,
    oneFetcherPerFollower,
    fetchSessionsMissNothing,
    leaderHighWatermarkNeverFalls(),
    logsMatch,
    committedRecordsAgree,
    electableReplicasHoldWhatIsCommitted,
    maximalIsrCoversIsr,
    electableReplicasHoldWhatWasRead,
    singleQuorumLeaderPerEpoch(),
    committedMetadataStay(),
    ledgerBalances,
    storesKeepTheirPromise,
  ];
}
