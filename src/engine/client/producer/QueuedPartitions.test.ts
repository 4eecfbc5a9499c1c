import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf } from './appendRecord.ts';
import { RecordAccumulator } from './RecordAccumulator.ts';

const LARGE = shapeOf({ keyBytes: null, valueBytes: 500 });

test('the queues that hold something are those that do, in the order in which they were made', () => {
  const step = fc.tuple(fc.constantFrom('append', 'append', 'take', 'putBack'), fc.nat(5));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const accumulator = new RecordAccumulator(1e9, 400);
      const taken = new Map<string, ReturnType<RecordAccumulator['takeFirst']>>();
      for (const [deed, partition] of steps) {
        const name = `a-${partition}`;
        const held = taken.get(name);
        if (deed === 'append') accumulator.append(name, LARGE, 0);
        else if (deed === 'take' && accumulator.queueOf(name).length > 0)
          taken.set(name, accumulator.takeFirst(name));
        else if (deed === 'putBack' && held) {
          accumulator.reenqueue(held);
          taken.delete(name);
        }
        const expected = [...accumulator.queues].filter(([, batches]) => batches.length > 0);
        expect(accumulator.queued.map((queue) => queue.topicPartition)).toEqual(expected.map(([key]) => key));
        expect(accumulator.hasBatches).toBe(expected.length > 0);
      }
    }),
  );
});
