import type { Dormant } from '../../../kernel/Digest.ts';
import { RECORD_BATCH_OVERHEAD, upperBoundOf } from '../../../storage/recordBatchSize.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Bytes, Micros, Millis } from '../../../../shared/units.ts';
import { compressionRate } from '../../metrics/clientMetricFormulas.ts';
import { SampledStat } from '../../metrics/SampledStat.ts';
import type { ProducerBatch } from '../ProducerBatch.ts';
import type { TransactionalCall } from '../transactions/TransactionalApplication.ts';

const NANOS_PER_MICRO = 1000;

/** What is measured of a call of the application, as Kafka's metric begins. */
const CALL_NAMES = {
  initTransactions: 'txn-init',
  beginTransaction: 'txn-begin',
  sendOffsetsToTransaction: 'txn-send-offsets',
  commitTransaction: 'txn-commit',
  abortTransaction: 'txn-abort',
  flush: 'flush',
} as const satisfies Readonly<Record<TransactionalCall | 'flush', string>>;

/**
 * What a producer measures of itself, from its start on: another one has others. It decides nothing, and is no part of a digest. Kafka:
 * `Sender.SenderMetrics`, `BufferPool`, `KafkaProducerMetrics` (4.2).
 */
export class ProducerMeters implements Dormant {
  private readonly batchSize = new SampledStat();
  private readonly queueTimeMs = new SampledStat();
  private readonly compression = new SampledStat();
  private readonly recordSize = new SampledStat();
  private readonly recordsPerRequest = new SampledStat();
  private readonly latencyMs = new SampledStat();
  private readonly throttleMs = new SampledStat();
  private readonly retries = new SampledStat();
  private readonly errors = new SampledStat();
  /** Without those of which send() told. */
  private readonly senderErrors = new SampledStat();
  private readonly splits = new SampledStat();
  private readonly memoryWaitNs = new SampledStat();
  private readonly exhausted = new SampledStat();
  private readonly callsNs = new Map<keyof typeof CALL_NAMES, number>();
  private waitsForMemorySinceUs: Micros | null = null;
  private flushesSinceUs: Micros | null = null;

  get isDormant(): boolean {
    return true;
  }

  /** A request leaves with these batches, each closed. @param recordBytes upper bound of a record where all are alike. */
  requestSent(batches: readonly ProducerBatch[], recordBytes: Bytes | null, nowUs: Micros): void {
    let records = 0;
    for (const batch of batches) {
      this.batchSize.record(batch.sizeBytes, nowUs);
      this.queueTimeMs.record(millis(nowUs) - millis(batch.createdUs), nowUs);
      this.compression.record(compressionRateOf(batch), nowUs);
      this.recordSize.record(recordBytes ?? largestRecordBytes(batch), nowUs);
      records += batch.count;
    }
    this.recordsPerRequest.record(records, nowUs);
  }

  answered(sentAtUs: Micros, nowUs: Micros): void {
    this.latencyMs.record(millis(nowUs) - millis(sentAtUs), nowUs);
  }

  /** Any answer says it, mostly 0. */
  throttled(throttleMs: Millis, nowUs: Micros): void {
    this.throttleMs.record(throttleMs, nowUs);
  }

  retried(records: number, nowUs: Micros): void {
    this.retries.record(records, nowUs);
  }

  /** Callbacks say error. */
  failed(records: number, nowUs: Micros): void {
    this.errors.record(records, nowUs);
    this.senderErrors.record(records, nowUs);
  }

  /** send() itself did. */
  sendFailed(isExhausted: boolean, nowUs: Micros): void {
    this.errors.record(1, nowUs);
    if (isExhausted) this.exhausted.record(1, nowUs);
  }

  split(nowUs: Micros): void {
    this.splits.record(1, nowUs);
  }

  /** send() waits for memory, or goes on waiting. */
  waitsForMemory(nowUs: Micros): void {
    this.waitsForMemorySinceUs ??= nowUs;
  }

  /** It waits no more: it has the memory, or throws. */
  endsWaiting(nowUs: Micros): void {
    if (this.waitsForMemorySinceUs === null) return;
    this.memoryWaitNs.record((nowUs - this.waitsForMemorySinceUs) * NANOS_PER_MICRO, nowUs);
    this.waitsForMemorySinceUs = null;
  }

  /** A call has returned, and did not throw. */
  called(call: keyof typeof CALL_NAMES, tookUs: Micros): void {
    this.callsNs.set(call, (this.callsNs.get(call) ?? 0) + tookUs * NANOS_PER_MICRO);
  }

  flushBegan(nowUs: Micros): void {
    this.flushesSinceUs = nowUs;
  }

  flushEnded(nowUs: Micros): void {
    if (this.flushesSinceUs !== null) this.called('flush', nowUs - this.flushesSinceUs);
    this.flushesSinceUs = null;
  }

  /** By the names that Kafka gives them; null where it reports NaN. */
  now(nowUs: Micros): readonly (readonly [name: string, value: number | null])[] {
    return [
      ...meanAndMost('batch-size', this.batchSize, nowUs),
      ...meanAndMost('record-queue-time', this.queueTimeMs, nowUs),
      ['compression-rate-avg', this.compression.average(nowUs)],
      ...meanAndMost('record-size', this.recordSize, nowUs),
      ['records-per-request-avg', this.recordsPerRequest.average(nowUs)],
      ...meanAndMost('request-latency', this.latencyMs, nowUs),
      ...meanAndMost('produce-throttle-time', this.throttleMs, nowUs),
      ...rateAndTotal('record-send', this.recordsPerRequest, nowUs),
      ...rateAndTotal('record-retry', this.retries, nowUs),
      ...rateAndTotal('record-error', this.errors, nowUs),
      ...rateAndTotal('batch-split', this.splits, nowUs),
      ...rateAndTotal('buffer-exhausted', this.exhausted, nowUs),
      // Nanoseconds of each nanosecond.
      ['bufferpool-wait-ratio', this.memoryWaitNs.perSecond(nowUs) / 1_000_000_000],
      ['bufferpool-wait-time-ns-total', this.memoryWaitNs.total],
      ['waiting-threads', this.waitsForMemorySinceUs === null ? 0 : 1],
      ...Object.entries(CALL_NAMES).map(
        ([call, name]) =>
          [`${name}-time-ns-total`, this.callsNs.get(call as keyof typeof CALL_NAMES) ?? 0] as const,
      ),
    ];
  }

  /** Of its topic: a workload has one. Nothing before the first request. */
  ofTopic(nowUs: Micros): readonly (readonly [name: string, value: number | null])[] {
    if (this.recordsPerRequest.total === 0) return [];
    return [
      ...rateAndTotal('record-send', this.recordsPerRequest, nowUs),
      ...rateAndTotal('byte', this.batchSize, nowUs),
      ['compression-rate', this.compression.average(nowUs)],
      ...rateAndTotal('record-retry', this.retries, nowUs),
      ...rateAndTotal('record-error', this.senderErrors, nowUs),
    ];
  }
}

type Named = readonly (readonly [name: string, value: number | null])[];

function meanAndMost(name: string, stat: SampledStat, nowUs: Micros): Named {
  return [
    [`${name}-avg`, stat.average(nowUs)],
    [`${name}-max`, stat.largest(nowUs)],
  ];
}

function rateAndTotal(name: string, stat: SampledStat, nowUs: Micros): Named {
  return [
    [`${name}-rate`, stat.perSecond(nowUs)],
    [`${name}-total`, stat.total],
  ];
}

function compressionRateOf({ compressed, sizeBytes }: ProducerBatch): number {
  return compressed ? compressionRate(sizeBytes - RECORD_BATCH_OVERHEAD, compressed.uncompressedBytes) : 1;
}

/** Upper bound of the largest of its records, alone in a batch. */
function largestRecordBytes({ records, sizeBytes }: ProducerBatch): Bytes {
  if (!records) return sizeBytes;
  let most = 0;
  for (const bytes of records.contentBytes) if (bytes > most) most = bytes;
  return upperBoundOf(most);
}

function millis(us: Micros): Millis {
  return Math.floor(us / MICROS_PER_MILLI);
}
