import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KafkaError } from '../protocol/Errors.ts';
import { MAX_SEQUENCE, nextSequence, NO_PRODUCER_ID, ProducerStateManager } from './ProducerStateManager.ts';
import type { ProducerBatch } from './ProducerStateManager.ts';

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
      if (storedSequence === null) manager.appendMarker(7, storedEpoch, 0);
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
  manager.validateMarker(8, 1);
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
  expect(manager.validateMarker(7, 4)).toBe('INVALID_PRODUCER_EPOCH');
  expect(manager.validateMarker(7, 5)).toBe('NONE');
  expect(manager.validateMarker(7, 6)).toBe('NONE');
  manager.appendMarker(7, 5, 0);
  expect(manager.validate(batch({ producerEpoch: 5, baseSequence: 2 }))).toBe('NONE');
  manager.appendMarker(7, 6, 0);
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
