import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Outcomes } from './Outcomes.ts';

describe('what callbacks said', () => {
  test('is kept by records of each partition, and counted', () => {
    const said = fc.record({
      partition: fc.constantFrom('a-0', 'a-1'),
      isAck: fc.boolean(),
      count: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(said), (answers) => {
        const outcomes = new Outcomes();
        const next = new Map<string, number>();
        const wanted = new Map<string, number>();
        for (const { partition, isAck, count } of answers) {
          const first = next.get(partition) ?? 0;
          next.set(partition, first + count);
          if (isAck) outcomes.ack(partition, first, count);
          else outcomes.fail(partition, first, count);
          const key = `${partition} ${isAck}`;
          wanted.set(key, (wanted.get(key) ?? 0) + count);
        }
        for (const partition of ['a-0', 'a-1']) {
          expect(outcomes.acked.get(partition)?.size ?? 0).toBe(wanted.get(`${partition} true`) ?? 0);
          expect(outcomes.failed.get(partition)?.size ?? 0).toBe(wanted.get(`${partition} false`) ?? 0);
        }
        const total = (isAck: boolean) =>
          answers.filter((answer) => answer.isAck === isAck).reduce((sum, answer) => sum + answer.count, 0);
        expect([outcomes.ackedCount, outcomes.failedCount]).toEqual([total(true), total(false)]);
      }),
    );
  });
});
