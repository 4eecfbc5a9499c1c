import { describe, expect, test } from 'vitest';
import { batchReady, isBackingOff } from '../../src/engine/client/producer/batchReady.ts';
import { hasReachedDeliveryTimeout } from '../../src/engine/client/producer/deliveryTimeout.ts';
import { drainNode } from '../../src/engine/client/producer/drainOrder.ts';
import {
  exponentialBackoffMs,
  jitterFactor,
  RETRY_BACKOFF_JITTER,
} from '../../src/engine/client/network/exponentialBackoff.ts';
import { fitEqualRecords, singleRecordUpperBound } from '../../src/engine/storage/recordBatchSize.ts';
import vectors from './vectors-1.json';

// Each answer is put into the shape of the expectation and compared as a whole, so that no expected value is left out.

const CALM = { memoryExhausted: false, closing: false, flushing: false, transactionCompleting: false };

describe('exponential_backoff_no_jitter', () => {
  const group = vectors.exponential_backoff_no_jitter;
  const policy = { initialMs: group.base, maxMs: group.max, multiplier: group.multiplier };

  test('[RT1] doubles from the base to the maximum, 8 of 8 values', () => {
    const waits = group['values_attempt_0..7'].map((_, failures) => exponentialBackoffMs(policy, failures));
    expect(waits).toEqual(group['values_attempt_0..7']);
    expect(waits).toHaveLength(8);
  });

  test('[RT1] has the jitter of the clients', () => {
    expect(RETRY_BACKOFF_JITTER).toBe(group.jitter_in_clients);
  });
});

describe('accumulator', () => {
  const group = vectors.accumulator;

  for (const step of group.linger5) {
    test(`[S3] linger 5, ${step.t} ms after the record: ${step.ready ? 'ready' : `look again in ${step.nextCheckMs} ms`}`, () => {
      const readiness = batchReady({ waitedMs: step.t, full: false, backoffMs: null }, 5, CALM);
      expect({ t: step.t, ...readiness }).toEqual(step);
    });
  }

  test('[S3] a second batch makes the first one ready', () => {
    const { 'batch.size': batchSize, value_bytes: valueBytes, key, ...expected } = group.full_triggers_ready;
    const { recordCount } = fitEqualRecords({ keyBytes: key, valueBytes }, batchSize);
    const head = { waitedMs: 0, backoffMs: null };
    const readyWith = (records: number) =>
      batchReady({ ...head, full: records > recordCount }, 5, CALM).ready;
    expect(readyWith(expected.records_when_ready - 1)).toBe(false);
    expect(readyWith(expected.records_when_ready)).toBe(true);
    expect(expected.why).toBe(
      `${recordCount} fit; the ${recordCount + 1}th opens a second batch, which makes the first one sendable`,
    );
  });

  test('[S4] drains one batch of a partition per request', () => {
    const { queued, drained } = group.drain_one_batch_per_partition_per_request;
    const batches = Array.from({ length: queued }, () => ({
      sizeBytes: 16_384,
      backingOff: false,
      stopsDrain: false,
    }));
    const candidate = { muted: false, head: batches[0]! };
    expect(drainNode([candidate], 0, 1_048_576).taken).toHaveLength(drained);
  });

  test('[RT1] a first retry waits 80 to 120 ms', () => {
    const {
      base,
      jitter,
      reenqueued_at: start,
      never_before: lower,
      always_after: upper,
    } = group.retry_backoff_first;
    const policy = { initialMs: base, maxMs: 1000, multiplier: 2 };
    const waits = [0, 0.25, 0.5, 0.999999].map((drawn) => {
      return exponentialBackoffMs(policy, 0, jitterFactor(jitter, drawn));
    });
    expect(Math.min(...waits)).toBe(lower - start);
    expect(Math.max(...waits)).toBe(upper - start - 1); // whole ms of less than 120
    for (const waitMs of waits) {
      expect(isBackingOff(1, lower - 1 - start, waitMs, false)).toBe(true);
      expect(isBackingOff(1, upper - start, waitMs, false)).toBe(false);
    }
  });

  test('[RT2] delivery.timeout.ms is over at its last ms', () => {
    const { created, limit, ...expected } = group.delivery_timeout;
    expect({
      expired_at_119999: hasReachedDeliveryTimeout(created, 119_999, limit),
      expired_at_120000: hasReachedDeliveryTimeout(created, 120_000, limit),
    }).toEqual(expected);
  });

  test('[S2] two open batches use up the pool of the vector', () => {
    const { pool, 'batch.size': batchSize, two_partitions_active: text } = group.buffer_memory;
    const allocation = Math.max(batchSize, singleRecordUpperBound({ keyBytes: null, valueBytes: 100 }));
    expect(text).toContain('third partition append blocks');
    expect(Math.floor(pool / allocation)).toBe(2);
  });

  test('has no entries but those above', () => {
    expect(Object.keys(group).sort()).toEqual([
      'buffer_memory',
      'delivery_timeout',
      'drain_one_batch_per_partition_per_request',
      'full_triggers_ready',
      'linger5',
      'retry_backoff_first',
      'source',
    ]);
    expect(group.linger5).toHaveLength(4);
  });
});
