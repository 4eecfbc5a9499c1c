import { describe, expect, test } from 'vitest';
import {
  awaitsForward,
  isFencedWriter,
  isRepeatedWrite,
  storeTransactions,
} from '../../../store/storeRules.ts';
import type { RecordBatch } from '../../../storage/RecordBatch.ts';
import { forwardHeaders, headerSizes } from './forwardHeaders.ts';
import { nextTry } from './nextTry.ts';
import { recordError } from './recordError.ts';
import { dueRecords } from './takeDue.ts';

describe('a database and its writers', () => {
  test('[outside-store] what tells a row that is there already', () => {
    const rows = [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const;
    const told = (unique: 'none' | 'offset' | 'id') =>
      rows.map(([hasOffset, hasId]) => isRepeatedWrite(unique, hasOffset, hasId));
    expect(told('none')).toEqual([false, false, false, false]);
    expect(told('offset')).toEqual([false, false, true, true]);
    expect(told('id')).toEqual([false, true, false, true]);
    const unit = { writes: [], offsets: [{ topicPartition: 'a-0', offset: 3 }] };
    expect(storeTransactions(unit)).toEqual([unit]);
  });

  test('[outside-fencing] an older generation is refused, an equal or newer one is not, and none never', () => {
    expect([-1, 3, 4, 5].map((token) => isFencedWriter(token, 4))).toEqual([false, true, false, false]);
    expect(isFencedWriter(0, -1)).toBe(false);
  });
});

describe('tries', () => {
  test('[outside-errors] so many attempts, with the same pause', () => {
    const policy = { kind: 'attempts', attempts: 3, backoffUs: 700 } as const;
    expect([1, 2, 3, 4].map((attempt) => nextTry(policy, attempt, 1e9, 0))).toEqual([700, 700, null, null]);
  });

  test('[outside-sink] 300 ms doubled, anything below the longest delay beyond it, and the last at the end of the timeout', () => {
    const policy = { kind: 'timeout', timeoutUs: 10_000_000, maxDelayUs: 1_000_000 } as const;
    const at = (attempt: number, triedForUs: number, jitter = 0.5) =>
      nextTry(policy, attempt, triedForUs, jitter);
    expect([at(1, 0), at(2, 300_000), at(3, 900_000), at(9, 2_000_000, 0.25)]).toEqual([
      300_000, 600_000, 500_000, 250_000,
    ]);
    expect([at(1, 9_900_000), at(4, 10_000_000)]).toEqual([100_000, null]);
    expect(nextTry({ ...policy, timeoutUs: 0 }, 1, 0, 0)).toBeNull();
  });

  test('[outside-errors] a record fails or not whenever it is delivered, in the shares that were asked for', () => {
    const errors = {
      retriablePerMillion: 200_000,
      fatalPerMillion: 50_000,
      poison: [{ topicPartition: 'a-0', offset: 7 }],
      retry: { kind: 'attempts', attempts: 1, backoffUs: 0 },
      onRetriable: { then: 'stop', forwardTo: null },
      onFatal: { then: 'stop', forwardTo: null },
      isSink: false,
      hasHeaders: true,
      drawSeed: 3,
    } as const;
    const all = Array.from({ length: 4000 }, (_, offset) => recordError(errors, 'a-0', offset));
    expect(all.map((_, offset) => recordError(errors, 'a-0', offset))).toEqual(all);
    expect(all[7]).toBe('fatal');
    const share = (kind: string) => all.filter((one) => one === kind).length / all.length;
    expect(share('retriable')).toBeCloseTo(0.2, 1);
    expect(share('fatal')).toBeCloseTo(0.05, 1);
    const none = { ...errors, retriablePerMillion: 0, fatalPerMillion: 0 };
    expect(recordError(none, 'a-1', 7)).toBe('none');
  });
});

describe('records that are sent on', () => {
  test('[outside-retry-topics] those before the first that is not due', () => {
    const batch = (baseOffset: number, timestamps: readonly [number, number], count: number) =>
      ({ baseOffset, count, baseTimestampMs: timestamps[0], maxTimestampMs: timestamps[1] }) as RecordBatch;
    const batches = [batch(10, [1000, 1020], 3), batch(13, [2000, 2000], 2)];
    const due = (position: number, nowMs: number) => dueRecords(batches, undefined, position, 500, nowMs);
    expect(due(10, 1499)).toEqual({ count: 0, nextAtMs: 1500 });
    expect(due(10, 1510)).toEqual({ count: 2, nextAtMs: 1520 });
    expect(due(12, 1510)).toEqual({ count: 0, nextAtMs: 1520 });
    expect(due(11, 1600)).toEqual({ count: 2, nextAtMs: 2500 });
    expect(due(10, 9000)).toEqual({ count: 5, nextAtMs: null });
    expect(dueRecords(batches, [true, false], 10, 500, 2500)).toEqual({ count: 2, nextAtMs: null });
  });

  test('[outside-dead-letters] [outside-sink] headers say where a record comes from; Connect writes numbers as text, and waits for nobody', () => {
    const from = {
      topic: 'payments',
      partition: 3,
      offset: 1482,
      group: 'connect-jdbc',
      error: 'DataException',
      attempts: 2,
    };
    const connect = forwardHeaders('connect', from);
    const valueOf = (name: string) => connect.find((one) => one.name === `__connect.errors.${name}`);
    expect(valueOf('offset')).toMatchObject({ value: '1482', bytes: 4 });
    expect(valueOf('connector.name')?.value).toBe('jdbc');
    expect(valueOf('exception.class.name')?.value).toBe('org.apache.kafka.connect.errors.DataException');
    expect(connect).toHaveLength(10);
    const dead = forwardHeaders('deadLetter', from);
    expect(dead.find(({ name }) => name === 'kafka_dlt-original-offset')).toMatchObject({
      value: '1482',
      bytes: 8,
    });
    expect(forwardHeaders('retry', from).map(({ name }) => name)).toContain('kafka_original-topic');
    expect(headerSizes(dead)[0]).toEqual({ keyBytes: 'kafka_dlt-original-topic'.length, valueBytes: 8 });
    expect([awaitsForward(false), awaitsForward(true)]).toEqual([true, false]);
  });
});
