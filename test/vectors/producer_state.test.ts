import { expect } from 'vitest';
import {
  ProducerStateManager,
  RETAINED_BATCHES_PER_PRODUCER,
} from '../../src/engine/storage/ProducerStateManager.ts';
import type { ProducerBatch } from '../../src/engine/storage/ProducerStateManager.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, left, runVectorGroup } from './vectorSuite.ts';

const { findDuplicate, validateMarker, validateSequence } = rulesUnderTest;

interface AppendStep {
  readonly op: 'append';
  readonly pid: number;
  readonly epoch: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly offset: number;
  readonly lastOffset?: number;
  readonly txn: boolean;
  readonly origin: 'client' | 'replication';
  readonly expect: string;
}
interface MarkerStep {
  readonly op: 'marker';
  readonly pid: number;
  readonly epoch: number;
  readonly type: string;
  readonly offset: number;
  readonly txnVersion: number;
  readonly coordinatorEpoch: number;
  readonly expect: string;
}
interface VerificationStep {
  readonly op: 'startVerification';
  readonly pid: number;
  readonly seq: number;
  readonly epoch: number;
  readonly supportsEpochBump: boolean;
}
interface Vector {
  readonly steps: readonly (AppendStep | MarkerStep | VerificationStep)[];
  readonly state?: object;
}

const TIMESTAMP_MS = 500;

function runAppend(manager: ProducerStateManager, step: AppendStep): string {
  const batch: ProducerBatch = {
    producerId: step.pid,
    producerEpoch: step.epoch,
    baseSequence: step.firstSeq,
    lastSequence: step.lastSeq,
    baseOffset: step.offset,
    lastOffset: step.lastOffset ?? step.offset,
    timestampMs: TIMESTAMP_MS,
    isTransactional: step.txn || undefined,
  };
  const error = step.origin === 'client' ? validateSequence(manager, batch) : 'NONE';
  if (error === 'NONE') manager.append(batch);
  return error;
}

function runMarker(manager: ProducerStateManager, step: MarkerStep): string {
  const { pid: producerId, epoch: producerEpoch, coordinatorEpoch, txnVersion: transactionVersion } = step;
  const type = step.type as 'COMMIT' | 'ABORT';
  expect(['COMMIT', 'ABORT']).toContain(type);
  expect(step.offset).toBeGreaterThanOrEqual(0);
  const error = validateMarker(manager, { producerId, producerEpoch, coordinatorEpoch, transactionVersion });
  if (error === 'NONE')
    manager.append({
      producerId,
      producerEpoch,
      baseSequence: -1,
      lastSequence: -1,
      baseOffset: step.offset,
      lastOffset: step.offset,
      timestampMs: TIMESTAMP_MS,
      isTransactional: true,
      marker: { type, coordinatorEpoch },
    });
  return error;
}

/** The guard that it returns is not asked for again: the cases check sequences. */
function startVerification(manager: ProducerStateManager, step: VerificationStep): void {
  const { pid, epoch, seq } = step;
  const batch = { ...batchOf(seq, seq, 0, epoch), producerId: pid, isTransactional: true as const };
  expect(manager.startVerification(batch, step.supportsEpochBump, TIMESTAMP_MS)).not.toBe(0);
}

const walk = (...rules: string[]) =>
  caseRunner(rules, /expect|^state/, (vector: Vector) => {
    const manager = new ProducerStateManager();
    for (const step of vector.steps) {
      if (step.op === 'startVerification') {
        startVerification(manager, step);
        continue;
      }
      const error = step.op === 'append' ? runAppend(manager, step) : runMarker(manager, step);
      expect(error === 'NONE' ? 'OK' : error).toBe(step.expect);
    }
    if (vector.state === undefined) return;
    const batch = manager.entryOf(1)?.batches.at(-1);
    expect({
      firstSeq: batch?.baseSequence,
      lastSeq: batch?.lastSequence,
      firstOffset: batch?.baseOffset,
      lastOffset: batch?.lastOffset,
    }).toEqual(vector.state);
  });

interface DedupeVector {
  readonly setup: string;
  readonly lookups: readonly {
    readonly seq: number;
    readonly duplicate: boolean;
    readonly returned_base_offset?: number;
    readonly if_appended: string;
  }[];
  readonly exact_range_match: {
    readonly setup: string;
    readonly lookups: readonly { readonly range: readonly [number, number]; epoch: number; result: string }[];
  };
}

function batchOf(first: number, last: number, baseOffset: number, producerEpoch = 0): ProducerBatch {
  const lastOffset = baseOffset + last - first;
  return {
    producerId: 7,
    producerEpoch,
    baseSequence: first,
    lastSequence: last,
    baseOffset,
    lastOffset,
    timestampMs: TIMESTAMP_MS + baseOffset,
  };
}

/** What a leader answers to a batch: a duplicate is looked for before anything is checked. */
function answerTo(manager: ProducerStateManager, batch: ProducerBatch): string {
  if (findDuplicate(manager, batch) !== null) return 'success without writing';
  const error = validateSequence(manager, batch);
  return error === 'NONE' ? 'OK' : error;
}

const dedupe = caseRunner(
  ['ID3', 'ID4'],
  /setup|duplicate|returned_base_offset|if_appended|result/,
  (vector: DedupeVector) => {
    expect(vector.setup).toBe(
      'pid 7 epoch 0; append seq 0..6 as seven one-record batches at offsets 100..106',
    );
    const manager = new ProducerStateManager();
    for (let sequence = 0; sequence <= 6; sequence += 1) {
      expect(validateSequence(manager, batchOf(sequence, sequence, 100 + sequence))).toBe('NONE');
      manager.append(batchOf(sequence, sequence, 100 + sequence));
    }
    for (const lookup of vector.lookups) {
      const batch = batchOf(lookup.seq, lookup.seq, 999);
      const duplicate = findDuplicate(manager, batch);
      expect(duplicate !== null).toBe(lookup.duplicate);
      expect(duplicate?.baseOffset).toBe(lookup.returned_base_offset);
      if (duplicate !== null) expect(duplicate.timestampMs).toBe(TIMESTAMP_MS + duplicate.baseOffset);
      expect(answerTo(manager, batch)).toBe(lookup.if_appended);
    }

    expect(vector.exact_range_match.setup).toBe('append [0..9]@0, [10..19]@10');
    const ranges = new ProducerStateManager();
    ranges.append(batchOf(0, 9, 0));
    ranges.append(batchOf(10, 19, 10));
    for (const lookup of vector.exact_range_match.lookups) {
      const [first, last] = lookup.range;
      const batch = batchOf(first, last, 999, lookup.epoch);
      const duplicate = findDuplicate(ranges, batch);
      if (duplicate !== null) {
        const lastOffset = duplicate.baseOffset + last - first;
        expect(`duplicate base ${duplicate.baseOffset} last ${lastOffset}`).toBe(lookup.result);
      } else if (ranges.entryOf(7)?.producerEpoch !== lookup.epoch) {
        expect('not duplicate (epoch differs)').toBe(lookup.result);
      } else {
        expect(`not duplicate -> ${answerTo(ranges, batch)}`).toBe(lookup.result);
      }
    }
  },
);

interface MarkerEpochVector {
  readonly data_epoch: number;
  readonly open_txn: boolean;
  readonly cases: readonly { readonly txnVersion: number; readonly marker_epoch: number; readonly expect: string }[];
}

const markerEpochs = caseRunner(['T18'], /expect|open_txn/, (vector: MarkerEpochVector) => {
  const manager = new ProducerStateManager();
  manager.append({ ...batchOf(0, 0, 0, vector.data_epoch), isTransactional: vector.open_txn || undefined });
  for (const { txnVersion: transactionVersion, marker_epoch: producerEpoch, expect: expected } of vector.cases) {
    const error = validateMarker(manager, { producerId: 7, producerEpoch, coordinatorEpoch: 0, transactionVersion });
    expect(error === 'NONE' ? 'OK' : error).toBe(expected);
  }
});

const lateTransaction = caseRunner(['T23'], /threshold_ms/, (vector: { readonly threshold_ms: string }) => {
  const [config, bufferMs] = vector.threshold_ms.split(' + ');
  expect(config).toBe('transaction.max.timeout.ms');
  const manager = new ProducerStateManager();
  const batch = { ...batchOf(0, 0, 0), timestampMs: 1, isTransactional: true as const };
  expect(manager.hasLateTransaction(1e12, 900_000)).toBe(false);
  manager.append(batch);
  const lastMs = 1 + 900_000 + Number(bufferMs);
  expect(manager.hasLateTransaction(lastMs, 900_000)).toBe(false);
  expect(manager.hasLateTransaction(lastMs + 1, 900_000)).toBe(true);
  // Each batch of it puts that off.
  manager.append({ ...batch, baseSequence: 1, lastSequence: 1, timestampMs: 2 });
  expect(manager.hasLateTransaction(lastMs + 1, 900_000)).toBe(false);
});

interface SnapshotVector {
  readonly rule: string;
  readonly example: {
    readonly appended: readonly (readonly [sequence: number, offset: number])[];
    readonly restored_firstSeq: number;
    readonly restored_lastSeq: number;
    readonly currentTxnFirstOffset: number;
    readonly next_seq_accepted: number;
  };
}

const snapshotRestore = caseRunner(
  ['ID3'],
  /restored_|currentTxnFirstOffset|next_seq_accepted/,
  ({ rule, example }: SnapshotVector) => {
    expect(rule).toBe(
      'only the newest batch per producer survives a snapshot; open-transaction first offset survives',
    );
    const manager = new ProducerStateManager();
    for (const [sequence, offset] of example.appended)
      manager.append({ ...batchOf(sequence, sequence, offset), isTransactional: true });
    const restored = new ProducerStateManager();
    restored.loadSnapshot(manager.takeSnapshot());
    const entry = restored.entryOf(7);
    expect(entry?.batches.length).toBe(1);
    expect(entry?.batches[0]?.baseSequence).toBe(example.restored_firstSeq);
    expect(entry?.batches[0]?.lastSequence).toBe(example.restored_lastSeq);
    expect(entry?.currentTxnFirstOffset).toBe(example.currentTxnFirstOffset);
    expect(restored.firstUnstableOffset(99)).toBe(example.currentTxnFirstOffset);
    const next = (sequence: number): ProducerBatch => ({ ...batchOf(sequence, sequence, 9), isTransactional: true });
    expect(validateSequence(restored, next(example.next_seq_accepted))).toBe('NONE');
    expect(validateSequence(restored, next(example.next_seq_accepted + 1))).not.toBe('NONE');
  },
);

runVectorGroup({
  file: 'vectors-1.json',
  group: 'producer_state',
  cases: {
    'basic mapping': walk('ID5'),
    'marker is only state': walk('ID5', 'T18'),
    'sequence wrap': walk('ID5', 'ID6'),
    'invalid wrap': walk('ID5', 'ID6'),
    'wrap inside batch': walk('ID6'),
    'control record bumps epoch': walk('ID5', 'T18'),
    'replica accepts gaps': walk('ID5', 'ID6'),
    'unknown producer may start at any sequence (non-TV2)': walk('ID5'),
    'epoch bump must start at 0': walk('ID5'),
    'out of sequence after bump': walk('ID5', 'T18'),
    'non-txn write inside open txn': walk('T13'),
    'coordinator fencing': walk('T18'),
    'TV2 idempotent marker retry': walk('T18'),
    'TV2 verification entry with empty state requires seq 0 (4.1+)': walk('T12'),
    'TV1 verification entry allows non-zero first seq': walk('T12'),
    'higher sequence than lowest seen while verifying': walk('T12'),
  },
  entries: {
    retained_batches_per_producer: caseRunner(['ID3'], /^$/, (count: number) => {
      const manager = new ProducerStateManager();
      for (let sequence = 0; sequence < 20; sequence += 1)
        manager.append(batchOf(sequence, sequence, sequence));
      expect(manager.entryOf(7)?.batches.length).toBe(count);
      expect(RETAINED_BATCHES_PER_PRODUCER).toBe(count);
    }),
    dedupe_cache: dedupe,
    marker_epoch_rule: markerEpochs,
    late_transaction_metric: lateTransaction,
    snapshot_restore: snapshotRestore,
  },
  prose: ['source', 'name', 'note'],
  runCount: 21,
  leftCount: 0,
});
