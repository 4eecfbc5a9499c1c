import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KafkaError } from '../protocol/Errors.ts';
import { MAX_SEQUENCE, nextSequence, NO_PRODUCER_ID, ProducerStateManager } from './ProducerStateManager.ts';
import type { MarkerToWrite, ProducerBatch } from './ProducerStateManager.ts';

function batch(changes: Partial<ProducerBatch> = {}): ProducerBatch {
  const first = changes.baseSequence ?? 0;
  const baseOffset = changes.baseOffset ?? first;
  return {
    producerId: 7,
    producerEpoch: 0,
    baseSequence: first,
    lastSequence: first,
    baseOffset,
    lastOffset: baseOffset,
    timestampMs: 1000 + baseOffset,
    ...changes,
  };
}

function marker(changes: Partial<ProducerBatch> = {}, type: 'COMMIT' | 'ABORT' = 'COMMIT'): ProducerBatch {
  const sequences = { baseSequence: -1, lastSequence: -1, baseOffset: 90, lastOffset: 90 };
  return { ...batch(sequences), isTransactional: true, marker: { type, coordinatorEpoch: 0 }, ...changes };
}

function toWrite(changes: Partial<MarkerToWrite> = {}): MarkerToWrite {
  return { producerId: 7, producerEpoch: 0, coordinatorEpoch: 0, transactionVersion: 0, ...changes };
}

function managerWith(...batches: ProducerBatch[]): ProducerStateManager {
  const manager = new ProducerStateManager();
  manager.rebuild(batches);
  return manager;
}

test('[ID2] sequences wrap to 0 after 2147483647', () => {
  expect(nextSequence(0)).toBe(1);
  expect(nextSequence(MAX_SEQUENCE - 1)).toBe(2_147_483_647);
  expect(nextSequence(MAX_SEQUENCE)).toBe(0);
});

test('[ID3] remembers the last five batches of a producer', () => {
  fc.assert(
    fc.property(fc.nat(30), (count) => {
      const batches = Array.from({ length: count }, (_, sequence) => batch({ baseSequence: sequence }));
      const manager = managerWith(...batches);
      const remembered = batches.filter((one) => manager.findDuplicate(one) !== null);
      expect(remembered).toEqual(batches.slice(-5));
    }),
  );
});

test('[ID3] forgets a producer that has not written for the expiration time', () => {
  const manager = managerWith(
    batch({ producerId: 1, timestampMs: 100 }),
    batch({ producerId: 2, timestampMs: 101 }),
  );
  manager.removeExpired(86_400_099, 86_400_000);
  expect([...manager.producers.keys()]).toEqual([1, 2]);
  manager.removeExpired(86_400_100, 86_400_000);
  expect([...manager.producers.keys()]).toEqual([2]);
});

test('[ID3] only the newest batch of each producer survives a snapshot', () => {
  const manager = managerWith(batch({ baseSequence: 0 }), batch({ baseSequence: 1 }));
  const restored = new ProducerStateManager();
  restored.append(batch({ producerId: 99 }));
  restored.loadSnapshot(manager.takeSnapshot());

  expect([...restored.producers.keys()]).toEqual([7]);
  expect(restored.findDuplicate(batch({ baseSequence: 0 }))).toBeNull();
  expect(restored.findDuplicate(batch({ baseSequence: 1 }))?.baseOffset).toBe(1);
  expect(restored.validate(batch({ baseSequence: 2 }))).toBe('NONE');
});

test('[ID3] a snapshot does not change with the state it was taken from', () => {
  const manager = managerWith(batch({ baseSequence: 0 }));
  const snapshot = manager.takeSnapshot();
  manager.append(batch({ baseSequence: 1 }));
  expect(snapshot[0]?.batches.map(({ baseSequence }) => baseSequence)).toEqual([0]);

  const restored = new ProducerStateManager();
  restored.loadSnapshot(snapshot);
  restored.append(batch({ baseSequence: 1 }));
  expect(snapshot[0]?.batches.length).toBe(1);
});

test('[ID4] a duplicate has the same producer, epoch and both ends, and gets its first offset and time', () => {
  const manager = managerWith(batch({ baseSequence: 4, lastSequence: 6, baseOffset: 40, timestampMs: 123 }));
  const resent = batch({ baseSequence: 4, lastSequence: 6, baseOffset: 90, timestampMs: 456 });
  expect(manager.findDuplicate(resent)).toEqual({ baseOffset: 40, timestampMs: 123 });
  expect(manager.findDuplicate({ ...resent, producerId: 8 })).toBeNull();
  expect(manager.findDuplicate({ ...resent, producerEpoch: 1 })).toBeNull();
  expect(manager.findDuplicate({ ...resent, baseSequence: 5 })).toBeNull();
  expect(manager.findDuplicate({ ...resent, lastSequence: 5 })).toBeNull();
});

test('[ID5] decides every combination of stored and sent epoch and sequence', () => {
  for (const storedEpoch of [3, 4]) {
    for (const storedSequence of [null, 0, 5, MAX_SEQUENCE]) {
      const manager = new ProducerStateManager();
      if (storedSequence === null) manager.append(marker({ producerEpoch: storedEpoch }));
      else manager.append(batch({ producerEpoch: storedEpoch, baseSequence: storedSequence }));

      for (const producerEpoch of [2, 3, 4, 5]) {
        for (const baseSequence of [0, 1, 5, 6, 7, MAX_SEQUENCE]) {
          const expectedNext =
            producerEpoch > storedEpoch || storedSequence === null || storedSequence === MAX_SEQUENCE
              ? 0
              : storedSequence + 1;
          let expected: KafkaError = baseSequence === expectedNext ? 'NONE' : 'OUT_OF_ORDER_SEQUENCE_NUMBER';
          if (producerEpoch < storedEpoch) expected = 'INVALID_PRODUCER_EPOCH';
          expect(manager.validate(batch({ producerEpoch, baseSequence }))).toBe(expected);
        }
      }
    }
  }
});

test('[ID5] a producer the partition does not know may start at any sequence', () => {
  const manager = managerWith(batch());
  expect(manager.entryOf(8)).toBeNull();
  for (const baseSequence of [0, 17, MAX_SEQUENCE]) {
    expect(manager.validate(batch({ producerId: 8, producerEpoch: 9, baseSequence }))).toBe('NONE');
  }
});

test('[ID5] checking changes nothing', () => {
  const manager = managerWith(batch());
  const before = structuredClone(manager.producers);
  manager.validate(batch({ producerEpoch: 3 }));
  manager.validateMarker(toWrite({ producerId: 8, producerEpoch: 1 }));
  manager.findDuplicate(batch({ producerId: 8 }));
  expect(manager.producers).toEqual(before);
});

test('[ID6] a follower takes over gaps and older epochs as they are in the log', () => {
  const manager = managerWith(batch({ producerEpoch: 2 }), batch({ baseSequence: 9, producerEpoch: 2 }));
  expect(manager.entryOf(7)?.batches.map(({ baseSequence }) => baseSequence)).toEqual([0, 9]);
  manager.append(batch({ producerEpoch: 1, baseSequence: 3 }));
  expect(manager.entryOf(7)).toMatchObject({ producerEpoch: 1, batches: [{ baseSequence: 3 }] });
});

test('[ID6] rebuilding from the remaining batches equals never having seen the others', () => {
  const anyBatch = fc.record({ producerId: fc.nat(2), producerEpoch: fc.nat(1), baseSequence: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(anyBatch, { maxLength: 20 }), fc.nat(20), (changes, keptCount) => {
      const batches = changes.map((change, offset) => batch({ ...change, baseOffset: offset }));
      const truncated = managerWith(...batches);
      truncated.rebuild(batches.slice(0, keptCount));
      const fresh = new ProducerStateManager();
      for (const one of batches.slice(0, keptCount)) fresh.append(one);
      expect(truncated.producers).toEqual(fresh.producers);
    }),
  );
});

test('[T18] a marker with a higher epoch makes the producer start again at 0', () => {
  const manager = managerWith(batch({ producerEpoch: 5 }), batch({ producerEpoch: 5, baseSequence: 1 }));
  expect(manager.validateMarker(toWrite({ producerEpoch: 4 }))).toBe('INVALID_PRODUCER_EPOCH');
  expect(manager.validateMarker(toWrite({ producerEpoch: 5 }))).toBe('NONE');
  expect(manager.validateMarker(toWrite({ producerEpoch: 6 }))).toBe('NONE');
  manager.append(marker({ producerEpoch: 5 }));
  expect(manager.validate(batch({ producerEpoch: 5, baseSequence: 2 }))).toBe('NONE');
  manager.append(marker({ producerEpoch: 6 }));
  expect(manager.validate(batch({ producerEpoch: 5, baseSequence: 2 }))).toBe('INVALID_PRODUCER_EPOCH');
  expect(manager.validate(batch({ producerEpoch: 6, baseSequence: 2 }))).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  expect(manager.validate(batch({ producerEpoch: 6, baseSequence: 0 }))).toBe('NONE');
});

test('[ID11] batches of a producer that is not idempotent leave no trace and are never duplicates', () => {
  const plain = batch({ producerId: NO_PRODUCER_ID, producerEpoch: -1, baseSequence: -1 });
  const manager = managerWith(plain, plain);
  expect(manager.producers.size).toBe(0);
  expect(manager.findDuplicate(plain)).toBeNull();
  expect(manager.validate(plain)).toBe('NONE');
});

const transactional = (changes: Partial<ProducerBatch> = {}): ProducerBatch =>
  batch({ isTransactional: true, ...changes });

test('[ID3] a producer whose transaction is open is never forgotten, and after a snapshot it is still open', () => {
  const manager = managerWith(
    transactional({ producerId: 1, timestampMs: 0 }),
    batch({ producerId: 2, timestampMs: 0 }),
  );
  expect(manager.hasExpired(1_000, 1_000)).toBe(true);
  manager.removeExpired(1_000, 1_000);
  expect([...manager.producers.keys()]).toEqual([1]);
  expect(manager.hasExpired(9_000, 1_000)).toBe(false);

  const restored = new ProducerStateManager();
  restored.loadSnapshot(manager.takeSnapshot());
  expect(restored.hasOngoingTransaction(1, 0)).toBe(true);
  expect(restored.firstUnstableOffset(99)).toBe(0);
});

test('[T12] a batch is written under the guard with which its verification began, and under no other', () => {
  const manager = new ProducerStateManager();
  const first = transactional();
  expect(manager.validate(first, 0)).toBe('INVALID_TXN_STATE');
  const guard = manager.startVerification(first, true, 0);
  expect(manager.startVerification(first, true, 0)).toBe(guard);
  expect(manager.validate(first, guard + 1)).toBe('INVALID_TXN_STATE');
  expect(manager.validate(first, guard)).toBe('NONE');
  // The transaction was aborted while the coordinator was asked, and the next one knows nothing of the partition.
  manager.append(marker({}, 'ABORT'));
  const next = manager.startVerification(first, true, 0);
  expect(next).not.toBe(guard);
  expect(manager.validate(first, guard)).toBe('INVALID_TXN_STATE');
  manager.append(first);
  // From then on the open transaction is proof enough.
  expect(manager.startVerification(transactional({ baseSequence: 1 }), true, 0)).toBe(0);
  expect(manager.validate(transactional({ baseSequence: 1 }), 0)).toBe('NONE');
  // Another epoch may be that of another transaction.
  expect(manager.startVerification(transactional({ producerEpoch: 1 }), true, 0)).not.toBe(0);
});

test('[T12] an older epoch is refused before anything else, and no guard is asked for where nothing is verified', () => {
  const manager = managerWith(transactional({ producerEpoch: 3 }));
  expect(manager.validate(transactional({ producerEpoch: 2 }), 0)).toBe('INVALID_PRODUCER_EPOCH');
  expect(manager.validate(transactional({ producerEpoch: 4 }), null)).toBe('NONE');
  expect(manager.validate(transactional({ producerEpoch: 4 }), 0)).toBe('INVALID_TXN_STATE');
});

test('[T12] the lowest sequence that waits for the coordinator goes first, a new epoch begins anew', () => {
  const manager = new ProducerStateManager();
  const guard = manager.startVerification(transactional({ baseSequence: 3 }), false, 0);
  manager.startVerification(transactional({ baseSequence: 1 }), false, 0);
  expect(manager.validate(transactional({ baseSequence: 3 }), guard)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  expect(manager.validate(transactional({ baseSequence: 1 }), guard)).toBe('NONE');
  manager.startVerification(transactional({ baseSequence: 2, producerEpoch: 1 }), false, 0);
  expect(manager.validate(transactional({ baseSequence: 2, producerEpoch: 1 }), guard)).toBe('NONE');
});

test('[T19] a coordinator that writes to its own partition counts no sequences', () => {
  const manager = managerWith(transactional({ baseSequence: 5 }));
  const offsets = transactional({ baseSequence: -1, lastSequence: -1 });
  expect(manager.validate(offsets, null, 'COORDINATOR')).toBe('NONE');
  expect(manager.validate({ ...offsets, producerEpoch: -1 }, null, 'COORDINATOR')).toBe(
    'INVALID_PRODUCER_EPOCH',
  );
});

test('[T18] under transaction.version 2 a marker raises the epoch, and one that is written again may not', () => {
  for (const [isOpen, expected] of [
    [true, ['INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_EPOCH', 'NONE']],
    [false, ['INVALID_PRODUCER_EPOCH', 'NONE', 'NONE']],
  ] as const) {
    const manager = managerWith(isOpen ? transactional({ producerEpoch: 5 }) : batch({ producerEpoch: 5 }));
    const found = [4, 5, 6].map((producerEpoch) =>
      manager.validateMarker(toWrite({ producerEpoch, transactionVersion: 2 })),
    );
    expect(found).toEqual(expected);
  }
});

test('[T24] what is unstable is open, or has ended above the high watermark', () => {
  const manager = managerWith(
    transactional({ producerId: 1, baseOffset: 10 }),
    transactional({ producerId: 2, baseOffset: 20 }),
    marker({ producerId: 1, baseOffset: 30, lastOffset: 30 }, 'ABORT'),
  );
  expect([29, 30, 31].map((highWatermark) => manager.firstUnstableOffset(highWatermark))).toEqual([
    10, 10, 20,
  ]);
  manager.append(marker({ producerId: 2, baseOffset: 40, lastOffset: 40 }));
  expect([31, 40, 41].map((highWatermark) => manager.firstUnstableOffset(highWatermark))).toEqual([
    20,
    20,
    null,
  ]);
  expect(managerWith(marker()).firstUnstableOffset(0)).toBeNull();
});
