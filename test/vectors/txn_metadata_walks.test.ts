import { expect } from 'vitest';
import {
  isEpochExhausted,
  TransactionMetadata,
} from '../../src/engine/broker/transaction/TransactionMetadata.ts';
import type {
  ClientTransactionVersion,
  TxnTransitMetadata,
} from '../../src/engine/broker/transaction/TransactionMetadata.ts';
import {
  newTransaction,
  prepareAddPartitions,
  prepareIncrementProducerEpoch,
} from '../../src/engine/broker/transaction/prepareTransitions.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { prepareAbortOrCommit, prepareComplete, prepareFenceProducerEpoch } = rulesUnderTest;

const TIMEOUT_MS = 60_000;
const START_MS = 20;

interface Walk {
  readonly name: string;
  readonly steps: readonly { readonly event: string; readonly state: string }[];
}

/** An id in a state that the walk starts from. */
function known(change: Partial<TxnTransitMetadata>): TransactionMetadata {
  const base = { ...newTransaction(1000, TIMEOUT_MS, 0), prevProducerId: 1000, ...change };
  return new TransactionMetadata('walk', base);
}

function ongoing(producerEpoch: number, lastProducerEpoch: number): TransactionMetadata {
  const topicPartitions = ['t-0', 't-1'];
  const txnStartTimestamp = START_MS;
  return known({ txnState: 'Ongoing', producerEpoch, lastProducerEpoch, topicPartitions, txnStartTimestamp });
}

/** As the vectors write it down. */
function written(transaction: TransactionMetadata): string {
  const { current } = transaction;
  const state = current.txnState.replaceAll(/(?<!^)([A-Z])/g, '_$1').toUpperCase();
  const ids = `pid=${current.producerId} prevPid=${current.prevProducerId}`;
  const epochs = `epoch=${current.producerEpoch} lastEpoch=${current.lastProducerEpoch}`;
  return `${state} ${ids} ${epochs} parts=${current.topicPartitions.length} start=${current.txnStartTimestamp}`;
}

const FENCED = 'ProducerFencedException';

function step(
  transaction: TransactionMetadata,
  transit: (current: TxnTransitMetadata) => TxnTransitMetadata | null,
): string {
  const next = transit(transaction.current);
  if (next === null) return FENCED;
  transaction.prepareTransitionTo(next);
  transaction.completeTransitionTo(next);
  return written(transaction);
}

/** What the events of the vectors do. */
function carryOut(event: string, transaction: TransactionMetadata, version: ClientTransactionVersion): string {
  switch (event) {
    case 'InitProducerId':
    case 'InitProducerId by new instance':
    case 'InitProducerId retry -> new instance gets':
      return step(transaction, (current) => prepareIncrementProducerEpoch(current, TIMEOUT_MS, null, 10));
    case 'AddPartitions':
      return step(transaction, (current) => prepareAddPartitions(current, ['t-0', 't-1'], version, START_MS));
    case 'PrepareCommit':
    case 'PrepareCommit (markers use this epoch)': {
      const nextProducerId = version === 2 && isEpochExhausted(transaction.current.producerEpoch) ? 2000 : -1;
      return step(transaction, (current) =>
        prepareAbortOrCommit(current, 'PrepareCommit', version, nextProducerId, false, 30),
      );
    }
    case 'PrepareAbort': {
      // A fence is pending: below transaction.version 2 its epoch is set before, from 2 on the abort raises it.
      expect(transaction.pendingState).toBe('PrepareEpochFence');
      transaction.pendingState = null;
      if (version === 0) {
        const { producerEpoch } = prepareFenceProducerEpoch(transaction.current, false);
        transaction.current = { ...transaction.current, producerEpoch, lastProducerEpoch: -1 };
      }
      return step(transaction, (current) =>
        prepareAbortOrCommit(current, 'PrepareAbort', version, -1, false, 30),
      );
    }
    case 'CompleteCommit':
    case 'CompleteAbort':
      return step(transaction, (current) => prepareComplete(current, 40));
    case 'prepareFence': {
      const transit = transaction.prepareTransitionTo(
        prepareFenceProducerEpoch(transaction.current, transaction.hasFailedEpochFence),
      );
      expect(transit.txnState).toBe(transaction.pendingState);
      return `transit epoch=${transit.producerEpoch} state=PREPARE_EPOCH_FENCE pending=Optional[PREPARE_EPOCH_FENCE]`;
    }
    case 'exhausted?':
      return String(isEpochExhausted(transaction.current.producerEpoch));
    default: {
      const [, current, last, expected] = /^current=(\d+) last=(\d+) expected=(\d+)$/.exec(event) ?? [];
      const recovering = known({ producerEpoch: Number(current), lastProducerEpoch: Number(last) });
      return step(recovering, (before) =>
        prepareIncrementProducerEpoch(before, TIMEOUT_MS, Number(expected), 10),
      );
    }
  }
}

function startOf(name: string): TransactionMetadata {
  if (name.startsWith('fence ongoing')) return ongoing(4, 3);
  if (name.startsWith('exhaustion')) return ongoing(32_766, 32_765);
  return known({});
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'txn_metadata_walks',
  cases: {},
  entries: {
    walks: caseRunner<readonly Walk[]>(['T2', 'T6', 'T7', 'T8', 'T16'], /\.state$/, (walks) => {
      expect(walks.length).toBe(7);
      for (const { name, steps } of walks) {
        const version = name.endsWith('TV_2') ? 2 : 0;
        const transaction = startOf(name);
        for (const { event, state } of steps) expect(carryOut(event, transaction, version)).toBe(state);
      }
    }),
  },
  prose: ['source'],
  runCount: 1,
  leftCount: 0,
});
