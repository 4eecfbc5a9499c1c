import { expect, test } from 'vitest';
import { initialFollowerState } from '../../src/engine/broker/replicaState.ts';
import { newTransaction } from '../../src/engine/broker/transaction/prepareTransitions.ts';
import type { PartitionRegistration } from '../../src/engine/metadata/PartitionRegistration.ts';
import { controlBatch } from '../../src/engine/storage/controlBatch.ts';
import { ProducerStateManager } from '../../src/engine/storage/ProducerStateManager.ts';
import { assignOffsets } from '../../src/engine/storage/RecordBatch.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import { producerBatchOf, UnifiedLog } from '../../src/engine/storage/UnifiedLog.ts';
import { noticesPlantedFaults } from '../vectors/noticedFaults.ts';
import { rulesUnderTest as rules } from './rulesUnderTest.ts';

// Decisions that no group of vectors asks for, through the object of rules as nodes have them.

const attempts: (() => void)[] = [];

/** A test that is also tried under every planted fault. */
function checked(title: string, run: () => void): void {
  attempts.push(run);
  test(title, run);
}

const registration: PartitionRegistration = {
  replicas: [1, 2, 3],
  isr: [1, 2],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 7,
  recovery: 'RECOVERED',
};
const request = {
  senderId: 1,
  leaderEpoch: 4,
  partitionEpoch: 7,
  newIsr: [1, 2, 3].map((brokerId) => ({ brokerId, brokerEpoch: 10 })),
  recovery: 'RECOVERED',
} as const;
const active = { brokerEpoch: 10, fenced: false, inControlledShutdown: false };

checked(
  '[I5] a follower joins at the start of the leader’s epoch, though the high watermark is older',
  () => {
    const input = {
      isrState: { kind: 'CommittedPartitionState', isr: [1] },
      highWatermark: 5,
      leaderEpochStartOffset: 8,
    } as const;
    const joins = (logEndOffset: number): boolean =>
      rules.needsExpandIsr(input, 2, { ...initialFollowerState(), logEndOffset }, true);
    expect([4, 5, 7, 8, 9].map(joins)).toEqual([false, false, false, true, true]);
  },
);

checked('[I9] the controller lets no fenced, leaving or restarted broker into an ISR', () => {
  const answer = (third: typeof active) =>
    rules.validateAlterPartition(request, registration, (broker) => (broker === 3 ? third : active));
  expect(answer(active)).toBe('NONE');
  expect(answer({ ...active, fenced: true })).toBe('INELIGIBLE_REPLICA');
  expect(answer({ ...active, inControlledShutdown: true })).toBe('INELIGIBLE_REPLICA');
  expect(answer({ ...active, brokerEpoch: 11 })).toBe('INELIGIBLE_REPLICA');
});

checked('[I9] the controller refuses what a deposed leader or one with an old partition epoch asks', () => {
  const answer = (change: object) =>
    rules.validateAlterPartition({ ...request, ...change }, registration, () => active);
  expect(answer({ leaderEpoch: 3 })).toBe('FENCED_LEADER_EPOCH');
  expect(answer({ leaderEpoch: 5 })).toBe('NOT_CONTROLLER');
  expect(answer({ partitionEpoch: 6 })).toBe('INVALID_UPDATE_VERSION');
  expect(answer({ senderId: 2 })).toBe('INVALID_REQUEST');
  expect(answer({ newIsr: [{ brokerId: 2, brokerEpoch: 10 }] })).toBe('INVALID_REQUEST');
});

checked('[I8] an answer that newer metadata overtook changes nothing', () => {
  const pending = { kind: 'PendingShrinkIsr', isr: [1, 2], outOfSyncReplicaIds: [2] } as const;
  const outcome = (leaderEpoch: number, partitionEpoch: number) =>
    rules.isrAfterAlterPartitionResponse(
      pending,
      { error: 'NONE', leaderEpoch, partitionEpoch, isr: [1] },
      4,
      7,
    ).outcome;
  expect([outcome(4, 8), outcome(4, 7), outcome(4, 6), outcome(3, 8)]).toEqual([
    'committed',
    'committed',
    'keptPending',
    'keptPending',
  ]);
});

checked('[E7] a request of another leader epoch is refused', () => {
  expect([3, 4, 5, null].map((epoch) => rules.checkCurrentLeaderEpoch(epoch, 4))).toEqual([
    'FENCED_LEADER_EPOCH',
    'NONE',
    'UNKNOWN_LEADER_EPOCH',
    'NONE',
  ]);
});

checked(
  '[B2] [B7] a new process waits for the session of the old one, and is trusted if it names its epoch',
  () => {
    const stored = { incarnationId: 'a', brokerEpoch: 20, sessionValid: false };
    const asked = (previousBrokerEpoch: number) => ({ incarnationId: 'b', previousBrokerEpoch });
    expect(rules.decideRegistration({ ...stored, sessionValid: true }, asked(20), 30)).toEqual({
      kind: 'refused',
      error: 'DUPLICATE_BROKER_REGISTRATION',
    });
    expect(rules.decideRegistration(stored, asked(20), 30)).toMatchObject({ cleanShutdown: true });
    expect(rules.decideRegistration(stored, asked(-1), 30)).toMatchObject({ cleanShutdown: false });
  },
);

checked('[B2] [B6] a broker is unfenced once it knows of itself, and stops once it leads nothing', () => {
  const heartbeat = { wantFence: false, wantShutDown: false, currentMetadataOffset: 19 };
  const standing = {
    registrationOffset: 20,
    leaderCount: 1,
    shutdownOffset: 0,
    activeBrokerOffsets: [30],
  };
  expect(rules.nextBrokerState('FENCED', heartbeat, standing)).toBe('FENCED');
  const caughtUp = { ...heartbeat, currentMetadataOffset: 20 };
  expect(rules.nextBrokerState('FENCED', caughtUp, standing)).toBe('UNFENCED');
  expect(rules.nextBrokerState('FENCED', { ...caughtUp, wantFence: true }, standing)).toBe('FENCED');
  const leaving = { ...caughtUp, wantShutDown: true };
  expect(rules.nextBrokerState('UNFENCED', leaving, standing)).toBe('CONTROLLED_SHUTDOWN');
  expect(rules.nextBrokerState('CONTROLLED_SHUTDOWN', leaving, standing)).toBe('CONTROLLED_SHUTDOWN');
  const idle = { ...standing, leaderCount: 0 };
  expect(rules.nextBrokerState('CONTROLLED_SHUTDOWN', leaving, idle)).toBe('SHUTDOWN_NOW');
});

checked('[ID8] a producer whose next batch is out of order raises its epoch', () => {
  const batch = {
    transactional: false,
    isNextSequence: true,
    sequenceHasBeenReset: false,
    hasUnresolvedSequence: false,
    followsUnresolvedSequence: false,
  };
  expect(rules.outOfOrderAction(batch)).toBe('bumpEpochAndRetry');
  expect(rules.outOfOrderAction({ ...batch, isNextSequence: false })).toBe('retry');
});

checked('[RT5] a client tries again, and asks who leads, when it came to the wrong broker', () => {
  const errors = ['NOT_LEADER_OR_FOLLOWER', 'NOT_ENOUGH_REPLICAS', 'INVALID_PRODUCER_EPOCH'] as const;
  expect(errors.map((error) => rules.isRetriable(error))).toEqual([true, true, false]);
  expect(errors.map((error) => rules.needsMetadataRefresh(error))).toEqual([true, false, false]);
});

checked('[F4] a fetch is answered at once when there is something to tell', () => {
  const look = {
    maxWaitMs: 500,
    minBytes: 1,
    partitionCount: 1,
    readableBytes: 0,
    hasError: false,
    hasDivergingEpoch: false,
    hasPreferredReadReplica: false,
  };
  expect(rules.fetchAnswersAtOnce(look)).toBe(false);
  expect(rules.fetchAnswersAtOnce({ ...look, readableBytes: 1 })).toBe(true);
  expect(rules.fetchAnswersAtOnce({ ...look, hasDivergingEpoch: true })).toBe(true);
});

checked('[F9] a follower waits out what passes by itself', () => {
  expect(rules.reactToFetchError('UNKNOWN_LEADER_EPOCH', 4, 4)).toBe('backOff');
  expect(rules.reactToFetchError('FENCED_LEADER_EPOCH', 3, 4)).toBe('backOff');
  expect(rules.reactToFetchError('FENCED_LEADER_EPOCH', 4, 4)).toBe('markFailed');
  expect(rules.reactToFetchError('OFFSET_OUT_OF_RANGE', 4, 4)).toBe('findOffset');
});

checked('[H1] [F8] a leader’s high watermark never falls, and a follower’s ends with its log', () => {
  const behind = { ...initialFollowerState(), logEndOffset: 3 };
  const input = {
    highWatermark: 5,
    leaderLogEndOffset: 9,
    maximalIsr: [1, 2],
    remoteReplicas: [{ brokerId: 2, state: behind, isIsrEligible: true }],
    nowUs: 0,
    replicaLagTimeMaxUs: 30_000_000,
  };
  expect(rules.computeHighWatermark(input)).toBe(5);
  expect(rules.clampFollowerHighWatermark(9, 0, 6)).toBe(6);
  expect(rules.clampFollowerHighWatermark(4, 0, 6)).toBe(4);
});

checked('[RE7] a follower’s log begins where its leader’s does, and never earlier than it did', () => {
  expect(rules.followedLogStart(7, 3)).toBe(7);
  expect(rules.followedLogStart(3, 7)).toBe(7);
});

checked('[H1] a replica that the controller may have let in by now holds the high watermark back', () => {
  const pending = { kind: 'PendingExpandIsr', isr: [1], newInSyncReplicaId: 2 } as const;
  expect(rules.maximalIsr(pending)).toEqual([1, 2]);
});

/** One record of producer 1, or a marker that ends its transaction. */
function transactional(baseOffset: number, type?: 'ABORT' | 'COMMIT'): RecordBatch {
  if (type) return assignOffsets(controlBatch(1, 0, { type, coordinatorEpoch: 0 }, 0), baseOffset, 0);
  const sent = { producerId: 1, producerEpoch: 0, baseSequence: 0, origin: 0, firstOrdinal: 0 };
  const batch = { baseOffset, count: 1, sizeBytes: 70, leaderEpoch: 0, maxTimestampMs: 0 };
  return { ...batch, ...sent, isTransactional: true };
}

checked(
  '[T24] what is open, or ends above the high watermark, is not stable, nor is what is not replicated',
  () => {
    const stable = (batches: readonly RecordBatch[], highWatermark: number): number => {
      const log = new UnifiedLog(0, 0);
      for (const batch of batches) log.append(batch, 0);
      log.highWatermark = highWatermark;
      return rules.lastStableOffset(log);
    };
    const ended = [transactional(0), transactional(1), transactional(2, 'COMMIT')];
    expect([0, 1, 2, 3].map((highWatermark) => stable(ended, highWatermark))).toEqual([0, 0, 0, 3]);
    expect(stable([...ended, transactional(3)], 4)).toBe(3);
    expect(stable([...ended, transactional(3)], 3)).toBe(3);
    expect(stable([...ended, transactional(3)], 1)).toBe(0);
  },
);

checked('[T27] readers skip markers, and what was aborted if they were told of it', () => {
  const batches = [transactional(0), transactional(1, 'ABORT'), transactional(2), transactional(3, 'COMMIT')];
  expect(rules.hiddenBatches(batches, [{ producerId: 1, firstOffset: 0 }])).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(rules.hiddenBatches(batches, undefined)).toEqual([false, true, false, true]);
});

checked('[T12] an answer of the coordinator counts only for the transaction that was asked about', () => {
  const producers = new ProducerStateManager();
  const batch = producerBatchOf(transactional(0));
  const guard = producers.startVerification(batch, true, 0);
  expect(rules.validateSequence(producers, batch, guard)).toBe('NONE');
  producers.append(producerBatchOf(transactional(0, 'ABORT')));
  expect(rules.validateSequence(producers, batch, guard)).toBe('INVALID_TXN_STATE');
});

checked('[T2] what a coordinator wrote holds when its replicas have all of the log', () => {
  expect([0, 1, 41].map((end) => rules.awaitedOffset(end))).toEqual([0, 1, 41]);
});

const ongoing = {
  ...newTransaction(1000, 60_000, 0),
  producerEpoch: 4,
  txnState: 'Ongoing',
  txnStartTimestamp: 30_000,
} as const;

checked('[T6] a new instance fences the open transaction first', () => {
  expect(rules.decideInitProducerId(ongoing, null, null)).toEqual({ kind: 'fence' });
  expect(rules.decideInitProducerId({ ...ongoing, txnState: 'Empty' }, null, null)).toEqual({
    kind: 'increment',
  });
});

checked('[T15] a marker that was not written is sent again', () => {
  expect(rules.reactToMarkerError('NONE')).toBe('done');
  expect(rules.reactToMarkerError('NOT_ENOUGH_REPLICAS')).toBe('retry');
  expect(rules.reactToMarkerError('INVALID_PRODUCER_EPOCH')).toBe('cancel');
});

checked('[T20] a transaction is over when it has lasted longer than its time', () => {
  expect([90_000, 90_001].map((nowMs) => rules.isTimedOut(ongoing, null, nowMs))).toEqual([false, true]);
});

noticesPlantedFaults('engine rule cases', attempts);
