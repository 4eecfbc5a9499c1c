import { describe, expect, test } from 'vitest';
import { metricsNow } from '../../../src/bridge/metrics/readMetrics.ts';
import { METRIC_DEFINITIONS } from '../../../src/shared/metricDefinitions.ts';
import type { FileConfigs, FileQuota, FileWorkload } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, TOPIC } from '../ClusterTestContext.ts';

const OF_CLIENT = 'kafka.producer:type=producer-metrics,name=';
const OF_TOPIC = 'kafka.producer:type=producer-topic-metrics,name=';

function sending(configs: FileConfigs, workload: Partial<FileWorkload> = {}, quotas: readonly FileQuota[] = []) {
  return new ClusterTestContext({
    lawInterval: Infinity,
    network: ONE_MS_LINKS,
    times: NO_WORK,
    quotas,
    configs: { 'transaction.state.log.num.partitions': 1 },
    producers: [
      { 'client.id': 'p', configs, workload: { topic: TOPIC, arrivals: { constant: '100/s' }, ...workload } },
    ],
  });
}

/** What the producer reports, without the first part of each name. */
function reported(context: ClusterTestContext, prefix = OF_CLIENT): Readonly<Record<string, number>> {
  context.run.settle();
  const own = metricsNow(context.run.cluster)['producer:p'] ?? {};
  return Object.fromEntries(
    Object.entries(own as Record<string, number>).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

describe('metrics of a producer', () => {
  test('[client-metrics] batches, requests and rates, as a steady producer has them', () => {
    const context = sending({ 'linger.ms': 50, 'compression.type': 'gzip' }).runUntil(40_000);
    // What is in flight was sent, and is in no log yet.
    context.do({ kind: 'PauseWorkload', producer: 'p' }).runFor(500);
    const now = reported(context);
    const batches = context.batchesIn(context.leader);
    const sizes = batches.map(({ sizeBytes }) => sizeBytes);
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
    // Of 50 ms with a record every 10 ms: what comes at their end still comes in. The first batch waited for metadata.
    expect(now['record-queue-time-avg']).toBeCloseTo(50, 0);
    expect(now['records-per-request-avg']).toBeCloseTo(6, 1);
    expect(now['batch-size-avg']).toBeCloseTo(sum(sizes) / sizes.length, 0);
    expect(now['batch-size-max']).toBe(Math.max(...sizes));
    expect(now['compression-rate-avg']).toBeGreaterThan(0.2);
    expect(now['compression-rate-avg']).toBeLessThan(0.6);
    expect(now['record-send-rate']).toBeGreaterThan(95);
    expect(now['record-send-rate']).toBeLessThan(103);
    expect(now['record-send-total']).toBe(sum(batches.map(({ count }) => count)));
    expect(now['request-latency-avg']).toBeGreaterThan(3);
    expect(now['request-latency-avg']).toBeLessThan(7);
    // 61 and 21 bytes of what a batch and a record may need, and 102 of the value with its lengths.
    expect(now['record-size-avg']).toBe(now['record-size-max']);
    expect(now).toMatchObject({
      'record-retry-total': 0,
      'record-error-total': 0,
      'buffer-total-bytes': 33_554_432,
      'waiting-threads': 0,
      'bufferpool-wait-ratio': 0,
      'produce-throttle-time-max': 0,
    });
    expect(now['metadata-age']).toBeGreaterThan(30);
    expect(now['request-total']).toBeGreaterThanOrEqual(batches.length);
    expect(now['response-total']).toBeLessThanOrEqual(now['request-total'] ?? 0);
    expect(now['outgoing-byte-total']).toBeGreaterThan(sum(sizes));
    const ofTopic = reported(context, OF_TOPIC);
    expect(ofTopic[`byte-total,topic=${TOPIC}`]).toBe(sum(sizes));
    expect(ofTopic[`record-send-rate,topic=${TOPIC}`]).toBe(now['record-send-rate']);
  });

  test('[client-metrics] send() waits for memory, records expire, and are sent again', () => {
    const context = sending({
      'buffer.memory': 32_768,
      'max.block.ms': 500,
      'linger.ms': 0,
      'request.timeout.ms': 1000,
      'delivery.timeout.ms': 3000,
    }, { valueBytes: 4000 }).runUntil(2000);
    for (const broker of [1, 2, 3]) context.cutLink('producer:p', `broker:${broker}`);
    context.runUntil(2600);
    expect(reported(context)).toMatchObject({ 'waiting-threads': 1, 'requests-in-flight': 2 });
    expect(reported(context)['buffer-available-bytes']).toBeLessThan(16_384);
    context.runUntil(12_000);
    const now = reported(context);
    const failed = context.facts('RecordsFailed').reduce((all, { event }) => all + event.count, 0);
    expect(now['record-error-total']).toBe(failed);
    expect(now['buffer-exhausted-total']).toBe(
      context.facts('RecordsFailed').filter(({ event }) => event.error === 'BufferExhaustedException').length,
    );
    expect(now['buffer-exhausted-total']).toBeGreaterThan(3);
    expect(now['record-retry-total']).toBe(
      context.facts('ProduceRetried').reduce((all, { event }) => all + event.count, 0),
    );
    expect(now['record-retry-total']).toBeGreaterThan(0);
    // A rate divides by one to two windows.
    const waitedNs = now['bufferpool-wait-time-ns-total'] ?? 0;
    expect(waitedNs).toBeGreaterThan(5e9);
    expect(now['bufferpool-wait-ratio']).toBeLessThanOrEqual(waitedNs / 30e9);
    expect(now['bufferpool-wait-ratio']).toBeGreaterThan(waitedNs / 60e9);
    context.do({ kind: 'KillClient', client: 'producer:p' });
    expect(reported(context)).toEqual({});
  });

  test('[client-metrics] a quota and transactions', () => {
    const context = sending(
      { 'transactional.id': 't' },
      { valueBytes: 2000, transaction: { records: 50, abortEvery: 4 } },
      [{ 'client-id': 'p', producer_byte_rate: 50_000 }],
    ).runUntil(15_000);
    const now = reported(context);
    expect(now['produce-throttle-time-max']).toBeGreaterThan(0);
    const tookMs = (call: string) =>
      context
        .facts('TransactionalCallEnded')
        .filter(({ event }) => event.call === call && event.error === 'NONE')
        .reduce((all, { event }) => all + event.tookMs, 0);
    for (const [name, call] of [
      ['txn-init', 'initTransactions'],
      ['txn-commit', 'commitTransaction'],
      ['txn-abort', 'abortTransaction'],
    ] as const) {
      expect(now[`${name}-time-ns-total`]).toBeCloseTo(tookMs(call) * 1e6, 0);
      expect(now[`${name}-time-ns-total`]).toBeGreaterThan(0);
    }
    // What a producer reports is what there is a definition of, and the other way round.
    const names = Object.keys(metricsNow(context.run.cluster)['producer:p'] ?? {});
    const defined = METRIC_DEFINITIONS.filter(({ reporter }) => reporter === 'producer').map(({ name }) => name);
    expect(new Set(names.map((name) => name.split(',topic=')[0]))).toEqual(new Set(defined));
  });
});
