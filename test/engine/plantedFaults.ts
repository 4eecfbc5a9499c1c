import { committedIsr } from '../../src/engine/broker/isrState.ts';
import { kafkaRules, rulesWith } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';

/** One rule of the engine made wrong, in a way in which somebody could get it wrong. */
export interface PlantedFault {
  readonly name: string;
  /** What is decided now, against what Kafka decides. */
  readonly what: string;
  readonly rules: Rules;
  /** Why no law of the swarm can see it, where none does. */
  readonly unseen: string | null;
  /**
   * Whose clusters it is planted in: those of all faults, those whose disks fill up, lose power and forget (`diskSwarm.ts`), those
   * that delete records on request too (`retentionSwarm.ts`), those whose topics are compacted (`compactionSwarm.ts`), those in which everybody transacts (`transactionSwarm.ts`), those with
   * consumer groups (`groupSwarm.ts`), or those whose applications write to a database (`outsideSwarm.ts`).
   */
  readonly swarm: 'main' | 'disk' | 'retention' | 'compaction' | 'transaction' | 'group' | 'store';
}

function fault(
  name: string,
  what: string,
  given: Partial<Rules>,
  unseen: string | null = null,
): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen, swarm: 'main' };
}

function diskFault(name: string, what: string, given: Partial<Rules>): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen: null, swarm: 'disk' };
}

const NOTHING_GOES = { count: 0, mustRoll: false } as const;

function retentionFault(name: string, what: string, given: Partial<Rules>): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen: null, swarm: 'retention' };
}

function transactionFault(
  name: string,
  what: string,
  given: Partial<Rules>,
  unseen: string | null = null,
): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen, swarm: 'transaction' };
}

function groupFault(
  name: string,
  what: string,
  given: Partial<Rules>,
  unseen: string | null = null,
): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen, swarm: 'group' };
}

function storeFault(name: string, what: string, given: Partial<Rules>): PlantedFault {
  return { name, what, rules: rulesWith(given), unseen: null, swarm: 'store' };
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  // High watermark
  fault(
    'watermarkByCommittedIsr',
    'a replica that is being added to the ISR does not hold the high watermark back until the controller has agreed',
    {
      maximalIsr: committedIsr,
      computeHighWatermark: (input) =>
        kafkaRules.computeHighWatermark({
          ...input,
          remoteReplicas: input.remoteReplicas.map((replica) => ({ ...replica, isIsrEligible: false })),
        }),
    },
  ),
  fault('watermarkIgnoresFollowers', 'the high watermark is the leader’s log end', {
    computeHighWatermark: (input) => input.leaderLogEndOffset,
  }),
  fault('watermarkMayFall', 'a new leader’s high watermark follows whoever is behind, down as well as up', {
    computeHighWatermark: (input) => kafkaRules.computeHighWatermark({ ...input, highWatermark: 0 }),
  }),
  fault(
    'noMinIsrFreeze',
    'the high watermark moves on with fewer in-sync replicas than min.insync.replicas',
    {
      mayAdvanceHighWatermark: () => true,
    },
  ),
  fault(
    'followerWatermarkUnclamped',
    'a follower takes over a high watermark beyond the end of its own log',
    {
      clampFollowerHighWatermark: (leaderHighWatermark) => leaderHighWatermark,
    },
  ),

  // ISR
  fault('eligibilityIgnored', 'a leader lets fenced and leaving brokers into the ISR it asks for', {
    isReplicaIsrEligible: () => true,
  }),
  fault(
    'eligibilityIgnoredByController',
    'the controller lets fenced, leaving and restarted brokers into an ISR',
    {
      validateAlterPartition: (request, partition) =>
        kafkaRules.validateAlterPartition(request, partition, (broker) => ({
          brokerEpoch: request.newIsr.find((member) => member.brokerId === broker)?.brokerEpoch ?? -1,
          fenced: false,
          inControlledShutdown: false,
        })),
    },
  ),
  fault('anyFetcherJoins', 'a follower joins the ISR whether or not it has reached the high watermark', {
    needsExpandIsr: (input, replicaId, state, isIsrEligible) =>
      kafkaRules.needsExpandIsr(
        { ...input, highWatermark: 0, leaderEpochStartOffset: 0 },
        replicaId,
        state,
        isIsrEligible,
      ),
  }),
  fault(
    'epochStartIgnored',
    'a follower joins the ISR at the high watermark, before the start of the leader’s epoch',
    {
      needsExpandIsr: (input, replicaId, state, isIsrEligible) =>
        kafkaRules.needsExpandIsr({ ...input, leaderEpochStartOffset: 0 }, replicaId, state, isIsrEligible),
    },
  ),
  fault('laggardsStay', 'a follower that fetches no more stays in the ISR', {
    outOfSyncReplicas: () => [],
  }),
  fault('noGraceForIsrMembers', 'a new leader gives the members of its ISR no time to fetch', {
    resetReplicaState: (state, reset, nowUs) =>
      kafkaRules.resetReplicaState(state, { ...reset, isInIsr: false }, nowUs),
  }),
  fault(
    'unknownOutcomeReverts',
    'a leader goes back to its old ISR whatever error AlterPartition brings',
    {
      isrAfterAlterPartitionResponse: (pending, answer, leaderEpoch, partitionEpoch) =>
        answer.error === 'NONE'
          ? kafkaRules.isrAfterAlterPartitionResponse(pending, answer, leaderEpoch, partitionEpoch)
          : {
              outcome: 'reverted',
              state: { kind: 'CommittedPartitionState', isr: pending.isr },
              partitionEpoch,
            },
    },
    'A leader hears of the ISR that was stored by the metadata log, over the same wires as a second answer and no later: before it could count on too few, it knows. An ISR that it goes back to in doubt was refused, or is about to be replaced.',
  ),
  fault(
    'staleAnswerCounts',
    'a leader takes over the ISR of an answer that newer metadata overtook',
    {
      isrAfterAlterPartitionResponse: (pending, answer, leaderEpoch, partitionEpoch) => {
        const result = kafkaRules.isrAfterAlterPartitionResponse(
          pending,
          { ...answer, leaderEpoch },
          leaderEpoch,
          -1,
        );
        return result.outcome === 'committed' ? result : { ...result, partitionEpoch };
      },
    },
    'An answer only counts for what the leader proposes at that time, and that was proposed at its present partition epoch (Kafka too compares the proposed state first): none that is older comes so far.',
  ),
  fault(
    'alterPartitionEpochsUnchecked',
    'the controller takes ISR changes of deposed leaders and of old partition epochs',
    {
      validateAlterPartition: (request, partition, registrationOf) =>
        kafkaRules.validateAlterPartition(
          partition === undefined
            ? request
            : {
                ...request,
                senderId: partition.leader,
                leaderEpoch: partition.leaderEpoch,
                partitionEpoch: partition.partitionEpoch,
                newIsr: request.newIsr.some((member) => member.brokerId === partition.leader)
                  ? request.newIsr
                  : [...request.newIsr, { brokerId: partition.leader, brokerEpoch: -1 }],
              },
          partition,
          registrationOf,
        ),
    },
  ),

  // Leader epochs and truncation
  fault(
    'truncationToWatermark',
    'a new follower cuts its log at its high watermark, and nobody compares epochs (before KIP-101)',
    {
      initialFetchOffset: (_latestEpoch, _logEndOffset, highWatermark) => highWatermark,
      divergingEpoch: (fetchOffset, _lastFetchedEpoch, _leaderEnd, logStartOffset) =>
        fetchOffset < logStartOffset ? { kind: 'outOfRange' } : { kind: 'read' },
    },
  ),
  fault('divergenceUnchecked', 'a leader reads on where the follower’s log is another than its own', {
    divergingEpoch: (fetchOffset, _lastFetchedEpoch, _leaderEnd, logStartOffset) =>
      fetchOffset < logStartOffset ? { kind: 'outOfRange' } : { kind: 'read' },
  }),
  fault(
    'ownEpochEndIgnored',
    'a follower cuts its log where the leader’s epoch ends, whatever it has there itself (before KIP-279)',
    {
      truncationOffset: ({ endOffset }, _followerEnd, logEndOffset) => ({
        offset: Math.min(endOffset, logEndOffset),
        isComplete: true,
      }),
    },
    'It shows after two leaders in a row of which each wrote what the other had not, and the first of them was elected again: no seed among the first came there. The vectors ask for it directly.',
  ),
  fault('truncationTooDeep', 'a follower cuts its log one record before it parts from the leader’s', {
    truncationOffset: (leaderEnd, followerEnd, logEndOffset, initialFetchOffset) => {
      const { offset, isComplete } = kafkaRules.truncationOffset(
        leaderEnd,
        followerEnd,
        logEndOffset,
        initialFetchOffset,
      );
      return { offset: Math.max(0, offset - 1), isComplete };
    },
  }),
  fault('outOfRangeKeepsLog', 'a follower beyond the leader’s end fetches there with the log it has', {
    outOfRangeFetch: (logEndOffset) => ({ action: 'keep', fetchOffset: logEndOffset }),
  }),
  fault(
    'leaderEpochUnchecked',
    'a broker answers requests that were sent to it as the leader of another epoch',
    {
      checkCurrentLeaderEpoch: () => 'NONE',
    },
    'It shows where a request is under way while its leader is elected again, and is rare: FetchesAreCreditedToWhoSentThem broke at one seed of an earlier generator, at none of the first 24 of this one. The vectors ask for it directly.',
  ),
  fault(
    'brokerEpochUnchecked',
    'a leader credits fetches from an earlier life of a broker (before KIP-903)',
    {
      brokerEpochCheck: () => 'NONE',
      isReplicaIsrEligible: (state, broker) =>
        !broker.isFenced && !broker.isInControlledShutdown && state.brokerEpoch !== null,
    },
  ),
  fault('fencedFollowerGivesUp', 'a fetcher drops a partition for good at any error', {
    reactToFetchError: () => 'markFailed',
  }),

  // Sessions and registration
  fault('noFencing', 'a broker that has fallen silent keeps its place', { nextStaleBroker: () => null }),
  fault('fencedTooEarly', 'a broker is fenced after a quarter of its session', {
    nextStaleBroker: (brokers, nowUs, sessionTimeoutUs) =>
      kafkaRules.nextStaleBroker(brokers, nowUs, Math.floor(sessionTimeoutUs / 4)),
  }),
  fault('fencedTooLate', 'a broker is fenced after three sessions', {
    nextStaleBroker: (brokers, nowUs, sessionTimeoutUs) =>
      kafkaRules.nextStaleBroker(brokers, nowUs, sessionTimeoutUs * 3),
  }),
  fault('duplicateRegistrationTaken', 'a new process is registered while the session of the old one lasts', {
    decideRegistration: (stored, request, newBrokerEpoch) =>
      kafkaRules.decideRegistration(stored && { ...stored, sessionValid: false }, request, newBrokerEpoch),
  }),
  fault(
    'uncleanShutdownUnnoticed',
    'every broker that registers again is taken for one that stopped cleanly',
    {
      decideRegistration: (stored, request, newBrokerEpoch) => {
        const decision = kafkaRules.decideRegistration(stored, request, newBrokerEpoch);
        return decision.kind === 'registered' ? { ...decision, cleanShutdown: true } : decision;
      },
    },
  ),
  fault('unfencedBeforeCaughtUp', 'a broker is unfenced before it knows of its own registration', {
    nextBrokerState: (current, heartbeat, standing) =>
      kafkaRules.nextBrokerState(
        current,
        current === 'FENCED' ? { ...heartbeat, wantFence: false } : heartbeat,
        { ...standing, registrationOffset: -1 },
      ),
  }),
  fault('shutdownGrantedAtOnce', 'a broker may stop while it still leads', {
    nextBrokerState: (current, heartbeat, standing) =>
      kafkaRules.nextBrokerState(current, heartbeat, { ...standing, leaderCount: 0 }),
  }),

  // Elections
  fault('elrIgnored', 'nobody who left the ISR is remembered as eligible', { targetElr: () => [] }),
  fault('elrKeepsUncleanMembers', 'a broker that stopped uncleanly stays eligible', {
    targetElr: (change) => kafkaRules.targetElr({ ...change, uncleanShutdownReplicas: [] }),
  }),
  fault('elrOutlivesFullIsr', 'members stay eligible after the ISR has grown without them', {
    targetElr: (change) => kafkaRules.targetElr({ ...change, minIsr: Infinity }),
  }),
  fault('uncleanElectionAlways', 'any live replica leads where no member of the ISR is left', {
    electLeader: (_election, candidates) => kafkaRules.electLeader('UNCLEAN', candidates),
  }),
  fault('uncleanElectionInDisguise', 'any live replica leads, and it is called a clean election', {
    electLeader: (_election, candidates) => ({
      leader: kafkaRules.electLeader('UNCLEAN', candidates).leader,
      unclean: false,
    }),
  }),
  fault('fencedReplicaElected', 'the first member of the ISR leads, alive or not', {
    electLeader: (election, candidates) =>
      kafkaRules.electLeader(election, { ...candidates, isAcceptableLeader: () => true }),
  }),
  fault('leaderEpochNotRaised', 'a new leader goes by the epoch of the last one', {
    buildPartitionChange: (current, change) => {
      const next = kafkaRules.buildPartitionChange(current, change);
      return next && { ...next, leaderEpoch: current.leaderEpoch };
    },
  }),

  // Produce
  fault('sequenceUnchecked', 'a batch is stored whatever its sequence number', {
    validateSequence: () => 'NONE',
  }),
  fault('duplicatesUnknown', 'a batch that is sent again is not recognised', { findDuplicate: () => null }),
  fault('acksAllAnsweredEarly', 'acks=all is answered as soon as the leader has the batch', {
    delayedProduceOutcome: (check) => ({
      done: true,
      error: check.isLeader ? 'NONE' : 'NOT_LEADER_OR_FOLLOWER',
    }),
  }),
  fault(
    'minIsrUncheckedOnArrival',
    'acks=all is stored with fewer in-sync replicas than min.insync.replicas',
    {
      decideAppend: (input) => kafkaRules.decideAppend({ ...input, committedIsrSize: Infinity }),
    },
  ),
  fault('minIsrAboveReplicas', 'min.insync.replicas counts even beyond the number of replicas', {
    effectiveMinIsr: (minInsyncReplicas) => minInsyncReplicas,
  }),
  fault('deposedLeaderConfirms', 'a broker that has lost the leadership still says success', {
    delayedProduceOutcome: (check) =>
      check.isLeader ? kafkaRules.delayedProduceOutcome(check) : { done: true, error: 'NONE' },
  }),
  fault(
    'producerNeverRaisesEpoch',
    'a producer with a broken sequence goes on under its old epoch',
    {
      outOfOrderAction: (batch) => {
        const action = kafkaRules.outOfOrderAction(batch);
        return action === 'bumpEpochAndRetry' ? 'retry' : action;
      },
    },
    'It shows where a leader has lost what came before a batch, and a producer with nothing else under way sends that batch twice: `BrokenSequencesAreMended` asks for it, and no seed among the first came there.',
  ),
  fault('nothingIsRetried', 'a producer gives up at the first error', { isRetriable: () => false }),
  fault(
    'metadataKept',
    'a client keeps to the leader it knows, whatever the answer',
    {
      needsMetadataRefresh: () => false,
    },
    'An answer with an error names the new leader (KIP-951), and a client that loses a connection asks for metadata anyway. What is left is a client that learns it later, and no law says when it must.',
  ),
  fault(
    'everyFetchIsParked',
    'a fetch waits for its full time even if there is something to tell',
    {
      fetchAnswersAtOnce: () => false,
    },
    'Right after it has parked a fetch, a broker looks at it again as Kafka does (tryCompleteElseWatch), and answers what has something to tell.',
  ),
  fault('laggingMeasuredByEnd', 'a follower counts as caught up only at the very end of the leader’s log', {
    updateFetchState: (state, fetch, leaderLogEndOffset, nowUs) => ({
      ...kafkaRules.updateFetchState(state, fetch, leaderLogEndOffset, nowUs),
      lastCaughtUpUs: fetch.fetchOffset >= leaderLogEndOffset ? nowUs : state.lastCaughtUpUs,
    }),
  }),

  // Log cleaner
  fault('cleanerPassesTheWatermark', 'the cleaner cleans closed segments beyond the high watermark', {
    cleanableOffsets: (log, checkpoint, minCompactionLagMs, nowMs) =>
      kafkaRules.cleanableOffsets(
        { ...log, lastStableOffset: log.logEndOffset },
        checkpoint,
        minCompactionLagMs,
        nowMs,
      ),
  }),
  fault('cleanerForgetsProducers', 'the cleaner drops the last batch of a producer when its records go', {
    retainBatch: (batch, mayDiscard, input) =>
      kafkaRules.retainBatch(batch, mayDiscard, { ...input, lastRecordOf: () => null }),
  }),
  fault('tombstonesGoAtOnce', 'the first cleaning drops the tombstones that it comes to', {
    retainBatch: (batch, mayDiscard, input) => {
      const { contents } = batch;
      if (contents?.deleteHorizonMs !== null) return kafkaRules.retainBatch(batch, mayDiscard, input);
      const due = { ...batch, contents: { ...contents, deleteHorizonMs: 0 } };
      return kafkaRules.retainBatch(due, mayDiscard, input);
    },
  }),
  fault('newestRecordGoes', 'the cleaner drops a record as soon as the map has its key at its own offset', {
    retainBatch: (batch, mayDiscard, input) => {
      const { offsets, latestOffset } = input.map;
      const later = new Map([...offsets].map(([key, offset]) => [key, offset + 1]));
      return kafkaRules.retainBatch(batch, mayDiscard, { ...input, map: { offsets: later, latestOffset } });
    },
  }),
  fault(
    'dirtyRatioInclusive',
    'a log is cleaned at min.cleanable.dirty.ratio, not only above it',
    {
      filthiestLog: (logs) =>
        kafkaRules.filthiestLog(
          logs.map((log) => ({ ...log, minCleanableDirtyRatio: log.minCleanableDirtyRatio - 1e-9 })),
        ),
    },
    'a log that is cleaned earlier than Kafka would keeps every law',
  ),
  fault('nothingIsDirty', 'no log is ever due for a cleaning', { filthiestLog: () => null }),
  // Transactions
  transactionFault(
    'stableIsReplicated',
    'the last stable offset is the high watermark, whatever transactions are open',
    { lastStableOffset: (log) => log.highWatermark },
  ),
  transactionFault(
    'stableBeforeReplicated',
    'the last stable offset is the first unstable one, or the log end, replicated or not',
    { lastStableOffset: (log) => log.producers.firstUnstableOffset(log.logEndOffset) ?? log.logEndOffset },
  ),
  transactionFault(
    'abortedRecordsDelivered',
    'a read_committed reader is handed all that is stable, aborted or not',
    { hiddenBatches: (batches) => kafkaRules.hiddenBatches(batches, undefined) },
  ),
  transactionFault('markersDelivered', 'readers are handed markers like records', {
    hiddenBatches: (batches, aborted) => {
      const hidden = kafkaRules.hiddenBatches(batches, aborted);
      return hidden && hidden.map((isHidden, i) => isHidden && !batches[i]?.marker);
    },
  }),
  transactionFault(
    'lateMarkersTaken',
    'a partition takes a marker of any producer epoch and any coordinator',
    { validateMarker: () => 'NONE' },
    'A coordinator that was replaced must reach a partition with its marker after the next transaction has begun there: no seed tried comes to that.',
  ),
  transactionFault(
    'unverifiedTaken',
    'a leader writes the first batch of a transaction whatever the coordinator said of it meanwhile',
    {
      validateSequence: (producers, batch, _guard, origin) =>
        kafkaRules.validateSequence(producers, batch, null, origin),
    },
    'It takes a batch that arrives behind the end of its own transaction, under the epoch of the next: no seed tried comes to that.',
  ),
  // Transaction coordinator
  transactionFault(
    'zombieEndsTransaction',
    'a producer that was fenced may end the transaction of its successor',
    {
      decideEndTxn: (known, asked) =>
        kafkaRules.decideEndTxn(known, {
          ...asked,
          producerEpoch: known?.current.producerEpoch ?? asked.producerEpoch,
        }),
    },
  ),
  transactionFault(
    'fenceKeepsEpoch',
    'a transaction that timed out, or whose producer began anew, is aborted under the epoch that its producer has',
    {
      prepareFenceProducerEpoch: (current, hasFailedEpochFence) => ({
        ...kafkaRules.prepareFenceProducerEpoch(current, hasFailedEpochFence),
        producerEpoch: current.producerEpoch,
      }),
    },
  ),
  transactionFault('endKeepsEpoch', 'the end of a transaction leaves the epoch as it was (before KIP-890)', {
    prepareAbortOrCommit: (current, state, version, nextProducerId, noPartitionAdded, nowMs) => ({
      ...kafkaRules.prepareAbortOrCommit(current, state, version, nextProducerId, noPartitionAdded, nowMs),
      producerEpoch: current.producerEpoch,
    }),
  }),
  transactionFault(
    'outcomeBeforeReplicas',
    'a coordinator answers and sends markers before what it decided is replicated',
    { awaitedOffset: () => 0 },
  ),
  transactionFault(
    'pendingTransitionIgnored',
    'partitions join a transaction while its end is being written',
    {
      decideAddPartitions: (known, asked) =>
        kafkaRules.decideAddPartitions(known && { ...known, pendingState: null }, asked),
    },
  ),
  transactionFault(
    'everyPartitionVerified',
    'a partition that the coordinator does not know of passes for one of the transaction (before KIP-890)',
    {
      verifyPartitions: (known, asked) =>
        kafkaRules
          .verifyPartitions(known, asked)
          .map((one) => (one.error === 'TRANSACTION_ABORTABLE' ? { ...one, error: 'NONE' } : one)),
    },
    'It takes a batch that arrives behind the end of its own transaction, under transaction.version 1: no seed tried comes to that.',
  ),
  transactionFault(
    'refusedMarkerCounts',
    'a marker that a leader could not write counts as written',
    {
      reactToMarkerError: () => 'done',
    },
    'A coordinator sends a marker to whom its metadata call the leader, and waits where there is none: in no seed tried is one refused. CompleteTransactionsAreOpenNowhere would tell.',
  ),
  transactionFault('neverTimedOut', 'an open transaction is never aborted, however long it lasts', {
    isTimedOut: () => false,
  }),
  transactionFault(
    'openTransactionNotFenced',
    'a new instance gets the next epoch while the transaction of the old one is open',
    {
      decideInitProducerId: (current, pendingState, expected) => {
        const decision = kafkaRules.decideInitProducerId(current, pendingState, expected);
        return decision.kind === 'fence' ? { kind: 'increment' } : decision;
      },
    },
  ),
  // Groups
  groupFault('zombiesCommit', 'a member of an earlier generation may commit offsets', {
    offsetCommitError: (group, request, isTransactional) =>
      isTransactional || group.state === 'Dead'
        ? kafkaRules.offsetCommitError(group, request, isTransactional)
        : 'NONE',
  }),
  groupFault(
    'emptyGroupForgetsAtOnce',
    'offsets of a group that became empty count from their commit, and not from then on',
    {
      isOffsetExpired: (group, ...rest) =>
        kafkaRules.isOffsetExpired({ ...group, currentStateTimestamp: null }, ...rest),
    },
    'The groups of the swarm that empty for a minute have committed not long before, so that their offsets go at about the same time.',
  ),
  groupFault(
    'partitionsGivenBeforeRevoked',
    'a member of the consumer protocol gets its target at once, whoever still has a part of it',
    { reconcileMember: (input) => kafkaRules.reconcileMember({ ...input, isOwned: () => false }) },
  ),
  groupFault('eagerMembersKeepAll', 'an eager member joins with what it has', {
    givenUpBeforeJoin: (owned, protocol, isOutOfGroup, isSubscribed) =>
      isOutOfGroup
        ? kafkaRules.givenUpBeforeJoin(owned, protocol, isOutOfGroup, isSubscribed)
        : { how: 'revoked', partitions: [] },
  }),
  groupFault(
    'cooperativeMembersJoinOnce',
    'a cooperative member that had to give something up does not join again',
    {
      assignmentChange: (owned, assigned, protocol) => ({
        ...kafkaRules.assignmentChange(owned, assigned, protocol),
        revoked: [],
      }),
    },
  ),
  groupFault('fetchedIsCommitted', 'what is fetched is committed, though poll() has not returned it yet', {
    committableOffset: ({ position, highWatermark }) => Math.max(position, highWatermark),
  }),
  groupFault('rebalancesGoUnheard', 'heartbeats are answered without a word of a rebalance', {
    heartbeatError: (group, request) => {
      const error = kafkaRules.heartbeatError(group, request);
      return error === 'REBALANCE_IN_PROGRESS' || error === 'ILLEGAL_GENERATION' ? 'NONE' : error;
    },
  }),
  groupFault('committedIsForgotten', 'a member begins where auto.offset.reset says, whatever is committed', {
    startsAtCommitted: () => false,
  }),
  groupFault('firstRebalanceWaits', 'the first rebalance waits for ever for somebody else to come', {
    nextInitialDelay: ({ delayUs, remainingUs }) => ({ delayUs: Math.max(delayUs, 1_000_000), remainingUs }),
  }),
  groupFault('groupsOfAnySize', 'a group has room for everybody, whatever group.max.size says', {
    acceptJoiningMember: () => true,
  }),
  groupFault('commitsBeforeReplicas', 'a commit is answered before it is replicated', {
    awaitedOffset: () => 0,
  }),
  // Databases outside of Kafka
  storeFault(
    'offsetsApartFromRows',
    'offsets that are kept in the database are written in a transaction of their own, before the rows',
    {
      storeTransactions: ({ writes, offsets }) => [
        { writes: [], offsets },
        { writes, offsets: [] },
      ],
    },
  ),
  storeFault('uniqueKeyIgnored', 'a database with a unique key takes a row that it has already', {
    isRepeatedWrite: () => false,
  }),
  storeFault('oldOwnersMayWrite', 'a database takes rows of an owner that a newer one has replaced', {
    isFencedWriter: () => false,
  }),
  // Disks
  diskFault('flushMessagesIgnored', 'flush.messages flushes nothing', { needsFlush: () => false }),
  diskFault('powerLossTakesAll', 'a loss of power takes what was flushed too', { survivingEnd: () => 0 }),
  diskFault('disksWithoutEnd', 'a full disk takes another batch', { hasRoom: () => true }),
  diskFault('nothingExpires', 'no segment ever goes', {
    deletableSegments: () => NOTHING_GOES,
  }),
  diskFault('retentionSparesTheOldest', 'retention begins with the second segment', {
    deletableSegments: (log, reason, limits, nowMs, remote) => {
      const [first] = log.segments;
      const isKept =
        reason !== 'StartOffsetBreach' && first !== undefined && first.baseOffset === log.logStartOffset;
      return isKept ? NOTHING_GOES : kafkaRules.deletableSegments(log, reason, limits, nowMs, remote);
    },
  }),
  retentionFault('logsOfAnySize', 'retention.bytes takes nothing, however large a log is', {
    deletableSegments: (log, reason, ...rest) =>
      reason === 'RetentionSizeBreach' ? NOTHING_GOES : kafkaRules.deletableSegments(log, reason, ...rest),
  }),
  retentionFault('removedSegmentsStay', 'segments below the log start stay on the disk', {
    deletableSegments: (log, reason, ...rest) =>
      reason === 'StartOffsetBreach' ? NOTHING_GOES : kafkaRules.deletableSegments(log, reason, ...rest),
  }),
  retentionFault('remoteStorageKeepsAll', 'nothing ever goes from remote storage', {
    deletableRemoteSegments: () => [],
  }),
  retentionFault('onlyHalfIsCopied', 'a segment is copied to remote storage when two more are closed', {
    copyableSegments: (segments, ...rest) => kafkaRules.copyableSegments(segments.slice(0, -2), ...rest),
  }),
  {
    ...retentionFault('compactedLogsKeepAll', 'no segment of a compacted log goes, however old it is', {
      deletableSegments: (log, reason, limits, ...rest) =>
        'isCompacted' in limits && limits.isCompacted === true
          ? NOTHING_GOES
          : kafkaRules.deletableSegments(log, reason, limits, ...rest),
    }),
    swarm: 'compaction',
  },
  {
    name: 'logStartNotFollowed',
    what: 'a follower keeps what was removed from its leader’s log',
    rules: rulesWith({ followedLogStart: (_, logStartOffset) => logStartOffset }),
    unseen: null,
    swarm: 'retention',
  },
];
