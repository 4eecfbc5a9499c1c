import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeOf } from './appendRecord.ts';
import { RecordAccumulator } from './RecordAccumulator.ts';

const vectors = (
  JSON.parse(readFileSync('test/vectors/vectors-1.json', 'utf8')) as {
    accumulator: {
      full_triggers_ready: { 'batch.size': number; value_bytes: number; records_when_ready: number };
      buffer_memory: { pool: number; 'batch.size': number };
    };
  }
).accumulator;

const KEYED = shapeOf({ keyBytes: 8, valueBytes: 100 });

function appendUntilNewBatch(accumulator: RecordAccumulator, shape: ReturnType<typeof shapeOf>): number {
  accumulator.append('a-0', shape, 0);
  let count = 1;
  while (accumulator.append('a-0', shape, 0) === 'appended') count += 1;
  return count;
}

describe('the accumulator', () => {
  test('[S1] fills a batch as far as its estimated size allows', () => {
    for (const [valueBytes, count, sizeBytes] of [
      [100, 138, 16_281],
      [10, 630, 16_377],
    ] as const) {
      const accumulator = new RecordAccumulator(1e6, 16_384);
      expect(appendUntilNewBatch(accumulator, shapeOf({ keyBytes: 8, valueBytes }))).toBe(count);
      expect(accumulator.queueOf('a-0')[0]).toMatchObject({ count, sizeBytes });
    }
  });

  test('[S1] takes a first record of any size', () => {
    const accumulator = new RecordAccumulator(1e6, 16_384);
    expect(accumulator.append('a-0', shapeOf({ keyBytes: 8, valueBytes: 20_000 }), 0)).toBe('newBatch');
    expect(accumulator.queueOf('a-0')[0]).toMatchObject({ count: 1, sizeBytes: 20_080 });
  });

  test('[S3] opens a second batch with the 149th record, as the vectors say', () => {
    const {
      'batch.size': batchSize,
      value_bytes: valueBytes,
      records_when_ready: when,
    } = vectors.full_triggers_ready;
    const accumulator = new RecordAccumulator(1e6, batchSize);
    const shape = shapeOf({ keyBytes: null, valueBytes });
    expect(appendUntilNewBatch(accumulator, shape) + 1).toBe(when);
  });

  test('[S2] has no memory for a third partition when two open batches hold it all', () => {
    const { pool, 'batch.size': batchSize } = vectors.buffer_memory;
    const accumulator = new RecordAccumulator(pool, batchSize);
    expect(['a-0', 'a-1', 'a-2'].map((name) => accumulator.append(name, KEYED, 0))).toEqual([
      'newBatch',
      'newBatch',
      null,
    ]);
    expect(accumulator.append('a-0', KEYED, 0)).toBe('appended');
    accumulator.release(accumulator.queueOf('a-1').shift()!);
    expect(accumulator.append('a-2', KEYED, 0)).toBe('newBatch');
  });

  test('[S2] takes the upper bound of a record that is larger than a batch', () => {
    expect(KEYED.upperBoundBytes).toBe(194);
    const large = shapeOf({ keyBytes: null, valueBytes: 30_000 });
    const accumulator = new RecordAccumulator(large.upperBoundBytes, 16_384);
    expect(accumulator.append('a-0', large, 0)).toBe('newBatch');
    expect(accumulator.append('a-1', KEYED, 0)).toBeNull();
  });

  test('adds a run of records as it adds them one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.nat(300),
        fc.nat(2000),
        fc.constantFrom(400, 16_384),
        (gapUs, count, valueBytes, batchSize) => {
          const shape = shapeOf({ keyBytes: null, valueBytes });
          const [run, single] = [0, 0].map(() => new RecordAccumulator(1e9, batchSize)) as [
            RecordAccumulator,
            RecordAccumulator,
          ];
          let done = 0;
          while (done < count) {
            if (run.append('a-0', shape, done * gapUs) === null) throw new Error('no memory');
            done += 1;
            const from = done;
            const due = { timeOf: (ahead: number) => (from + ahead) * gapUs };
            done += run.appendRun('a-0', shape, due, (count - 1) * gapUs, Infinity);
          }
          for (let i = 0; i < count; i++) single.append('a-0', shape, i * gapUs);
          expect(run).toEqual(single);
          expect(run.produced('a-0')).toBe(count);
        },
      ),
    );
  });

  test('numbers records without a gap, those that could not be taken too', () => {
    const accumulator = new RecordAccumulator(20_000, 16_384);
    accumulator.append('a-0', KEYED, 0);
    expect(accumulator.append('a-1', KEYED, 0)).toBeNull();
    expect([accumulator.skipRecord('a-1'), accumulator.produced('a-1')]).toEqual([0, 1]);
    accumulator.append('a-0', KEYED, 0);
    expect(accumulator.produced('a-0')).toBe(2);
    expect(accumulator.partitions).toEqual(['a-0', 'a-1']);
  });

  test('[ID9] puts failed batches back in the order of their sequences, before those never sent', () => {
    const accumulator = new RecordAccumulator(1e6, 100);
    for (let i = 0; i < 4; i++) accumulator.append('a-0', KEYED, 0);
    const queue = accumulator.queueOf('a-0');
    const [first, second] = [queue.shift()!, queue.shift()!];
    first.sequence = { producerId: 1, producerEpoch: 0, baseSequence: 0 };
    second.sequence = { producerId: 1, producerEpoch: 0, baseSequence: 1 };
    accumulator.reenqueue(second);
    accumulator.reenqueue(first);
    expect(queue.map((batch) => batch.firstOrdinal)).toEqual([0, 1, 2, 3]);
  });

  test('puts failed batches back at the head without idempotence', () => {
    const accumulator = new RecordAccumulator(1e6, 100);
    for (let i = 0; i < 3; i++) accumulator.append('a-0', KEYED, 0);
    const queue = accumulator.queueOf('a-0');
    const [first, second] = [queue.shift()!, queue.shift()!];
    accumulator.reenqueue(first);
    accumulator.reenqueue(second);
    expect(queue.map((batch) => batch.firstOrdinal)).toEqual([1, 0, 2]);
  });
});
