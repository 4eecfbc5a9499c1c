import type { Invariant } from './Invariant.ts';
import { ledgerBalances } from './ledgerBalances.ts';
import {
  committedRecordsAgree,
  isrAndElrAreDisjointReplicas,
  leaderHighWatermarkNeverFalls,
  metadataArePrefix,
  noFencedBrokerInIsr,
  offsetsAreOrdered,
  oneFetcherPerFollower,
  singleLeaderPerEpoch,
} from './partitionInvariants.ts';

/** All laws, fresh for one run. */
export function allInvariants(): Invariant[] {
  return [
    isrAndElrAreDisjointReplicas,
    noFencedBrokerInIsr,
    singleLeaderPerEpoch,
    offsetsAreOrdered,
    oneFetcherPerFollower,
    leaderHighWatermarkNeverFalls(),
    committedRecordsAgree,
    metadataArePrefix,
    ledgerBalances,
  ];
}
